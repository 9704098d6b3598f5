"""Panes of the table of vectors."""
