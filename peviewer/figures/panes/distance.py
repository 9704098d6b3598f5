"""The matrix of distances or similarities, and the profile of one row."""

from dataclasses import replace
from functools import lru_cache

import numpy as np

from peviewer.base.words import number, whole
from peviewer.document.document import Document
from peviewer.figures.grammar import Axis, Curve, Figure, Heatmap, Mark, Panel, Rule
from peviewer.figures.panes.axes import position_axis, within
from peviewer.figures.panes.pane import Pane
from peviewer.model.between.lags import Metric
from peviewer.model.between.pairwise import lag_profile
from peviewer.model.between.with_content import pairwise_raster
from peviewer.model.content.embedded import Embedded
from peviewer.model.sampling.raster import Raster, cells
from peviewer.model.sampling.series import RasterRow

_NAMES = {
    "euclidean": "distance",
    "sse": "squared distance",
    "cosine": "cosine similarity",
    "dot": "dot product",
}
_FORMULA = {
    "euclidean": r"\Vert PE(t)-PE(s)\Vert^2 = d - 2\sum_i \cos\,\omega_i (t-s)",
    "sse": r"\Vert PE(t)-PE(s)\Vert^2 = d - 2\sum_i \cos\,\omega_i (t-s)",
    "cosine": r"\frac{PE(t)\cdot PE(s)}{\Vert PE(t)\Vert\,\Vert PE(s)\Vert} = \frac{2}{d}\sum_i \cos\,\omega_i (t-s)",
    "dot": r"PE(t)\cdot PE(s) = \sum_i \cos\,\omega_i (t-s)",
}


@lru_cache(maxsize=16)  # the cursor draws the pane anew, and moves no colours
def levels(embedded: Embedded, metric: Metric) -> tuple[float, float]:
    """Return the range of colours: symmetric for similarities, from 0 for distances."""
    if metric == "cosine":
        return -1.0, 1.0
    encoding = embedded.encoding
    if metric == "dot" and embedded.plain:
        return -encoding.dim / 2, encoding.dim / 2
    raster = pairwise_raster(embedded, metric)
    middle = encoding.length // 2
    rows = [raster.sample([row], cells(-0.5, encoding.length - 0.5, encoding.length, 512)) for row in (0, middle)]
    low_lags = raster.sample([0], np.arange(min(64, encoding.length)))
    top = max(float(row.max()) for row in (*rows, low_lags))
    return -top if metric == "dot" else 0.0, top or 1.0


def _draw(document: Document) -> Figure:
    encoding, view, metric = document.encoding, document.view, document.pairwise.metric
    row = within(document.cursor.position, document)
    raster = pairwise_raster(document.embedded, metric)
    span = levels(document.embedded, metric)
    sequential = "viridis" if view.colormap == "diverging" and span[0] == 0 else view.colormap
    other = position_axis(document, "distance", "s", "other")
    matrix = Panel(
        other,
        replace(position_axis(document, "distance"), inverted=True),
        (
            Heatmap(raster, span, sequential, encoding.first, encoding.first, document.view.reduce, _NAMES[metric]),
            Rule("y", row),
        ),
    )
    return Figure(
        "distance",
        f"{_NAMES[metric].capitalize()} between positions",
        ((matrix,), (_profile(document, other, raster, row, span),)),
        heights=(2.4, 1.0),
        formula=_FORMULA[metric],
    )


def _profile(document: Document, other: Axis, raster: Raster, row: int, span: tuple[float, float]) -> Panel:
    encoding, metric = document.encoding, document.pairwise.metric
    margin = 0.06 * (span[1] - span[0])
    marks: list[Mark] = [
        Curve(RasterRow(raster, row - encoding.first, encoding.first, document.view.reduce), f"to *t* = {whole(row)}"),
        Rule("x", row),
    ]
    fact = "neighbours differ by position"
    if _steps_evenly(document.embedded, metric):
        step = float(lag_profile(encoding, 1.0, metric))
        marks.insert(0, Rule("y", step, "neighbours", dashed=True))
        fact = f"neighbours: {number(step, 9)}"
    value = Axis("value", "", (span[0] - margin, span[1] + margin))
    return Panel(replace(other, cursor="other"), value, tuple(marks), f"From position *t* = {whole(row)}", fact)


def _steps_evenly(embedded: Embedded, metric: Metric) -> bool:
    """Whether neighbours compare alike everywhere: a constant cancels in differences only."""
    content = embedded.content.kind
    alike = content == "none" or (content == "ones" and metric in ("euclidean", "sse"))
    return alike and embedded.encoding.dim % 2 == 0


PANE = Pane(
    name="distance",
    title="Distance",
    summary="distances or similarities between all positions, and the profile of one row",
    explain=(
        "Every diagonal has one colour: how far two positions are apart depends on their lag alone. "
        "The curve is the row under the cursor; neighbours are always the same distance apart."
    ),
    formula="‖PE(t) − PE(s)‖² = d − 2 Σ cos ωᵢ(t−s)",
    reads=lambda document: (document.embedded, document.pairwise, document.view, document.cursor.position),
    draw=_draw,
    choices=("pairwise.metric",),
)
