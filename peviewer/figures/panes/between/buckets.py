"""The Buckets pane: the bucket of every lag, and the lags and the bias of every bucket."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from peviewer.base.parameters import redeclared
from peviewer.base.words import in_number, number, whole
from peviewer.document.sections import OneHead
from peviewer.figures.grammar import Axis, Curve, Figure, Listing, Panel
from peviewer.figures.panels.axes import chosen_head, lag_axis
from peviewer.figures.panes.pane import Column, Columns, Pane
from peviewer.model.encodings.lagged import Bucketed
from peviewer.model.sampling.series import Points, Series

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from peviewer.document.document import Document

COLUMNS = "bucket", "lags *Δ*", "how many", "bias"


class Buckets(OneHead):
    """The buckets of lags."""

    head: int = redeclared(
        OneHead, "head", 1, needs=Bucketed,
        help="Which head's biases are listed; the same head stands out in every pane that shows one.",
    )  # fmt: skip


@dataclass(frozen=True)
class BucketOfLag(Series):
    """The bucket of each lag."""

    scheme: Bucketed

    def sample(self, low: float, high: float, pixels: int) -> Points:
        """Return whole lags, or some of them and both sides of each border; see :meth:`Series.sample`."""
        first, last = np.ceil(low), np.floor(high)
        if last - first < 2 * pixels:
            lags = np.arange(first, last + 1)
        else:
            starts = self.scheme.starts()
            seen = starts[(starts > first) & (starts <= last)]
            lags = np.unique(np.concatenate([np.rint(np.linspace(first, last, pixels)), seen, seen - 1]))
        return lags, self.scheme.buckets(lags).astype(np.float64)

    def exact(self, low: float, high: float) -> Points:
        """Return every whole lag; see :meth:`Series.exact`."""
        lags: NDArray[np.float64] = np.arange(np.ceil(low), np.ceil(high), dtype=np.float64)
        return lags, self.scheme.buckets(lags).astype(np.float64)


def _lag_ranges(scheme: Bucketed) -> list[tuple[int, int] | None]:
    """Return the first and the last lag of each bucket within the length; None for an empty one."""
    reach = scheme.length - 1
    starts = scheme.starts().tolist()
    found: list[tuple[int, int] | None] = [None] * scheme.biases().shape[1]
    for bucket, first, after in zip(scheme.order().tolist(), [-reach, *starts], [*starts, reach + 1], strict=True):
        low, high = max(first, -reach), min(after - 1, reach)
        if low <= high:
            found[bucket] = low, high
    return found


def _draw(document: Document[Bucketed]) -> Figure:
    return Figure("Which bucket a lag falls into", ((_bucket_panel(document.encoding), _listing(document)),))


def _bucket_panel(scheme: Bucketed) -> Panel:
    ends = scheme.starts()
    most, near = scheme.length - 0.5, 1.15 * float(np.abs(ends).max()) + 0.5
    window = (-near, near) if near < most else None  # without the outer buckets, which are constant
    lags = replace(lag_axis(-most, most), window=window)
    count = scheme.biases().shape[1]
    up = Axis("bucket", "bucket", (-0.5, count - 0.5), whole=True, zooms=True)
    used = sum(found is not None for found in _lag_ranges(scheme))
    fact = f"{whole(used)} of {whole(count)} in use"
    curve = Curve(BucketOfLag(scheme), "", "accent", "step", quantity="bucket", key="bucket_by_lag")
    return Panel(lags, up, (curve,), "By lag", fact)


def _listing(document: Document[Bucketed]) -> Panel:
    scheme, head = document.encoding, chosen_head(document, Buckets)
    rows = [
        (whole(bucket), *_lags_text(found), number(float(bias)))
        for bucket, (found, bias) in enumerate(zip(_lag_ranges(scheme), scheme.biases()[head], strict=True))
    ]
    fact = scheme.heads_named[head] if len(scheme.heads_named) > 1 else ""
    return Panel.of_listing(Listing(COLUMNS, tuple(rows)), "What each holds", fact)


def _lags_text(found: tuple[int, int] | None) -> tuple[str, str]:
    """Return the lags of a bucket, and their number."""
    if found is None:
        return "none", "0"
    low, high = found
    return whole(low) if low == high else f"{whole(low)} … {whole(high)}", whole(high - low + 1)


def _tables(document: Document[Bucketed]) -> tuple[Columns, ...]:
    scheme = document.encoding
    ranges = _lag_ranges(scheme)
    columns: dict[str, Column] = {
        "bucket": list(range(len(ranges))),
        "first_lag": [np.nan if found is None else found[0] for found in ranges],
        "last_lag": [np.nan if found is None else found[1] for found in ranges],
    }
    labels = {"first_lag": "first lag s − t", "last_lag": "last lag s − t"}
    for name, biases in zip(scheme.heads_named, scheme.biases(), strict=True):
        key = "bias" if len(scheme.heads_named) == 1 else f"bias_of_{name.replace(' ', '_')}"
        columns[key] = biases
        labels[key] = key.replace("_", " ")
    return (Columns("buckets", columns, labels),)


def _explain(document: Document[Bucketed]) -> str:
    scheme = document.encoding
    ranges = _lag_ranges(scheme)
    widest = max(high - low + 1 for low, high in filter(None, ranges))
    own = sum(found is not None and found[0] == found[1] for found in ranges)
    single = f"{whole(own)} of the buckets {in_number(own, 'holds')}" if own else "No bucket holds"
    each = "one learned bias" if len(scheme.heads_named) == 1 else "one learned bias in each head"
    text = f"All lags of a bucket share {each}. {single} a single lag here"
    text += f", the widest holds {whole(widest)}." if widest > 1 else "."
    idle = sum(found is None for found in ranges)
    if idle:
        text += f" {whole(idle)} of {whole(len(ranges))} {in_number(idle, 'holds')} none of these lags."
    return text


PANE = Pane(
    name="buckets",
    title="Buckets",
    summary="which bucket each lag falls into, what each bucket holds, and its bias",
    shows="buckets that lags fall into",
    needs=Bucketed,
    reads=lambda document: (document.encoding, document.of(Buckets)),
    draw=_draw,
    explain=_explain,
    formula=lambda document: document.encoding.formula(),
    section=Buckets,
    choices=("buckets.head",),
    tables=_tables,
    main="buckets",
)
