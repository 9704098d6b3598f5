"""The gallery: all panes to choose from, each with a small picture of what it shows now."""
