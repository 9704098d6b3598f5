"""The arrays behind a pane: every mark as numbers or words, with names, coordinates and units."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from math import ceil, floor
from typing import Any

import numpy as np

from peviewer.base.words import unstarred
from peviewer.document.document import Document, DocumentError
from peviewer.exporters.data.parts import Cut, Line, Matrix, Part, Record
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
from peviewer.figures.panes.pane import Columns, Grid, Pane

# The key of the table of a Figure's lines, with their coordinates.
MARKS = "marks"
# The endings of keys of marks that show A and B in one array.
JOINT_ENDINGS = ("_difference", "_ratio")
VERDICT_WORDS = {True: "yes", False: "no", None: ""}


def arrays(pane: Pane, document: Document, window: bool = False) -> tuple[Part, ...]:
    """Return the numbers behind a pane, each array with a key of its own.

    The pane's main array comes first. Keys are declared by marks and tables, and stay the same
    whatever is shown. With two compared schemes keys end in ``_a`` and ``_b``; if a difference is
    shown, it comes first. With several values of a parameter keys end in the value's name, as
    ``_d_64``.

    >>> from peviewer.figures.panes.catalog import pane
    >>> from peviewer.figures.presets import preset
    >>> [part.key for part in arrays(pane("distance"), preset("paper").document)]
    ['distance', 'profile', 'marks']
    """
    is_joint = pane.draws_comparison_itself and document.compared_document is not None
    sides = [] if is_joint else _sides(document)
    if not sides:
        return _arrays(pane, document, window)
    parts: list[Part] = []
    if document.compare.shows == "difference":
        parts += _differences(pane, document, window)
    for side, side_document in sides:
        if not pane.serves(side_document):
            continue
        for part in _arrays(pane, side_document, window):
            parts.append(replace(part, key=f"{part.key}_{side}", side=side))
    if not parts:
        raise DocumentError(pane.reason_empty(document))
    return tuple(parts)


def _differences(pane: Pane, document: Document, window: bool) -> Iterator[Part]:
    """Yield the arrays of a pane that show A and B in one."""
    for panel in pane.figure_for_file(document).panels:
        for mark in panel.marks:
            part = _part(mark, panel, window, has_tables=True)
            if part is not None and part.key.endswith(JOINT_ENDINGS):
                yield part


def _sides(document: Document) -> list[tuple[str, Document]]:
    """Return the Documents of all compared encodings, each with a word for its keys.

    Return None without a comparison.
    """
    other = document.compared_document
    if other is not None:
        # Both Documents have the common position t.
        own = document.without_comparison.model_copy(update={"cursor": other.cursor})
        return [("a", own), ("b", other)]
    if not document.documents_of_values:
        return []
    names = value_names([each.encoding for each in document.documents_of_values])
    return list(zip(_distinct_words(names), document.documents_of_values, strict=True))


def _distinct_words(names: Iterable[str]) -> list[str]:
    """Return names as words for keys; equal words get a number."""
    words = [word(unstarred(name).replace(",", " ").replace("−", "minus ")) for name in names]
    distinct_words = []
    for number, name_word in enumerate(words, 1):
        is_unique = words.count(name_word) == 1
        distinct_words.append(name_word if is_unique else f"{name_word}_{number}")
    return distinct_words


def _arrays(pane: Pane, document: Document, window: bool) -> tuple[Part, ...]:
    figure = pane.figure_for_file(document)
    tables = pane.tables(document)
    parts = [_table_part(table, document, pane.name, window) for table in tables]
    for panel in figure.panels:
        for mark in panel.marks:
            part = _part(mark, panel, window, has_tables=bool(tables))
            if part:
                parts.append(part)
    parts += _marks(figure)
    parts.sort(key=lambda part: _order(part, pane.main))
    return _with_keys(parts, figure)


def main(parts: tuple[Part, ...]) -> tuple[Part, ...]:
    """Return the main part of a pane, one for each compared encoding."""
    key = parts[0].key.removesuffix(parts[0].side)
    return tuple(part for part in parts if part.key.removesuffix(part.side) == key)


def _order(part: Part, main: str) -> tuple[bool, bool, int, bool]:
    """Return the rank of a part: the pane's main part, then matrices, curves and the rest.

    Curves in the accent's colour come first.
    """
    is_accent = not isinstance(part, Line) or part.accent
    kind = (Matrix, Line, Record).index(type(part))
    return part.key != main, part.key == MARKS, kind, not is_accent


def _table_part(table: Columns | Grid, document: Document, pane: str, window: bool) -> Part:
    """Return a table that a pane declares beside its picture."""
    if isinstance(table, Columns):
        return Record(table.key, "", table.columns, table.labels)
    row_axis = with_zoom(table.rows, document, pane)
    rows = _cut(row_axis, table.zero, table.height, window)
    columns = Cut(table.columns, 0, range(len(table.column_indices)), table.coordinates)
    return Matrix(table.key, table.label, rows, columns, table.source, table.column_indices)


def _part(mark: Mark, panel: Panel, window: bool, *, has_tables: bool) -> Part | None:
    """Return a mark as an array, with its key or its name.

    Return None for a listing if the pane declares tables.
    """
    title = unstarred(panel.title)
    if isinstance(mark, Heatmap) and mark.key is not None:
        return _heatmap_part(mark, mark.key, panel, window)
    if isinstance(mark, Numbers):
        row_count, column_count = mark.raster.shape
        rows = _cut(panel.y, mark.row0, row_count, window)
        columns = _cut(panel.x, 0, column_count, window)
        return Matrix(title, title, rows, columns, mark.raster)
    if isinstance(mark, Curve) and mark.key is not None:
        return _line(mark, mark.key, panel, window)
    if isinstance(mark, Listing) and not has_tables:
        return Record("listing", title, _listed(mark))
    if isinstance(mark, Note):
        return Record("note", title, {"text": (unstarred(mark.text),)})
    return None


def _heatmap_part(mark: Heatmap, key: str, panel: Panel, window: bool) -> Matrix:
    title = unstarred(panel.title)
    label = unstarred(mark.bar or mark.quantity or "") or title
    row_count, column_count = mark.raster.shape
    rows = _cut(panel.y, mark.y0, row_count, window)
    columns = _cut(panel.x, mark.x0, column_count, window)
    return Matrix(key or title or label, label, rows, columns, mark.raster)


def _line(mark: Curve, key: str, panel: Panel, window: bool) -> Line:
    low, high = panel.x.shown if window else panel.x.limits
    return Line(
        key=key or unstarred(mark.label),
        label=unstarred(mark.label or mark.quantity) or unstarred(panel.title),
        accent=mark.color == "accent",
        x=panel.x,
        y=panel.y,
        series=mark.series,
        low=low,
        high=np.nextafter(high, np.inf),
    )


def _listed(mark: Listing) -> dict[str, tuple[str, ...]]:
    """Return the columns of a listing by their titles, verdicts as words."""
    titles = map(unstarred, mark.columns)
    columns = dict(zip(titles, zip(*mark.rows, strict=True), strict=False))
    if any(verdict is not None for verdict in mark.verdicts):
        columns["holds"] = tuple(VERDICT_WORDS[verdict] for verdict in mark.verdicts)
    return columns


def _marks(figure: Figure) -> list[Record]:
    """Return lines and bands as one table."""
    columns: dict[str, list[Any]] = {"panel": [], "at": [], "low": [], "high": [], "label": []}
    for panel in figure.panels:
        for mark in panel.marks:
            if not isinstance(mark, Rule | Band | Diagonal):
                continue
            kind, low, high = _place(mark)
            columns["panel"].append(unstarred(panel.title))
            columns["at"].append(kind)
            columns["low"].append(low)
            columns["high"].append(high)
            columns["label"].append(unstarred(getattr(mark, "label", "")))
    if not columns["panel"]:
        return []
    labels = {"at": "along which axis, or x minus y"}
    return [Record(MARKS, "Lines that mark something", columns, labels)]


def _place(mark: Rule | Band | Diagonal) -> tuple[str, float, float]:
    if isinstance(mark, Band):
        return mark.direction, mark.low, mark.high
    kind = "x minus y" if isinstance(mark, Diagonal) else mark.direction
    return kind, mark.at, mark.at


def _cut(axis: Axis, zero: float, size: int, window: bool) -> Cut:
    """Return all cells along an axis, or those in view."""
    if not window:
        return Cut(axis, zero, range(size), axis.numbers)
    low, high = (end - zero for end in axis.shown)
    first = min(max(0, floor(low + 0.5)), size - 1)
    stop = max(first + 1, ceil(high - 0.5) + 1)
    cells = range(first, min(size, stop))
    return Cut(axis, zero, cells, axis.numbers[cells.start : cells.stop])


def _with_keys(parts: list[Part], figure: Figure) -> tuple[Part, ...]:
    """Give every part a key of one word, its own or the pane's.

    If several parts share one, all but the first have a number.
    """
    key_counts: Counter[str] = Counter()
    parts_with_keys = []
    for part in parts:
        key = word(part.key) or figure.name
        key_counts[key] += 1
        count = key_counts[key]
        parts_with_keys.append(replace(part, key=key if count == 1 else f"{key}_{count}"))
    return tuple(parts_with_keys)


def word(text: str) -> str:
    """Return a text, up to its first comma or colon, as one word that can be typed.

    >>> word("at least 0.01"), word("Head 1: bias")
    ('at_least_0.01', 'head_1')
    """
    beginning = re.split("[,:]", text)[0]
    words = re.findall(r"[\w.]+", beginning)
    return "_".join(words).strip("._").lower()
