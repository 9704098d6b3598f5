"""The arrays behind a Figure: every mark as numbers or words with names, coordinates and units."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, fields, replace
from itertools import pairwise
from math import ceil, floor
from typing import TYPE_CHECKING, Any

import numpy as np

from peviewer.base.words import unstarred
from peviewer.figures.grammar import Band, Curve, Diagonal, Heatmap, Listing, Note, Numbers, Rule

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from numpy.typing import NDArray

    from peviewer.figures.grammar import Axis, Figure, Mark, Panel
    from peviewer.model.sampling.raster import Raster
    from peviewer.model.sampling.series import Points, Series

STRETCH = 2**16  # of x, whose points of a curve are worked out at a time


@dataclass(frozen=True)
class Cut:
    """The rows or columns of a matrix that are meant, with their coordinates.

    Attributes
    ----------
    axis : Axis
        Names what the coordinates are.
    zero : float
        The coordinate of cell 0.
    cells : range
        Those that are meant.
    """

    axis: Axis
    zero: float
    cells: range

    def coordinates(self, start: int = 0, stop: int | None = None) -> NDArray[Any]:
        """Return the coordinates, or a run of them; whole numbers where they are."""
        some = self.cells[start:stop]
        cells = np.arange(some.start, some.stop)
        return int(self.zero) + cells if float(self.zero).is_integer() else self.zero + cells


@dataclass(frozen=True)
class Matrix:
    """Numbers with a coordinate for every row and every column."""

    key: str
    panel: Panel
    label: str
    rows: Cut
    columns: Cut
    source: Raster

    @property
    def shape(self) -> tuple[int, int]:
        """How many rows and columns are meant."""
        return len(self.rows.cells), len(self.columns.cells)

    def strip(self, start: int, stop: int) -> NDArray[np.float64]:
        """Return some of the rows that are meant."""
        rows, columns = self.rows.cells[start:stop], self.columns.cells
        return self.source.exact(rows, columns)


@dataclass(frozen=True)
class Line:
    """The points of a curve."""

    key: str
    panel: Panel
    label: str
    accent: bool
    series: Series
    low: float
    high: float

    @property
    def about(self) -> int:
        """About how many points there are: one for every whole x."""
        return max(1, ceil(self.high - self.low))

    def stretches(self) -> Iterator[Points]:
        """Return x and y, bit by bit."""
        ends = [*np.arange(self.low, self.high, STRETCH).tolist(), self.high]
        yield from (self.series.exact(low, high) for low, high in pairwise(ends))


@dataclass(frozen=True)
class Record:
    """Named columns of a few numbers or words: the rows of a listing, rules, bands, arrows, notes."""

    key: str
    panel: Panel
    label: str
    accent: bool
    columns: Mapping[str, tuple[Any, ...]]


Part = Matrix | Line | Record


def arrays(figure: Figure, window: bool = False) -> tuple[Part, ...]:
    """Return what a Figure shows, mark by mark, each with a key of its own.

    Parameters
    ----------
    figure : Figure
        What to take apart.
    window : bool
        Only what its axes show, rather than all there is.

    Examples
    --------
    >>> from peviewer.document.document import Document
    >>> from peviewer.figures.panes.catalog import pane
    >>> [part.key for part in arrays(pane("distance").figure(Document()))]
    ['distance', 'rule', 'diagonal', 'rule_2', 'to_t_20', 'rule_3', 'rule_4']
    """
    parts = [part for panel in figure.panels for mark in panel.marks if (part := _part(mark, panel, window))]
    return _named(parts, figure)


def main(parts: tuple[Part, ...]) -> Part:
    """Return what a pane is about: its first matrix, else its first curve, else what it has; accents go first."""
    order = {Matrix: 0, Line: 1, Record: 2}
    return min(parts, key=lambda part: (order[type(part)], not isinstance(part, Matrix) and not part.accent))


def plain(text: str) -> str:
    """Return a text of the grammar without the stars of its italics.

    Examples
    --------
    >>> plain("position *t*")
    'position t'
    """
    return unstarred(text)


def _part(mark: Mark, panel: Panel, window: bool) -> Part | None:
    """Return a mark as arrays; its key is what it is called until all are named."""
    if isinstance(mark, Heatmap):
        rows = _cut(panel.y, mark.y0, mark.raster.shape[0], window)
        columns = _cut(panel.x, mark.x0, mark.raster.shape[1], window)
        label = plain(mark.bar or "")
        return Matrix(plain(panel.title) or label, panel, label, rows, columns, mark.raster)
    if isinstance(mark, Numbers):
        height, width = mark.raster.shape
        cuts = _cut(panel.y, mark.row0, height, window), _cut(panel.x, 0, width, window)
        return Matrix(plain(panel.title), panel, "", *cuts, mark.raster)
    if isinstance(mark, Curve):
        low, high = panel.x.shown if window else panel.x.limits
        label = plain(mark.label)
        return Line(label, panel, label, mark.color == "accent", mark.series, low, np.nextafter(high, np.inf))
    kind, label = type(mark).__name__.lower(), plain(getattr(mark, "label", ""))
    return Record(kind, panel, label, getattr(mark, "color", "") == "accent", _columns(mark))


def _columns(mark: Mark) -> dict[str, tuple[Any, ...]]:
    """Return what a mark holds under the names it has in the grammar, without its looks."""
    if isinstance(mark, Listing):
        kept = mark.lasting
        columns: dict[str, tuple[Any, ...]] = dict(
            zip(map(plain, kept.columns), zip(*kept.rows, strict=True), strict=False)
        )
        if any(verdict is not None for verdict in mark.verdicts):
            columns["holds"] = tuple({True: "yes", False: "no", None: ""}[verdict] for verdict in mark.verdicts)
        return columns
    if isinstance(mark, Rule):
        return {"direction": (mark.direction,), "at": (mark.at,)}
    if isinstance(mark, Diagonal):
        return {"x minus y": (mark.at,)}
    if isinstance(mark, Band):
        return {"direction": (mark.direction,), "low": (mark.low,), "high": (mark.high,)}
    if isinstance(mark, Note):
        return {"text": (plain(mark.text),)}
    values = {field.name: getattr(mark, field.name) for field in fields(mark)}
    return {name: value for name, value in values.items() if isinstance(value, tuple)}


def _cut(axis: Axis, zero: float, size: int, window: bool) -> Cut:
    """Return all cells along an axis, or those that are seen."""
    if not window:
        return Cut(axis, zero, range(size))
    low, high = (end - zero for end in axis.shown)
    first = min(max(0, floor(low + 0.5)), size - 1)
    return Cut(axis, zero, range(first, min(size, max(first + 1, ceil(high - 0.5) + 1))))


def _named(parts: list[Part], figure: Figure) -> tuple[Part, ...]:
    """Give every part a key: its name, its panel's before it where several share one, then a number."""
    names = [
        word(part.key) or (isinstance(part, Line) and word(_quantity(part.panel))) or figure.name for part in parts
    ]
    shared = Counter(names)
    names = [
        f"{panel}_{name}" if shared[name] > 1 and not isinstance(part, Record) and (panel := _of(part.panel)) else name
        for part, name in zip(parts, names, strict=True)
    ]
    seen: Counter[str] = Counter()
    keys = []
    for name in names:
        seen[name] += 1
        keys.append(name if seen[name] == 1 else f"{name}_{seen[name]}")
    return tuple(replace(part, key=key) for part, key in zip(parts, keys, strict=True))


def _of(panel: Panel) -> str:
    return word(_quantity(panel)) or word(plain(panel.title))


def _quantity(panel: Panel) -> str:
    """Return what a panel's y axis measures, where it says so."""
    return "" if panel.y.quantity in ("value", "row") else panel.y.quantity


def word(text: str) -> str:
    """Return a text, up to its first comma or colon, as one word.

    Examples
    --------
    >>> word("M(φ)·PE(t),  φ = 100"), word("at least 0.01")
    ('M_φ_PE_t', 'at_least_0.01')
    """
    return "_".join(re.findall(r"[\w.⊙−]+", re.split("[,:]", text)[0])).strip("._")
