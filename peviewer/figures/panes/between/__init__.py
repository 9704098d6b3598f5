"""Panes of what is between positions."""
