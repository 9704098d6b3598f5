"""Statistics of the table: of each position's vector, and of each dimension over the positions."""

from math import sqrt
from typing import Literal

import numpy as np

from peviewer.base.words import number, whole
from peviewer.document.document import Document
from peviewer.figures.grammar import Axis, Band, Curve, Figure, Panel, Rule
from peviewer.figures.panes.axes import dimension_axis, position_axis
from peviewer.figures.panes.pane import Pane
from peviewer.model.claims.statistics import Kind, RowStatistic, dimension_deviations, extent
from peviewer.model.sampling.series import Samples

STILL = 0.01  # a dimension whose standard deviation is less hardly tells positions apart
_TITLES: dict[Kind, str] = {
    "norm": "Norm",
    "mean": "Mean",
    "deviation": "Standard deviation",
    "range": "Range of cosine similarity",
}


def _draw(document: Document) -> Figure:
    norm, mean, deviation, similarity = (_over_positions(document, kind) for kind in _TITLES)
    return Figure(
        "statistics",
        "Statistics of positions and dimensions",
        ((norm, mean), (deviation, similarity), (_over_dimensions(document),)),
        heights=(1.0, 1.0, 1.2),
        formula=r"\Vert PE(t)\Vert^2 = d/2",
    )


def _over_positions(document: Document, kind: Kind) -> Panel:
    low, high = extent(document.embedded, kind)
    if kind in ("norm", "range"):
        low = 0.0
    margin = max(0.12 * (high - low), 0.02 * abs(high)) or 0.5
    limits = low - (0.0 if kind == "norm" else margin), high + margin
    style: Literal["points", "line"] = "points" if document.encoding.length == 1 else "line"
    curve = Curve(RowStatistic(document.embedded, kind, document.view.reduce), style=style)
    fact = _constant_norm(document) if kind == "norm" else ""
    return Panel(position_axis(document, "statistics"), Axis(kind, "", limits), (curve,), _TITLES[kind], fact)


def _constant_norm(document: Document) -> str:
    dim = document.encoding.dim
    if dim % 2 or not document.embedded.plain:
        return ""
    return f"√(*d*/2) = {number(sqrt(dim / 2))} everywhere"


def _over_dimensions(document: Document) -> Panel:
    deviations = dimension_deviations(document.embedded)
    places = np.arange(len(deviations), dtype=np.float64)
    still = deviations < STILL
    floor = max(1e-6, min(STILL / 10, float(deviations.min()) / 2))
    heights = np.maximum(deviations, floor)
    axis = Axis("dimension deviation", "", (floor, max(2.0, 2 * float(heights.max()))), log=True)
    return Panel(
        dimension_axis(document, "statistics"),
        axis,
        (
            Band("y", floor, STILL, "muted"),
            Rule("y", STILL, number(STILL), "muted"),
            Curve(Samples(places[~still], heights[~still]), f"at least {number(STILL)}", "accent", "points"),
            Curve(Samples(places[still], heights[still]), f"less than {number(STILL)}", "mark", "points"),
        ),
        title="Standard deviation of each dimension",
        fact=f"{whole(int(still.sum()))} of {whole(len(still))} vary by less than {number(STILL)}",
    )


PANE = Pane(
    name="statistics",
    title="Statistics",
    summary="norm, mean, deviation and range of similarity of each position; deviation of each dimension",
    explain=(
        "Every vector has the same norm, √(*d*/2), so no position is louder than another. The range of similarity is "
        "the difference between the most and the least similar position. Below, the dimensions in the shaded stretch "
        "hardly vary over these positions: at this length they say almost nothing."
    ),
    formula="‖PE(t)‖ = √(d/2)",
    reads=lambda document: (document.embedded, document.view),
    draw=_draw,
)
