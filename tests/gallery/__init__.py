"""A gallery of all panes and schemes as a folder of web pages: ``python -m tests.gallery FOLDER``."""
