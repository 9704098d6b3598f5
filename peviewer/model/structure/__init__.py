"""The structure of a table of positions: its spectrum, its components, sinusoids fitted to it."""
