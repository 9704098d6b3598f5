"""What is shown: pure functions from a Document to a Figure, free of Qt and matplotlib."""
