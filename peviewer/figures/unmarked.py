"""A Figure without what marks something: lines across it, shaded stretches, and the words that speak of them."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from peviewer.figures.grammar import Band, Diagonal, Rule

if TYPE_CHECKING:
    from peviewer.figures.grammar import Figure, Mark, Panel

_SENTENCES = re.compile(r"(?<=[.!?]) +")
_SPEAKS = re.compile(r"\b(marked|shaded|dashed line)\b", re.IGNORECASE)
_ASIDE = re.compile(r", shaded,?")
_FACT = re.compile(r"^(?:[AB]: )?(shaded: |at \*φ\*)")


def unmarked(figure: Figure) -> Figure:
    """Return a Figure without rules, diagonals and bands, and without what its caption and facts say of them.

    The line at 0 stays: it is part of an axis.

    Examples
    --------
    >>> from peviewer.document.document import Document
    >>> from peviewer.figures.panes.catalog import PANES
    >>> figure = PANES["encoding"].figure(Document())
    >>> [len(shown.panels[0].marks) for shown in (figure, unmarked(figure))]
    [3, 1]
    """
    rows = tuple(tuple(_panel(panel) for panel in row) for row in figure.rows)
    return replace(figure, rows=rows, caption=without_marks_told(figure.caption))


def without_marks_told(text: str) -> str:
    """Return a text without its sentences about marks.

    Examples
    --------
    >>> without_marks_told("Every pair turns. The 3 shaded pairs never complete a turn. Look.")
    'Every pair turns. Look.'
    """
    return " ".join(sentence for sentence in _SENTENCES.split(text) if not _SPEAKS.search(sentence))


def _panel(panel: Panel) -> Panel:
    fact = "; ".join(part for part in panel.fact.split("; ") if not _FACT.match(part))
    kept = tuple(mark for mark in panel.marks if not _marks(mark))
    return replace(panel, marks=kept, fact=fact, title=_ASIDE.sub("", panel.title))


def _marks(mark: Mark) -> bool:
    """Whether a mark says where something is, and shows nothing of the data itself."""
    if isinstance(mark, Rule):
        return bool(mark.at) or mark.color != "muted" or bool(mark.label)
    return isinstance(mark, Diagonal | Band)
