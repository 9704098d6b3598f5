"""Axes on paper: their dress, ticks, colour bars."""
