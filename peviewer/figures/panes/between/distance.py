"""The Distance pane: the matrix of distances or similarities, and the profile of one row."""

from __future__ import annotations

from dataclasses import replace
from math import sqrt
from operator import attrgetter

import numpy as np
from numpy.typing import NDArray

from peviewer.base.formula import Formula
from peviewer.base.numbers import number
from peviewer.document.document import Document
from peviewer.figures.grammar import Axis, Curve, Figure, Heatmap, Mark, Panel, Rule
from peviewer.figures.panels import shift_marks
from peviewer.figures.panels.axes import curve_style, position_axis
from peviewer.figures.panels.given_points import axis_of_values, stands_over_values
from peviewer.figures.panels.table import content_formula, content_note, varying
from peviewer.figures.panes.pane import Pane
from peviewer.figures.readout import METRIC_QUANTITIES
from peviewer.model.between.extents import extents
from peviewer.model.between.pairwise import Metric, lag_profile
from peviewer.model.between.position_matrices import PairwiseRaster
from peviewer.model.embedded import Embedded
from peviewer.model.encodings.bases.rows import Rows
from peviewer.model.encodings.bases.tabled import Tabled
from peviewer.model.encodings.turning import Turning
from peviewer.model.sampling.series import RasterRow, Samples

# Similarities that differ by less than this share of the largest one count as equal.
LEAST_RANGE = 1e-9

_CLOSED_FORMS = {
    "euclidean": Formula(r"\Vert PE(t) - PE(s)\Vert = \sqrt{d - 2\sum_i \cos\,\omega_i (s-t)}"),
    "sse": Formula(r"\Vert PE(t) - PE(s)\Vert^2 = d - 2\sum_i \cos\,\omega_i (s-t)"),
    "cosine": Formula(
        r"\frac{PE(t)\cdot PE(s)}{\Vert PE(t)\Vert\,\Vert PE(s)\Vert}"
        r" = \frac{2}{d}\sum_i \cos\,\omega_i (s-t)"
    ),
    "dot": Formula(r"PE(t)\cdot PE(s) = \sum_i \cos\,\omega_i (s-t)"),
}


def value_range(embedded: Embedded, metric: Metric) -> tuple[float, float]:
    """Return a narrow range of colours that holds the values; distances begin at 0."""
    all_extents = extents(embedded)
    if metric in ("euclidean", "sse"):
        largest_square = all_extents.distances[1] or 1.0
        return 0.0, largest_square if metric == "sse" else sqrt(largest_square)
    if metric == "dot":
        low, high = all_extents.dots
    else:
        low = max(-1.0, 1 - all_extents.ranges[1])
        high = 1.0
    is_wide_enough = high - low > LEAST_RANGE * high
    return (low, high) if is_wide_enough else possible_range(embedded, metric)


def possible_range(embedded: Embedded, metric: Metric) -> tuple[float, float]:
    """Return the range of a similarity, up to that of a row with itself."""
    largest = 1.0 if metric == "cosine" else extents(embedded).dots[1] or 1.0
    return -largest, largest


def _draw(document: Document[Tabled]) -> Figure:
    metric_name = METRIC_QUANTITIES[document.pairwise.metric]
    rows = ((_matrix_panel(document),), (_profile_panel(document),))
    return Figure(f"{metric_name.capitalize()} between positions", rows, heights=(2.4, 1.0))


def _other_axis(document: Document[Tabled]) -> Axis:
    return position_axis(document, "s", "other").other_side()


def _matrix_panel(document: Document[Tabled]) -> Panel:
    metric = document.pairwise.metric
    view = document.view
    first = document.encoding.first
    levels = value_range(document.embedded, metric)
    full: tuple[float, float] | None = None
    if metric in ("cosine", "dot"):
        full = possible_range(document.embedded, metric)
    shows_part = view.colormap == "diverging" and levels != full
    heatmap = Heatmap(
        PairwiseRaster(document.embedded, metric),
        levels,
        "viridis" if shows_part else view.colormap,
        x0=first,
        y0=first,
        reduce=view.reduce,
        bar=METRIC_QUANTITIES[metric],
        full=full,
        full_colormap=view.colormap,
        key="distance",
    )
    diagonals = shift_marks.lag_diagonal(document)
    rule = shift_marks.reference_rule(document, "y")
    positions = replace(position_axis(document), inverted=True)
    marks: tuple[Mark, ...] = (heatmap, *diagonals, rule)
    return Panel(_other_axis(document), positions, marks, square_cells=view.square)


def _profile_panel(document: Document[Tabled]) -> Panel:
    encoding = document.encoding
    metric = document.pairwise.metric
    position = document.reference_position
    name = shift_marks.position_label(document)
    raster = PairwiseRaster(document.embedded, metric)
    row = position - encoding.first
    profile = RasterRow(raster, row, encoding.first, document.view.reduce)
    style = curve_style(encoding.length)
    # The line of neighbours comes last, as its label has more room than those of upright lines.
    marks: list[Mark] = [
        Curve(
            profile, f"to {name}", style=style, quantity=METRIC_QUANTITIES[metric], key="profile"
        ),
        *shift_marks.shift_rules(document, "x"),
    ]
    if _has_constant_step(document.embedded, metric) and encoding.length > 1:
        marks.append(_neighbour_rule(document))

    low, high = value_range(document.embedded, metric)
    margin = 0.06 * (high - low)
    across = replace(_other_axis(document), lag_origin=position)
    up = Axis("value", METRIC_QUANTITIES[metric], (low - margin, high + margin))
    panel = Panel(across, up, tuple(marks), f"From position {name}")
    if isinstance(encoding, Rows) and stands_over_values(encoding.origin):
        distances = raster.exact(range(row, row + 1), range(encoding.length))[0]
        return _over_values(panel, encoding, distances)
    return panel


def _over_values(panel: Panel, encoding: Rows, distances: NDArray[np.float64]) -> Panel:
    """Return the profile with a point for each given position, over its value."""
    places = encoding.origin.places()
    (curve,) = [mark for mark in panel.marks if isinstance(mark, Curve)]
    curve = replace(curve, series=Samples(places, distances))
    points = replace(curve, style="points", label="", key=None)
    rules = [
        replace(rule, at=float(places[int(rule.at)]), moves="")
        for rule in panel.marks
        if isinstance(rule, Rule)
    ]
    across = axis_of_values(encoding.origin, "position *s*")
    return replace(panel, x=across, marks=(curve, points, *rules))


def _neighbour_rule(document: Document[Tabled]) -> Rule:
    """Return the line at the value that all neighbours have."""
    encoding = document.encoding
    assert isinstance(encoding, Turning)
    step = float(lag_profile(encoding, 1.0, document.pairwise.metric))
    return Rule(
        "y",
        step,
        f"neighbours {number(step)}",
        "reference",
        dashed=True,
        short=number(step),
    )


def _has_constant_step(embedded: Embedded, metric: Metric) -> bool:
    """Whether all neighbours have the same distance or similarity.

    Constant content cancels in differences, but not in other metrics.
    """
    if not isinstance(embedded.encoding, Turning) or embedded.encoding.dim % 2:
        return False
    content = embedded.kind
    return content == "none" or (content == "ones" and metric in ("euclidean", "sse"))


def _explain(document: Document[Tabled]) -> str:
    metric = document.pairwise.metric
    if document.encoding.length < 3:
        return "There are too few positions here for a diagonal to be seen."
    curve = "The curve compares the marked position with every other"
    about_lag = shift_marks.explain_lag(document)
    quantity = METRIC_QUANTITIES[metric]
    if _has_constant_step(document.embedded, metric):
        alike = "equally alike everywhere"
        if metric in ("euclidean", "sse"):
            alike = "always the same distance apart"
        return (
            f"Every diagonal has one colour: the {quantity} of two positions depends on "
            f"their lag alone. {curve}; neighbours are {alike}.{about_lag}"
        )
    if not isinstance(document.encoding, Turning) and not document.embedded.content_varies:
        return (
            f"Every {quantity} is measured on the table. What stays the same along a "
            "diagonal depends on the lag alone; what changes along it depends on the position. "
            f"{curve}.{about_lag}"
        )
    return (
        f"The diagonals change their colour along the way: {_reason_of_change(document)}. {curve}; "
        f"the {quantity} of neighbours varies.{content_note(document)}{about_lag}"
    )


def _reason_of_change(document: Document[Tabled]) -> str:
    """Return why a diagonal has more than one colour."""
    if document.encoding.dim % 2:
        return "with an odd number of dimensions the last sine has no cosine beside it"
    if document.embedded.content_varies:
        return f"the content differs {varying(document)}"
    return "the content adds to every product"


def _formula(document: Document[Tabled]) -> Formula:
    metric = document.pairwise.metric
    encoding = document.encoding
    if isinstance(encoding, Turning) and document.embedded.by_lag:
        return _CLOSED_FORMS[metric].joined_with(encoding.frequency_formula())
    name = "PE" if document.embedded.has_no_content else "y"
    product = rf"{name}(t)\cdot {name}(s)"
    difference = rf"\Vert {name}(t) - {name}(s)\Vert"
    norms = rf"\Vert {name}(t)\Vert\,\Vert {name}(s)\Vert"
    formulas: dict[Metric, str] = {
        "dot": product,
        "cosine": rf"\frac{{{product}}}{{{norms}}}",
        "sse": f"{difference}^2",
        "euclidean": difference,
    }
    formula = Formula(formulas[metric])
    if document.embedded.has_no_content:
        return formula
    return formula.joined_with(content_formula(document))


PANE = Pane(
    "distance",
    Tabled,
    "how far vectors are apart: "
    "distances or similarities between all positions, and the profile of one row",
    in_brief="How far vectors are apart",
    reads=attrgetter(
        "embedded",
        "pairwise",
        "view.colormap",
        "view.raw",
        "view.square",
        "cursor.position",
        "shift.phi",
    ),
    draw=_draw,
    explain=_explain,
    formula=_formula,
    choices=("pairwise.metric", "view.square"),
    parts=("matrix", "profile"),
    given="rows",
)
