"""The Fit pane: the sinusoid that fits each dimension best, and how much of the table sinusoids explain."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from peviewer.base.words import in_number, in_unit, number, whole
from peviewer.figures.grammar import Axis, Curve, Figure, Panel
from peviewer.figures.panels.axes import dimension_axis
from peviewer.figures.panels.table import table_formula
from peviewer.figures.panes.pane import Pane
from peviewer.model.encodings.scheme import Tabled
from peviewer.model.sampling.series import Samples
from peviewer.model.structure.fit import FEWEST, Fit, fit
from peviewer.model.structure.sample import table_sample

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from peviewer.document.document import Document
    from peviewer.figures.grammar import Mark, Role

GOOD = 0.5  # of a dimension's variance, from which a sinusoid is more of it than all else
FEW = 16  # positions, fewer of which even noise has half of its variance in a sinusoid, or nearly
USUAL_BASE = 10_000.0


def _draw(document: Document[Tabled]) -> Figure:
    found = fit(document.embedded)
    sample = table_sample(document.embedded, run=True)
    columns = sample.columns.astype(np.float64)
    shares = Curve(Samples(columns, found.shares), style="points", quantity="share explained", key="share")
    explained = Panel(
        dimension_axis(document), Axis("share explained", "", (-0.03, 1.03), zooms=True), (shares,),
        "Share of its variance that it explains",
        f"{number(100 * found.explained, 3)} % of the table" if document.encoding.length >= FEWEST else "",
    )  # fmt: skip
    return Figure("Sinusoids fitted to the table", ((_frequency_panel(document, found, columns),), (explained,)),
                  heights=(1.3, 1.0))  # fmt: skip


def _frequency_panel(document: Document[Tabled], found: Fit, columns: NDArray[np.float64]) -> Panel:
    sample, good = table_sample(document.embedded, run=True), found.shares >= GOOD
    fits = ~np.isnan(found.frequencies)
    usual = USUAL_BASE ** (-(columns // 2 * 2) / document.encoding.dim)
    marks: list[Mark] = [
        Curve(Samples(columns, usual), "sinusoidal encoding", "reference", "wide", "frequency", "sinusoidal")
    ]
    kinds: tuple[tuple[NDArray[np.bool_], str, Role, str], ...] = (
        (good & fits, f"explains at least {number(100 * GOOD)} %", "accent", "frequency"),
        (~good & fits, "explains less", "muted", "uncertain"),
    )
    for chosen, label, color, key in kinds:
        if chosen.any():
            series = Samples(columns[chosen], found.frequencies[chosen])
            marks.append(Curve(series, label, color, "points", "frequency", key))
    slowest = float(found.frequencies[fits].min(initial=np.pi / 2 / len(sample.values)))
    up = Axis("frequency", "*ω* (rad/position)", (slowest / 2, 5.0), log=True, zooms=True)
    return Panel(
        dimension_axis(document), up, tuple(marks), "Best sinusoid of each dimension", sample.note, legend=True
    )


def _explain(document: Document[Tabled]) -> str:
    found = fit(document.embedded)
    count = len(found.shares)
    good = int((found.shares >= GOOD).sum())
    if document.encoding.length < FEWEST:
        return f"A sinusoid is fitted to {FEWEST} positions or more; here are fewer."
    if not found.shares.any():
        return "No dimension varies over these positions, so no sinusoid can be fitted."
    text = f"Sinusoids, one a dimension, explain {number(100 * found.explained, 3)} % of how this table varies. "
    text += f"{whole(good)} of {in_unit(whole(count), 'dimensions')} {in_number(good, 'is')} more a sinusoid than "
    text += "anything else. The wide pale line is where the sinusoidal encoding of this width has its frequencies."
    if untold := int((np.isnan(found.frequencies) & (found.shares > 0)).sum()):
        bend = "bends" if untold == 1 else "bend"
        text += f" {in_unit(whole(untold), 'dimensions')} {bend} so little that no frequency can be told: a parabola "
        text += "fits as well."
    if (few := document.encoding.length) < FEW:
        text += f" Over {whole(few)} positions shares say little, too: a sinusoid fits much of any so few."
    return text


PANE = Pane(
    name="fit",
    title="Fit",
    summary="the best sinusoid of each dimension, and the share of the table that sinusoids explain",
    shows="how near vectors are to sinusoids",
    needs=Tabled,
    reads=lambda document: document.embedded,
    draw=_draw,
    explain=_explain,
    formula=table_formula,
    parts=("frequency", "share"),
)
