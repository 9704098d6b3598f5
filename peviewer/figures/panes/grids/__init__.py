"""Panes about positions on a grid: every patch against all others, and the shift along its axes."""
