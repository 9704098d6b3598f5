"""Which number moves what the panes show: they say what they read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from peviewer.document.animation import SHIFT, animated_fields, field_specification
from peviewer.document.document import DocumentError
from peviewer.document.sections import PANE_SECTIONS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from peviewer.base.parameters import Specification
    from peviewer.document.document import Document
    from peviewer.figures.panes.pane import Pane


def most_moving(document: Document, panes: Iterable[Pane], *, but: str = "") -> str:
    """Return the number that playing is to move: φ where a pane shows it, else what moves most of them.

    Of several that move equally many, one that points at something is taken
    first, then a pane's own, then one that moves smoothly. One can be left out: `but` that.

    Examples
    --------
    >>> from peviewer.document.document import Document
    >>> from peviewer.figures.panes.catalog import panes
    >>> [most_moving(Document(), panes(names)) for names in ("encoding,table", "table,similarity", "frequencies")]
    ['shift.phi', 'cursor.position', 'encoding.base']
    """
    shown, paths = (
        [pane for pane in panes if pane.shows_any(document)],
        [path for path in animated_fields(document) if path != but],
    )
    if not shown or (SHIFT in paths and _moved(document, shown, SHIFT)):
        return paths[0]
    return min(paths, key=lambda path: (-_moved(document, shown, path), _rank(document, path)))


def changes(panes: Iterable[Pane], document: Document, path: str) -> bool:
    """Return whether any of these panes shows something else when a field is another one.

    Examples
    --------
    >>> from peviewer.document.document import Document
    >>> from peviewer.figures.panes.catalog import panes
    >>> [changes(panes("distance"), Document(), path) for path in ("pairwise.metric", "view.square", "waves.step")]
    [True, True, False]
    """
    shown = [pane for pane in panes if pane.shows_any(document)]
    windows = path in ("view.zoom", "view.levels")  # of any pane
    return bool(shown) and (windows or path == "encoding.scheme" or any(_heeding(document, shown, path)))


def _moved(document: Document, panes: list[Pane], path: str) -> int:
    """Return how many panes read a field: the most of those that heed one of its other values."""
    most = 0
    for heeding in _heeding(document, panes, path):
        most = max(most, heeding)
        if most == len(panes):
            break
    return most


def _heeding(document: Document, panes: list[Pane], path: str) -> Iterator[int]:
    """Yield for other values of a field how many panes heed each."""
    before = [pane.read(document) for pane in panes]
    for other in _others(field_specification(document, path), document.get(path)):
        try:
            after = document.edited({path: other})
        except DocumentError:
            continue
        yield sum(pane.read(after) != was for pane, was in zip(panes, before, strict=True))


def _others(spec: Specification, value: Any) -> Sequence[object]:
    """Return other values of a field, one of which is allowed: numbers have other bounds too, as shown bits have."""
    if spec.kind == "bool":
        return [not value]
    if spec.kind == "choice":
        return [choice for choice in spec.choices if choice != value]
    if spec.kind == "numbers":
        return [(*value, 1.0)]
    if spec.kind == "other":
        return []
    step = spec.stride if spec.kind == "int" else value / 2 or spec.slider[1] / 2
    return [value - step, value + step]


def _rank(document: Document, path: str) -> int:
    section = path.partition(".")[0]
    if section == "cursor":
        return 0
    return 1 if section in PANE_SECTIONS else 2 if field_specification(document, path).kind == "float" else 3
