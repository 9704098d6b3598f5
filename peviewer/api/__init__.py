"""The door of Python: figures, files, notebooks, sliders, comparisons, a pane as a widget."""
