"""The Bias pane: the matrix of one head, the slopes of all heads, every head over the lag, and buckets."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from operator import attrgetter

import numpy as np

from peviewer.base.numbers import number
from peviewer.base.words import in_number
from peviewer.document.document import Document
from peviewer.figures.grammar import Axis, Curve, Figure, Heatmap, Listing, Mark, Panel, Rule
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

BUCKET_COLUMNS = "bucket", "lags *Δ*", "how many", "bias"
MOST_HEADS = 24  # drawn over the lag
AXIS_MARGIN = (
    2.5  # factor beyond both ends of the axis: enough for two ticks, and for points drawn whole
)


@dataclass(frozen=True)
class BiasOverLag(SingleLags):
    """The bias of one head over the lag."""

    scheme: Lagged
    head: int

    def numbers(self, lags: Array) -> Array:
        return self.scheme.block_means(lags, 1, 1, self.head)

    @property
    def swings(self) -> bool:
        return self.scheme.swings

    @property
    def most(self) -> int:
        return self.scheme.lags_at_once


def _lag_ranges(scheme: T5) -> list[tuple[int, int] | None]:
    """Return the first and the last lag of each bucket within the length; None for an empty one."""
    reach = scheme.length - 1
    starts = scheme.starts().tolist()
    ranges: list[tuple[int, int] | None] = [None] * scheme.biases().shape[1]
    for bucket, first, after in zip(
        scheme.order().tolist(), [-reach, *starts], [*starts, reach + 1], strict=True
    ):
        low, high = max(first, -reach), min(after - 1, reach)
        if low <= high:
            ranges[bucket] = low, high
    return ranges


@lru_cache(maxsize=8)
def _extremes(scheme: Lagged) -> Array:
    """Return the least and the largest bias of each head, shape (heads, 2): of near lags, and some far ones."""
    reach, near = scheme.length - 1, min(scheme.length, 2**21 // len(scheme.heads_named))
    far = np.rint(np.geomspace(1, reach + 1, 64)) - 1  # far biases hardly oscillate
    lags = np.unique(np.concatenate([np.arange(near, dtype=np.float64), far]))
    numbers = scheme.by_lag(np.concatenate([-lags, lags]))
    return np.stack([numbers.min(axis=1), numbers.max(axis=1)], axis=1)


def _slopes(scheme: Lagged) -> Array:
    return -scheme.by_lag(np.array([1.0]))[:, 0]


def _draw(document: Document[Lagged]) -> Figure:
    head = chosen_head(document)
    matrix, over_lag = _matrix_panel(document, head), _lag_panel(document, head)
    rows: tuple[tuple[Panel, ...], ...] = (matrix,), (over_lag,)
    names: tuple[str, ...] = ("matrix", "heads")
    if isinstance(document.encoding, T5):
        rows, names = (
            ((matrix, _bucket_listing(document.encoding, head)), (over_lag,)),
            ("matrix", "listing", "heads"),
        )
    elif _has_slopes(document.encoding):
        rows, names = (
            ((matrix, _slope_panel(document, head)), (over_lag,)),
            ("matrix", "slopes", "heads"),
        )
    return Figure(_title(document.encoding), rows, heights=(1.6, 1.0), spare=(1,), names=names)


def _title(scheme: Lagged) -> str:
    ends = _extremes(scheme)
    if not ends.any() or (ends.min() < 0 < ends.max()):
        return "What is added to attention by lag"
    return f"What attention {'loses' if ends.max() <= 0 else 'gains'} with distance"


def _has_slopes(scheme: Lagged) -> bool:
    """Whether heads can be compared by their slopes: there are several, and all slopes are positive."""
    return len(scheme.heads_named) > 1 and bool((_slopes(scheme) > 0).all())


def _matrix_panel(document: Document[Lagged], head: int) -> Panel:
    scheme, view = document.encoding, document.view
    colours, raster, first = sequential_colormap(document), LagRaster(scheme, head), scheme.first
    low, high = (float(end) for end in _extremes(scheme)[head])
    levels = (low, high) if high > low else (low - 1.0, high)
    heatmap = Heatmap(
        raster, levels, colours, first, first, view.reduce, quantity="bias", key="bias"
    )
    keys, queries = query_and_key_axes(document)
    title = scheme.heads_named[head].capitalize()
    mark = Rule("y", document.reference_position, shift_marks.position_label(document))
    return Panel(keys, queries, (heatmap, mark), title, square_cells=view.square)


def _slope_panel(document: Document[Lagged], head: int) -> Panel:
    steps = _slopes(document.encoding)
    heads = np.arange(1, len(steps) + 1, dtype=np.float64)
    low, high = float(steps.min()), float(steps.max())
    chosen, cost = Samples(heads[head : head + 1], steps[head : head + 1]), "lost at lag 1"
    marks: tuple[Mark, ...] = (
        Curve(Samples(heads, steps), "", "muted", "points", cost, key="steepness"),
        Curve(chosen, f"head {number(head + 1)}", "accent", "points", cost, key=None),
    )
    up = Axis("steepness", "lost", (low / AXIS_MARGIN, high * AXIS_MARGIN), log=True, zooms=True)
    fact = f"head {number(head + 1)}: {number(float(steps[head]))}"
    return Panel(head_axis(len(steps)), up, marks, "Lost per position", fact)


def _lag_panel(document: Document[Lagged], head: int) -> Panel:
    scheme = document.encoding
    named = scheme.heads_named
    shown = some_heads(len(named), MOST_HEADS, head)
    lags = lag_axis(0.5 - scheme.length, scheme.length - 0.5)
    low, high = float(_extremes(scheme)[:, 0].min()), float(_extremes(scheme)[:, 1].max())
    margin = 0.06 * (high - low) or 1.0
    style = curve_style(scheme.length)
    marks: list[Mark] = [
        Curve(BiasOverLag(scheme, other), "", "muted", style, named[other], key=None)
        for other in shown[:-1]
    ]
    marks.append(Curve(BiasOverLag(scheme, head), named[head], "accent", style, key=None))
    fact = f"{number(len(shown))} of {number(len(named))} heads" if len(shown) < len(named) else ""
    title = "Every head over the lag" if len(named) > 1 else "Over the lag"
    return Panel(
        lags,
        Axis("bias", "bias", (low - margin, high + margin), zooms=True),
        tuple(marks),
        title,
        fact,
        legend=True,
    )


@dataclass(frozen=True)
class HeadsOverLag:
    """The matrix lags × heads of all biases; row 0 is the lag 1 − L."""

    scheme: Lagged

    def exact(self, rows: range, columns: range) -> Array:
        lags = np.array(rows, dtype=np.float64) - (self.scheme.length - 1)
        return self.scheme.by_lag(lags).T[:, columns.start : columns.stop]


def _bucket_listing(scheme: T5, head: int) -> Panel:
    rows = []
    for bucket, (lag_range, bias) in enumerate(
        zip(_lag_ranges(scheme), scheme.biases()[head], strict=True)
    ):
        low, high = lag_range or (0, -1)
        ends = number(low) if low == high else f"{number(low)} … {number(high)}"
        rows.append(
            (
                number(bucket),
                ends if lag_range else "none",
                number(high - low + 1),
                number(float(bias)),
            )
        )
    fact = scheme.heads_named[head] if len(scheme.heads_named) > 1 else ""
    return Panel.of_listing(Listing(BUCKET_COLUMNS, tuple(rows)), "What each bucket holds", fact)


def _tables(document: Document[Lagged]) -> tuple[Columns | Grid, ...]:
    scheme = document.encoding
    heads, reach = len(scheme.heads_named), scheme.length - 1
    lags = replace(lag_axis(-reach - 0.5, reach + 0.5), cursor=None)
    across = Axis("head", "head *h*", (0.5, heads + 0.5), whole=True)
    numbers, places = tuple(range(1, heads + 1)), tuple(range(heads))
    by_lag = Grid(
        "by_lag", HeadsOverLag(scheme), lags, -reach, 2 * reach + 1, across, numbers, places, "bias"
    )
    return (by_lag, _bucket_columns(scheme)) if isinstance(scheme, T5) else (by_lag,)


def _bucket_columns(scheme: T5) -> Columns:
    ends = [lag_range or (np.nan, np.nan) for lag_range in _lag_ranges(scheme)]
    columns: dict[str, Column] = {
        "bucket": list(range(len(ends))),
        "first_lag": [first for first, _ in ends],
        "last_lag": [last for _, last in ends],
    }
    labels = {"first_lag": "first lag s − t", "last_lag": "last lag s − t"}
    for name, biases in zip(scheme.heads_named, scheme.biases(), strict=True):
        key = "bias" if len(scheme.heads_named) == 1 else f"bias_of_{name.replace(' ', '_')}"
        columns[key] = biases
        labels[key] = key.replace("_", " ")
    return Columns("buckets", columns, labels)


def _explain(document: Document[Lagged]) -> str:
    differ = _has_slopes(document.encoding) and np.ptp(_slopes(document.encoding)) > 0
    others = " Steep heads look at near neighbours only, flat ones far back." if differ else ""
    note = document.encoding.query_note
    return (
        "The bias is added to the score of query *t* and key *s* before the softmax, and depends on their lag alone: "
        f"every diagonal has one colour.{f' {note}' if note else ''}{others} A causal model uses the half below the diagonal, where *s* ≤ *t*."
        f"{_bucket_text(document.encoding) if isinstance(document.encoding, T5) else ''}"
        f"{placeholder_note(document.encoding)}"
    )


def _bucket_text(scheme: T5) -> str:
    held = [high - low + 1 for low, high in filter(None, _lag_ranges(scheme))]
    own, idle = held.count(1), scheme.biases().shape[1] - len(held)
    each = "one learned bias" if len(scheme.heads_named) == 1 else "one learned bias in each head"
    text = f" All lags of a bucket share {each}. {number(own)} of the buckets {in_number(own, 'holds')} a single lag "
    text += f"here, the widest {number(max(held))}"
    return (
        f"{text}; {number(idle)} {in_number(idle, 'holds')} none of these lags."
        if idle
        else f"{text}."
    )


PANE = Pane(
    "bias",
    Lagged,
    "numbers added to attention scores by lag: one head's matrix, every head over the lag, and buckets",
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
