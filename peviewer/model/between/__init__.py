"""Between positions: distances and similarities, by lag and as matrices."""
