"""Texts as people read them: without the stars of italics, with a hint where a name is misspelt."""

import difflib


def unstarred(text: str) -> str:
    """Return a text without the stars that set its mathematics in italics.

    Examples
    --------
    >>> unstarred("row *t* of *M*(*φ*)·PE")
    'row t of M(φ)·PE'
    """
    return text.replace("*", "")


def nearest_names(name: str, known: list[str]) -> str:
    """Return ``"; did you mean …?"`` for a misspelt name, or the known names.

    Examples
    --------
    >>> nearest_names("lenght", ["length", "dim"])
    '; did you mean length?'
    >>> nearest_names("colour", ["length", "dim"])
    '; there are: length, dim'
    """
    near = difflib.get_close_matches(name, known, n=1)
    return f"; did you mean {near[0]}?" if near else "; there are: " + ", ".join(known)
