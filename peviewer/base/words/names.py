"""Names that are looked up: one error, and one hint, for a name that there is not, whatever it would be of."""

import difflib
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

T = TypeVar("T")
LISTED = 24  # names that are all told where none is near
NEAREST = 5  # names that are told of more than those
_NEAR = 0.6  # the share of letters that a misspelt name has in common with what was meant
_PART = 0.9  # of a name that is a part of another: dark of slide-dark


class UnknownName(ValueError):
    """There is nothing of that name; the message is one clear line."""

    def __init__(self, name: str, known: Iterable[str], kind: str) -> None:
        self.hint = nearest_names(name, list(known))
        """What could have been meant, as the end of a sentence."""
        super().__init__(f"{name!r} is not a {kind}{self.hint}")


def look_up(name: str, known: Mapping[str, T], kind: str) -> T:
    """Return what has a name.

    Parameters
    ----------
    name : str
        What the user wrote.
    known : mapping
        What there is, by name.
    kind : str
        What `known` holds, as the message calls one of them.

    Raises
    ------
    UnknownName
        If there is none; the message says which name is nearest, or which there are.

    Examples
    --------
    >>> look_up("shift", {"shift": 1, "waves": 2}, "pane")
    1
    >>> look_up("shfit", {"shift": 1, "waves": 2}, "pane")
    Traceback (most recent call last):
        ...
    peviewer.base.words.names.UnknownName: 'shfit' is not a pane; did you mean shift?
    """
    if name not in known:
        raise UnknownName(name, known, kind)
    return known[name]


def likeness(name: str, other: str) -> float:
    """Return how much of two names is alike, from 0 to 1; of names with points, what is behind the last counts too.

    Examples
    --------
    >>> likeness("dim", "dim"), likeness("dark", "slide-dark"), likeness("lenght", "encoding.length") > 0.8
    (1.0, 0.9, True)
    """
    behind = other.rpartition(".")[2] if "." not in name else other
    parts = [word for word in (other, behind) if len(name) > 2 and name in word]
    ratios = [difflib.SequenceMatcher(None, name.lower(), word.lower()).ratio() for word in (other, behind)]
    return max(*ratios, _PART if parts else 0.0)


def near(name: str, known: Iterable[str]) -> str | None:
    """Return what was probably meant by a name; None where nothing is like it.

    Examples
    --------
    >>> near("lenght", ["length", "dim"]), near("colour", ["length", "dim"])
    ('length', None)
    """
    found = max(known, key=lambda other: likeness(name, other), default=None)
    return found if found is not None and likeness(name, found) >= _NEAR else None


def nearest_names(name: str, known: Sequence[str]) -> str:
    """Return ``"; did you mean …?"`` for a misspelt name, or the known names, the nearest of many.

    Examples
    --------
    >>> nearest_names("lenght", ["length", "dim"])
    '; did you mean length?'
    >>> nearest_names("colour", ["length", "dim"])
    '; there are: length, dim'
    >>> nearest_names("colour", [])
    '; there are none'
    >>> nearest_names("colour", [f"field {number}" for number in range(99)]).count(",")
    4
    """
    if meant := near(name, known):
        return f"; did you mean {meant}?"
    if len(known) <= LISTED:
        listed = f"are: {', '.join(known)}" if known else "are none"
        return f"; there {listed}"
    nearest = sorted(known, key=lambda other: -likeness(name, other))[:NEAREST]
    return f"; the nearest of {len(known)} are: {', '.join(nearest)}"
