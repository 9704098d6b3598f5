"""Panes of the pairs and how they turn."""
