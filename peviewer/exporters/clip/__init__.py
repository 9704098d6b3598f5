"""Clips, one file a format."""
