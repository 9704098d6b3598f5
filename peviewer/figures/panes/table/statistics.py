"""The Statistics pane: of each position's vector, and of each dimension over the positions."""

from __future__ import annotations

from dataclasses import replace
from math import inf, sqrt
from typing import TYPE_CHECKING

import numpy as np

from peviewer.base.formula import Formula
from peviewer.base.words import in_number, measured, number, power, whole
from peviewer.figures.grammar import Axis, Band, Curve, Figure, Panel, Rule
from peviewer.figures.panels.axes import curve_style, dimension_axis, is_shading_visible, position_axis
from peviewer.figures.panels.table import content_formula, repetition_note
from peviewer.figures.panes.pane import Columns, Pane
from peviewer.model.claims.statistics.dimensions import (
    DimensionDeviations,
    counts_every_cell,
    dimension_deviations,
    exact_dimension_deviations,
)
from peviewer.model.claims.statistics.extents import extents
from peviewer.model.claims.statistics.ranges import compared_with
from peviewer.model.claims.statistics.rows import RowStatistic
from peviewer.model.encodings.scheme import Tabled
from peviewer.model.encodings.turning import Turning

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from peviewer.document.document import Document
    from peviewer.model.claims.statistics.rows import Kind
    from peviewer.model.content.embedded import Embedded

SMALL_DEVIATION = 0.01  # a dimension with less hardly distinguishes positions; of a table, that share of its spread
LEAST_SHARE = 1e-4  # of that: smaller deviations are drawn on the lower edge
_TITLES: dict[Kind, str] = {
    "norm": "Norm",
    "mean": "Mean",
    "deviation": "Standard deviation",
    "range": "Range of cosine similarity",
}


def _draw(document: Document[Tabled]) -> Figure:
    norm, mean, deviation, similarity = (_position_panel(document, kind) for kind in _TITLES)
    return Figure(
        "Statistics of positions and dimensions",
        ((norm, mean), (deviation, similarity), (_dimension_panel(document),)),
        heights=(1.0, 1.0, 1.2),
        spare=(1,),
    )


def _position_panel(document: Document[Tabled], kind: Kind) -> Panel:
    found = extents(document.embedded)
    low, high = {"norm": (0.0, found.norm), "mean": found.means, "deviation": found.deviations, "range": found.ranges}[
        kind
    ]
    margin = max(0.12 * (high - low), 0.02 * abs(high)) or 0.5
    limits = low - (0.0 if kind == "norm" else margin), high + margin
    series = RowStatistic(document.embedded, kind, document.view.reduce)
    curve = Curve(series, style=curve_style(document.encoding.length), quantity=_TITLES[kind].lower(), key=kind)
    fact = {"norm": _norm_fact(document), "range": _sample_fact(document.embedded)}.get(kind, "")
    return Panel(position_axis(document), Axis(kind, "", limits, zooms=True), (curve,), _TITLES[kind], fact)


def _sample_fact(embedded: Embedded) -> str:
    """Return how much of the table each position is compared with, if that is not all of it."""
    positions, dims = compared_with(embedded)
    encoding, parts = embedded.encoding, []
    if positions < encoding.length:
        parts.append(f"{whole(positions)} of {whole(encoding.length)} positions")
    if dims < encoding.dim:
        parts.append(f"{whole(dims)} of {whole(encoding.dim)} dimensions")
    return f"over {', '.join(parts)}" if parts else ""


def _norm_fact(document: Document[Tabled]) -> str:
    dim = document.encoding.dim
    if not document.embedded.by_lag:
        return ""
    return f"√(*d*/2) = {number(sqrt(dim / 2))} everywhere"


def _is_relative(document: Document[Tabled]) -> bool:
    """Whether a deviation is small beside the others: numbers that no rule made may be of any scale."""
    turning = isinstance(document.encoding, Turning)
    return not turning and bool(_known_deviations(document).any())


def _known_deviations(document: Document[Tabled]) -> NDArray[np.float64]:
    """Return the deviations of the dimensions whose numbers are all finite, as far as they were looked at."""
    deviations = dimension_deviations(document.embedded)
    known: NDArray[np.float64] = deviations[np.isfinite(deviations)]
    return known if len(known) else np.zeros(1)


def _small_deviation(document: Document[Tabled]) -> float:
    """Return the deviation below which a dimension hardly distinguishes positions."""
    if not _is_relative(document):
        return SMALL_DEVIATION
    spread = float(np.sqrt(np.square(_known_deviations(document)).mean()))
    return float(f"{SMALL_DEVIATION * spread:.2g}")  # as it is written


def _dimension_panel(document: Document[Tabled]) -> Panel:
    deviations, least = _known_deviations(document), _small_deviation(document)
    relative = _is_relative(document)
    lowest, border = LEAST_SHARE * least, measured(least, 2) if relative else number(least)
    floor = max(lowest, min(least / 10, float(deviations.min()) / 2))
    still, below = int((deviations < least).sum()), int((deviations < floor).sum())
    top = 2 * float(deviations.max())
    axis = Axis("dimension deviation", "", (floor, top if relative else max(2.0, top)), log=True, zooms=True)
    large = DimensionDeviations(document.embedded, least, inf, floor)
    small = replace(large, low=0.0, high=least)
    vary = "varies" if still == 1 else "vary"
    fact = f"{whole(still)} of {whole(document.encoding.dim)} {vary} by less than {border}"
    fact += ", 1 % of the spread" if relative else ""
    if below:
        fact += f", {whole(below)} (on the lower edge) by less than {measured(lowest, 2) if relative else power(-6)}"
    if gaps := document.encoding.dim - len(deviations):
        fact += f", {whole(gaps)} {in_number(gaps, 'has')} numbers that are not finite"
    if not counts_every_cell(document.embedded):
        turning = isinstance(document.encoding, Turning)
        fact += "; random content counts as it does on average" if turning else "; of a sample of the rows"
    return Panel(
        dimension_axis(document),
        axis,
        (
            Band("y", lowest, least, "muted"),  # to the lowest floor, which a clip may have
            Rule("y", least, border, "muted"),
            Curve(large, f"at least {border}", "accent", "points", "deviation", key=None),
            Curve(small, f"less than {border}", "curve-1", "points", "deviation", key=None),
        ),
        title="Standard deviation of each dimension",
        fact=fact,
    )


def _tables(document: Document[Tabled]) -> tuple[Columns, ...]:
    deviations = exact_dimension_deviations(document.embedded)
    labels = {"dimension": "dimension j", "deviation": "standard deviation over all positions"}
    return (Columns("dimensions", {"dimension": range(document.encoding.dim), "deviation": deviations}, labels),)


def _explain(document: Document[Tabled]) -> str:
    dim, plain = document.encoding.dim, document.embedded.plain
    if document.encoding.length == 1:
        return "There is one position only: it has a norm, a mean and a deviation, and no other to be compared with."
    if document.embedded.by_lag:
        norm = "Every vector has the same norm, √(*d*/2), so no position is louder than another. "
    elif plain and isinstance(document.encoding, Turning):
        norm = "With an odd number of dimensions the last sine has no cosine beside it: the norms vary with it. "
    elif plain:
        norm = "The norms are measured: where they differ, some positions are louder than others. "
    else:
        norm = "With content added the norms differ from position to position: some are louder than others."
        norm += f"{repetition_note(document)} "
    still = int((dimension_deviations(document.embedded) < _small_deviation(document)).sum())
    if not still:
        below = "every dimension varies over these positions: each helps to tell them apart."
    elif still == 1:
        which = "the dimension in the shaded stretch" if is_shading_visible(document) else "one dimension"
        below = f"{which} hardly varies over these positions: here it says almost nothing."
    else:
        whose = f"all {whole(dim)} dimensions stand" if still == dim else f"the {whole(still)} dimensions"
        where = f" in the shaded stretch{', and' if still == dim else ''}" if is_shading_visible(document) else ""
        whose = f"all {whole(dim)} dimensions" if still == dim and not where else whose
        below = f"{whose}{where} hardly vary over these positions: at this length they say almost nothing."
    if _is_relative(document):
        below += " The line is at a hundredth of the table’s spread, the root mean square of these deviations."
    return (
        f"{norm}The range of similarity spans from the least similar position to the most similar one. Below, {below}"
    )


def _formula(document: Document[Tabled]) -> Formula:
    if document.embedded.plain and not isinstance(document.encoding, Turning):
        return Formula("‖PE(t)‖", r"\Vert PE(t)\Vert")
    if document.embedded.by_lag:
        return Formula("‖PE(t)‖ = √(d/2)", r"\Vert PE(t)\Vert = \sqrt{d/2}")
    if document.embedded.plain and isinstance(document.encoding, Turning):
        return Formula(
            "‖PE(t)‖² = ⌊d/2⌋ + sin² ωᵢt, i = ⌊d/2⌋",
            r"\Vert PE(t)\Vert^2 = \lfloor d/2\rfloor + \sin^2\omega_i t,\ i = \lfloor d/2\rfloor",
        ).beside(document.encoding.frequency_formula())
    return Formula("‖y(t)‖", r"\Vert y(t)\Vert").beside(content_formula(document))


PANE = Pane(
    name="statistics",
    title="Statistics",
    summary="norm, mean, deviation and range of similarity of each position; deviation of each dimension",
    shows="norms, means and deviations of vectors",
    needs=Tabled,
    reads=lambda document: (document.embedded, document.view.raw),
    draw=_draw,
    explain=_explain,
    formula=_formula,
    tables=_tables,
    parts=("norm", "mean", "deviation", "range", "dimensions"),
)
