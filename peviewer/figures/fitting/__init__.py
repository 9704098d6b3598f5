"""Fitting a Figure into a space: what is hidden, how panels share it, how many lines they take."""
