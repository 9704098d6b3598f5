"""What is claimed of an encoding, and the statistics of its table."""
