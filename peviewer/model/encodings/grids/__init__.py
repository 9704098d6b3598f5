"""Schemes whose positions are places on a grid: patches of a picture, frames of a film, pixels."""
