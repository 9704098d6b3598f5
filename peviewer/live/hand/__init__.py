"""What the hand does in data with a mouse: it pans, draws a box to zoom into, takes hold of marks."""
