"""Texts on screen."""
