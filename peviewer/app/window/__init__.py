"""The main window and what is around the panes."""
