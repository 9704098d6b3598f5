"""Decks: presentations and PDFs."""
