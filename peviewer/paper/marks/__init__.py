"""The marks of a Figure on paper."""
