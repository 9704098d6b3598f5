"""The alternative text of a Figure, for those who cannot see it: what is drawn, along which axes, over which range."""

from collections.abc import Iterator
from math import ceil, floor

from peviewer.base.words import number, unstarred, with_word
from peviewer.figures.grammar import (
    Arrows,
    Axis,
    Curve,
    Diagonal,
    Figure,
    Heatmap,
    Listing,
    Note,
    Numbers,
    Panel,
    Rule,
)

MOST_PANELS = 6  # described one by one
SAMPLES = 500  # across a large panel: a curve without any there is not drawn
_KINDS = {"points": "points", "dashed": "dashed curve"}
_DRAWN: dict[type, str] = {Heatmap: "heatmap", Numbers: "table of numbers", Arrows: "hands on circles"}


def alt_text(figure: Figure) -> str:
    """Return the alternative text of a Figure."""
    panels = figure.panels
    sentences = [f"{text}." for panel in panels[:MOST_PANELS] if (text := _panel_text(panel))]
    if panels[MOST_PANELS:]:
        sentences.append(f"{len(panels) - MOST_PANELS} more panels like these.")
    return unstarred(" ".join([f"{figure.title}.", *sentences]))


def _panel_text(panel: Panel) -> str:
    heading = ", ".join(filter(None, (panel.title, panel.fact)))
    drawn = " and ".join(dict.fromkeys(_drawn_marks(panel)))
    body = ", ".join(filter(None, (drawn, *_axis_texts(panel))))
    marked = ", ".join(
        dict.fromkeys(mark.label for mark in panel.marks if isinstance(mark, Rule | Diagonal) and mark.label)
    )
    text = "; ".join(filter(None, (body, f"marked: {marked}" if marked else "")))
    return f"{heading}: {text}" if heading and text else heading or f"{text[:1].upper()}{text[1:]}"


def _drawn_marks(panel: Panel) -> Iterator[str]:
    """Yield what is drawn, with curves of one kind together, and the words of a drawing."""
    curves: dict[str, list[str]] = {}
    for mark in panel.marks:
        if isinstance(mark, Note):
            yield mark.text.rstrip(".")
        elif isinstance(mark, Listing):
            yield f"table of {mark.count_text()} ({', '.join(filter(None, mark.columns))})"
        elif isinstance(mark, Curve):
            if len(mark.series.sample(*panel.x.shown, SAMPLES)[0]):
                curves.setdefault(_KINDS.get(mark.style, "curve"), []).append(mark.label)
        elif type(mark) in _DRAWN:
            yield _DRAWN[type(mark)]
    for kind, labels in curves.items():
        named = list(filter(None, labels))
        count = "" if kind == "points" or not labels[1:] else f"{len(labels)} "
        joint = "" if not named else " of " if len(named) == len(labels) else ", among them "
        yield f"{count}{kind}{'s' if count else ''}{joint}{', '.join(named)}"


def _axis_texts(panel: Panel) -> Iterator[str]:
    """Yield the range of each axis and of the colours; nothing for a drawing or a table."""
    if panel.square or not any(isinstance(mark, Heatmap | Curve) for mark in panel.marks):
        return
    yield _axis_text(panel.x, "across")
    yield _axis_text(panel.y, "downwards" if panel.y.inverted else "upwards")
    for mark in panel.marks:
        if isinstance(mark, Heatmap):
            bar = f" ({mark.bar})" if mark.bar else ""
            yield f"colours from {number(mark.levels[0])} to {number(mark.levels[1])}{bar}"


def _axis_text(axis: Axis, way: str) -> str:
    low, high = axis.shown
    if axis.whole:
        low, high = ceil(low), max(floor(high), ceil(low))
    if axis.names:
        first, last = (axis.names[min(max(int(end), 0), len(axis.names) - 1)] for end in (low, high))
    else:
        first, last = (with_word(int(end), axis.word(int(end))) if axis.whole else number(end) for end in (low, high))
    scale = " on a logarithmic scale" if axis.log else ""
    name = axis.label or ("values" if way == "upwards" else axis.quantity)
    return f"{name} at {first} only, {way}" if first == last else f"{name} from {first} to {last} {way}{scale}"
