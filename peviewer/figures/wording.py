"""Lines with numbers of a Document, and whether they are true for the Document that is shown.

A line names a number by a field, as in ``{encoding.length}``, or by a quantity, as in
``{neighbour_distance}``. What else it says stays true while certain fields change, which it is said
to follow: t, φ, the view, and fields or whole sections that its preset or its step lists.
"""

import re
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from peviewer.base.numbers import number, steady
from peviewer.base.words import in_singular, unstarred
from peviewer.document.animation import SHIFT, field_specification, shown_value
from peviewer.document.document import Document
from peviewer.document.view import View
from peviewer.figures.quantities import QUANTITIES, NotHere

_NAMED = re.compile(r"\{([a-z_.]+)\}")

# The only field of the view that no line follows: lines may name rows and columns.
_TRANSPOSED = "view.transposed"


class Caption(NamedTuple):
    """The texts about a Document."""

    title: str
    # What to look for.
    look: str
    # What to do, with the names of controls in "**".
    do: str
    # What is said beside the texts where their numbers are those of another Document than the one
    # that is shown, as in "at the start of this step".
    mark: str = ""

    @property
    def text(self) -> str:
        """What to look for, and what to do, without formatting."""
        return f"{self.look} {unstarred(self.do)}".rstrip()


def words(lines: Caption, opened: Document, document: Document, follows: Sequence[str]) -> Caption:
    """Return lines with the numbers of a Document.

    If they are not true for it, they have the numbers of what was opened, and their `mark`.
    """
    if is_followed(opened, document, follows):
        try:
            return _written(lines, document)._replace(mark="")
        except NotHere:
            pass
    return _written(lines, opened)


def _written(lines: Caption, document: Document) -> Caption:
    return Caption(
        title=written(lines.title, document),
        look=written(lines.look, document),
        do=written(lines.do, document),
        mark=lines.mark,
    )


def written(line: str, document: Document) -> str:
    """Return a line with the numbers that it names.

    Raise `NotHere` if the Document lacks one of the numbers.
    """
    return in_singular(_NAMED.sub(lambda match: _value(match[1], document), line))


def _value(name: str, document: Document) -> str:
    if name in QUANTITIES:
        return QUANTITIES[name](document)
    specification = field_specification(document, name)
    value = shown_value(specification, document, name)
    if isinstance(value, bool) or not isinstance(value, int | float):
        return specification.value_text(value)
    return number(value) if isinstance(value, int) else steady(value)


def is_followed(opened: Document, document: Document, fields: Sequence[str] = ()) -> bool:
    """Whether a Document differs from what was opened in nothing but followed fields.

    Followed fields are `fields`, t, φ and the view.
    """
    followed = {*_always_followed(), *fields}
    for path in document.changed_paths(opened):
        section = path.partition(".")[0]
        if path not in followed and section not in followed:
            return False
    return True


@cache
def _always_followed() -> frozenset[str]:
    sections = Document().sections()
    paths = [SHIFT]
    for name in ("cursor", "play"):
        paths += [f"{name}.{field}" for field in type(sections[name]).model_fields]
    view_paths = [f"view.{field}" for field in View.model_fields]
    paths += [path for path in view_paths if path != _TRANSPOSED]
    return frozenset(paths)
