"""Presenting: the panes full screen, with the type sizes of a slide."""
