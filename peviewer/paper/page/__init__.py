"""A page: what it shows, where its panels are, and what surrounds their data."""
