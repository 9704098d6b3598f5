"""Schemes, one file each; ``catalog`` knows them all."""
