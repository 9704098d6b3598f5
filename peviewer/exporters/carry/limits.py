"""What a file may cost to read that is not trusted, and the name of what is looked for."""

KEY = "peviewer"
LARGEST = 1_000_000
# A PDF keeps its metadata near its end, an SVG near its beginning.
MARGIN = 2 * LARGEST
