"""One Figure of two, which a pane drew of A and B: beside each other, in one plot, or their difference."""
