"""Panes of the pairs that turn."""
