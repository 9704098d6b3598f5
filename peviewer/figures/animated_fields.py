"""Which fields of the Document change what panes show, and which of them is animated at first."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from peviewer.base.specification import Specification
from peviewer.document.animation import SHIFT, animated_fields, field_specification, shown_value
from peviewer.document.document import Document, DocumentError
from peviewer.document.sections import PANE_SECTIONS
from peviewer.figures.panes.pane import Pane

MOST_TRIED = 8
"""So many other choices of a field are tried: of 184 colour maps any few show whether one counts."""


def default_animated_field(document: Document, panes: Iterable[Pane], *, but: str = "") -> str:
    """Return the field that is animated at first: φ where a pane shows it, else the one that affects most panes.

    Of several that affect equally many, a field of the cursor comes first, then a pane's own, then
    a real number. The field `but` is left out.
    """
    shown, paths = (
        [pane for pane in panes if pane.shows_any(document)],
        [path for path in animated_fields(document) if path != but],
    )
    if not shown or (SHIFT in paths and _count_affected(document, shown, SHIFT)):
        return paths[0]
    return min(
        paths, key=lambda path: (-_count_affected(document, shown, path), _rank(document, path))
    )


def affects_panes(panes: Iterable[Pane], document: Document, path: str) -> bool:
    """Return whether any of these panes shows something else when a field has another value."""
    shown = [pane for pane in panes if pane.shows_any(document)]
    windows = path in ("view.zoom", "view.levels")
    return bool(shown) and (
        windows or path == "encoding.scheme" or any(_affected_by_values(document, shown, path))
    )


def _count_affected(document: Document, panes: list[Pane], path: str) -> int:
    """Return how many panes a field affects: the most that one of its other values does."""
    return max(_affected_by_values(document, panes, path), default=0)


def _affected_by_values(document: Document, panes: list[Pane], path: str) -> Iterator[int]:
    """Yield for other values of a field how many panes each affects."""
    before = [pane.depends_on(document) for pane in panes]
    spec = field_specification(document, path)
    for other in _other_values(spec, shown_value(spec, document, path)):
        try:
            after = _with(document, path, other)
        except DocumentError:
            continue
        yield sum(pane.depends_on(after) != was for pane, was in zip(panes, before, strict=True))


def _with(document: Document, path: str, value: object) -> Document:
    section, _, name = path.partition(".")
    if section == "encoding" and document.encoding.takes_long:
        # Which panes read the encoding does not depend on whether the value is allowed, and to try
        # that takes long.
        return document.model_copy(
            update={"encoding": document.encoding.model_copy(update={name: value})}
        )
    return document.edited({path: value})


def _other_values(spec: Specification, value: Any) -> Sequence[object]:
    """Return other values of a field within its limits, of which at least one is allowed."""
    if spec.kind == "bool":
        return [not value]
    if spec.kind == "choice":
        others = [choice for choice in spec.choices if choice != value]
        return others[:MOST_TRIED]
    if spec.kind == "numbers":
        return [(*value, 1.0)]
    if spec.kind == "other":
        return []
    step = spec.stride if spec.kind == "int" else value / 2 or spec.slider[1] / 2
    return [
        other for other in (value - step, value + step) if spec.minimum <= other <= spec.maximum
    ]


def _rank(document: Document, path: str) -> int:
    section = path.partition(".")[0]
    if section == "cursor":
        return 0
    return (
        1
        if section in PANE_SECTIONS
        else 2
        if field_specification(document, path).kind == "float"
        else 3
    )
