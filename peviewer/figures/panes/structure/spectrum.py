"""The Spectrum pane: the Fourier transform of a table, and the sinusoid that fits each dimension best."""

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
from peviewer.model.encodings.scheme import Tabled
from peviewer.model.encodings.stored import Stored
from peviewer.model.encodings.turning import Turning
from peviewer.model.sampling.raster import ArrayRaster, Raster, Reduce
from peviewer.model.sampling.series import Samples
from peviewer.model.structure import (
    FEWEST,
    Fit,
    amplitudes,
    column_amplitudes,
    fit,
    power_shares,
    powers,
    table_sample,
)

HALF = 0.5
FEW = 16  # positions; with fewer, about half the variance even of noise fits a sinusoid
PAPERS_BASE = 10_000.0


@dataclass(frozen=True)
class AmplitudeRaster(Raster):
    """Amplitudes, cycles × dimensions.

    A dimension outside the sample has those of the nearest one in it.
    """

    embedded: Embedded

    @property
    def shape(self) -> tuple[int, int]:
        return len(amplitudes(self.embedded)), self.embedded.encoding.dim

    def sample(
        self, rows: ArrayLike, columns: ArrayLike, reduce: Reduce = "mean"
    ) -> NDArray[np.float32]:
        sampled = amplitudes(self.embedded)
        share = (sampled.shape[1] - 1) / max(1, self.shape[1] - 1)
        return ArrayRaster(sampled).sample(
            rows, np.asarray(columns, dtype=np.float64) * share, reduce
        )

    def exact(self, rows: range, columns: range) -> NDArray[np.float64]:
        chosen = np.array(columns, dtype=np.int64)
        return column_amplitudes(self.embedded, chosen)[rows.start : rows.stop]


def _draw(document: Document[Tabled]) -> Figure:
    rows = (
        (_amplitude_panel(document), _frequency_panel(document)),
        (_cycle_panel(document), _share_panel(document)),
    )
    return Figure("Sinusoids in the table", rows, heights=(1.6, 1.0))


def _cycle_axis(document: Document[Tabled]) -> Axis:
    return Axis(
        "cycles", "cycles", (-0.5, len(amplitudes(document.embedded)) - 0.5), whole=True, zooms=True
    )


def _amplitude_panel(document: Document[Tabled]) -> Panel:
    high = float(amplitudes(document.embedded).max()) or 1.0
    heat = Heatmap(AmplitudeRaster(document.embedded), (0.0, high), sequential_colormap(document), bar="amplitude",
                   reduce=document.view.reduce, quantity="amplitude", key="amplitude")  # fmt: skip
    cycles, sample = (
        replace(_cycle_axis(document), inverted=True),
        table_sample(document.embedded, run=True),
    )
    note = sample.note or f"over {in_unit(number(len(sample.values)), 'positions')}"
    return Panel(dimension_axis(document), cycles, (heat,), "Fourier transform", note)


def _cycle_panel(document: Document[Tabled]) -> Panel:
    shares = power_shares(document.embedded)
    series = Samples(np.arange(len(shares), dtype=np.float64), shares)
    curve = Curve(
        series, style=curve_style(len(shares), 16), quantity="share of the variance", key="cycles"
    )
    most = half_within(document)
    half = "" if most is None else f"half of it up to {in_unit(number(most), 'cycles')}"
    up = Axis("share", "", (0.0, max(1.05 * float(shares.max()), 1e-3)), zooms=True)
    return Panel(_cycle_axis(document), up, (curve,), "Share of the variance", half)


def _frequency_panel(document: Document[Tabled]) -> Panel:
    fitted, sample = fit(document.embedded), table_sample(document.embedded, run=True)
    columns, good = sample.columns.astype(np.float64), fitted.shares >= HALF
    fits = ~np.isnan(fitted.frequencies)
    expected = _expected_frequencies(document.encoding, sample.columns)
    has_formula = isinstance(document.encoding, Turning)
    name = "its formula" if has_formula else f"paper, *b* = {number(PAPERS_BASE)}"
    marks: list[Mark] = [
        Curve(Samples(columns, expected), name, "reference", "wide", f"*ω*, {name}", "sinusoidal")
    ]
    kinds: tuple[tuple[NDArray[np.bool_], str, Role, str], ...] = (
        (good & fits, "explains at least half", "accent", "frequency"),
        (~good & fits, "explains less", "muted", "uncertain"),
    )
    for chosen, label, color, key in kinds:
        if chosen.any():
            series = Samples(columns[chosen], fitted.frequencies[chosen])
            marks.append(Curve(series, label, color, "points", "fitted *ω*", key))
    slowest = float(fitted.frequencies[fits].min(initial=np.pi / 2 / len(sample.values)))
    up = Axis("frequency", "*ω* (rad/position)", (slowest / 2, 5.0), log=True, zooms=True)
    return Panel(
        dimension_axis(document), up, tuple(marks), "Best sinusoid of each dimension", legend=True
    )


def _expected_frequencies(encoding: Tabled, columns: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return the frequencies of columns by the encoding's formula, or those of the paper in a table of its width."""
    if isinstance(encoding, Turning):
        return np.asarray(encoding.frequencies()[encoding.columns.pairs[columns]])
    return np.asarray(PAPERS_BASE ** (-(columns // 2 * 2) / encoding.dim))


def _share_panel(document: Document[Tabled]) -> Panel:
    fitted, sample = fit(document.embedded), table_sample(document.embedded, run=True)
    known = ~np.isnan(fitted.shares)
    series = Samples(sample.columns[known].astype(np.float64), fitted.shares[known])
    curve = Curve(series, style="points", quantity="share explained", key="share")
    explained = f"{number(100 * fitted.explained, 3)} % of the table" if known.any() else ""
    up = Axis("share explained", "", (-0.03, 1.03), zooms=True)
    return Panel(
        dimension_axis(document), up, (curve,), "What the best sinusoid explains", explained
    )


def _expected_words(encoding: Tabled) -> str:
    if isinstance(encoding, Turning):
        return "the encoding’s own formula"
    return f"the paper’s encoding of this width, with base {number(PAPERS_BASE)} and sines and cosines side by side"


def half_within(document: Document[Tabled]) -> int | None:
    """Return the number of cycles up to which half the variance lies; None if nothing varies."""
    shares = power_shares(document.embedded)
    return int(np.searchsorted(np.cumsum(shares), HALF * (1 - 1e-9))) if shares.any() else None


def _explain(document: Document[Tabled]) -> str:
    most = half_within(document)
    if most is None:
        return "Nothing varies over these positions, so there is no cycle to see."
    powered = powers(document.embedded)
    alone = powered.max(axis=0) / np.where(powered.any(axis=0), powered.sum(axis=0), 1.0)
    clear = int((alone > HALF).sum())
    text = "A sinusoid is a bright cell in its dimension; its row says how many cycles it completes over these "
    text += "positions. "
    dimensions = in_unit(number(powered.shape[1]), "dimensions")
    text += f"In {number(clear)} of {dimensions} one frequency holds over half of the variance"
    if clear:
        text += f"; the highest is {in_unit(number(int(powered.argmax(axis=0)[alone > HALF].max())), 'cycles')}"
    text += f". Half of all variance is at {in_unit(number(most), 'cycles')}{' or fewer' if most > 1 else ''}. "
    return text + _fit_text(document, fit(document.embedded))


def _fit_text(document: Document[Tabled], fitted: Fit) -> str:
    if document.encoding.length < FEWEST:
        return f"A sinusoid is fitted to {FEWEST} positions or more; here are fewer."
    text = f"With one fitted sinusoid per dimension {number(100 * fitted.explained, 3)} % of the variance is explained; "
    text += f"the wide pale line has the frequencies of {_expected_words(document.encoding)}."
    if (few := document.encoding.length) < FEW:
        text += f" Over {number(few)} positions these shares say little: a sinusoid fits any so few numbers well."
    return text + _position_text(document)


def _position_text(document: Document[Tabled]) -> str:
    """Return which positions the rows of a table have, as a sentence.

    Empty where they are those that are shown.
    """
    table = document.encoding
    if not isinstance(table, Stored) or not document.embedded.plain:
        return ""
    pairs = table.even_pairs
    if pairs is None:
        return ""
    position = pairs.position_text(table.first)
    if not position:
        return ""
    return f" The table turns {'backwards' if pairs.step == -1 else 'evenly'}: {position}."


PANE = Pane(
    "spectrum",
    Tabled,
    "the sinusoids in a table of vectors: its Fourier transform, and the one that fits each dimension best",
    reads=attrgetter("embedded", "view.reduce", "view.colormap"),
    draw=_draw,
    slow=True,
    explain=_explain,
    formula=table_formula,
    parts=("amplitude", "frequency", "cycles", "share"),
)
