"""Which numbers of a Document can move, and where each of them runs when nobody says: for playing and for clips."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import TYPE_CHECKING

from peviewer.base.parameters import Specification, specification
from peviewer.document.played import can_move
from peviewer.document.ranges import slider_range
from peviewer.document.sections import OF_PANES, Played

if TYPE_CHECKING:
    from peviewer.base.parameters import Parameters
    from peviewer.document.document import Document

SHIFT = "shift.phi"
_SECONDS = 10  # that a number takes for its whole way, about
_SPEEDS = [float(f"{step}e{power}") for power in range(-2, 6) for step in (1, 2, 5)] + [1e6]


def moving(document: Document) -> dict[str, str]:
    """Return the numbers of a Document that can move, by path, with what they are called; the shift first.

    They are those that have a control, in the parameters or in a pane's header,
    and do something.

    Examples
    --------
    >>> from peviewer.document.document import Document
    >>> list(moving(Document()).items())[:3]
    [('shift.phi', 'Shift φ'), ('encoding.length', 'Length L'), ('encoding.dim', 'Dimensions d')]
    """
    found = {}
    for path in sorted(document.paths(), key=lambda path: path != SHIFT):
        spec = declared(document, path)
        if can_move(path, spec) and document.applies(path, spec):
            found[path] = called(document, path)
    return found


def called(document: Document, path: str) -> str:
    """Return what a number is called, with its pane's name where it is a pane's own."""
    section, spec = path.partition(".")[0], declared(document, path)
    title = spec.title if section not in OF_PANES else f"{section.capitalize()}: {spec.title.lower()}"
    return " ".join(filter(None, (title, spec.symbol)))


def declared(document: Document, path: str) -> Specification:
    """Return what the declaration of a field says."""
    section, _, name = path.partition(".")
    return _declared(type(document.section(section)), name)


@lru_cache(maxsize=256)
def _declared(section: type[Parameters], name: str) -> Specification:
    return specification(section, name)


def ends(document: Document, path: str) -> tuple[float, float]:
    """Return where a number starts and where it ends: as it is played, else where its slider does.

    Examples
    --------
    >>> from peviewer.document.document import Document
    >>> ends(Document(), "shift.phi"), ends(Document(), "cursor.position")
    ((0.0, 100.0), (0, 199))
    """
    if path == SHIFT:
        return document.shift.start, document.shift.stop
    spec, played = declared(document, path), document.play.courses.get(path, Played())
    low, high = slider_range(spec, document)
    chosen = low if played.start is None else played.start, high if played.stop is None else played.stop
    start, stop = (min(max(end, spec.minimum), spec.maximum) for end in chosen)
    return start, stop


def slider_ends(document: Document, path: str) -> tuple[float, float]:
    """Return the ends of a field's slider, the smaller one first: those between which its number is played.

    A number has one range, whichever control moves it; where that is a single number, it has its declaration's.

    Examples
    --------
    >>> from peviewer.document.document import Document
    >>> slider_ends(Document().edited({"shift.start": 30, "shift.stop": -30}), "shift.phi")
    (-30.0, 30.0)
    >>> slider_ends(Document().edited({"shift.start": 30, "shift.stop": 30}), "shift.phi")
    (-200, 200)
    """
    spec = declared(document, path)
    if can_move(path, spec) and way(document, path):
        low, high = sorted(ends(document, path))
        return low, high
    return slider_range(spec, document)


def speed(document: Document, path: str) -> float:
    """Return how far a number moves in a second: by so much, or by so many factors of ten on a logarithmic scale.

    Examples
    --------
    >>> from peviewer.document.document import Document
    >>> speed(Document(), "shift.phi"), speed(Document(), "cursor.position"), speed(Document(), "encoding.base")
    (20.0, 20.0, 0.5)
    """
    if path == SHIFT:
        return document.shift.speed
    chosen = document.play.courses.get(path, Played()).speed
    return round_speed(way(document, path) / _SECONDS) if chosen is None else chosen


def way(document: Document, path: str) -> float:
    """Return how far it is from end to end, as :func:`speed` counts."""
    start, stop = ends(document, path)
    if declared(document, path).scale == "log":
        return abs(math.log10(stop / start)) if start > 0 < stop else 0.0
    return abs(stop - start)


def round_speed(wanted: float, direction: int = 0) -> float:
    """Return the nearest of 0.01, 0.02, 0.05, 0.1 …; or the next one above (1) or below (−1).

    Examples
    --------
    >>> [round_speed(19.9), round_speed(0.3), round_speed(20, 1), round_speed(20, -1), round_speed(0.01, -1)]
    [20.0, 0.2, 50.0, 10.0, 0.01]
    """
    if direction > 0:
        return next((speed for speed in _SPEEDS if speed > wanted), _SPEEDS[-1])
    if direction < 0:
        return next((speed for speed in reversed(_SPEEDS) if speed < wanted), _SPEEDS[0])
    return min(_SPEEDS, key=lambda speed: abs(math.log(speed / wanted))) if wanted > 0 else _SPEEDS[0]


def replayed(document: Document, path: str, field: str, value: float) -> dict[str, object]:
    """Return the edit that sets one field (``"start"``, ``"stop"``, ``"speed"``) of how a number is played."""
    if path == SHIFT:
        return {f"shift.{field}": value}
    courses = document.play.courses
    played = courses.get(path, Played()).model_copy(update={field: value})
    return {"play.courses": {**courses, path: played}}
