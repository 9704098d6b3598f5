"""What a table of positions is made of, whoever made it: its spectrum, its components, sinusoids fitted to it."""
