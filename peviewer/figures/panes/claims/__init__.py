"""Panes of what is claimed, and of what decides."""
