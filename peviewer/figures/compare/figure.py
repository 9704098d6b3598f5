"""One Figure of two of one pane: which panels correspond, and the rows that they are in."""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from peviewer.document.sections import Compare
from peviewer.figures.compare.listings import merge_ordered
from peviewer.figures.compare.panels import compare_panels, label_side, with_one_bar
from peviewer.figures.compare.texts import joint_formula
from peviewer.figures.grammar import Curve, Figure, KeyedRow, Mark, Note, Panel, PanelKey

_Compared = tuple[str, tuple[Panel, ...]]  # the name, and one panel of both or two
SPLIT_HEIGHT = 0.6  # share of a row's height, if it becomes several rows
SHORT_NAME = 32  # letters of a name beside its letter
NOTE_HEIGHT = 0.22  # share of the Figure's height for the note of a side with nothing to show


def compare_figures(a: Figure, b: Figure, chosen: Compare) -> Figure:
    """Return one Figure of the two that a pane drew of A and of B."""
    notes = [all(panel.is_sentence for panel in figure.panels) for figure in (a, b)]
    if any(notes):
        return a if a == b else _beside_note(a, b, notes)
    rows: list[_Row] = []
    matched = {*a.panels_by_key}
    for k, row in enumerate(a.keyed_rows):
        made: list[_Compared] = []
        for key, panel in row:
            fellow = b.panels_by_key.get(key)
            panels = (
                (label_side(panel, "A"),)
                if fellow is None
                else compare_panels(panel, fellow, chosen)
            )
            made.append((str(key[0]), panels))
        if not any(panels[1:] for _, panels in made):
            made = _insert_b_only([key for key, _ in row], made, b.keyed_rows, matched)
        split = _split_rows(made, aligned=a.aligned)
        rows += [_Row(panels, share * a.heights[k], k in a.spare) for panels, share in split]
    for k, row in enumerate(b.keyed_rows):
        alone = [(str(key[0]), label_side(panel, "B")) for key, panel in row if key not in matched]
        rows += [_Row(alone, b.heights[k], k in b.spare)] if alone else []
    names = tuple(name for row in rows for name, _ in row.panels)
    is_laid_out_alike = [len(row.panels) for row in rows] == [len(row) for row in a.rows]
    return replace(
        a,
        title=a.title if a.title == b.title else "",
        formula=joint_formula(a.formula, b.formula),
        rows=tuple(tuple(panel for _, panel in row.panels) for row in rows),
        heights=tuple(row.height for row in rows),
        spare=tuple(k for k, row in enumerate(rows) if row.spare),
        names=names if a.names and b.names else (),
        wide=a.wide if is_laid_out_alike else (),
    )


def _insert_b_only(
    keys: list[PanelKey], made: list[_Compared], rows_b: Sequence[KeyedRow], matched: set[PanelKey]
) -> list[_Compared]:
    """Return a row's panels with those that B alone has in the corresponding row."""
    fellows = next((row for row in rows_b if any(key in keys for key, _ in row)), ())
    alone = {
        key: (str(key[0]), (label_side(panel, "B"),))
        for key, panel in fellows
        if key not in matched
    }
    matched.update(alone)
    known = dict(zip(keys, made, strict=True)) | alone
    return [known[key] for key in merge_ordered(keys, [key for key, _ in fellows if key in known])]


def with_curves_named(figure: Figure, names: tuple[str, str]) -> Figure:
    """Return a Figure of two with what A and B are beside their letters, where a legend has these alone."""
    called = {
        side: f"{side}: {name}"
        for side, name in zip("AB", names, strict=True)
        if len(name) <= SHORT_NAME
    }

    def named(mark: Mark) -> Mark:
        return (
            replace(mark, label=called.get(mark.label, mark.label))
            if isinstance(mark, Curve)
            else mark
        )

    rows = tuple(
        tuple(replace(panel, marks=tuple(map(named, panel.marks))) for panel in row)
        for row in figure.rows
    )
    return replace(figure, rows=rows)


class _Row(NamedTuple):
    """A row of a Figure: its panels with their names."""

    panels: list[tuple[str, Panel]]
    height: float
    spare: bool


def _split_rows(
    made: list[_Compared], *, aligned: bool
) -> list[tuple[list[tuple[str, Panel]], float]]:
    """Return the rows that take the place of one row, each with its share of the height.

    Of several panels that both have, or of `aligned` ones, A's are above B's; the others are above
    or below a single one, in their order.
    """
    twice = [(name, panels) for name, panels in made if panels[1:]]
    once = [(name, panels[0]) for name, panels in made if not panels[1:]]
    if aligned and len(made) == 1 and twice:
        [(name, (above, below))] = made
        return [([(name, above)], SPLIT_HEIGHT), ([(name, below)], SPLIT_HEIGHT)]
    square = all(
        panel.square_cells for _, panels in twice for panel in panels
    )  # their heights are their shares of it
    if len(made) == 1 or not twice or (square and not once):
        return [(_side_by_side(made), 1.0)]
    if len(twice) == 1:
        pair = _side_by_side(twice), 1.0
        return [pair, (once, SPLIT_HEIGHT)] if made[0][1][1:] else [(once, 1.0), pair]
    return [
        ([(name, panels[0]) for name, panels in made], 1.0),
        ([(name, panels[1]) for name, panels in twice], 1.0),
    ]


def _side_by_side(made: list[_Compared]) -> list[tuple[str, Panel]]:
    return [
        (name, panel)
        for name, panels in made
        for panel in (with_one_bar(panels) if panels[1:] else panels)
    ]


def _beside_note(a: Figure, b: Figure, notes: list[bool]) -> Figure:
    """Return the panels of one side, with a first row that always stays, and the note of the other, or both notes."""
    if all(notes):
        sentences = tuple(
            (_note_of(side, panel),)
            for side, figure in (("A", a), ("B", b))
            for panel in figure.panels
        )
        return replace(
            a, rows=sentences, heights=(1.0,) * len(sentences), names=(), spare=(), wide=()
        )
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
    texts = [mark.text for mark in panel.marks if isinstance(mark, Note)]
    return replace(panel, marks=tuple(Note(f"{side}: {text}") for text in texts))
