"""A Figure in its space: what is hidden, how panels share it, on how many lines they stand."""
