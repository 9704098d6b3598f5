"""What is claimed of an encoding, with verdicts and numbers."""
