"""How room is shared out among rows of a picture, some of which have enough of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


def allotted(room: float, shares: Sequence[float], most: Mapping[int, float]) -> list[float]:
    """Return how much of some room each gets by its share, but none more than its most.

    Examples
    --------
    >>> allotted(12, (1, 1, 2), {}), allotted(12, (1, 1, 2), {2: 4, 1: 3}), allotted(12, (1, 1), {0: 2, 1: 2})
    ([3.0, 3.0, 6.0], [5.0, 3, 4], [2, 2])
    >>> allotted(0, (0, 0), {})
    [0.0, 0.0]
    """
    full: dict[int, float] = {}
    while len(full) < len(shares):
        whole = sum(share for k, share in enumerate(shares) if k not in full)
        unit = (room - sum(full.values())) / whole if whole else 0.0  # where there is no room at all
        over = {k: high for k, high in most.items() if k not in full and shares[k] * unit > high}
        if not over:
            return [full.get(k, share * unit) for k, share in enumerate(shares)]
        full |= over
    return [full[k] for k in range(len(shares))]
