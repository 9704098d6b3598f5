"""Pairs that turn: layouts, schedules, rotation, angles."""
