"""The size of type in a pane: it follows the pane's size, and the user's steps."""

from PySide6.QtCore import QSize

# The largest pane, in pixels, with type of the usual size.
_USUAL_SIZE = QSize(1200, 800)

# The factor by which type in the largest pane is larger.
_LARGEST_FACTOR = 2.0

# The factor by which one step makes type larger.
_FACTOR_OF_STEP = 1.1

SMALLEST = 0.7
LARGEST = 2.5


def type_scale(size: QSize) -> float:
    """Return how many times as large as usual type is in a pane of a size.

    >>> type_scale(QSize(1124, 740)), type_scale(QSize(1600, 900)), type_scale(QSize(2520, 1460))
    (1.0, 1.1, 1.8)
    """
    share = min(size.width() / _USUAL_SIZE.width(), size.height() / _USUAL_SIZE.height())
    return min(max(round(share, 1), 1.0), _LARGEST_FACTOR)


def stepped(size: float, steps: int, least: float = SMALLEST, most: float = LARGEST) -> float:
    """Return a size of type some steps larger or smaller; with 0 steps the usual size, 1."""
    return min(max(size * _FACTOR_OF_STEP**steps, least), most) if steps else 1.0
