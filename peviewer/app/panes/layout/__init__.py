"""Where panes are: as rectangles, dragged, resized, and as tabs."""
