"""Panes of the shift."""
