"""Decks: presentations, and folders of pictures."""
