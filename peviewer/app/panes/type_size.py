"""The size of type in panes: it grows with a large pane, and by keys; zoom is another thing."""

from PySide6.QtCore import QSize

USUAL = QSize(1200, 800)  # pixels of a pane up to which type has its usual size
MOST = 2.0  # times that, in the largest pane
FACTOR = 1.1  # of one step larger
SMALLEST, LARGEST = 0.7, 2.5


def type_scale(size: QSize) -> float:
    """Return how many times as large as usual type is in a pane of a size.

    >>> type_scale(QSize(1124, 740)), type_scale(QSize(1600, 900)), type_scale(QSize(2520, 1460))
    (1.0, 1.1, 1.8)
    """
    share = min(size.width() / USUAL.width(), size.height() / USUAL.height())
    return min(max(round(share, 1), 1.0), MOST)


def stepped(size: float, steps: int, least: float = SMALLEST, most: float = LARGEST) -> float:
    return min(max(size * FACTOR**steps, least), most) if steps else 1.0
