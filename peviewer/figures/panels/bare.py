"""Panels without axes: a listing, or a sentence in place of data that does not exist."""

from peviewer.figures.grammar import Axis, Listing, Note, Panel

_LISTING, _NOTHING = (Axis(name, "", (0.0, 1.0)) for name in ("listing", "nothing"))


def listed(listing: Listing, title: str = "", fact: str = "") -> Panel:
    """Return a panel that is a table of texts."""
    return Panel(_LISTING, _LISTING, (listing,), title, fact)


def noted(text: str, title: str = "") -> Panel:
    """Return a panel that says why there is nothing."""
    return Panel(_NOTHING, _NOTHING, (Note(text),), title, square=True)
