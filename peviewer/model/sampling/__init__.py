"""Matrices and curves that are never built, only sampled where they are looked at."""
