"""Rows of panels that are drawn to one scale: how wide, how tall, and which of them have room for their words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from peviewer.figures.grammar import Words
from peviewer.paper.typography.measure import width

if TYPE_CHECKING:
    from collections.abc import Sequence

    from peviewer.figures.grammar import Axis, Panel

Columns = list[tuple[float, float]]


def spans(row: Sequence[Panel]) -> list[float]:
    """Return the shares of the width: equal ones, but where panels are drawn to one scale."""
    return [_span(panel.x) for panel in row] if all(panel.square for panel in row) else [1.0] * len(row)


def tallest(row: Sequence[Panel], columns: Columns) -> float | None:
    """Return the height that fills a row as wide as that; None where any height does."""
    if not all(panel.square for panel in row):
        return None
    return _unit(row, columns) * max(_span(panel.y) for panel in row)


def speaking(row: Sequence[Panel], columns: Columns, tall: float, points: float) -> list[bool]:
    """Return which panels have room for the words of their expressions, in type of so many pixels."""
    if not all(panel.square for panel in row):
        return [True] * len(row)
    unit = min(_unit(row, columns), *(tall / _span(panel.y) for panel in row))
    return [all(_fits(mark, unit, points) for mark in panel.marks if isinstance(mark, Words)) for panel in row]


def _unit(row: Sequence[Panel], columns: Columns) -> float:
    return min((x1 - x0) / _span(panel.x) for panel, (x0, x1) in zip(row, columns, strict=True) if x1 > x0)


def _fits(words: Words, unit: float, points: float) -> bool:
    return not words.room or max(width(text, points) for text in words.texts) <= words.room * unit


def _span(axis: Axis) -> float:
    return axis.shown[1] - axis.shown[0]
