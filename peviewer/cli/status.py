"""What the process ends with."""

DONE, FAILED, REFUSED, INTERRUPTED = 0, 1, 2, 130
