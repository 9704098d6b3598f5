"""Presenting: the window full screen, its heading and what covers it."""
