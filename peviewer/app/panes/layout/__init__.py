"""Where panes stand: as data, as rectangles, and moved by hand."""
