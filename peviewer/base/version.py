"""The version of peviewer, for all folders."""

__version__ = "0.1.0"
