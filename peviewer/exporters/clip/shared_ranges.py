"""The ranges and the room that all frames of a clip share."""

from collections import deque
from collections.abc import Sequence
from typing import Any, NamedTuple

from peviewer.base.numbers import in_motion
from peviewer.document.document import Document
from peviewer.figures.fitting.worst_cases import PanelGrid, panel_grid, worst_cases
from peviewer.figures.grammar import Figure
from peviewer.figures.panes.pane import Pane
from peviewer.figures.ranges import Ranges
from peviewer.paper.page.composition import captioned

# How many results are kept: a preview shows one frame of a clip after another.
_CACHE_SIZE = 4


class SharedRanges(NamedTuple):
    """The ranges that a pane's frames share, and the Figure of each shape that needs most room."""

    ranges: Ranges
    widest: dict[PanelGrid, Figure]

    def widest_of(self, figure: Figure) -> Figure:
        """Return the Figure that needs most room among all frames with the panels of this one."""
        return self.widest.get(panel_grid(figure), figure)


_cache: deque[tuple[Any, tuple[SharedRanges, ...]]] = deque(maxlen=_CACHE_SIZE)


def shared_ranges(
    panes: Sequence[Pane], documents: Sequence[Document], decimals: int = 0
) -> tuple[SharedRanges, ...]:
    """Return the ranges that each pane's Figures of some frames share, without painting a frame.

    A frame between them that goes beyond by more than an axis's margin gets a wider axis:
    no curve is cut off. The farthest cells of a heatmap may be a few hundredths beyond its levels
    there, and have the last colour.
    """
    key = (tuple(panes), tuple(documents), decimals)
    for cached_key, cached_ranges in _cache:
        if cached_key == key:
            return cached_ranges
    with in_motion(decimals):
        shared = tuple(_shared_ranges_of(pane, documents) for pane in panes)
    _cache.append((key, shared))
    return shared


def _shared_ranges_of(pane: Pane, documents: Sequence[Document]) -> SharedRanges:
    figures = [_figure_of(pane, document) for document in documents]
    ranges = Ranges(figures)
    return SharedRanges(ranges, worst_cases(map(ranges.apply, figures)))


def _figure_of(pane: Pane, document: Document) -> Figure:
    """Return a pane's Figure; without caption if it is only a sentence."""
    if pane.shows_any(document):
        return captioned(pane, document)
    return pane.figure(document)
