"""A page: where its panels stand, and what surrounds their data."""
