"""The numbers behind a pane, as files."""
