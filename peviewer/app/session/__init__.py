"""The Document over time: the Session, its files, its settings, work in the background."""
