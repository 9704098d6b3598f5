"""Functions for Python programs: figures, files, notebooks, sliders, comparisons, a widget."""
