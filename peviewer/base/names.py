"""Names that are looked up, and what a misspelt one could mean."""

import difflib
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

from peviewer.base.usual_names import usual_name

T = TypeVar("T")

# The most known names that are all listed if none is similar; of more only the nearest are.
LISTED = 25
NEAREST = 5

# The most names that are compared, and the most letters of each: more could take seconds.
_MAX_COMPARED = 2000
_MAX_LETTERS = 99

# From this likeness on a misspelt name counts as similar to a known one.
_MIN_LIKENESS = 0.6

# The likeness of a name to one that contains it as a part, as dark and slide-dark.
_LIKENESS_OF_PART = 0.9


class UnknownName(ValueError):
    """A name that does not exist; the message is one clear line.

    `hint` is the end of that line: what could have been meant.
    """

    def __init__(self, name: str, known_names: Iterable[str], kind: str) -> None:
        self.hint = nearest_names(name, list(known_names))
        super().__init__(f"{name[:_MAX_LETTERS]!r} is not a {kind}{self.hint}")


def look_up(name: str, values: Mapping[str, T], kind: str) -> T:
    """Return the value of a name; `kind` is the noun for known names in the error's message."""
    if name not in values:
        raise UnknownName(name, values, kind)
    return values[name]


def likeness(name: str, known_name: str) -> float:
    """Return the similarity of two names, from 0 to 1.

    The part of the known name after its last point or hyphen is compared, too.
    """
    name = name[:_MAX_LETTERS]
    last_part = known_name if "." in name else re.split("[.-]", known_name)[-1]
    candidates = (known_name, last_part)
    is_part = len(name) > 2 and any(name in candidate for candidate in candidates)
    ratios = [
        difflib.SequenceMatcher(None, name.lower(), candidate.lower()).ratio()
        for candidate in candidates
    ]
    return max(*ratios, _LIKENESS_OF_PART if is_part else 0.0)


def nearest_name(name: str, known_names: Iterable[str]) -> str | None:
    """Return the known name that other programs call `name`, or the most similar one.

    Return None if none is similar.
    """
    known_names = list(known_names)
    if usual := usual_name(name, known_names):
        return usual
    nearest = max(known_names, key=lambda known_name: likeness(name, known_name), default="")
    return nearest if likeness(name, nearest) >= _MIN_LIKENESS else None


def nearest_names(name: str, known_names: Sequence[str]) -> str:
    """Return ``"; did you mean …?"`` for a misspelt name, or the nearest of the known names."""
    compared_names = known_names[:_MAX_COMPARED]
    if meant := nearest_name(name, compared_names):
        return f"; did you mean {meant}?"
    if len(known_names) <= LISTED:
        return f"; there are: {', '.join(known_names) or 'none'}"
    by_likeness = sorted(
        compared_names, key=lambda known_name: likeness(name, known_name), reverse=True
    )
    return f"; the nearest of {len(known_names)} are: {', '.join(by_likeness[:NEAREST])}"
