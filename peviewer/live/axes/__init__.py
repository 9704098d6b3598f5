"""Axes on screen: ticks, links, colour bars."""
