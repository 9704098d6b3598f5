"""Two Figures of one pane made one."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from peviewer.base.formula import SET_APART, TEXT_APART
from peviewer.figures.compare.listings import joined
from peviewer.figures.compare.panels import sided, together, with_one_bar
from peviewer.figures.grammar import Curve, Figure, Note, Panel

if TYPE_CHECKING:
    from collections.abc import Iterator

    from peviewer.document.compare import Compare

Place = tuple[str, int] | tuple[int, int]
_Placed = tuple[Place, Panel, str]  # a panel with what makes it the same in another Figure, and what it is called
_Made = tuple[str, tuple[Panel, ...]]  # what it is called, and what it became: one panel or two
BELOW = 0.6  # of a row's height, for what stood beside what now stands there twice
NOTE = 0.22  # of a Figure's height, where one side has nothing to show


def compared(a: Figure, b: Figure, chosen: Compare) -> Figure:
    """Return one Figure of two that one pane drew, of A and of B.

    Parameters
    ----------
    a, b : Figure
        What the pane shows of each, with the names of its panels.
    chosen : Compare
        How the two are shown.

    Returns
    -------
    Figure
        Panels that show the same of both become one, or stand beside each other: those of a row that has several
        in rows below each other. Named as A's are.
    """
    notes = [all(isinstance(mark, Note) for panel in figure.panels for mark in panel.marks) for figure in (a, b)]
    if any(notes):
        return a if a == b else _beside_note(a, b, notes)
    by_name = bool(a.names) and bool(b.names)
    rows_b = [list(row) for row in _rows(b, by_name=by_name)]
    of_b = {place: panel for row in rows_b for place, panel, _ in row}
    rows: list[_Row] = []
    rows_a = list(_rows(a, by_name=by_name))
    taken = {place for row in rows_a for place, _, _ in row}
    for k, row in enumerate(rows_a):
        made: list[_Made] = []
        for place, panel, name in row:
            fellow = of_b.get(place)
            made.append((name, (sided(panel, "A"),) if fellow is None else together(panel, fellow, chosen)))
        if by_name and not any(panels[1:] for _, panels in made):
            made = _among([place for place, _, _ in row], made, rows_b, taken)
        rows += [_Row(found, share * a.heights[k], k in a.spare) for found, share in _laid_out(made)]
    for k, row in enumerate(rows_b):
        alone = [(name, sided(panel, "B")) for place, panel, name in row if place not in taken]
        rows += [_Row(alone, b.heights[k], k in b.spare)] if alone else []
    names = tuple(name for row in rows for name, _ in row.panels)
    return replace(
        a,
        formula=formulas(a.formula, b.formula, set_upright=True),
        rows=_told_once([tuple(panel for _, panel in row.panels) for row in rows]),
        heights=tuple(row.height for row in rows),
        spare=tuple(k for k, row in enumerate(rows) if row.spare),
        names=names if all(names) else (),
        wide=(),
    )


def _told_once(rows: list[tuple[Panel, ...]]) -> tuple[tuple[Panel, ...], ...]:
    """Return panels of which only the first has a legend where those of others, drawn alike, say A and B once more."""
    known: set[tuple[str, str, str]] = set()

    def once(panel: Panel) -> Panel:
        lines = [mark for mark in panel.named if isinstance(mark, Curve)]
        told = {(mark.label, mark.style, str(mark.color)) for mark in lines}
        again = told <= known and len(lines) == len(panel.named) and {name for name, _, _ in told} == {"A", "B"}
        if panel.legend:
            known.update(told)
        return replace(panel, legend=False) if panel.legend and again else panel

    return tuple(tuple(map(once, row)) for row in rows)


def _among(places: list[Place], made: list[_Made], rows_b: list[list[_Placed]], taken: set[Place]) -> list[_Made]:
    """Return what a row of A became and, where they stand beside its fellows in B, panels that B alone has."""
    fellows = next((row for row in rows_b if any(place in places for place, _, _ in row)), [])
    alone = {place: (name, (sided(panel, "B"),)) for place, panel, name in fellows if place not in taken}
    taken.update(alone)
    known = dict(zip(places, made, strict=True)) | alone
    return [known[place] for place in joined(places, [place for place, _, _ in fellows if place in known])]


def formulas(a: str, b: str, *, set_upright: bool = False) -> str:
    r"""Return the formula of both: what they share once, then the rest of each with its letter; upright in mathtext.

    Examples
    --------
    >>> formulas("x = 1", "x = 1"), formulas("x = 1", "x = 2"), formulas("x", "", set_upright=True)
    ('x = 1', 'A: x = 1; B: x = 2', '\\mathrm{A:}\\ x')
    >>> formulas("y = x,  x = 1", "y = x,  x = 2")
    'y = x,  A: x = 1; B: x = 2'
    """
    apart = SET_APART if set_upright else TEXT_APART
    of_a, of_b = (list(filter(None, text.split(apart))) for text in (a, b))
    shared = [part for part in of_a if part in of_b]
    head, between = (r"\mathrm{{{}:}}\ ", r"\quad ") if set_upright else ("{}: ", "; ")
    rests = (("A", of_a), ("B", of_b))
    own = [(side, apart.join(part for part in parts if part not in shared)) for side, parts in rests]
    told = between.join(f"{head.format(side)}{text}" for side, text in own if text)
    both = apart.join(filter(None, (*shared, told)))
    return both if a == b else both.replace(r"\sum_", r"\Sigma_")  # no taller than a line, for there may be two


class _Row(NamedTuple):
    """A row of a Figure: its panels with what they are called."""

    panels: list[tuple[str, Panel]]
    height: float
    spare: bool


def _rows(figure: Figure, *, by_name: bool) -> Iterator[list[_Placed]]:
    """Return each row's panels with what makes them the same in another Figure, and what they are called."""
    names, seen = iter(figure.names), Counter[str]()
    for r, row in enumerate(figure.rows):
        found: list[_Placed] = []
        for c, panel in enumerate(row):
            name = next(names, "")
            found.append(((name, seen[name]) if by_name else (r, c), panel, name))
            seen[name] += 1
        yield found


def _laid_out(made: list[_Made]) -> list[tuple[list[tuple[str, Panel]], float]]:
    """Return the rows that one row became, each with its share of the height.

    Where several panels stand twice, A's stand above B's; what stands before or after a single one, above or below.
    """
    twice = [(name, panels) for name, panels in made if panels[1:]]
    once = [(name, panels[0]) for name, panels in made if not panels[1:]]
    square = all(panel.square_cells for _, panels in twice for panel in panels)  # their height is what they have of it
    if len(made) == 1 or not twice or (square and not once):
        return [(_side_by_side(made), 1.0)]
    if len(twice) == 1:
        pair = _side_by_side(twice), 1.0
        return [pair, (once, BELOW)] if made[0][1][1:] else [(once, 1.0), pair]
    return [([(name, panels[0]) for name, panels in made], 1.0), ([(name, panels[1]) for name, panels in twice], 1.0)]


def _side_by_side(made: list[_Made]) -> list[tuple[str, Panel]]:
    return [(name, panel) for name, panels in made for panel in (with_one_bar(panels) if panels[1:] else panels)]


def _beside_note(a: Figure, b: Figure, notes: list[bool]) -> Figure:
    """Return what one side shows, and one sentence why the other does not."""
    if all(notes):
        both = tuple(sided(panel, side) for figure, side in ((a, "A"), (b, "B")) for panel in figure.panels)
        return replace(a, rows=(both,), heights=(1.0,), names=(), spare=(), wide=())
    shown, said = (b, a) if notes[0] else (a, b)
    side, other = ("B", "A") if notes[0] else ("A", "B")
    rows = tuple(tuple(sided(panel, side) for panel in row) for row in shown.rows)
    note = tuple(sided(panel, other) for panel in said.panels)
    height = NOTE * sum(shown.heights)
    return replace(
        shown,
        rows=(*rows, note),
        heights=(*shown.heights, height),
        names=(*shown.names, "other") if shown.names else (),
        wide=(),
    )
