"""The size of type in panes: it grows with a large pane, and by keys; zoom is another thing."""

from collections.abc import Mapping
from typing import Protocol

from PySide6.QtCore import QSize

from peviewer.app.session.settings import Settings

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


class Sized(Protocol):
    """What has type of a size."""

    def set_type_size(self, size: float) -> None:
        """Draw with type so many times as large as it would be."""


class TypeSize:
    """The size of type that the user chose for all panes, remembered between launches."""

    def __init__(self, settings: Settings, panes: Mapping[str, Sized]) -> None:
        self._settings, self._panes = settings, panes

    @property
    def size(self) -> float:
        """How many times as large as usual it is."""
        return self._settings.choices.pane_type_size

    def larger(self) -> None:
        """Make type one step larger."""
        self._set(self.size * FACTOR)

    def smaller(self) -> None:
        """Make type one step smaller."""
        self._set(self.size / FACTOR)

    def usual(self) -> None:
        """Give type its usual size."""
        self._set(1.0)

    def _set(self, size: float) -> None:
        self._settings.remember(pane_type_size=min(max(size, SMALLEST), LARGEST))
        for pane in self._panes.values():
            pane.set_type_size(self.size)
