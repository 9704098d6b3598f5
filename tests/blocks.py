"""Blocks of cells under pixels, and their means by NumPy alone."""

import numpy as np


def block_means(matrix, rows, columns):
    """Return the means of blocks of a matrix: first cell, size and count of blocks along each axis."""
    (top, high, down), (left, wide, across) = rows, columns
    picked = matrix[top : top + high * down, left : left + wide * across]
    return picked.reshape(down, high, across, wide).mean(axis=(1, 3))


def centres(start, size, count):
    """Return the middles of blocks of cells."""
    return start + (size - 1) / 2 + size * np.arange(count)


def screen(size, pixels):
    """Return the middles of so many pixels over all cells of an axis."""
    return -0.5 + size / pixels * (np.arange(pixels) + 0.5)
