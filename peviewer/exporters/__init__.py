"""Figures into files, without Qt: what the window, the command line and Python share."""
