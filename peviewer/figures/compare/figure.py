"""One Figure of A and B: which panels correspond, and in which rows they are."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Literal, NamedTuple

from peviewer.document.comparison import Compare
from peviewer.figures.compare.heatmaps import with_one_bar
from peviewer.figures.compare.listings import merge_ordered
from peviewer.figures.compare.panels import compare_panels, label_side, of_side
from peviewer.figures.compare.texts import joint_formula
from peviewer.figures.grammar import Curve, Figure, KeyedRow, Mark, Note, Panel, PanelKey

# The height of each of two rows that take the place of one, as a share of that one's height.
SPLIT_HEIGHT = 0.6

# The most letters of a scheme's name that stands beside its letter A or B.
SHORT_NAME = 32

# The height of the note of a side that has nothing to show, as a share of the Figure's.
NOTE_HEIGHT = 0.22

# The side that is shown where A's and B's panels have one place; empty where both are shown.
Flip = Literal["", "A", "B"]

_NamedPanel = tuple[str, Panel]


class _Entry(NamedTuple):
    """The panels of a row with one name: a single one of A, of B or of both, or A's beside B's."""

    name: str
    panels: tuple[Panel, ...]

    @property
    def is_pair(self) -> bool:
        return len(self.panels) > 1


class _Row(NamedTuple):
    """A row of a Figure: its panels with their names."""

    named_panels: list[_NamedPanel]
    height: float
    is_spare: bool

    @property
    def panels(self) -> tuple[Panel, ...]:
        return tuple(panel for _, panel in self.named_panels)

    @property
    def names(self) -> list[str]:
        return [name for name, _ in self.named_panels]


ComparedPanels = Mapping[PanelKey, tuple[Panel, ...]]
"""What is shown of panels that both Figures have: one panel of both, or A's and B's."""


def compared_panels(a: Figure, b: Figure, chosen: Compare) -> ComparedPanels:
    """Return what is shown of the panels that both Figures have, by their keys."""
    panels_of_b = b.panels_by_key
    return {
        key: compare_panels(panel, panels_of_b[key], chosen)
        for key, panel in a.panels_by_key.items()
        if key in panels_of_b
    }


def compare_figures(a: Figure, b: Figure, compared: ComparedPanels, flip: Flip = "") -> Figure:
    """Return one Figure of `a` and `b`, which a pane drew of A and of B, with `compared` panels.

    With `flip` it has the panels of that side alone where they would be side by side, and no note
    of a side with nothing to show.
    """
    a_is_note = _is_note(a)
    b_is_note = _is_note(b)
    if flip and a_is_note != b_is_note:
        return _alone(b, "B") if a_is_note else _alone(a, "A")
    if a_is_note or b_is_note:
        return a if a == b else _beside_note(a, b, a_is_note=a_is_note, b_is_note=b_is_note)

    matched_keys = set(a.panels_by_key)
    rows = _rows_of_a(a, b, compared, flip, matched_keys)
    rows += _rows_of_b_alone(b, matched_keys)

    names: list[str] = []
    if a.names and b.names:
        for row in rows:
            names += row.names
    panel_counts = [len(row.panels) for row in rows]
    keeps_layout = panel_counts == [len(row) for row in a.rows]
    return replace(
        a,
        title=a.title if a.title == b.title else "",
        formula=joint_formula(a.formula, b.formula),
        rows=tuple(row.panels for row in rows),
        heights=tuple(row.height for row in rows),
        spare_rows=tuple(number for number, row in enumerate(rows) if row.is_spare),
        names=tuple(names),
        wide=a.wide if keeps_layout else (),
        side=flip,
    )


def _alone(figure: Figure, side: Flip) -> Figure:
    """Return the Figure of one side where the other has nothing to show."""
    return replace(figure.with_each(lambda panel: of_side(panel, side)), side=side)


def _is_note(figure: Figure) -> bool:
    """Whether a Figure has only sentences instead of data."""
    return all(panel.is_sentence for panel in figure.panels)


def _rows_of_a(
    a: Figure, b: Figure, compared: ComparedPanels, flip: Flip, matched_keys: set[PanelKey]
) -> list[_Row]:
    """Return the rows of A, each panel compared with B's of the same key.

    Panels that only B has stand in the corresponding row of A; their keys are added to
    `matched_keys`.
    """
    rows: list[_Row] = []
    for index, keyed_row in enumerate(a.keyed_rows):
        entries = [_entry(key, panel, compared, flip) for key, panel in keyed_row]
        if not any(entry.is_pair for entry in entries):
            keys = [key for key, _ in keyed_row]
            entries = _insert_b_only(keys, entries, b.keyed_rows, matched_keys)
        for panels, share in _split_rows(entries, aligned=a.aligned):
            rows.append(_Row(panels, share * a.heights[index], index in a.spare_rows))
    return rows


def _entry(key: PanelKey, panel: Panel, compared: ComparedPanels, flip: Flip) -> _Entry:
    """Return what is shown of A's panel of a key: both, one side by `flip`, or A's alone."""
    panels = compared.get(key, (label_side(panel, "A"),))
    if flip and len(panels) > 1:
        panels = (panels["AB".index(flip)],)
    return _Entry(_name(key), panels)


def _rows_of_b_alone(b: Figure, matched_keys: set[PanelKey]) -> list[_Row]:
    """Return a row for each row of B that has panels whose keys are not matched."""
    rows: list[_Row] = []
    for index, keyed_row in enumerate(b.keyed_rows):
        panels: list[_NamedPanel] = []
        for key, panel in keyed_row:
            if key not in matched_keys:
                panels.append((_name(key), label_side(panel, "B")))
        if panels:
            rows.append(_Row(panels, b.heights[index], index in b.spare_rows))
    return rows


def _name(key: PanelKey) -> str:
    return str(key[0])


def _insert_b_only(
    keys: list[PanelKey],
    compared: list[_Entry],
    rows_of_b: Sequence[KeyedRow],
    matched_keys: set[PanelKey],
) -> list[_Entry]:
    """Return a compared row of A with the panels added that only B has in the corresponding row.

    The keys of the added panels are added to `matched_keys`.
    """
    row_of_b = _corresponding_row(rows_of_b, keys)
    compared_by_key = dict(zip(keys, compared, strict=True))
    for key, panel in row_of_b:
        if key not in matched_keys:
            compared_by_key[key] = _Entry(_name(key), (label_side(panel, "B"),))
            matched_keys.add(key)
    keys_of_b = [key for key, _ in row_of_b if key in compared_by_key]
    return [compared_by_key[key] for key in merge_ordered(keys, keys_of_b)]


def _corresponding_row(rows: Sequence[KeyedRow], keys: Sequence[PanelKey]) -> KeyedRow:
    """Return the first row with a panel of one of the keys; an empty one if there is none."""
    for row in rows:
        if any(key in keys for key, _ in row):
            return row
    return ()


def with_curves_named(figure: Figure, names: tuple[str, str]) -> Figure:
    """Return a Figure of A and B with their `names` in legends that have only the letters.

    Names that are too long are left out.
    """
    labels: dict[str, str] = {}
    for side, name in zip("AB", names, strict=True):
        if len(name) <= SHORT_NAME:
            labels[side] = f"{side}: {name}"
    return figure.with_each(lambda panel: _with_labels(panel, labels))


def _with_labels(panel: Panel, labels: Mapping[str, str]) -> Panel:
    """Return a panel whose curves have new labels; `labels` has these by the old ones."""
    marks: list[Mark] = []
    for mark in panel.marks:
        if isinstance(mark, Curve):
            marks.append(replace(mark, label=labels.get(mark.label, mark.label)))
        else:
            marks.append(mark)
    return replace(panel, marks=tuple(marks))


def _split_rows(compared: list[_Entry], *, aligned: bool) -> list[tuple[list[_NamedPanel], float]]:
    """Return the rows that take the place of one row, each with its share of the height."""
    pairs = [entry for entry in compared if entry.is_pair]
    others = [(entry.name, entry.panels[0]) for entry in compared if not entry.is_pair]
    pairs_of_b = [(entry.name, entry.panels[1]) for entry in pairs]

    # Of a single pair on a common axis A's panel is above B's.
    if aligned and len(compared) == 1 and pairs:
        pairs_of_a = [(entry.name, entry.panels[0]) for entry in pairs]
        return [(pairs_of_a, SPLIT_HEIGHT), (pairs_of_b, SPLIT_HEIGHT)]

    # A single panel, and pairs of square ones without others, whose heights are their shares of
    # the width: all are side by side.
    are_square = all(panel.square_cells for entry in pairs for panel in entry.panels)
    if len(compared) == 1 or not pairs or (are_square and not others):
        return [(_side_by_side(compared), 1.0)]

    # Of several pairs, A's panels are above B's.
    if len(pairs) > 1:
        first_panels = [(entry.name, entry.panels[0]) for entry in compared]
        return [(first_panels, 1.0), (pairs_of_b, 1.0)]

    # A single pair has a row of its own, before or after the others as in the row it replaces.
    pair_row = (_side_by_side(pairs), 1.0)
    if compared[0].is_pair:
        return [pair_row, (others, SPLIT_HEIGHT)]
    return [(others, 1.0), pair_row]


def _side_by_side(compared: list[_Entry]) -> list[_NamedPanel]:
    """Return all panels with their names; two of one name share a colour bar."""
    named_panels: list[_NamedPanel] = []
    for entry in compared:
        panels = with_one_bar(entry.panels) if entry.is_pair else entry.panels
        named_panels += [(entry.name, panel) for panel in panels]
    return named_panels


def _beside_note(a: Figure, b: Figure, *, a_is_note: bool, b_is_note: bool) -> Figure:
    """Return one side's panels above the other side's note, or both notes.

    The first row always stays.
    """
    if a_is_note and b_is_note:
        return _both_notes(a, b)

    shown, empty = (b, a) if a_is_note else (a, b)
    side, empty_side = ("B", "A") if a_is_note else ("A", "B")
    labelled = shown.with_each(lambda panel: label_side(panel, side))
    note = tuple(_note_of(empty_side, panel) for panel in empty.panels)
    height = NOTE_HEIGHT * sum(shown.heights)
    return replace(
        shown,
        rows=(*labelled.rows, note),
        heights=(*shown.heights, height),
        names=(*shown.names, "other") if shown.names else (),
        spare_rows=tuple(range(1, len(shown.rows))),
        wide=(),
    )


def _both_notes(a: Figure, b: Figure) -> Figure:
    """Return the notes of both sides, one below the other."""
    notes = [_note_of("A", panel) for panel in a.panels]
    notes += [_note_of("B", panel) for panel in b.panels]
    rows = tuple((note,) for note in notes)
    heights = (1.0,) * len(rows)
    return replace(a, rows=rows, heights=heights, names=(), spare_rows=(), wide=())


def _note_of(side: str, panel: Panel) -> Panel:
    """Return a panel of a sentence with the letter of its side before it."""
    texts = [mark.text for mark in panel.marks if isinstance(mark, Note)]
    return replace(panel, marks=tuple(Note(f"{side}: {text}") for text in texts))
