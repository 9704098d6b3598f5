"""The window: the session, its controls, and the docks that show panes."""
