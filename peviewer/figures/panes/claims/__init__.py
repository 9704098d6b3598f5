"""Panes of what can be said of schemes in numbers."""
