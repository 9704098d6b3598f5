"""A length that is shared among parts, some of which have a least or a largest length."""

from collections.abc import Mapping, Sequence
from itertools import accumulate, pairwise
from types import MappingProxyType

Limits = Mapping[int, float]  # by the number of a part
_NONE: Limits = MappingProxyType({})


def share_length(
    length: float,
    shares: Sequence[float],
    minima: Limits = _NONE,
    maxima: Limits = _NONE,
) -> list[float]:
    """Return how much of `length` each part gets by its share, between its least and its largest.

    Parts that are all at their largest leave some of it; least lengths that do not fit exceed it.

    >>> share_length(100, (1, 9)), share_length(100, (1, 9), minima={0: 30})
    ([10.0, 90.0], [30, 70.0])
    >>> share_length(15, (1, 1, 1), maxima={0: 2, 1: 3, 2: 20}), share_length(15, (1, 1), maxima={0: 2, 1: 3})
    ([2, 3, 10.0], [2, 3])
    """
    fixed: dict[int, float] = {}
    while len(fixed) < len(shares):
        free = [part for part in range(len(shares)) if part not in fixed]
        free_shares = sum(shares[part] for part in free)
        unit = (length - sum(fixed.values())) / free_shares if free_shares else 0.0
        short = {
            part: minima[part]
            for part in free
            if part in minima and shares[part] * unit < minima[part]
        }
        long = {
            part: maxima[part]
            for part in free
            if part in maxima and shares[part] * unit > maxima[part]
        }
        if not short and not long:
            return [fixed.get(part, share * unit) for part, share in enumerate(shares)]
        # What raises the sum more than it lowers it is settled first: the others get less after
        # that.
        raised = sum(low - shares[part] * unit for part, low in short.items())
        lowered = sum(shares[part] * unit - high for part, high in long.items())
        fixed |= short if raised >= lowered else long
    return [fixed[part] for part in range(len(shares))]


def whole_lengths(lengths: Sequence[float]) -> list[int]:
    """Return lengths rounded so that their sum stays.

    >>> whole_lengths([33.4, 33.4, 33.2])
    [33, 34, 33]
    """
    ends = [round(end) for end in accumulate(lengths)]
    return [end - start for start, end in pairwise([0, *ends])]
