"""The Bias pane: the matrix of one head, what each head loses at lag 1, and every head over the lag."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from math import ceil, floor
from typing import TYPE_CHECKING

import numpy as np

from peviewer.base.parameters import redeclared
from peviewer.base.words import measured, whole
from peviewer.document.sections import OneHead
from peviewer.figures.grammar import Axis, Curve, Figure, Heatmap, Mark, Panel, Rule
from peviewer.figures.panels import shift_marks
from peviewer.figures.panels.axes import (
    chosen_head,
    head_axis,
    lag_axis,
    position_axis,
    sequential_colormap,
    some_heads,
)
from peviewer.figures.panes.pane import Grid, Pane
from peviewer.model.between.position_matrices import LagRaster
from peviewer.model.encodings.lagged import Lagged
from peviewer.model.sampling.series import WORK, Points, Runs, Samples, Thinned

if TYPE_CHECKING:
    from peviewer.document.document import Document
    from peviewer.model.encodings.scheme import Array

MOST_HEADS = 24  # drawn over the lag
AXIS_MARGIN = 2.5  # factor beyond both ends of the axis: enough for two ticks, and for points drawn whole


class Bias(OneHead):
    """The bias of attention."""

    head: int = redeclared(
        OneHead, "head", 1, needs=Lagged,
        help="Which head's matrix is shown; the same head stands out in every pane that shows one.",
    )  # fmt: skip


@dataclass(frozen=True)
class BiasOverLag(Thinned):
    """The bias of one head over the lag."""

    scheme: Lagged
    head: int

    def sample(self, low: float, high: float, pixels: int) -> Points:
        """Return whole lags, or one a pixel, with lag 0; see :meth:`Series.sample`."""
        lags = self._lags(low, high, pixels)
        return lags, self.scheme.block_means(lags, 1, 1, self.head)

    @property
    def averaged(self) -> str:
        """Empty, as a point is one lag; see :attr:`Thinned.averaged`."""
        return ""

    @property
    def terms(self) -> int:
        """See :attr:`Thinned.terms`; so many that no more lags are computed than a scheme does at once."""
        return ceil(WORK / self.scheme.lags_at_once)

    def runs(self, low: float, high: float, pixels: int) -> Runs | None:
        """Return the lags nearest to each point, of a bias that swings; see :meth:`Thinned.runs`."""
        first, last = ceil(low), floor(high)
        if not self.scheme.swings or last - first < 2 * pixels:
            return None
        return Runs.around(self._lags(low, high, pixels), first, last)

    def every(self, first: int, stop: int, step: int) -> Array:
        """Return the numbers of some lags; see :meth:`Thinned.every`."""
        return self.scheme.block_means(np.arange(first, stop, step, dtype=np.float64), 1, 1, self.head)

    def _lags(self, low: float, high: float, pixels: int) -> Array:
        first, last = np.ceil(low), np.floor(high)
        lags = np.arange(first, last + 1) if last - first < 2 * pixels else np.rint(np.linspace(first, last, pixels))
        return np.union1d(lags, [0.0]) if first < 0 < last else lags

    def exact(self, low: float, high: float) -> Points:
        """Return every whole lag; see :meth:`Series.exact`."""
        lags: Array = np.arange(np.ceil(low), np.ceil(high), dtype=np.float64)
        return lags, self.scheme.block_means(lags, 1, 1, self.head)


@lru_cache(maxsize=8)
def _extremes(scheme: Lagged) -> Array:
    """Return the least and the largest bias of each head over all lags, shape (heads, 2)."""
    numbers = _numbers(scheme, 2**21)
    return np.stack([numbers.min(axis=1), numbers.max(axis=1)], axis=1)


def _numbers(scheme: Lagged, most: int) -> Array:
    """Return the biases of every head at lags on both sides: at near ones, at most so many numbers, and some far."""
    reach, every = scheme.length - 1, min(scheme.length, most // len(scheme.heads_named))
    far = np.rint(np.geomspace(1, reach + 1, 64)) - 1  # there biases hardly swing
    lags = np.unique(np.concatenate([np.arange(every, dtype=np.float64), far]))
    return scheme.by_lag(np.concatenate([-lags, lags]))


def _slopes(scheme: Lagged) -> Array:
    """Return what each head loses from one position to the next, shape (heads,)."""
    return -scheme.by_lag(np.array([1.0]))[:, 0]


def _value_range(scheme: Lagged, head: int) -> tuple[float, float]:
    low, high = (float(end) for end in _extremes(scheme)[head])
    return (low, high) if high > low else (low - 1.0, high)


def _draw(document: Document[Lagged]) -> Figure:
    head = chosen_head(document, Bias)
    beside = (_slope_panel(document, head),) if _has_slopes(document.encoding) else ()
    return Figure(
        "What attention loses with distance",
        ((_matrix_panel(document, head), *beside), (_lag_panel(document, head),)),
        heights=(1.6, 1.0),
        spare=(1,),
    )


def _has_slopes(scheme: Lagged) -> bool:
    """Whether heads can be compared by their slopes: there are several, and all slopes are positive."""
    return len(scheme.heads_named) > 1 and bool((_slopes(scheme) > 0).all())


@lru_cache(maxsize=8)
def _has_equal_heads(scheme: Lagged) -> bool:
    """Whether all heads have the same bias."""
    return bool(np.ptp(_slopes(scheme)) == 0) and not np.ptp(_numbers(scheme, 2**17), axis=0).any()


def _matrix_panel(document: Document[Lagged], head: int) -> Panel:
    scheme, view = document.encoding, document.view
    row = document.reference_position
    colours, raster, first = sequential_colormap(document), LagRaster(scheme, head), scheme.first
    heatmap = Heatmap(
        raster, _value_range(scheme, head), colours, first, first, view.reduce, quantity="bias", key="bias"
    )
    keys = replace(position_axis(document, "s", "other"), label="key *s*")
    queries = replace(position_axis(document), label="query *t*", inverted=True)
    title = scheme.heads_named[head].capitalize()
    return Panel(
        keys, queries, (heatmap, Rule("y", row, shift_marks.position_label(row))), title, square_cells=view.square
    )


def _slope_panel(document: Document[Lagged], head: int) -> Panel:
    steps = _slopes(document.encoding)
    heads = np.arange(1, len(steps) + 1, dtype=np.float64)
    low, high = float(steps.min()), float(steps.max())
    chosen, cost = Samples(heads[head : head + 1], steps[head : head + 1]), "lost at lag 1"
    marks: tuple[Mark, ...] = (
        Curve(Samples(heads, steps), "", "muted", "points", cost, key="steepness"),
        Curve(chosen, f"head {whole(head + 1)}", "accent", "points", cost, key=None),
    )
    up = Axis("steepness", "lost", (low / AXIS_MARGIN, high * AXIS_MARGIN), log=True, zooms=True)
    fact = f"head {whole(head + 1)}: {measured(float(steps[head]))}"
    return Panel(head_axis(len(steps)), up, marks, "Lost by one position", fact)


def _lag_panel(document: Document[Lagged], head: int) -> Panel:
    scheme = document.encoding
    named = scheme.heads_named
    shown = some_heads(len(named), MOST_HEADS, head)
    lags = lag_axis(0.5 - scheme.length, scheme.length - 0.5)
    low, high = float(_extremes(scheme)[:, 0].min()), float(_extremes(scheme)[:, 1].max())
    margin = 0.06 * (high - low) or 1.0
    marks: list[Mark] = [
        Curve(BiasOverLag(scheme, other), "", "muted", quantity=named[other], key=None) for other in shown[:-1]
    ]
    marks.append(Curve(BiasOverLag(scheme, head), named[head], "accent", key=None))
    fact = f"{whole(len(shown))} of {whole(len(named))} heads" if len(shown) < len(named) else ""
    title = "Every head over the lag" if len(named) > 1 else "Over the lag"
    return Panel(
        lags, Axis("bias", "", (low - margin, high + margin), zooms=True), tuple(marks), title, fact, legend=True
    )


@dataclass(frozen=True)
class HeadsOverLag:
    """The matrix lags × heads of all biases; row 0 is the lag 1 − L."""

    scheme: Lagged

    def exact(self, rows: range, columns: range) -> Array:
        """See :meth:`Raster.exact`."""
        lags = np.array(rows, dtype=np.float64) - (self.scheme.length - 1)
        return self.scheme.by_lag(lags).T[:, columns.start : columns.stop]


def _tables(document: Document[Lagged]) -> tuple[Grid, ...]:
    scheme = document.encoding
    heads, reach = len(scheme.heads_named), scheme.length - 1
    lags = replace(lag_axis(-reach - 0.5, reach + 0.5), cursor=None)
    across = Axis("head", "head *h*", (0.5, heads + 0.5), whole=True)
    numbers, places = tuple(range(1, heads + 1)), tuple(range(heads))
    return (Grid("by_lag", HeadsOverLag(scheme), lags, -reach, 2 * reach + 1, across, numbers, places, "bias"),)


def _explain(document: Document[Lagged]) -> str:
    heads, others = len(document.encoding.heads_named), ""
    if heads > 1 and _has_equal_heads(document.encoding):
        every = "Both" if heads == 2 else f"All {whole(heads)}"
        others = f" {every} heads have the same bias here."
    elif _has_slopes(document.encoding):
        others = " Steep heads look at near neighbours only, flat ones far back."
    return (
        "The bias is added to the score of query *t* and key *s* before the softmax, and depends on their lag alone: "
        f"every diagonal has one colour.{others} A causal model uses the half below the diagonal, where *s* ≤ *t*."
    )


PANE = Pane(
    name="bias",
    title="Bias",
    summary="what is added to attention scores: one head's matrix, and every head over the lag",
    shows="numbers added to attention scores by lag",
    needs=Lagged,
    reads=lambda document: (
        document.encoding,
        document.of(Bias),
        document.view.colormap,
        document.view.raw,
        document.view.square,
        document.cursor.position,
    ),
    draw=_draw,
    explain=_explain,
    formula=lambda document: document.encoding.formula(),
    section=Bias,
    choices=("bias.head", "view.square"),
    tables=_tables,
    main="bias",
    parts=("matrix", "slopes", "heads"),
)
