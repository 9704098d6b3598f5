"""The limits and the levels that all frames of a clip keep, so that brighter is farther and no axis jumps."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Any

from peviewer.figures.multiples import Ranges

if TYPE_CHECKING:
    from collections.abc import Sequence

    from peviewer.document.document import Document
    from peviewer.figures.panes.pane import Pane

LOOKS = 33  # values of a course that are looked at: both ends, and as many between, evenly as it goes
_known: deque[tuple[Any, tuple[Ranges, ...]]] = deque(maxlen=4)  # a preview shows one frame of a clip after another


def held(panes: Sequence[Pane], documents: Sequence[Document]) -> tuple[Ranges, ...]:
    """Return what each pane's Figures of some frames have in common: no frame is painted for it.

    Where a frame between them goes beyond by more than the margin of an axis, it has a wider one: no curve is cut off.
    The farthest cells of a heatmap may be a few hundredths beyond its levels there, and have the last colour.

    Parameters
    ----------
    panes : sequence of Pane
        What the clip shows.
    documents : sequence of Document
        Of :data:`LOOKS` values of its course, or of all where there are fewer.
    """
    asked = tuple(panes), tuple(documents)
    for before, ranges in _known:
        if before == asked:
            return ranges
    found = tuple(Ranges((pane.figure(document) for document in documents), moving=True) for pane in panes)
    _known.append((asked, found))
    return found
