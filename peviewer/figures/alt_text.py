"""What a Figure shows, in words, for those who cannot see it: what is drawn, along which axes, from where to where."""

from __future__ import annotations

from itertools import groupby
from math import ceil, floor
from operator import itemgetter
from typing import TYPE_CHECKING

from peviewer.base.words import number, unstarred, whole
from peviewer.figures.grammar import Arrows, Curve, Diagonal, Heatmap, Listing, Note, Numbers, Rule, Words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from peviewer.figures.grammar import Axis, Figure, Mark, Panel

# Panels that are told of one by one: of more, that there are.
MOST = 6
# Samples across a panel of a large picture: curves that have none there are not drawn, as points where they crowd.
ACROSS = 500
_KINDS = {"points": "points", "dashed": "dashed curve"}
_DRAWN: dict[type, str] = {Heatmap: "heatmap", Numbers: "table of numbers", Arrows: "hands on circles"}


def alt_text(figure: Figure) -> str:
    """Return what a picture of a Figure shows.

    Examples
    --------
    >>> from peviewer.document.document import Document
    >>> from peviewer.figures.panes.catalog import pane
    >>> told = alt_text(pane("distance").figure(Document()))
    >>> told[:104]
    'Distance between positions. Heatmap, position s from 0 to 199 across, position t from 0 to 199 downwards'
    """
    panels = figure.panels
    told = [f"{said}." for panel in panels[:MOST] if (said := _panel(panel))]
    if panels[MOST:]:
        told.append(f"{len(panels) - MOST} more panels like these.")
    return unstarred(" ".join([f"{figure.title}.", *told]))


def _panel(panel: Panel) -> str:
    heading = ", ".join(filter(None, (panel.title, panel.fact)))
    drawn = " and ".join(dict.fromkeys(_drawn(panel)))
    body = ", ".join(filter(None, (drawn, *_axes(panel))))
    marked = ", ".join(dict.fromkeys(_labels(panel.marks)))
    told = "; ".join(filter(None, (body, f"marked: {marked}" if marked else "")))
    return f"{heading}: {told}" if heading and told else heading or f"{told[:1].upper()}{told[1:]}"


def _drawn(panel: Panel) -> Iterator[str]:
    """Say what is drawn, curves of one kind together; where nothing is, what is written."""
    curves: dict[str, list[str]] = {}
    for mark in panel.marks:
        if isinstance(mark, Note):
            yield mark.text.rstrip(".")
        elif isinstance(mark, Listing):
            yield f"table of {mark.told()} ({', '.join(filter(None, mark.lasting.columns))})"
        elif isinstance(mark, Curve):
            if len(mark.series.sample(*panel.x.shown, ACROSS)[0]):
                curves.setdefault(_KINDS.get(mark.style, "curve"), []).append(mark.label)
        elif type(mark) in _DRAWN:
            yield _DRAWN[type(mark)]
    for kind, labels in curves.items():
        named = list(filter(None, labels))
        count = "" if kind == "points" else f"{len(labels)} "
        several = kind if kind == "points" or not labels[1:] else f"{kind}s"
        if named and len(named) < len(labels):
            yield f"{count}{several}, among them {', '.join(named)}"
        else:
            yield f"{several}{' of ' if named else ''}{', '.join(named)}"
    if not any(type(mark) in _DRAWN for mark in panel.marks):
        yield from filter(None, [_written(panel.marks)])


def _written(marks: tuple[Mark, ...]) -> str:
    """Return what the words of a drawing say, line by line from the top."""
    words = [(-y, x, text) for mark in marks if isinstance(mark, Words)
             for x, y, text in zip(mark.x, mark.y, mark.texts, strict=True)]  # fmt: skip
    lines = (" ".join(text.strip() for *_, text in line) for _, line in groupby(sorted(words), key=itemgetter(0)))
    return "; ".join(line for line in lines if line != "=")


def _axes(panel: Panel) -> Iterator[str]:
    """Say what runs where, from where to where; nothing where a panel is a drawing or a table."""
    if panel.square or not any(isinstance(mark, Heatmap | Curve) for mark in panel.marks):
        return
    yield _axis(panel.x, "across")
    yield _axis(panel.y, "downwards" if panel.y.inverted else "upwards")
    for mark in panel.marks:
        if isinstance(mark, Heatmap):
            of = f" ({mark.bar})" if mark.bar else ""
            yield f"colours from {number(mark.levels[0])} to {number(mark.levels[1])}{of}"


def _axis(axis: Axis, way: str) -> str:
    low, high = axis.shown
    if axis.whole:
        low, high = ceil(low), max(floor(high), ceil(low))
    if axis.names:
        first, last = (axis.names[min(max(int(end), 0), len(axis.names) - 1)] for end in (low, high))
    else:
        first, last = (whole(int(end)) if axis.whole else number(end) for end in (low, high))
    scale = " on a logarithmic scale" if axis.log else ""
    name = axis.label or ("values" if way == "upwards" else axis.quantity)
    return f"{name} from {first} to {last} {way}{scale}"


def _labels(marks: tuple[Mark, ...]) -> Iterator[str]:
    for mark in marks:
        if isinstance(mark, Rule | Diagonal) and mark.label:
            yield mark.label
