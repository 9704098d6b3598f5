"""Panes of given positions: as rows of a table, by themselves, or with a sentence why not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import wraps
from typing import Any, TypeVar

from peviewer.document.document import Document
from peviewer.figures.compare.several import of_encoding
from peviewer.figures.grammar import Figure
from peviewer.figures.panels.given_places import given_positions
from peviewer.figures.panes.pane import Pane
from peviewer.model.encodings.bases.rows import Rows
from peviewer.model.encodings.turning import Turning

T = TypeVar("T")


def for_given_positions(pane: Pane) -> Pane:
    """Return a pane that also answers to positions that are given one by one."""
    if pane.given == "itself":
        return pane
    if pane.given == "table":
        return replace(pane, lacks=_beyond_table(pane))
    if pane.given == "rows":
        return replace(
            pane,
            draw=_of_rows(pane.draw, _named),
            explain=_of_rows(pane.explain),
            formula=_of_rows(pane.formula),
            tables=_of_rows(pane.tables),
            lacks=_lacking(pane, Turning),
        )
    return replace(pane, lacks=_lacking(pane))


def _lacking(pane: Pane, *shown: type) -> Callable[[Document], str]:
    """Return what says why a pane has nothing to show of given positions."""

    @wraps(pane.lacks)
    def lacks(document: Document) -> str:
        encoding = document.encoding
        if not given_positions(document) or isinstance(encoding, shown):
            return pane.lacks(document)
        others = "Encoding, Shift, Distance and Waves" if isinstance(encoding, Turning) else "Terms"
        return (
            f"{pane.title} counts positions one after the other, which those that are given do "
            f"not; {others} show{'' if isinstance(encoding, Turning) else 's'} them."
        )

    return lacks


def _beyond_table(pane: Pane) -> Callable[[Document], str]:
    """Return what says why a pane shows no more of given positions than their table."""

    @wraps(pane.lacks)
    def lacks(document: Document[Any]) -> str:
        encoding = document.encoding
        if not given_positions(document) or not isinstance(encoding, Turning):
            return pane.lacks(document)
        is_table_alone = document.embedded.has_no_content
        if is_table_alone and document.operator == encoding.layout:
            return pane.lacks(document)
        return (
            f"Of given positions {pane.title} shows the table alone, without content, moved by "
            "the matrix of its own layout."
        )

    return lacks


def _same(shown: T, document: Document) -> T:
    return shown


def _named(figure: Figure, document: Document) -> Figure:
    """Return a Figure whose cells are read as those of the rows that are drawn."""
    return of_encoding(figure, document.encoding)


def _of_rows(
    function: Callable[[Document[Any]], T], finish: Callable[[T, Document], T] = _same
) -> Callable[[Document[Any]], T]:
    """Return a function that is called with the rows of given positions in a table."""

    @wraps(function)
    def of_rows(document: Document[Any]) -> T:
        encoding = document.encoding
        if not isinstance(encoding, Turning) or not encoding.at:
            return function(document)
        # Rows that have no order in common are not averaged.
        view = document.view.model_copy(update={"raw": True})
        in_rows = document.model_copy(update={"encoding": Rows.of(encoding), "view": view})
        return finish(function(in_rows), in_rows)

    return of_rows
