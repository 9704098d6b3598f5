"""The size of type in a pane: by the size of the pane, and in the steps of a user."""

from PySide6.QtCore import QSize

# Pixels of a pane up to which type has its usual size.
_USUAL_SIZE = QSize(1200, 800)

# The factor by which type in the largest pane is larger.
_LARGEST_FACTOR = 2.0

# A step makes type larger by this factor.
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
    """Return a size of type some steps larger or smaller; without steps it is the usual one, 1."""
    return min(max(size * _FACTOR_OF_STEP**steps, least), most) if steps else 1.0
