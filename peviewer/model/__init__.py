"""What is true: the mathematics of positional encodings, in NumPy."""
