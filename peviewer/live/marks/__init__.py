"""The marks of a Figure on screen."""
