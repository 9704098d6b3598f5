"""Playing φ."""
