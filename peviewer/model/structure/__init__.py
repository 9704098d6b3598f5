"""The structure of any table of positions: its spectrum, principal components, fitted sinusoids."""
