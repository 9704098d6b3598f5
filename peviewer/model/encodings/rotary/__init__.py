"""The parts of RoPE: its fields, its scalings, its formulas and its code."""
