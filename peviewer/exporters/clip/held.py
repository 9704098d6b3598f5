"""The limits and the levels that all frames of a clip keep, so that brighter is farther and no axis jumps."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Any, NamedTuple

from peviewer.base.words import in_motion
from peviewer.figures.multiples import Ranges
from peviewer.figures.widest import widest
from peviewer.paper.page.caption import captioned

if TYPE_CHECKING:
    from collections.abc import Sequence

    from peviewer.document.document import Document
    from peviewer.figures.grammar import Figure
    from peviewer.figures.panes.pane import Pane
    from peviewer.figures.widest import Shape

LOOKS = 33  # values of a course that are looked at: both ends, and as many between, evenly as it goes


class Held(NamedTuple):
    """The ranges that a pane's frames share; and of each shape they have, what needs most room."""

    ranges: Ranges
    widest: dict[Shape, Figure]


_known: deque[tuple[Any, tuple[Held, ...]]] = deque(maxlen=4)  # a preview shows one frame of a clip after another


def held(panes: Sequence[Pane], documents: Sequence[Document], decimals: int = 0) -> tuple[Held, ...]:
    """Return what each pane's Figures of some frames have in common: no frame is painted for it.

    Where a frame between them goes beyond by more than the margin of an axis, it has a wider one: no curve is cut off.
    The farthest cells of a heatmap may be a few hundredths beyond its levels there, and have the last colour.

    Parameters
    ----------
    panes : sequence of Pane
        What the clip shows.
    documents : sequence of Document
        Of :data:`LOOKS` values of its course, or of all where there are fewer.
    decimals : int
        Of numbers that move.
    """
    asked = tuple(panes), tuple(documents), decimals
    for before, known in _known:
        if before == asked:
            return known
    with in_motion(decimals):
        found = tuple(_held([_captioned(pane, document) for document in documents]) for pane in panes)
    _known.append((asked, found))
    return found


def _held(figures: Sequence[Figure]) -> Held:
    ranges = Ranges(figures, moving=True)
    return Held(ranges, widest(map(ranges.given, figures)))


def _captioned(pane: Pane, document: Document) -> Figure:
    """Return what a pane shows; where that is a sentence, no caption."""
    return captioned(pane, document) if pane.shows_any(document) else pane.figure(document)
