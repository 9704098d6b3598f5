"""Paints a Figure on a page of matplotlib; knows no Qt."""
