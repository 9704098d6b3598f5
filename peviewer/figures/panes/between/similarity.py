"""The Similarity pane: dot product and squared distance of one position to all others, measured and in closed form."""

from __future__ import annotations

from dataclasses import dataclass
from operator import attrgetter
from typing import Literal

import numpy as np

from peviewer.base.formula import Formula
from peviewer.base.numbers import number
from peviewer.base.parameters import Parameters, parameter
from peviewer.document.document import Document
from peviewer.figures.grammar import Axis, Curve, Figure, Mark, Panel, Rule
from peviewer.figures.panels import shift_marks
from peviewer.figures.panels.axes import curve_style, lag_axis, position_axis
from peviewer.figures.panels.table import content_formula, content_note, varying
from peviewer.figures.panes.pane import Pane
from peviewer.model.between.extents import extents
from peviewer.model.between.pairwise import compared_rows
from peviewer.model.between.position_matrices import PairwiseRaster
from peviewer.model.claims.turning import last_falling_lag
from peviewer.model.embedded import Embedded
from peviewer.model.encodings.grids.gridded import Gridded
from peviewer.model.encodings.scheme import Tabled
from peviewer.model.encodings.turning import Turning
from peviewer.model.sampling.grid import cell_range, cells
from peviewer.model.sampling.series import Points, RasterRow


class Similarity(Parameters):
    """One position against all others."""

    by: Literal["position", "lag"] = parameter(
        "position", title="Curves", hidden=True, labels={"position": "By position", "lag": "By lag"},
        help="Draw similarity over the other position, or over the lag.",
    )  # fmt: skip


ProductMetric = Literal["dot", "sse"]
_KEYS = {"dot": "similarity", "sse": "squared_difference"}
_MOST_CELLS = 2**18  # of the table, multiplied out for one view
_CLOSED_FORMS = {"dot": "Σ cos *ω*ᵢ(*s* − *t*)", "sse": "*d* − 2 Σ cos *ω*ᵢ(*s* − *t*)"}


@dataclass(frozen=True)
class Measured(RasterRow):
    """One position compared with all others by the vectors in view.

    With too many, by the cells of the raster.
    """

    raster: PairwiseRaster

    def sample(self, low: float, high: float, pixels: int) -> Points:
        """Return the comparison at whole positions or at pixels; see :meth:`Series.sample`."""
        embedded = self.raster.embedded
        encoding = embedded.encoding
        rows = cells(low - self.start - 1, high - self.start + 1, encoding.length, pixels)
        crowded = len(rows) > 1 and rows[1] - rows[0] > 1
        if crowded or len(rows) * encoding.dim > _MOST_CELLS:
            return super().sample(low, high, pixels)
        vector, others = (
            embedded.table([encoding.first + self.row])[0],
            embedded.table(encoding.first + rows),
        )
        is_dot = self.raster.metric == "dot"
        return rows + self.start, others @ vector if is_dot else np.square(others - vector).sum(
            axis=1
        )

    def exact(self, low: float, high: float) -> Points:
        """Return the comparison with every position, all vectors multiplied out.

        See :meth:`Series.exact`.
        """
        embedded = self.raster.embedded
        others = cell_range(low - self.start, high - self.start, embedded.encoding.length)
        rows = range(self.row, self.row + 1)
        values = compared_rows(embedded.raster(), rows, others, self.raster.metric)[0]
        return self.start + np.array(others, dtype=np.float64), values


def _draw(document: Document[Tabled]) -> Figure:
    position = document.reference_position
    places = document.encoding.positions
    others = position_axis(document, "s", "other")
    if document.of(Similarity).by == "lag":
        others = lag_axis(places[0] - position - 0.5, places[-1] - position + 0.5)
    named = shift_marks.position_label(document)
    dots = _metric_panel(document, position, others, "dot", f"Dot product with {named}")
    squares = _metric_panel(
        document, position, others, "sse", f"Sum of squared differences from {named}"
    )
    return Figure("One position against all others", ((dots,), (squares,)), heights=(1.0, 1.0))


def _metric_panel(
    document: Document[Tabled], position: int, others: Axis, metric: ProductMetric, title: str
) -> Panel:
    encoding, embedded, reduce = document.encoding, document.embedded, document.view.reduce
    by_position = document.of(Similarity).by == "position"
    zero = 0 if by_position else position
    ranges = [extents(embedded), extents(Embedded(encoding))]
    ends = [some.dots if metric == "dot" else some.distances for some in ranges]
    low, high = min(low for low, _ in ends), max(high for _, high in ends)
    margin = 0.08 * (high - low) or 0.08 * abs(high) or 1.0
    start, row = float(encoding.first - zero), position - encoding.first
    style = curve_style(encoding.length)
    marks: list[Mark] = [Rule("x", position - zero, shift_marks.position_label(document) if by_position else "lag 0",
                              moves="cursor.position" if by_position else "")]  # fmt: skip
    if isinstance(encoding, Turning) and encoding.dim % 2 == 0:
        closed = RasterRow(PairwiseRaster(Embedded(encoding), metric), row, start, reduce)
        marks.append(
            Curve(
                closed,
                _CLOSED_FORMS[metric],
                "reference",
                "wide",
                key=f"{_KEYS[metric]}_closed_form",
            )
        )
        if (lag := last_falling_lag(encoding)) is not None:
            named = {position - zero + lag: f"lag {number(lag)}", position - zero - lag: ""}
            low_end, high_end = others.limits
            marks += [
                Rule("x", end, name, "muted")
                for end, name in named.items()
                if low_end < end < high_end
            ]
    measured = Measured(PairwiseRaster(embedded, metric), row, start, reduce)
    marks.append(Curve(measured, "measured", "accent", style, key=_KEYS[metric]))
    return Panel(
        others,
        Axis(metric, "", (low - margin, high + margin), zooms=True),
        tuple(marks),
        title,
        legend=True,
    )


def _explain(document: Document[Tabled]) -> str:
    if document.encoding.length == 1:
        return "There is only one position, and it is compared with itself."
    if not isinstance(document.encoding, Turning):
        why = "there is no closed form"
        if isinstance(document.encoding, Gridded):
            why = "it has no closed form by the lag, for it depends on how many rows and columns they are apart"
        return (
            f"The similarity of two vectors is measured on the table; {why}. Where the dot product "
            "falls on both sides, nearer positions are more alike."
        )
    if document.encoding.dim % 2:
        start = "With an odd number of dimensions the last sine has no cosine beside it, so "
        start += "the similarity of two vectors also depends on the positions, and there is no closed form by the lag."
        return start
    return f"{_closed_form_sentence(document)} {_falling_sentence(document)}"


def _closed_form_sentence(document: Document[Tabled]) -> str:
    if document.embedded.plain:
        return (
            "The similarity of two vectors depends on the lag alone: the measured curve runs along the wide pale one, "
            "which is the closed form."
        )
    if document.embedded.kind == "ones":
        return (
            "The closed form, wide and pale, is that of PE alone. A constant that is added to every number changes the "
            "dot products, but cancels in the differences."
        )
    return (
        "The closed form, wide and pale, is that of PE alone. "
        f"The content differs {varying(document)} and hides it.{content_note(document)}"
    )


def _falling_sentence(document: Document[Tabled]) -> str:
    assert isinstance(document.encoding, Turning)
    lag, whose = last_falling_lag(document.encoding), "" if document.embedded.plain else " of PE"
    if lag is None:
        return f"The similarity{whose} falls up to the last lag: nearer positions are always more alike."
    if lag == 0:
        return f"The similarity{whose} rises from the first lag on: here neighbours are not the most alike."
    return (
        f"The similarity{whose} falls up to lag {number(lag)} on both sides, then rises for the first time. Up to "
        "there nearer positions are more alike."
    )


def _formula(document: Document[Tabled]) -> Formula:
    encoding, y = document.encoding, "PE" if document.embedded.plain else "y"
    if not isinstance(encoding, Turning) or not document.embedded.by_lag:
        formula = Formula(rf"{y}(t)\cdot {y}(s),\quad \Vert {y}(t)-{y}(s)\Vert^2")
        return formula if document.embedded.plain else formula.beside(content_formula(document))
    return Formula(
        r"PE(t)\cdot PE(s) = \sum_i \cos\,\omega_i (s-t),"
        r"\quad \Vert PE(t)-PE(s)\Vert^2 = d - 2\sum_i \cos\,\omega_i (s-t)",
    ).beside(encoding.frequency_formula())


PANE = Pane(
    "similarity",
    Tabled,
    "how alike vectors are: dot product and squared distance of one to all others, with the closed form",
    reads=attrgetter("embedded", "view.raw", "cursor.position"),
    draw=_draw,
    explain=_explain,
    formula=_formula,
    section=Similarity,
    choices=("similarity.by",),
    parts=("dot", "squares"),
)
