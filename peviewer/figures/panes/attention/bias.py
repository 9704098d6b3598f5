"""The Bias pane: the matrix of one head, the slopes of all, every head over the lag, buckets."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from operator import attrgetter

import numpy as np

from peviewer.base.numbers import number
from peviewer.base.words import in_number
from peviewer.document.document import Document
from peviewer.figures.grammar import Axis, Curve, Figure, Heatmap, Listing, Mark, Panel
from peviewer.figures.panels import shift_marks
from peviewer.figures.panels.axes import (
    chosen_head,
    curve_style,
    head_axis,
    lag_axis,
    placeholder_note,
    query_and_key_axes,
    sequential_colormap,
    some_heads,
)
from peviewer.figures.panes.pane import Column, Columns, Grid, Pane
from peviewer.model.between.lag_curves import SingleLags
from peviewer.model.between.position_matrices import LagRaster
from peviewer.model.encodings.lagged import Lagged
from peviewer.model.encodings.scheme import Array
from peviewer.model.encodings.t5 import T5
from peviewer.model.sampling.series import Samples

BUCKET_COLUMNS = ("bucket", "lags *Δ*", "how many", "bias")

# The most heads that are drawn over the lag.
MAX_HEADS = 24

# The factor by which a logarithmic axis goes on beyond its points: enough for two ticks.
AXIS_MARGIN = 2.5


@dataclass(frozen=True)
class BiasOverLag(SingleLags):
    """The bias of one head over the lag."""

    scheme: Lagged
    head: int

    def numbers(self, lags: Array) -> Array:
        return self.scheme.head_numbers(lags, self.head)

    @property
    def oscillates(self) -> bool:
        return self.scheme.oscillates

    @property
    def most(self) -> int:
        """The most lags that are computed at a time."""
        return self.scheme.lags_at_once


def _lag_ranges(scheme: T5) -> list[range]:
    """Return the lags of each bucket within the length."""
    farthest_lag = scheme.length - 1
    starts = scheme.starts().tolist()
    all_starts = [-farthest_lag, *starts]
    all_stops = [*starts, farthest_lag + 1]
    buckets = scheme.order().tolist()

    lag_ranges = [range(0)] * scheme.biases().shape[1]
    for bucket, start, stop in zip(buckets, all_starts, all_stops, strict=True):
        lags = range(max(start, -farthest_lag), min(stop, farthest_lag + 1))
        if lags:
            lag_ranges[bucket] = lags
    return lag_ranges


@lru_cache(maxsize=8)
def _extremes(scheme: Lagged) -> Array:
    """Return the least and the largest bias of each head, shape (heads, 2).

    All near lags are looked at, but only some far ones: biases hardly oscillate there.
    """
    head_count = len(scheme.head_labels)
    near_lags = np.arange(min(scheme.length, 2**21 // head_count), dtype=np.float64)
    far_lags = np.rint(np.geomspace(1, scheme.length, 64)) - 1
    distances = np.unique(np.concatenate([near_lags, far_lags]))
    lags = np.concatenate([-distances, distances])
    biases = scheme.by_lag(lags)
    return np.stack([biases.min(axis=1), biases.max(axis=1)], axis=1)


def _slopes(scheme: Lagged) -> Array:
    return -scheme.by_lag(np.array([1.0]))[:, 0]


def _draw(document: Document[Lagged]) -> Figure:
    head = chosen_head(document)
    first_row: tuple[Panel, ...] = (_matrix_panel(document, head),)
    first_names: tuple[str, ...] = ("matrix",)
    if isinstance(document.encoding, T5):
        first_row = (*first_row, _bucket_listing(document.encoding, head))
        first_names = ("matrix", "listing")
    elif _has_slopes(document.encoding):
        first_row = (*first_row, _slope_panel(document, head))
        first_names = ("matrix", "slopes")
    rows = (first_row, (_lag_panel(document, head),))
    names = (*first_names, "heads")
    title = _title(document.encoding)
    return Figure(title, rows, heights=(1.6, 1.0), spare_rows=(1,), names=names)


def _title(scheme: Lagged) -> str:
    biases = _extremes(scheme)
    has_both_signs = biases.min() < 0 < biases.max()
    if has_both_signs or not biases.any():
        return "What is added to attention by lag"
    return f"What attention {'loses' if biases.max() <= 0 else 'gains'} with distance"


def _has_slopes(scheme: Lagged) -> bool:
    """Whether heads can be compared by their slopes: there are several, all of them positive."""
    return len(scheme.head_labels) > 1 and bool((_slopes(scheme) > 0).all())


def _matrix_panel(document: Document[Lagged], head: int) -> Panel:
    scheme = document.encoding
    low, high = (float(bias) for bias in _extremes(scheme)[head])
    if high <= low:
        low -= 1.0
    heatmap = Heatmap(
        LagRaster(scheme, head),
        (low, high),
        sequential_colormap(document),
        x0=scheme.first,
        y0=scheme.first,
        reduce=document.view.reduce,
        quantity="bias",
        key="bias",
    )
    keys, queries = query_and_key_axes(document)
    title = scheme.head_labels[head].capitalize()
    rule = shift_marks.reference_rule(document, "y")
    return Panel(keys, queries, (heatmap, rule), title, square_cells=document.view.square)


def _slope_panel(document: Document[Lagged], head: int) -> Panel:
    slopes = _slopes(document.encoding)
    heads = np.arange(1, len(slopes) + 1, dtype=np.float64)
    name = f"head {number(head + 1)}"
    quantity = "lost at lag 1"
    all_heads = Samples(heads, slopes)
    shown_head = Samples(heads[head : head + 1], slopes[head : head + 1])
    marks = (
        Curve(all_heads, "", "muted", "points", quantity, key="steepness"),
        Curve(shown_head, name, "accent", "points", quantity, key=None),
    )

    limits = (float(slopes.min()) / AXIS_MARGIN, float(slopes.max()) * AXIS_MARGIN)
    # The title of the panel says what it is: beside the bar a title would be taken for the bar's.
    up = Axis("steepness", "", limits, log=True, zooms=True)
    fact = f"{name}: {number(float(slopes[head]))}"
    return Panel(head_axis(len(slopes)), up, marks, "Lost per position", fact)


def _lag_panel(document: Document[Lagged], head: int) -> Panel:
    scheme = document.encoding
    head_names = scheme.head_labels
    drawn_heads = some_heads(len(head_names), MAX_HEADS, head)
    style = curve_style(scheme.length)
    marks: list[Mark] = []
    for other_head in drawn_heads[:-1]:
        name = head_names[other_head]
        marks.append(Curve(BiasOverLag(scheme, other_head), "", "muted", style, name, key=None))
    marks.append(Curve(BiasOverLag(scheme, head), head_names[head], "accent", style, key=None))

    biases = _extremes(scheme)
    low = float(biases[:, 0].min())
    high = float(biases[:, 1].max())
    margin = 0.06 * (high - low) or 1.0
    lags = lag_axis(0.5 - scheme.length, scheme.length - 0.5)
    up = Axis("bias", "bias", (low - margin, high + margin), zooms=True)
    title = "Every head over the lag" if len(head_names) > 1 else "Over the lag"
    fact = ""
    if len(drawn_heads) < len(head_names):
        fact = f"{number(len(drawn_heads))} of {number(len(head_names))} heads"
    return Panel(lags, up, tuple(marks), title, fact, legend=True)


@dataclass(frozen=True)
class HeadsOverLag:
    """The matrix lags × heads of all biases; row 0 is the lag 1 − L."""

    scheme: Lagged

    def exact(self, rows: range, columns: range) -> Array:
        lags = np.array(rows, dtype=np.float64) - (self.scheme.length - 1)
        return self.scheme.by_lag(lags).T[:, columns.start : columns.stop]


def _bucket_listing(scheme: T5, head: int) -> Panel:
    rows: list[tuple[str, ...]] = []
    biases = scheme.biases()[head].tolist()
    for bucket, lags in enumerate(_lag_ranges(scheme)):
        bias = number(biases[bucket])
        rows.append((number(bucket), _range_text(lags), number(len(lags)), bias))
    fact = scheme.head_labels[head] if len(scheme.head_labels) > 1 else ""
    return Panel.of_listing(Listing(BUCKET_COLUMNS, tuple(rows)), "What each bucket holds", fact)


def _range_text(lags: range) -> str:
    """Return the first and the last lag of a bucket."""
    if not lags:
        return "none"
    if len(lags) == 1:
        return number(lags[0])
    return f"{number(lags[0])} … {number(lags[-1])}"


def _tables(document: Document[Lagged]) -> tuple[Columns | Grid, ...]:
    scheme = document.encoding
    head_count = len(scheme.head_labels)
    farthest_lag = scheme.length - 1
    by_lag = Grid(
        "by_lag",
        HeadsOverLag(scheme),
        rows=replace(lag_axis(-farthest_lag - 0.5, farthest_lag + 0.5), cursor=None),
        zero=-farthest_lag,
        height=2 * farthest_lag + 1,
        columns=Axis("head", "head *h*", (0.5, head_count + 0.5), whole=True),
        coordinates=tuple(range(1, head_count + 1)),
        column_indices=tuple(range(head_count)),
        label="bias",
    )
    return (by_lag, _bucket_columns(scheme)) if isinstance(scheme, T5) else (by_lag,)


def _bucket_columns(scheme: T5) -> Columns:
    lag_ranges = _lag_ranges(scheme)
    first_lags: list[float] = []
    last_lags: list[float] = []
    for lags in lag_ranges:
        first_lags.append(lags[0] if lags else np.nan)
        last_lags.append(lags[-1] if lags else np.nan)
    columns: dict[str, Column] = {
        "bucket": list(range(len(lag_ranges))),
        "first_lag": first_lags,
        "last_lag": last_lags,
    }
    labels = {"first_lag": "first lag s − t", "last_lag": "last lag s − t"}
    for name, biases in zip(scheme.head_labels, scheme.biases(), strict=True):
        key = "bias" if len(scheme.head_labels) == 1 else f"bias_of_{name.replace(' ', '_')}"
        columns[key] = biases
        labels[key] = key.replace("_", " ")
    return Columns("buckets", columns, labels)


def _explain(document: Document[Lagged]) -> str:
    scheme = document.encoding
    slopes_differ = _has_slopes(scheme) and np.ptp(_slopes(scheme)) > 0
    about_heads = " Steep heads look at near neighbours only, flat ones far back."
    about_query = f" {scheme.query_note}" if scheme.query_note else ""
    about_buckets = _bucket_text(scheme) if isinstance(scheme, T5) else ""
    about_ring = f" {scheme.remarks}".rstrip()
    return (
        "The bias is added to the score of query *t* and key *s* before the softmax, and depends "
        "on their lag alone: every diagonal has one colour."
        f"{about_query}{about_heads if slopes_differ else ''} "
        "A causal model uses the half below the diagonal, where *s* ≤ *t*."
        f"{about_buckets}{about_ring}{placeholder_note(scheme)}"
    )


def _bucket_text(scheme: T5) -> str:
    bucket_sizes = [len(lags) for lags in _lag_ranges(scheme)]
    single_lags = bucket_sizes.count(1)
    empty_buckets = bucket_sizes.count(0)
    bias = "one learned bias" if len(scheme.head_labels) == 1 else "one learned bias in each head"
    text = (
        f" All lags of a bucket share {bias}. {number(single_lags)} of the buckets "
        f"{in_number(single_lags, 'holds')} a single lag here, "
        f"the widest {number(max(bucket_sizes))}"
    )
    if empty_buckets:
        holds = in_number(empty_buckets, "holds")
        text += f"; {number(empty_buckets)} {holds} none of these lags"
    return f"{text}."


PANE = Pane(
    "bias",
    Lagged,
    "numbers added to attention scores by lag: "
    "one head's matrix, every head over the lag, and buckets",
    in_brief="Numbers added to scores by lag",
    reads=attrgetter(
        "encoding", "cursor.head", "view.colormap", "view.raw", "view.square", "cursor.position"
    ),
    draw=_draw,
    explain=_explain,
    formula=lambda document: document.encoding.formula(),
    choices=("cursor.head", "view.square"),
    tables=_tables,
    main="bias",
    parts=("matrix", "slopes", "listing", "heads"),
)
