"""Which fields of the Document change what panes show, and which of them is animated at first."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from peviewer.base.specification import Specification
from peviewer.document.animation import SHIFT, animated_fields, field_specification, shown_value
from peviewer.document.document import Document, DocumentError
from peviewer.document.sections import PANE_SECTIONS
from peviewer.figures.panes.pane import Pane

# How many other choices of a field are tried to tell whether it matters: a few of 184 colour maps
# tell it as well as all.
MAX_TRIED = 8


def default_animated_field(document: Document, panes: Iterable[Pane], *, but: str = "") -> str:
    """Return the field that is animated at first.

    It is φ if a pane shows φ, and otherwise the field that affects most panes. Of several that
    affect equally many, a field of the cursor comes first, then a pane's own, then a real number.
    The field `but` is left out.
    """
    shown_panes = [pane for pane in panes if pane.shows_any(document)]
    paths = [path for path in animated_fields(document) if path != but]
    if not shown_panes:
        return paths[0]
    if SHIFT in paths and _count_affected(document, shown_panes, SHIFT):
        return paths[0]

    def rank(path: str) -> tuple[int, int]:
        affected_count = _count_affected(document, shown_panes, path)
        return -affected_count, _rank_by_section(document, path)

    return min(paths, key=rank)


def affects_panes(panes: Iterable[Pane], document: Document, path: str) -> bool:
    """Return whether any of these panes shows something else when a field has another value."""
    shown_panes = [pane for pane in panes if pane.shows_any(document)]
    if not shown_panes:
        return False
    if path in ("view.zoom", "view.levels", "encoding.scheme"):
        return True
    return any(_affected_by_values(document, shown_panes, path))


def _count_affected(document: Document, panes: list[Pane], path: str) -> int:
    """Return how many panes a field affects, at the value that affects most of them."""
    return max(_affected_by_values(document, panes, path), default=0)


def _affected_by_values(document: Document, panes: list[Pane], path: str) -> Iterator[int]:
    """Yield for each of several other values of a field how many panes it affects."""
    old_parts = [pane.depends_on(document) for pane in panes]
    specification = field_specification(document, path)
    value = shown_value(specification, document, path)
    for other_value in _other_values(specification, value):
        try:
            changed = _with(document, path, other_value)
        except DocumentError:
            continue
        new_parts = [pane.depends_on(changed) for pane in panes]
        yield sum(new != old for new, old in zip(new_parts, old_parts, strict=True))


def _with(document: Document, path: str, value: object) -> Document:
    section, _, name = path.partition(".")
    takes_long = section == "encoding" and document.encoding.takes_long
    if takes_long or field_specification(document, path).typed:
        # Which panes read a field does not depend on whether the value is allowed, and to try that
        # takes long, or a file.
        changed = document.section(section).model_copy(update={name: value})
        return document.model_copy(update={section: changed})
    return document.edited({path: value})


def _other_values(specification: Specification, value: Any) -> Sequence[object]:
    """Return other values of a field within its limits, of which at least one is allowed."""
    if specification.kind == "bool":
        return [not value]
    if specification.kind == "choice":
        other_choices = [choice for choice in specification.choices if choice != value]
        return other_choices[:MAX_TRIED]
    if specification.kind == "numbers":
        return [(*value, 1.0)]
    if specification.kind == "other":
        return [f"{value} "] if specification.typed else []
    step: float = specification.stride
    if specification.kind != "int":
        step = value / 2 or specification.slider[1] / 2
    neighbours = (value - step, value + step)
    return [
        other for other in neighbours if specification.minimum <= other <= specification.maximum
    ]


def _rank_by_section(document: Document, path: str) -> int:
    """Return the rank of a field among those that affect equally many panes; 0 comes first."""
    section = path.partition(".")[0]
    if section == "cursor":
        return 0
    if section in PANE_SECTIONS:
        return 1
    return 2 if field_specification(document, path).kind == "float" else 3
