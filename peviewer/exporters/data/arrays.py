"""The arrays behind a pane: every mark as numbers or words with names, coordinates and units."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import pairwise
from math import ceil, floor
from typing import Any

import numpy as np
from numpy.typing import NDArray

from peviewer.base.words import unstarred
from peviewer.document.document import Document, DocumentError
from peviewer.figures.compare.several import value_names
from peviewer.figures.grammar import (
    Axis,
    Band,
    Curve,
    Diagonal,
    Figure,
    Heatmap,
    Listing,
    Mark,
    Note,
    Numbers,
    Panel,
    Rule,
)
from peviewer.figures.panels.axes import with_zoom
from peviewer.figures.panes.pane import Column, Columns, Exact, Grid, Pane
from peviewer.model.sampling.series import Points, Series

STRETCH = 2**16  # of x, for which points of a curve are computed at a time
# The names of a Figure's lines in one table, with their coordinates.
MARKS = "marks"
APART = "_difference", "_ratio"


@dataclass(frozen=True)
class Cut:
    """The chosen rows or columns of a matrix, with their coordinates."""

    axis: Axis
    zero: float  # the coordinate of cell 0
    cells: range
    listed: tuple[int, ...] = ()  # the coordinates, if they do not follow from the cells

    def coordinates(self, start: int = 0, stop: int | None = None) -> NDArray[Any]:
        """Return the coordinates, or a run of them, as whole numbers if they are."""
        if self.listed:
            return np.array(self.listed[start:stop])
        some = self.cells[start:stop]
        cells = np.arange(some.start, some.stop)
        return int(self.zero) + cells if float(self.zero).is_integer() else self.zero + cells


@dataclass(frozen=True)
class Matrix:
    """Numbers with a coordinate for every row and every column.

    `chosen` are columns that do not follow each other.
    """

    key: str
    label: str
    rows: Cut
    columns: Cut
    source: Exact
    chosen: tuple[int, ...] = ()
    side: str = ""  # the end of its key: which of several encodings it is of

    @property
    def shape(self) -> tuple[int, int]:
        """The number of chosen rows and columns."""
        return len(self.rows.cells), len(self.columns.cells)

    def strip(self, start: int, stop: int) -> NDArray[np.float64]:
        """Return some of the chosen rows."""
        rows = self.rows.cells[start:stop]
        if not self.chosen:
            return self.source.exact(rows, self.columns.cells)
        return np.hstack(
            [self.source.exact(rows, range(column, column + 1)) for column in self.chosen]
        )


@dataclass(frozen=True)
class Line:
    """The points of a curve."""

    key: str
    label: str
    accent: bool
    x: Axis
    y: Axis
    series: Series
    low: float
    high: float
    side: str = ""

    @property
    def about(self) -> int:
        """The approximate number of points, one for every whole x."""
        return max(1, ceil(self.high - self.low))

    def stretches(self) -> Iterator[Points]:
        """Yield x and y in pieces."""
        ends = [*np.arange(self.low, self.high, STRETCH).tolist(), self.high]
        yield from (self.series.exact(low, high) for low, high in pairwise(ends))


@dataclass(frozen=True)
class Record:
    """Named columns of numbers or words; `labels` say what columns are, with their units."""

    key: str
    label: str
    columns: Mapping[str, Column]
    labels: Mapping[str, str] = field(default_factory=dict)
    side: str = ""

    @property
    def length(self) -> int:
        """The number of rows."""
        return max(map(len, self.columns.values()), default=0)


Part = Matrix | Line | Record


def arrays(pane: Pane, document: Document, window: bool = False) -> tuple[Part, ...]:
    """Return the numbers behind a pane, each array with a key of its own; what the pane is about comes first.

    Keys are those that marks and tables declare, and stay the same whatever is shown; of two
    schemes that are compared they end in ``_a`` and ``_b``, and where a difference is shown that
    comes first; of several values of a parameter they end in its name, as ``_d_64``.

    >>> from peviewer.figures.panes.catalog import pane
    >>> from peviewer.figures.presets import preset
    >>> [part.key for part in arrays(pane("distance"), preset("paper").document)]
    ['distance', 'profile', 'marks']
    """
    sides = [] if pane.shows_both and document.other is not None else _sides(document)
    if not sides:
        return _arrays(pane, document, window)
    parts: list[Part] = []
    if document.compare.shows == "difference":
        figure = pane.figure_for_file(document)
        candidates = [
            _part(mark, panel, window, spelled=True)
            for panel in figure.panels
            for mark in panel.marks
        ]
        parts += [part for part in candidates if part is not None and part.key.endswith(APART)]
    for side, one in sides:
        if pane.serves(one):
            parts += [
                replace(part, key=f"{part.key}_{side}", side=side)
                for part in _arrays(pane, one, window)
            ]
    if not parts:
        raise DocumentError(pane.reason_empty(document))
    return tuple(parts)


def _sides(document: Document) -> list[tuple[str, Document]]:
    """Return the Documents of all that are compared, each with a word for its keys.

    None where nothing is.
    """
    if (other := document.other) is not None:
        own = document.alone.model_copy(update={"cursor": other.cursor})  # both at the common t
        return [("a", own), ("b", other)]
    several = document.several
    if not several:
        return []
    names = value_names([each.encoding for each in several])
    words = [word(unstarred(name).replace(",", " ").replace("−", "minus ")) for name in names]
    unlike = [
        known if words.count(known) == 1 else f"{known}_{number}"
        for number, known in enumerate(words, 1)
    ]
    return list(zip(unlike, several, strict=True))


def _arrays(pane: Pane, document: Document, window: bool) -> tuple[Part, ...]:
    figure = pane.figure_for_file(document)
    tables = pane.tables(document)
    parts = [_table_part(columns, document, pane.name, window) for columns in tables]
    for panel in figure.panels:
        for mark in panel.marks:
            if part := _part(mark, panel, window, bool(tables)):
                parts.append(part)
    parts = [*parts, *_marks(figure)]
    return _named(sorted(parts, key=lambda part: _order(part, pane.main)), figure)


def main(parts: tuple[Part, ...]) -> tuple[Part, ...]:
    """Return the main part of a pane, of each encoding that is compared."""
    key = parts[0].key.removesuffix(parts[0].side)
    return tuple(part for part in parts if part.key.removesuffix(part.side) == key)


def _order(part: Part, main: str) -> tuple[bool, bool, int, bool]:
    """Return the rank of a part: the pane's main part, then matrices, curves and the rest.

    Accents first.
    """
    accent = not isinstance(part, Line) or part.accent
    return part.key != main, part.key == MARKS, (Matrix, Line, Record).index(type(part)), not accent


def _table_part(one: Columns | Grid, document: Document, pane: str, window: bool) -> Part:
    """Return a table that a pane declares beside its picture."""
    if isinstance(one, Columns):
        return Record(one.key, "", one.columns, one.labels)
    rows = _cut(with_zoom(one.rows, document, pane), one.zero, one.height, window)
    columns = Cut(one.columns, 0, range(len(one.chosen)), one.coordinates)
    return Matrix(one.key, one.label, rows, columns, one.source, one.chosen)


def _part(mark: Mark, panel: Panel, window: bool, spelled: bool) -> Part | None:
    """Return a mark as an array, with its key or its name.

    None for a listing if the pane has tables.
    """
    title = unstarred(panel.title)
    if isinstance(mark, Heatmap) and mark.key is not None:
        rows = _cut(panel.y, mark.y0, mark.raster.shape[0], window)
        columns = _cut(panel.x, mark.x0, mark.raster.shape[1], window)
        label = unstarred(mark.bar or mark.quantity or "") or title
        return Matrix(mark.key or title or label, label, rows, columns, mark.raster)
    if isinstance(mark, Numbers):
        height, width = mark.raster.shape
        cuts = _cut(panel.y, mark.row0, height, window), _cut(panel.x, 0, width, window)
        return Matrix(title, title, *cuts, mark.raster)
    if isinstance(mark, Curve) and mark.key is not None:
        low, high = panel.x.shown if window else panel.x.limits
        label, accent = unstarred(mark.label or mark.quantity) or title, mark.color == "accent"
        key = mark.key or unstarred(mark.label)
        return Line(
            key, label, accent, panel.x, panel.y, mark.series, low, np.nextafter(high, np.inf)
        )
    if isinstance(mark, Listing) and not spelled:
        return Record("listing", title, _listed(mark))
    return (
        Record("note", title, {"text": (unstarred(mark.text),)}) if isinstance(mark, Note) else None
    )


def _listed(mark: Listing) -> dict[str, tuple[str, ...]]:
    columns = dict(zip(map(unstarred, mark.columns), zip(*mark.rows, strict=True), strict=False))
    if any(verdict is not None for verdict in mark.verdicts):
        columns["holds"] = tuple(
            {True: "yes", False: "no", None: ""}[verdict] for verdict in mark.verdicts
        )
    return columns


def _marks(figure: Figure) -> list[Record]:
    """Return lines and bands as one table."""
    rows = [
        (_place(mark), unstarred(panel.title), unstarred(getattr(mark, "label", "")))
        for panel in figure.panels
        for mark in panel.marks
        if isinstance(mark, Rule | Band | Diagonal)
    ]
    if not rows:
        return []
    kinds, lows, highs = zip(*(place for place, *_ in rows), strict=True)
    _, panels, labels = zip(*rows, strict=True)
    columns = {"panel": panels, "at": kinds, "low": lows, "high": highs, "label": labels}
    return [
        Record(
            MARKS, "Lines that mark something", columns, {"at": "along which axis, or x minus y"}
        )
    ]


def _place(mark: Rule | Band | Diagonal) -> tuple[str, float, float]:
    if isinstance(mark, Band):
        return mark.direction, mark.low, mark.high
    return ("x minus y" if isinstance(mark, Diagonal) else mark.direction), mark.at, mark.at


def _cut(axis: Axis, zero: float, size: int, window: bool) -> Cut:
    """Return all cells along an axis, or those in view."""
    if not window:
        return Cut(axis, zero, range(size))
    low, high = (end - zero for end in axis.shown)
    first = min(max(0, floor(low + 0.5)), size - 1)
    return Cut(axis, zero, range(first, min(size, max(first + 1, ceil(high - 0.5) + 1))))


def _named(parts: list[Part], figure: Figure) -> tuple[Part, ...]:
    """Give every part a key of one word: its own or the pane's, with a number if several share one."""
    seen: Counter[str] = Counter()
    named = []
    for part in parts:
        key = word(part.key) or figure.name
        seen[key] += 1
        named.append(replace(part, key=key if seen[key] == 1 else f"{key}_{seen[key]}"))
    return tuple(named)


def word(text: str) -> str:
    """Return a text, up to its first comma or colon, as one word that can be typed.

    >>> word("at least 0.01"), word("Head 1: bias")
    ('at_least_0.01', 'head_1')
    """
    return "_".join(re.findall(r"[\w.]+", re.split("[,:]", text)[0])).strip("._").lower()
