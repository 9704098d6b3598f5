"""A standing as text, to be kept between launches, and back."""

import json
from typing import Any

from peviewer.app.panes.standing.standing import Place, Split, Standing, names, tidy

LARGEST = 1e6


def written(standing: Standing) -> str:
    """Return a standing as one line of JSON.

    Examples
    --------
    >>> written(Place(("shift", "waves"), "waves"))
    '{"panes": ["shift", "waves"], "front": "waves"}'
    """
    return json.dumps(_plain(standing))


def _plain(standing: Standing) -> dict[str, object]:
    if isinstance(standing, Place):
        return {"panes": list(standing.names), "front": standing.front}
    direction = "across" if standing.across else "down"
    return {direction: [_plain(part) for part in standing.parts], "shares": list(standing.shares)}


def read(text: str) -> Split | None:
    """Return what was written, or None where the text is not that."""
    try:
        standing = _standing(json.loads(text))
        return tidy(standing) if isinstance(standing, Split) and _once_each(standing) else None
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return None


def _once_each(standing: Split) -> bool:
    return len(set(names(standing))) == len(names(standing))


def _standing(plain: dict[str, Any]) -> Standing:
    if "panes" in plain:
        panes, front = tuple(map(str, plain["panes"])), str(plain["front"])
        if front not in panes:
            raise ValueError
        return Place(panes, front)
    across = "across" in plain
    parts = tuple(_standing(part) for part in plain["across" if across else "down"])
    shares = tuple(map(float, plain["shares"]))
    if len(parts) != len(shares) or not all(0 < share < LARGEST for share in shares):
        raise ValueError
    return Split(across, parts, shares)
