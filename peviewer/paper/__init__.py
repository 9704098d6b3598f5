"""Paints a Figure with matplotlib and writes it as a picture; knows no Qt."""
