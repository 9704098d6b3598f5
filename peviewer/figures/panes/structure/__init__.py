"""Panes of the structure of a table."""
