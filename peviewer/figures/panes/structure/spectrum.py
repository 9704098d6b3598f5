"""The Spectrum pane: the Fourier transform of a table, and the best sinusoid of each dimension."""

from __future__ import annotations

from dataclasses import dataclass, replace
from operator import attrgetter

import numpy as np
from numpy.typing import ArrayLike, NDArray

from peviewer.base.numbers import number
from peviewer.base.words import in_unit
from peviewer.document.document import Document
from peviewer.figures.grammar import Axis, Curve, Figure, Heatmap, Mark, Panel, Role
from peviewer.figures.panels.axes import curve_style, dimension_axis, sequential_colormap
from peviewer.figures.panels.table import table_formula
from peviewer.figures.panes.pane import Pane
from peviewer.model.embedded import Embedded
from peviewer.model.encodings.bases.tabled import Tabled
from peviewer.model.encodings.stored import Stored
from peviewer.model.encodings.turning import Turning
from peviewer.model.sampling.raster import ArrayRaster, Raster, Reduce
from peviewer.model.sampling.series import Samples
from peviewer.model.structure.sample import table_sample
from peviewer.model.structure.sinusoids import FEWEST_POSITIONS, Fit, fit
from peviewer.model.structure.spectrum import amplitudes, column_amplitudes, power_shares, powers

HALF = 0.5

# With fewer positions than this, a sinusoid explains half of the variance even of noise.
FEW_POSITIONS = 16

# The most shares that are drawn as points.
FEW_SHARES = 16

PAPERS_BASE = 10_000.0


@dataclass(frozen=True)
class AmplitudeRaster(Raster):
    """Amplitudes, cycles × dimensions.

    A dimension outside the sample shows the nearest one in it.
    """

    embedded: Embedded

    @property
    def shape(self) -> tuple[int, int]:
        return len(amplitudes(self.embedded)), self.embedded.encoding.dim

    def sample(
        self, rows: ArrayLike, columns: ArrayLike, reduce: Reduce = "mean"
    ) -> NDArray[np.float32]:
        sampled = amplitudes(self.embedded)
        last_sampled = sampled.shape[1] - 1
        last_dimension = max(1, self.shape[1] - 1)
        dimensions = np.asarray(columns, dtype=np.float64)
        sampled_columns = dimensions * (last_sampled / last_dimension)
        return ArrayRaster(sampled).sample(rows, sampled_columns, reduce)

    def exact(self, rows: range, columns: range) -> NDArray[np.float64]:
        dimensions = np.array(columns, dtype=np.int64)
        return column_amplitudes(self.embedded, dimensions)[rows.start : rows.stop]


def _draw(document: Document[Tabled]) -> Figure:
    rows = (
        (_amplitude_panel(document), _frequency_panel(document)),
        (_cycle_panel(document), _share_panel(document)),
    )
    return Figure("Sinusoids in the table", rows, heights=(1.6, 1.0))


def _cycle_axis(document: Document[Tabled]) -> Axis:
    count = len(amplitudes(document.embedded))
    return Axis("cycles", "cycles", (-0.5, count - 0.5), whole=True, zooms=True)


def _amplitude_panel(document: Document[Tabled]) -> Panel:
    largest_amplitude = float(amplitudes(document.embedded).max()) or 1.0
    heatmap = Heatmap(
        AmplitudeRaster(document.embedded),
        (0.0, largest_amplitude),
        sequential_colormap(document),
        bar="amplitude",
        reduce=document.view.reduce,
        quantity="amplitude",
        key="amplitude",
    )
    cycles = replace(_cycle_axis(document), inverted=True)
    sample = table_sample(document.embedded, consecutive=True)
    fact = sample.note or f"over {in_unit(number(len(sample.values)), 'positions')}"
    return Panel(dimension_axis(document), cycles, (heatmap,), "Fourier transform", fact)


def _cycle_panel(document: Document[Tabled]) -> Panel:
    shares = power_shares(document.embedded)
    series = Samples(np.arange(len(shares), dtype=np.float64), shares)
    style = curve_style(len(shares), FEW_SHARES)
    curve = Curve(series, style=style, quantity="share of the variance", key="cycles")
    half_cycles = half_within(document)
    fact = ""
    if half_cycles is not None:
        fact = f"half of it up to {in_unit(number(half_cycles), 'cycles')}"
    top = max(1.05 * float(shares.max()), 1e-3)
    up = Axis("share", "", (0.0, top), zooms=True)
    return Panel(_cycle_axis(document), up, (curve,), "Share of the variance", fact)


def _frequency_panel(document: Document[Tabled]) -> Panel:
    fitted = fit(document.embedded)
    sample = table_sample(document.embedded, consecutive=True)
    columns = sample.columns.astype(np.float64)
    expected = Samples(columns, _expected_frequencies(document.encoding, sample.columns))
    has_formula = isinstance(document.encoding, Turning)
    name = "its formula" if has_formula else f"paper, *b* = {number(PAPERS_BASE)}"
    marks: list[Mark] = [
        Curve(expected, name, "reference", "wide", f"*ω*, {name}", "sinusoidal"),
    ]

    is_fitted = ~np.isnan(fitted.frequencies)
    explains_half = fitted.shares >= HALF
    kinds: tuple[tuple[NDArray[np.bool_], str, Role, str], ...] = (
        (explains_half & is_fitted, "explains at least half", "accent", "frequency"),
        (~explains_half & is_fitted, "explains less", "muted", "uncertain"),
    )
    for is_of_kind, label, color, key in kinds:
        if is_of_kind.any():
            series = Samples(columns[is_of_kind], fitted.frequencies[is_of_kind])
            marks.append(Curve(series, label, color, "points", "fitted *ω*", key))

    quarter_turn = np.pi / 2 / len(sample.values)
    slowest = float(fitted.frequencies[is_fitted].min(initial=quarter_turn))
    up = Axis("frequency", "*ω* (rad/position)", (slowest / 2, 5.0), log=True, zooms=True)
    title = "Best sinusoid of each dimension"
    return Panel(dimension_axis(document), up, tuple(marks), title, legend=True)


def _expected_frequencies(encoding: Tabled, columns: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return the frequencies of columns by the encoding's formula.

    Without a formula, they are those of the paper for a table of the same width.
    """
    if isinstance(encoding, Turning):
        return np.asarray(encoding.frequencies()[encoding.columns.pairs[columns]])
    sine_columns = columns // 2 * 2
    return np.asarray(PAPERS_BASE ** (-sine_columns / encoding.dim))


def _share_panel(document: Document[Tabled]) -> Panel:
    fitted = fit(document.embedded)
    columns = table_sample(document.embedded, consecutive=True).columns.astype(np.float64)
    is_known = ~np.isnan(fitted.shares)
    series = Samples(columns[is_known], fitted.shares[is_known])
    curve = Curve(series, style="points", quantity="share explained", key="share")
    fact = f"{number(100 * fitted.explained, 3)} % of the table" if is_known.any() else ""
    up = Axis("share explained", "", (-0.03, 1.03), zooms=True)
    title = "What the best sinusoid explains"
    return Panel(dimension_axis(document), up, (curve,), title, fact)


def _expected_words(encoding: Tabled) -> str:
    if isinstance(encoding, Turning):
        return "the encoding’s own formula"
    return (
        f"the paper’s encoding of this width, with base {number(PAPERS_BASE)} "
        "and sines and cosines side by side"
    )


def half_within(document: Document[Tabled]) -> int | None:
    """Return the number of cycles up to which half the variance lies; None if nothing varies."""
    shares = power_shares(document.embedded)
    if not shares.any():
        return None
    nearly_half = HALF * (1 - 1e-9)
    return int(np.searchsorted(np.cumsum(shares), nearly_half))


def _explain(document: Document[Tabled]) -> str:
    half_cycles = half_within(document)
    if half_cycles is None:
        return "Nothing varies over these positions, so there is no cycle to see."
    half_text = in_unit(number(half_cycles), "cycles")
    if half_cycles > 1:
        half_text += " or fewer"
    return (
        "A sinusoid is a bright cell in its dimension; its row says how many cycles it completes "
        f"over these positions. {_clear_text(document)} Half of all variance is at {half_text}. "
        f"{_fit_text(document, fit(document.embedded))}"
    )


def _clear_text(document: Document[Tabled]) -> str:
    """Return a sentence on the dimensions in which one frequency holds most of the variance."""
    power = powers(document.embedded)
    total_power = np.where(power.any(axis=0), power.sum(axis=0), 1.0)
    is_clear = power.max(axis=0) / total_power > HALF
    dimensions = in_unit(number(power.shape[1]), "dimensions")
    text = (
        f"In {number(int(is_clear.sum()))} of {dimensions} "
        "one frequency holds over half of the variance"
    )
    if not is_clear.any():
        return f"{text}."
    highest = int(power.argmax(axis=0)[is_clear].max())
    return f"{text}; the highest is {in_unit(number(highest), 'cycles')}."


def _fit_text(document: Document[Tabled], fitted: Fit) -> str:
    length = document.encoding.length
    if length < FEWEST_POSITIONS:
        return f"A sinusoid is fitted to {FEWEST_POSITIONS} positions or more; here are fewer."
    explained = f"{number(100 * fitted.explained, 3)} % of the variance is explained"
    text = (
        f"With one fitted sinusoid per dimension {explained}; the wide pale line has "
        f"the frequencies of {_expected_words(document.encoding)}."
    )
    if length < FEW_POSITIONS:
        text += (
            f" Over {number(length)} positions these shares say little: "
            "a sinusoid fits any so few numbers well."
        )
    return text + _position_text(document)


def _position_text(document: Document[Tabled]) -> str:
    """Return which positions the rows of a table have, as a sentence.

    Return an empty text if these are the positions that are shown.
    """
    table = document.encoding
    if not isinstance(table, Stored) or not document.embedded.has_no_content:
        return ""
    pairs = table.even_pairs
    positions = "" if pairs is None else pairs.position_text(table.first)
    if pairs is None or not positions:
        return ""
    direction = "backwards" if pairs.step == -1 else "evenly"
    return f" The table turns {direction}: {positions}."


PANE = Pane(
    "spectrum",
    Tabled,
    "the sinusoids in a table of vectors: "
    "its Fourier transform, and the one that fits each dimension best",
    in_brief="Sinusoids in a table",
    reads=attrgetter("embedded", "view.reduce", "view.colormap"),
    draw=_draw,
    slow=True,
    explain=_explain,
    formula=table_formula,
    parts=("amplitude", "frequency", "cycles", "share"),
)
