"""Panes of what holds between positions."""
