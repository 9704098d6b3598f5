"""Configurations of models: what a ``config.json`` says of positions."""
