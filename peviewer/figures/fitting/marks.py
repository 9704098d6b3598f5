"""Figures without the marks of the reference position, of t + φ and of the lag φ."""

from collections.abc import Sequence
from dataclasses import replace

from peviewer.document.animation import SHIFT
from peviewer.document.document import MARKED_POSITION_PATHS
from peviewer.figures.grammar import Diagonal, Figure, Mark, Panel, Rule


def without_marks(figure: Figure) -> Figure:
    """Return a Figure without these marks, for a picture that is not about any position.

    A panel whose title names *t* keeps the mark of t: it shows that position. The pane Shift keeps
    all, which mark its rows. Lines of data, such as zeros and limits, stay everywhere.
    """
    if figure.name == "shift":
        return figure
    rows = tuple(tuple(_unmarked(panel) for panel in row) for row in figure.rows)
    return replace(figure, rows=rows)


def _unmarked(panel: Panel) -> Panel:
    moved_fields = (SHIFT,) if "*t*" in panel.title else MARKED_POSITION_PATHS
    marks = tuple(mark for mark in panel.marks if not _moves(mark, moved_fields))
    variants = tuple(_unmarked(variant) for variant in panel.variants)
    return replace(panel, marks=marks, variants=variants)


def _moves(mark: Mark, fields: Sequence[str]) -> bool:
    """Whether a mark can be dragged to set one of some fields."""
    return isinstance(mark, Rule | Diagonal) and mark.is_mark and mark.moves in fields
