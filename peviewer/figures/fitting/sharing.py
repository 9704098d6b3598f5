"""How panels of a row share its width."""

from collections.abc import Sequence

from peviewer.figures.grammar import Panel


def width_shares(row: Sequence[Panel]) -> list[float]:
    """Return how panels share the width of a row.

    If all are drawn to scale, shares are their lengths along x; otherwise their declared shares.
    """
    if all(panel.square for panel in row):
        return [panel.x.extent for panel in row]
    return [panel.share for panel in row]


def shares_with_room(shares: Sequence[float], have_room: Sequence[bool]) -> list[float]:
    """Return the shares, 0 for panels without room for their texts, unless none has room."""
    if not any(have_room):
        return list(shares)
    return [share * has_room for share, has_room in zip(shares, have_room, strict=True)]
