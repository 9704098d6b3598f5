"""Panes of what positions do to attention."""
