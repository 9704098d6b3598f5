"""Statistics of a table: of each position's row, of each dimension's column; exact, or at the cost of the pixels."""
