"""One Figure of two of one pane: which panels correspond, and the rows that they are in."""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from peviewer.document.sections import Compare
from peviewer.figures.compare.listings import merge_ordered
from peviewer.figures.compare.panels import compare_panels, label_side, with_one_bar
from peviewer.figures.compare.texts import joint_formula
from peviewer.figures.grammar import Curve, Figure, KeyedRow, Mark, Note, Panel, PanelKey

SPLIT_HEIGHT = 0.6  # share of a row's height, if it becomes several rows
SHORT_NAME = 32  # letters of a name beside its letter
NOTE_HEIGHT = 0.22  # share of the Figure's height for the note of a side with nothing to show


class _Compared(NamedTuple):
    """What a row shows under one name: one panel of A, of B or of both, or A's and B's."""

    name: str
    panels: tuple[Panel, ...]

    @property
    def is_pair(self) -> bool:
        return len(self.panels) > 1


class _Row(NamedTuple):
    """A row of a Figure: its panels with their names."""

    panels: list[tuple[str, Panel]]
    height: float
    spare: bool


def compare_figures(a: Figure, b: Figure, chosen: Compare) -> Figure:
    """Return one Figure of `a` and `b`, which a pane drew of A and of B."""
    a_is_note, b_is_note = _is_note(a), _is_note(b)
    if a_is_note or b_is_note:
        return a if a == b else _beside_note(a, b, a_is_note=a_is_note, b_is_note=b_is_note)

    matched_keys = {*a.panels_by_key}
    rows = _rows_of_a(a, b, chosen, matched_keys)
    rows += _rows_of_b_alone(b, matched_keys)

    names = tuple(name for row in rows for name, _ in row.panels)
    is_laid_out_alike = [len(row.panels) for row in rows] == [len(row) for row in a.rows]
    return replace(
        a,
        title=a.title if a.title == b.title else "",
        formula=joint_formula(a.formula, b.formula),
        rows=tuple(tuple(panel for _, panel in row.panels) for row in rows),
        heights=tuple(row.height for row in rows),
        spare=tuple(index for index, row in enumerate(rows) if row.spare),
        names=names if a.names and b.names else (),
        wide=a.wide if is_laid_out_alike else (),
    )


def _is_note(figure: Figure) -> bool:
    """Whether sentences stand in the place of all panels of a Figure."""
    return all(panel.is_sentence for panel in figure.panels)


def _rows_of_a(a: Figure, b: Figure, chosen: Compare, matched_keys: set[PanelKey]) -> list[_Row]:
    """Return the rows of A, each panel compared with B's of the same key.

    Panels of B alone stand in the row that corresponds to theirs; their keys are added to
    `matched_keys`.
    """
    rows: list[_Row] = []
    for index, keyed_row in enumerate(a.keyed_rows):
        compared = [_compare(key, panel, b, chosen) for key, panel in keyed_row]
        if not any(entry.is_pair for entry in compared):
            keys = [key for key, _ in keyed_row]
            compared = _insert_b_only(keys, compared, b.keyed_rows, matched_keys)
        for panels, share in _split_rows(compared, aligned=a.aligned):
            rows.append(_Row(panels, share * a.heights[index], index in a.spare))
    return rows


def _compare(key: PanelKey, panel: Panel, b: Figure, chosen: Compare) -> _Compared:
    """Return A's panel of a key compared with B's, or alone where B has none."""
    panel_of_b = b.panels_by_key.get(key)
    if panel_of_b is None:
        return _Compared(str(key[0]), (label_side(panel, "A"),))
    return _Compared(str(key[0]), compare_panels(panel, panel_of_b, chosen))


def _rows_of_b_alone(b: Figure, matched_keys: set[PanelKey]) -> list[_Row]:
    """Return a row for each of B's that has panels whose keys are not matched."""
    rows: list[_Row] = []
    for index, keyed_row in enumerate(b.keyed_rows):
        panels = [
            (str(key[0]), label_side(panel, "B"))
            for key, panel in keyed_row
            if key not in matched_keys
        ]
        if panels:
            rows.append(_Row(panels, b.heights[index], index in b.spare))
    return rows


def _insert_b_only(
    keys: list[PanelKey],
    compared: list[_Compared],
    rows_of_b: Sequence[KeyedRow],
    matched_keys: set[PanelKey],
) -> list[_Compared]:
    """Return what a row of A shows under `keys` with what B alone has in the corresponding row.

    The keys of the latter are added to `matched_keys`.
    """
    row_of_b = next((row for row in rows_of_b if any(key in keys for key, _ in row)), ())
    b_alone = {
        key: _Compared(str(key[0]), (label_side(panel, "B"),))
        for key, panel in row_of_b
        if key not in matched_keys
    }
    matched_keys.update(b_alone)
    compared_by_key = dict(zip(keys, compared, strict=True)) | b_alone
    keys_of_b = [key for key, _ in row_of_b if key in compared_by_key]
    return [compared_by_key[key] for key in merge_ordered(keys, keys_of_b)]


def with_curves_named(figure: Figure, names: tuple[str, str]) -> Figure:
    """Return a Figure of A and B with their `names` in legends that have the letters alone.

    A name that is too long is left out.
    """
    labels = {
        side: f"{side}: {name}"
        for side, name in zip("AB", names, strict=True)
        if len(name) <= SHORT_NAME
    }

    def with_name(mark: Mark) -> Mark:
        if not isinstance(mark, Curve):
            return mark
        return replace(mark, label=labels.get(mark.label, mark.label))

    def with_names(panel: Panel) -> Panel:
        return replace(panel, marks=tuple(map(with_name, panel.marks)))

    rows = tuple(tuple(map(with_names, row)) for row in figure.rows)
    return replace(figure, rows=rows)


def _split_rows(
    compared: list[_Compared], *, aligned: bool
) -> list[tuple[list[tuple[str, Panel]], float]]:
    """Return the rows that take the place of one row, each with its share of the height.

    Of several panels that both have, or of `aligned` ones, A's are above B's; the others are above
    or below a single one, in their order.
    """
    pairs = [entry for entry in compared if entry.is_pair]
    others = [(entry.name, entry.panels[0]) for entry in compared if not entry.is_pair]
    if aligned and len(compared) == 1 and pairs:
        name, (above, below) = pairs[0]
        return [([(name, above)], SPLIT_HEIGHT), ([(name, below)], SPLIT_HEIGHT)]

    # The heights of square panels are their shares of the width.
    are_square = all(panel.square_cells for entry in pairs for panel in entry.panels)
    if len(compared) == 1 or not pairs or (are_square and not others):
        return [(_side_by_side(compared), 1.0)]
    if len(pairs) > 1:
        of_a = [(entry.name, entry.panels[0]) for entry in compared]
        of_b = [(entry.name, entry.panels[1]) for entry in pairs]
        return [(of_a, 1.0), (of_b, 1.0)]

    pair = _side_by_side(pairs), 1.0
    if compared[0].is_pair:
        return [pair, (others, SPLIT_HEIGHT)]
    return [(others, 1.0), pair]


def _side_by_side(compared: list[_Compared]) -> list[tuple[str, Panel]]:
    """Return all panels with their names; two of one name share a colour bar."""
    named_panels: list[tuple[str, Panel]] = []
    for entry in compared:
        panels = with_one_bar(entry.panels) if entry.is_pair else entry.panels
        named_panels += [(entry.name, panel) for panel in panels]
    return named_panels


def _beside_note(a: Figure, b: Figure, *, a_is_note: bool, b_is_note: bool) -> Figure:
    """Return the panels of one side above the note of the other, or both notes.

    The first row always stays.
    """
    if a_is_note and b_is_note:
        return _both_notes(a, b)

    shown, empty = (b, a) if a_is_note else (a, b)
    side, empty_side = ("B", "A") if a_is_note else ("A", "B")
    rows = tuple(tuple(label_side(panel, side) for panel in row) for row in shown.rows)
    note = tuple(_note_of(empty_side, panel) for panel in empty.panels)
    height = NOTE_HEIGHT * sum(shown.heights)
    return replace(
        shown,
        rows=(*rows, note),
        heights=(*shown.heights, height),
        names=(*shown.names, "other") if shown.names else (),
        spare=tuple(range(1, len(shown.rows))),
        wide=(),
    )


def _both_notes(a: Figure, b: Figure) -> Figure:
    """Return the notes of both sides, one below the other."""
    notes = [_note_of("A", panel) for panel in a.panels]
    notes += [_note_of("B", panel) for panel in b.panels]
    rows = tuple((note,) for note in notes)
    return replace(a, rows=rows, heights=(1.0,) * len(rows), names=(), spare=(), wide=())


def _note_of(side: str, panel: Panel) -> Panel:
    """Return a panel of a sentence with the letter of its side before it."""
    texts = [mark.text for mark in panel.marks if isinstance(mark, Note)]
    return replace(panel, marks=tuple(Note(f"{side}: {text}") for text in texts))
