"""The Similarity pane: dot products and squared distances of one position and all others."""

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
from peviewer.model.between.pairwise import compare_rows
from peviewer.model.between.position_matrices import PairwiseRaster
from peviewer.model.claims.turning import last_falling_lag
from peviewer.model.embedded import Embedded
from peviewer.model.encodings.bases.tabled import Tabled
from peviewer.model.encodings.grids.gridded import Gridded
from peviewer.model.encodings.turning import Turning
from peviewer.model.sampling.grid import cell_range, cells
from peviewer.model.sampling.series import Points, RasterRow


class Similarity(Parameters):
    """One position against all others."""

    by: Literal["position", "lag"] = parameter(
        "position",
        title="Curves",
        hidden=True,
        labels={"position": "By position", "lag": "By lag"},
        help="Draw similarity over the other position, or over the lag.",
    )


ProductMetric = Literal["dot", "sse"]
_KEYS = {"dot": "similarity", "sse": "squared_difference"}

# The most cells of the table that are multiplied out for one view.
_MAX_CELLS = 2**18

_CLOSED_FORMS = {"dot": "Σ cos *ω*ᵢ(*s* − *t*)", "sse": "*d* − 2 Σ cos *ω*ᵢ(*s* − *t*)"}


@dataclass(frozen=True)
class Measured(RasterRow):
    """One position compared with all others by the vectors in view.

    If there are too many, by the cells of the raster.
    """

    raster: PairwiseRaster

    def sample(self, low: float, high: float, pixels: int) -> Points:
        """Return the comparison at whole positions or at pixels; see :meth:`Series.sample`."""
        embedded = self.raster.embedded
        encoding = embedded.encoding
        rows = cells(low - self.start - 1, high - self.start + 1, encoding.length, pixels)
        is_crowded = len(rows) > 1 and rows[1] - rows[0] > 1
        if is_crowded or len(rows) * encoding.dim > _MAX_CELLS:
            return super().sample(low, high, pixels)
        vector = embedded.table([encoding.first + self.row])[0]
        others = embedded.table(encoding.first + rows)
        places = rows + self.start
        if self.raster.metric == "dot":
            return places, others @ vector
        return places, np.square(others - vector).sum(axis=1)

    def exact(self, low: float, high: float) -> Points:
        """Return the comparison with every position, all vectors multiplied out.

        See :meth:`Series.exact`.
        """
        embedded = self.raster.embedded
        others = cell_range(low - self.start, high - self.start, embedded.encoding.length)
        rows = range(self.row, self.row + 1)
        values = compare_rows(embedded.raster(), rows, others, self.raster.metric)[0]
        return self.start + np.array(others, dtype=np.float64), values


def _draw(document: Document[Tabled]) -> Figure:
    name = shift_marks.position_label(document)
    dots = _metric_panel(document, "dot", f"Dot product with {name}")
    squares = _metric_panel(document, "sse", f"Sum of squared differences from {name}")
    return Figure("One position against all others", ((dots,), (squares,)), heights=(1.0, 1.0))


def _is_by_lag(document: Document[Tabled]) -> bool:
    return document.of(Similarity).by == "lag"


def _others_axis(document: Document[Tabled]) -> Axis:
    """Return the axis of the other positions, or of the lags to them."""
    if not _is_by_lag(document):
        return position_axis(document, "s", "other")
    position = document.reference_position
    positions = document.encoding.positions
    return lag_axis(positions[0] - position - 0.5, positions[-1] - position + 0.5)


def _metric_panel(document: Document[Tabled], metric: ProductMetric, title: str) -> Panel:
    encoding = document.encoding
    marks: list[Mark] = [_position_rule(document)]
    if isinstance(encoding, Turning) and encoding.dim % 2 == 0:
        marks += _closed_form_marks(document, metric)
    raster = PairwiseRaster(document.embedded, metric)
    measured = Measured(raster, _row(document), _start(document), document.view.reduce)
    style = curve_style(encoding.length)
    marks.append(Curve(measured, "measured", "accent", style, key=_KEYS[metric]))

    low, high = _metric_range(document, metric)
    margin = 0.08 * (high - low) or 0.08 * abs(high) or 1.0
    up = Axis(metric, "", (low - margin, high + margin), zooms=True)
    return Panel(_others_axis(document), up, tuple(marks), title, legend=True)


def _metric_range(document: Document[Tabled], metric: ProductMetric) -> tuple[float, float]:
    """Return the range of a metric, of the table and of PE alone."""
    of_table = extents(document.embedded)
    of_encoding = extents(Embedded(document.encoding))
    if metric == "dot":
        lows, highs = zip(of_table.dots, of_encoding.dots, strict=True)
    else:
        lows, highs = zip(of_table.distances, of_encoding.distances, strict=True)
    return min(lows), max(highs)


def _zero(document: Document[Tabled]) -> int:
    """Return the position that is at 0 of the axis."""
    return document.reference_position if _is_by_lag(document) else 0


def _position_rule(document: Document[Tabled]) -> Rule:
    """Return the line of the reference position, or of lag 0."""
    if _is_by_lag(document):
        return Rule("x", 0, "lag 0")
    name = shift_marks.position_label(document)
    return Rule("x", document.reference_position, name, moves="cursor.position")


def _row(document: Document[Tabled]) -> int:
    return document.reference_position - document.encoding.first


def _start(document: Document[Tabled]) -> float:
    """Return the coordinate of the first position on the axis."""
    return float(document.encoding.first - _zero(document))


def _closed_form_marks(document: Document[Tabled], metric: ProductMetric) -> list[Mark]:
    """Return the curve of the closed form, and the lags up to which it falls, if in view."""
    encoding = document.encoding
    assert isinstance(encoding, Turning)
    raster = PairwiseRaster(Embedded(encoding), metric)
    series = RasterRow(raster, _row(document), _start(document), document.view.reduce)
    key = f"{_KEYS[metric]}_closed_form"
    marks: list[Mark] = [Curve(series, _CLOSED_FORMS[metric], "reference", "wide", key=key)]
    lag = last_falling_lag(encoding)
    if lag is None:
        return marks

    middle = document.reference_position - _zero(document)
    low, high = _others_axis(document).limits
    names = {middle + lag: f"lag {number(lag)}", middle - lag: ""}
    for place, name in names.items():
        if low < place < high:
            marks.append(Rule("x", place, name, "muted"))
    return marks


def _explain(document: Document[Tabled]) -> str:
    if document.encoding.length == 1:
        return "There is only one position, and it is compared with itself."
    if not isinstance(document.encoding, Turning):
        reason = "there is no closed form"
        if isinstance(document.encoding, Gridded):
            reason = (
                "it has no closed form by the lag, "
                "for it depends on how many rows and columns they are apart"
            )
        return (
            f"The similarity of two vectors is measured on the table; {reason}. Where the dot "
            "product falls on both sides, nearer positions are more alike."
        )
    if document.encoding.dim % 2:
        return (
            "With an odd number of dimensions the last sine has no cosine beside it, so the "
            "similarity of two vectors also depends on the positions, "
            "and there is no closed form by the lag."
        )
    return f"{_closed_form_sentence(document)} {_falling_sentence(document)}"


def _closed_form_sentence(document: Document[Tabled]) -> str:
    if document.embedded.has_no_content:
        return (
            "The similarity of two vectors depends on the lag alone: "
            "the measured curve runs along the wide pale one, which is the closed form."
        )
    closed_form = "The closed form, wide and pale, is that of PE alone."
    if document.embedded.kind == "ones":
        return (
            f"{closed_form} A constant that is added to every number changes the dot products, "
            "but cancels in the differences."
        )
    return (
        f"{closed_form} The content differs {varying(document)} and hides it."
        f"{content_note(document)}"
    )


def _falling_sentence(document: Document[Tabled]) -> str:
    assert isinstance(document.encoding, Turning)
    lag = last_falling_lag(document.encoding)
    subject = "The similarity" if document.embedded.has_no_content else "The similarity of PE"
    if lag is None:
        return f"{subject} falls up to the last lag: nearer positions are always more alike."
    if lag == 0:
        return f"{subject} rises from the first lag on: here neighbours are not the most alike."
    return (
        f"{subject} falls up to lag {number(lag)} on both sides, then rises for the first time. "
        "Up to there nearer positions are more alike."
    )


def _formula(document: Document[Tabled]) -> Formula:
    encoding = document.encoding
    if isinstance(encoding, Turning) and document.embedded.by_lag:
        closed_forms = Formula(
            r"PE(t)\cdot PE(s) = \sum_i \cos\,\omega_i (s-t),"
            r"\quad \Vert PE(t)-PE(s)\Vert^2 = d - 2\sum_i \cos\,\omega_i (s-t)",
        )
        return closed_forms.joined_with(encoding.frequency_formula())
    name = "PE" if document.embedded.has_no_content else "y"
    metrics = Formula(rf"{name}(t)\cdot {name}(s),\quad \Vert {name}(t)-{name}(s)\Vert^2")
    if document.embedded.has_no_content:
        return metrics
    return metrics.joined_with(content_formula(document))


PANE = Pane(
    "similarity",
    Tabled,
    "how alike vectors are: "
    "dot product and squared distance of one to all others, with the closed form",
    in_brief="How alike vectors are",
    reads=attrgetter("embedded", "view.raw", "cursor.position"),
    draw=_draw,
    explain=_explain,
    formula=_formula,
    section=Similarity,
    choices=("similarity.by",),
    parts=("dot", "squares"),
)
