"""A length that is shared among parts, some of which have a least or a largest length."""

from collections.abc import Mapping, Sequence
from itertools import accumulate, pairwise
from types import MappingProxyType

Limits = Mapping[int, float]
"""Lengths by the index of a part."""

_NONE: Limits = MappingProxyType({})


def share_length(
    length: float,
    shares: Sequence[float],
    minima: Limits = _NONE,
    maxima: Limits = _NONE,
) -> list[float]:
    """Return how much of `length` each part gets by its share, between its least and its largest.

    If all parts are at their largest, some length is left over. If least lengths do not fit, the
    sum exceeds `length`.

    >>> share_length(100, (1, 9)), share_length(100, (1, 9), minima={0: 30})
    ([10.0, 90.0], [30, 70.0])
    >>> share_length(15, (1, 1, 1), maxima={0: 2, 1: 3, 2: 20})
    [2, 3, 10.0]
    >>> share_length(15, (1, 1), maxima={0: 2, 1: 3})
    [2, 3]
    """
    fixed: dict[int, float] = {}
    while len(fixed) < len(shares):
        free_parts = [part for part in range(len(shares)) if part not in fixed]
        free_shares = sum(shares[part] for part in free_parts)
        remaining_length = length - sum(fixed.values())
        unit = remaining_length / free_shares if free_shares else 0.0

        lengths = {part: shares[part] * unit for part in free_parts}
        too_short = {
            part: minima[part]
            for part in free_parts
            if part in minima and lengths[part] < minima[part]
        }
        too_long = {
            part: maxima[part]
            for part in free_parts
            if part in maxima and lengths[part] > maxima[part]
        }
        if not too_short and not too_long:
            break

        # If least lengths raise the sum more than largest ones lower it, they are fixed first: the
        # other parts get less after that. Otherwise the largest ones are.
        raised = sum(minimum - lengths[part] for part, minimum in too_short.items())
        lowered = sum(lengths[part] - maximum for part, maximum in too_long.items())
        fixed |= too_short if raised >= lowered else too_long
    return [fixed[part] if part in fixed else lengths[part] for part in range(len(shares))]


def whole_lengths(lengths: Sequence[float]) -> list[int]:
    """Return lengths rounded so that their sum stays.

    >>> whole_lengths([33.4, 33.4, 33.2])
    [33, 34, 33]
    """
    ends = [round(end) for end in accumulate(lengths)]
    return [end - start for start, end in pairwise([0, *ends])]
