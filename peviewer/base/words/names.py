"""Names that are looked up: one error, and one hint, for a name that there is not, whatever it would be of."""

import difflib
from collections.abc import Iterable, Mapping
from typing import TypeVar

T = TypeVar("T")


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


def nearest_names(name: str, known: list[str]) -> str:
    """Return ``"; did you mean …?"`` for a misspelt name, or the known names.

    Examples
    --------
    >>> nearest_names("lenght", ["length", "dim"])
    '; did you mean length?'
    >>> nearest_names("colour", ["length", "dim"])
    '; there are: length, dim'
    >>> nearest_names("colour", [])
    '; there are none'
    """
    near = difflib.get_close_matches(name, known, n=1)
    listed = f"are: {', '.join(known)}" if known else "are none"
    return f"; did you mean {near[0]}?" if near else f"; there {listed}"
