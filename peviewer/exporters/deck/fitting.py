"""How large a text may be in its place: measured in the pictures' own type, which is wider than most."""

from __future__ import annotations

from typing import TYPE_CHECKING

from peviewer.paper.typography.measure import wrapped

if TYPE_CHECKING:
    from peviewer.exporters.deck.places import Slot

LINE = 1.25
SMALLEST = 8.0
BOLD = 1.15  # how much wider bold type is


def fitting_points(text: str, slot: Slot, points: float, *, bold: bool = False) -> float | None:
    """Return the size of type in which a text fits its place; None where it does so in that which it has.

    Examples
    --------
    >>> from peviewer.exporters.deck.places import Slot
    >>> fitting_points("A title", Slot(0, 0, 9, 0.75), 28), fitting_points("A title " * 12, Slot(0, 0, 9, 0.75), 28)
    (None, 21)
    """
    size = points
    while size > SMALLEST and _lines(text, slot, size * (BOLD if bold else 1)) * LINE * size > 72 * slot.height + 1e-6:
        size -= 1
    return size if size < points else None


def _lines(text: str, slot: Slot, points: float) -> int:
    return len(wrapped(text, 72 * slot.width / points))
