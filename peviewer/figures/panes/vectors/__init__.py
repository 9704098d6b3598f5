"""Panes of the vectors that positions get."""
