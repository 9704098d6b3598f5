"""The Neighbours pane: which position is nearest to each, and how alike positions are by their lag."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from peviewer.base.words import in_number, in_unit, number, whole
from peviewer.figures.grammar import Axis, Curve, Figure, Panel
from peviewer.figures.panels.axes import lag_axis, position_axis
from peviewer.figures.panels.table import table_formula
from peviewer.figures.panes.pane import Pane
from peviewer.model.encodings.scheme import Tabled
from peviewer.model.sampling.series import Samples
from peviewer.model.structure.neighbours import neighbours
from peviewer.model.structure.sample import table_sample

if TYPE_CHECKING:
    from peviewer.document.document import Document


def _draw(document: Document[Tabled]) -> Figure:
    found, sample = neighbours(document.embedded), table_sample(document.embedded, run=True)
    places = (document.encoding.first + sample.places).astype(np.float64)
    lags_of_each = found.lags.astype(np.float64)
    far = float(np.abs(found.lags).max(initial=1))
    nearest = Panel(
        replace(position_axis(document), limits=(float(places[0]) - 0.5, float(places[-1]) + 0.5)),
        Axis("nearest lag", "lag of the nearest", (-1.1 * far - 0.5, 1.1 * far + 0.5), whole=True, zooms=True),
        (Curve(Samples(places, lags_of_each), style="points", quantity="lag of the nearest", key="lag"),),
        "Nearest other position", _beside(document),
    )  # fmt: skip
    lags = np.arange(len(found.mean), dtype=np.float64)
    low = min(0.0, float(found.least.min()))
    curves = (
        Curve(Samples(lags, found.greatest), "least and greatest", "muted", "line", "greatest similarity", "greatest"),
        Curve(Samples(lags, found.least), "", "muted", "line", "least similarity", "least"),
        Curve(Samples(lags, found.mean), "mean", "accent", "line", "mean similarity", "mean"),
    )
    alike = Panel(
        lag_axis(-0.5, max(len(lags) - 0.5, 0.5)), Axis("similarity by lag", "", (1.05 * low - 0.03, 1.05), zooms=True),
        curves, "Cosine similarity by lag", sample.note, legend=True,
    )  # fmt: skip
    return Figure("Nearest positions", ((nearest,), (alike,)), heights=(1.0, 1.0))


def count_beside(document: Document[Tabled]) -> int:
    """Return how many positions are nearest to one right beside them."""
    return int((np.abs(neighbours(document.embedded).lags) == 1).sum())


def _alike(document: Document[Tabled]) -> bool:
    """Whether all positions have the same vector."""
    return not np.ptp(table_sample(document.embedded, run=True).values, axis=0).any()


def _beside(document: Document[Tabled]) -> str:
    count, total = count_beside(document), len(neighbours(document.embedded).lags)
    if total > 1 and _alike(document):
        return "all are equally near"
    return f"{whole(count)} of {whole(total)} {in_number(count, 'is')} nearest to a neighbour" if total > 1 else ""


def _explain(document: Document[Tabled]) -> str:
    found = neighbours(document.embedded)
    total = len(found.lags)
    if total == 1:
        return "There is one position only, and none that could be near to it."
    if _alike(document):
        return "All positions have the same vector: none is nearer than another."
    count = count_beside(document)
    text = f"{whole(count)} of {in_unit(whole(total), 'positions')} {in_number(count, 'has')} the nearest other vector "
    text += f"right beside {'it' if count == 1 else 'them'} in the sequence"
    if found.others:
        text += f"; for {in_unit(whole(found.others), 'positions')} others farther off are as near"
    text += ". "
    spread = float((found.greatest - found.least).max())
    if spread < 1e-9:
        return text + "How alike two positions are depends on their lag alone: least and greatest are one line."
    return text + (
        f"Of positions that are equally far apart the similarity differs by up to {number(spread, 3)}: "
        "the wider apart the grey lines, the less a lag alone says."
    )


PANE = Pane(
    name="neighbours",
    title="Neighbours",
    summary="the nearest other position of each, and similarity by lag: mean, least and greatest",
    shows="which vectors are nearest to each other",
    needs=Tabled,
    reads=lambda document: document.embedded,
    draw=_draw,
    explain=_explain,
    formula=table_formula,
    parts=("nearest", "similarity"),
)
