"""One Figure of two, drawn of A and B: side by side, in one plot, or their difference."""
