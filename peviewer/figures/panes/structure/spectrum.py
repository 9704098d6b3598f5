"""The Spectrum pane: the Fourier transform of a table along its positions, dimension by dimension."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from peviewer.base.words import in_unit, whole
from peviewer.figures.grammar import Axis, Curve, Figure, Heatmap, Panel
from peviewer.figures.panels.axes import curve_style, dimension_axis, sequential_colormap
from peviewer.figures.panels.table import table_formula
from peviewer.figures.panes.pane import Pane
from peviewer.model.encodings.scheme import Tabled
from peviewer.model.sampling.raster import ArrayRaster, Raster, Reduce
from peviewer.model.sampling.series import Samples
from peviewer.model.structure.sample import table_sample
from peviewer.model.structure.spectrum import amplitudes, column_amplitudes, power_shares, powers

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from peviewer.document.document import Document
    from peviewer.model.content.embedded import Embedded

HALF = 0.5


@dataclass(frozen=True)
class AmplitudeRaster(Raster):
    """Amplitudes, cycles × dimensions; a dimension that is not looked at has those of the nearest one that is."""

    embedded: Embedded

    @property
    def shape(self) -> tuple[int, int]:
        """Numbers of cycles and dimensions."""
        return len(amplitudes(self.embedded)), self.embedded.encoding.dim

    def sample(self, rows: ArrayLike, columns: ArrayLike, reduce: Reduce = "mean") -> NDArray[np.float32]:
        """Return cells or block means; see :meth:`Raster.sample`."""
        kept = amplitudes(self.embedded)
        share = (kept.shape[1] - 1) / max(1, self.shape[1] - 1)
        return ArrayRaster(kept).sample(rows, np.asarray(columns, dtype=np.float64) * share, reduce)

    def exact(self, rows: range, columns: range) -> NDArray[np.float64]:
        """Return the amplitudes of these very dimensions; see :meth:`Raster.exact`."""
        chosen = np.array(columns, dtype=np.int64)
        return column_amplitudes(self.embedded, chosen)[rows.start : rows.stop]


def _draw(document: Document[Tabled]) -> Figure:
    found = amplitudes(document.embedded)
    cycles = Axis("cycles", "cycles", (-0.5, len(found) - 0.5), whole=True, zooms=True)
    high = float(found.max()) or 1.0
    heat = Heatmap(AmplitudeRaster(document.embedded), (0.0, high), sequential_colormap(document), bar="amplitude",
                   reduce=document.view.reduce, quantity="amplitude", key="amplitude")  # fmt: skip
    table = Panel(dimension_axis(document), replace(cycles, inverted=True), (heat,), "Amplitudes", _note(document))
    shares = power_shares(document.embedded)
    series = Samples(np.arange(len(shares), dtype=np.float64), shares)
    curve = Curve(series, style=curve_style(len(shares), 16), quantity="share of the variance", key="share")
    up = Axis("share", "", (0.0, max(1.05 * float(shares.max()), 1e-3)), zooms=True)
    return Figure(
        "Spectrum along positions",
        ((table,), (Panel(cycles, up, (curve,), "Share of the variance", _half(document)),)),
        heights=(2.0, 1.0),
    )


def _note(document: Document[Tabled]) -> str:
    sample = table_sample(document.embedded, run=True)
    return sample.note or f"over {in_unit(whole(len(sample.values)), 'positions')}"


def half_within(document: Document[Tabled]) -> int | None:
    """Return up to how many cycles half the variance is; None where nothing varies."""
    shares = power_shares(document.embedded)
    return int(np.searchsorted(np.cumsum(shares), HALF * (1 - 1e-9))) if shares.any() else None


def _half(document: Document[Tabled]) -> str:
    most = half_within(document)
    return "" if most is None else f"half of it up to {in_unit(whole(most), 'cycles')}"


def _explain(document: Document[Tabled]) -> str:
    most = half_within(document)
    if most is None:
        return "Nothing varies over these positions, so there is no cycle to see."
    found = powers(document.embedded)
    alone = found.max(axis=0) / np.where(found.any(axis=0), found.sum(axis=0), 1.0)
    clear = int((alone > HALF).sum())
    text = "A sinusoid is a bright cell in its dimension: its row is how often it turns over these positions. "
    text += f"In {whole(clear)} of {in_unit(whole(found.shape[1]), 'dimensions')} one number of cycles has more than "
    text += "half of the variance"
    if clear:
        text += f", the fastest of them {in_unit(whole(int(found.argmax(axis=0)[alone > HALF].max())), 'cycles')}"
    return f"{text}. Half of all variance is at {in_unit(whole(most), 'cycles')}{' or fewer' if most > 1 else ''}."


PANE = Pane(
    name="spectrum",
    title="Spectrum",
    summary="the Fourier transform of each dimension along the positions: sinusoids stand out",
    shows="how fast vectors vary along the positions",
    needs=Tabled,
    reads=lambda document: (document.embedded, document.view.reduce, document.view.colormap),
    draw=_draw,
    explain=_explain,
    formula=table_formula,
    parts=("amplitude", "share"),
)
