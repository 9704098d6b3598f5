"""Documents with an array of a file: a table, biases, frequencies, or a rotation."""
