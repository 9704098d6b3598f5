"""What needs most room of several Figures of one pane, as one of them: a page laid out for it has room for all."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from typing import TYPE_CHECKING

from peviewer.base.words import unstarred
from peviewer.figures.grammar import Listing

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from peviewer.figures.grammar import Axis, Figure, Panel

Shape = tuple[tuple[bool, ...], ...]


def shape(figure: Figure) -> Shape:
    """Return how many panels a Figure has, row by row, and which are drawn to scale."""
    return tuple(tuple(panel.square for panel in row) for row in figure.rows)


def widest(figures: Iterable[Figure]) -> dict[Shape, Figure]:
    """Return Figures, one of each shape, with the longest texts and the largest numbers that any has at each place.

    Examples
    --------
    >>> from peviewer.document.document import Document
    >>> from peviewer.figures.panes.catalog import pane
    >>> figures = [pane("shift").figure(Document().edited({"shift.phi": phi})) for phi in (100.25, 5)]
    >>> [panel.title for found in widest(figures).values() for panel in found.panels if "row" in panel.title]
    ['Row 50, shifted, matches row 150.25']
    """
    alike: defaultdict[Shape, list[Figure]] = defaultdict(list)
    for figure in figures:
        alike[shape(figure)].append(figure)
    return {key: _widest(some) for key, some in alike.items()}


def _widest(figures: Sequence[Figure]) -> Figure:
    panels = iter([_panel(some) for some in zip(*(figure.panels for figure in figures), strict=True)])
    return replace(
        figures[0],
        title=_longest(figure.title for figure in figures),
        formula=max((figure.formula for figure in figures), key=len),
        caption=_longest(figure.caption for figure in figures),
        rows=tuple(tuple(next(panels) for _ in row) for row in figures[0].rows),
    )


def _panel(panels: Sequence[Panel]) -> Panel:
    fullest = max(panels, key=_written)
    return replace(
        fullest,
        x=max((panel.x for panel in panels), key=_reach),
        y=max((panel.y for panel in panels), key=_reach),
        title=_longest(panel.title for panel in panels),
        fact=_longest(panel.fact for panel in panels),
    )


def _written(panel: Panel) -> tuple[int, int]:
    """Return how much stands in a panel's table, and how long its legend is."""
    rows = [row for mark in panel.marks if isinstance(mark, Listing) for row in mark.rows]
    named = panel.named if panel.legend else ()
    return sum(len(cell) for row in rows for cell in row), sum(len(unstarred(mark.label)) for mark in named)


def _reach(axis: Axis) -> tuple[int, float]:
    return len(axis.label), max(map(abs, axis.limits))


def _longest(texts: Iterable[str]) -> str:
    return max(texts, key=lambda text: len(unstarred(text)))
