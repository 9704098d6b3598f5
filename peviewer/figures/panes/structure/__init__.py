"""Panes of what a table of positions is made of, whoever made it."""
