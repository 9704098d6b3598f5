"""Panes about the structure of any table of positions."""
