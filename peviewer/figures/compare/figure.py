"""One Figure of two of one pane: which panels correspond, and the rows that they are in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from peviewer.document.compare import Compare
from peviewer.figures.compare.listings import merge_ordered
from peviewer.figures.compare.panels import compare_panels, label_side, with_one_bar
from peviewer.figures.compare.texts import joint_formula
from peviewer.figures.grammar import Figure, Note, Panel, Rule

PanelKey = tuple[str, int] | tuple[int, int]
_Keyed = tuple[PanelKey, Panel, str]  # a panel with its key and its name
_Compared = tuple[str, tuple[Panel, ...]]  # the name, and one panel of both or two
SPLIT_HEIGHT = 0.6  # share of a row's height, if it becomes several rows
NOTE_HEIGHT = 0.22  # share of the Figure's height for the note of a side with nothing to show


def compare_figures(a: Figure, b: Figure, chosen: Compare) -> Figure:
    """Return one Figure of the two that a pane drew of A and of B."""
    notes = [all(panel.is_sentence for panel in figure.panels) for figure in (a, b)]
    if any(notes):
        return a if a == b else _beside_note(a, b, notes)
    by_name = bool(a.names) and bool(b.names)
    rows_b = [list(row) for row in _keyed_rows(b, by_name=by_name)]
    of_b = {place: panel for row in rows_b for place, panel, _ in row}
    rows: list[_Row] = []
    rows_a = list(_keyed_rows(a, by_name=by_name))
    matched = {place for row in rows_a for place, _, _ in row}
    for k, row in enumerate(rows_a):
        made: list[_Compared] = []
        for place, panel, name in row:
            fellow = of_b.get(place)
            made.append((name, (label_side(panel, "A"),) if fellow is None else compare_panels(panel, fellow, chosen)))
        if by_name and not any(panels[1:] for _, panels in made):
            made = _insert_b_only([place for place, _, _ in row], made, rows_b, matched)
        split = _split_rows(made, aligned=a.aligned)
        rows += [_Row(panels, share * a.heights[k], k in a.spare) for panels, share in split]
    for k, row in enumerate(rows_b):
        alone = [(name, label_side(panel, "B")) for place, panel, name in row if place not in matched]
        rows += [_Row(alone, b.heights[k], k in b.spare)] if alone else []
    names = tuple(name for row in rows for name, _ in row.panels)
    is_laid_out_alike = [len(row.panels) for row in rows] == [len(row) for row in a.rows]
    return replace(
        a,
        formula=joint_formula(a.formula, b.formula),
        rows=_drop_repeated_legends([tuple(panel for _, panel in row.panels) for row in rows]),
        heights=tuple(row.height for row in rows),
        spare=tuple(k for k, row in enumerate(rows) if row.spare),
        names=names if any(names) else (),
        wide=a.wide if is_laid_out_alike else (),
    )


def axis_ranges(*figures: Figure) -> dict[str, tuple[float, float]]:
    """Return the range of each quantity along the axes of some Figures, without zoom."""
    ranges: dict[str, tuple[float, float]] = {}
    for axis in (axis for figure in figures for panel in figure.panels for axis in (panel.x, panel.y)):
        low, high = ranges.get(axis.quantity, axis.limits)
        ranges[axis.quantity] = min(low, axis.limits[0]), max(high, axis.limits[1])
    return ranges


def _drop_repeated_legends(rows: list[tuple[Panel, ...]]) -> tuple[tuple[Panel, ...], ...]:
    """Return panels without the legends that repeat A and B; names beside their rules replace them."""
    known: set[tuple[str, str]] = set()

    def once(panel: Panel) -> Panel:
        others = [mark for mark in panel.legend_marks if not isinstance(mark, Rule)]
        entries = {(mark.label, str(mark.color)) for mark in others}
        is_sides_only = {name for name, _ in entries} == {"A", "B"}
        is_repeated = is_sides_only and entries <= known
        if panel.legend:
            known.update(entries)
        return replace(panel, legend=False) if panel.legend and is_repeated else panel

    return tuple(tuple(map(once, row)) for row in rows)


def _insert_b_only(
    places: list[PanelKey], made: list[_Compared], rows_b: list[list[_Keyed]], matched: set[PanelKey]
) -> list[_Compared]:
    """Return a row's panels with those that B alone has in the corresponding row."""
    fellows = next((row for row in rows_b if any(place in places for place, _, _ in row)), [])
    alone = {place: (name, (label_side(panel, "B"),)) for place, panel, name in fellows if place not in matched}
    matched.update(alone)
    known = dict(zip(places, made, strict=True)) | alone
    return [known[place] for place in merge_ordered(places, [place for place, _, _ in fellows if place in known])]


class _Row(NamedTuple):
    """A row of a Figure: its panels with their names."""

    panels: list[tuple[str, Panel]]
    height: float
    spare: bool


def _keyed_rows(figure: Figure, *, by_name: bool) -> Iterator[list[_Keyed]]:
    """Yield the rows with each panel's key: its name and count, or its place."""
    names, seen = iter(figure.names), Counter[str]()
    for r, row in enumerate(figure.rows):
        keyed: list[_Keyed] = []
        for c, panel in enumerate(row):
            name = next(names, "")
            keyed.append(((name, seen[name]) if by_name else (r, c), panel, name))
            seen[name] += 1
        yield keyed


def _split_rows(made: list[_Compared], *, aligned: bool) -> list[tuple[list[tuple[str, Panel]], float]]:
    """Return the rows that take the place of one row, each with its share of the height.

    Of several panels that both have, or of `aligned` ones, A's are above B's; the others are above or below a single
    one, in their order.
    """
    twice = [(name, panels) for name, panels in made if panels[1:]]
    once = [(name, panels[0]) for name, panels in made if not panels[1:]]
    if aligned and len(made) == 1 and twice:
        [(name, (above, below))] = made
        return [([(name, above)], SPLIT_HEIGHT), ([(name, below)], SPLIT_HEIGHT)]
    square = all(panel.square_cells for _, panels in twice for panel in panels)  # their heights are their shares of it
    if len(made) == 1 or not twice or (square and not once):
        return [(_side_by_side(made), 1.0)]
    if len(twice) == 1:
        pair = _side_by_side(twice), 1.0
        return [pair, (once, SPLIT_HEIGHT)] if made[0][1][1:] else [(once, 1.0), pair]
    return [([(name, panels[0]) for name, panels in made], 1.0), ([(name, panels[1]) for name, panels in twice], 1.0)]


def _side_by_side(made: list[_Compared]) -> list[tuple[str, Panel]]:
    return [(name, panel) for name, panels in made for panel in (with_one_bar(panels) if panels[1:] else panels)]


def _beside_note(a: Figure, b: Figure, notes: list[bool]) -> Figure:
    """Return the panels of one side, with a first row that always stays, and the note of the other, or both notes."""
    if all(notes):
        sentences = tuple((_note_of(side, panel),) for side, figure in (("A", a), ("B", b)) for panel in figure.panels)
        return replace(a, rows=sentences, heights=(1.0,) * len(sentences), names=(), spare=(), wide=())
    shown, empty = (b, a) if notes[0] else (a, b)
    side, other = ("B", "A") if notes[0] else ("A", "B")
    rows = tuple(tuple(label_side(panel, side) for panel in row) for row in shown.rows)
    note = tuple(_note_of(other, panel) for panel in empty.panels)
    height = NOTE_HEIGHT * sum(shown.heights)
    return replace(
        shown,
        rows=(*rows, note),
        heights=(*shown.heights, height),
        names=(*shown.names, "other") if shown.names else (),
        spare=tuple(range(1, len(shown.rows))),
        wide=(),
    )


def _note_of(side: str, panel: Panel) -> Panel:
    """Return a note with the letter of its side before it."""
    texts = [mark.text for mark in panel.marks if isinstance(mark, Note)]
    return replace(panel, marks=tuple(Note(f"{side}: {text}") for text in texts))
