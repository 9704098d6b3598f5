"""Themes and icons."""
