"""Panes about claims and their verdicts, and about the numbers that decide between schemes."""
