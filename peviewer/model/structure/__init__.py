"""The structure of any table of positions: its spectrum, its components, and fitted sinusoids."""
