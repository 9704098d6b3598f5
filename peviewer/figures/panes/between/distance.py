"""The Distance pane: the matrix of distances or similarities, and the profile of one row."""

from __future__ import annotations

from dataclasses import replace
from math import sqrt
from operator import attrgetter

from peviewer.base.formula import Formula
from peviewer.base.numbers import number
from peviewer.document.document import Document
from peviewer.figures.grammar import Axis, Curve, Figure, Heatmap, Mark, Panel, Rule
from peviewer.figures.panels import shift_marks
from peviewer.figures.panels.axes import curve_style, position_axis
from peviewer.figures.panels.table import content_formula, content_note, varying
from peviewer.figures.panes.pane import Pane
from peviewer.figures.readout import METRICS
from peviewer.model.between.extents import extents
from peviewer.model.between.pairwise import Metric, lag_profile
from peviewer.model.between.position_matrices import PairwiseRaster
from peviewer.model.embedded import Embedded
from peviewer.model.encodings.scheme import Tabled
from peviewer.model.encodings.turning import Turning
from peviewer.model.sampling.raster import Raster
from peviewer.model.sampling.series import RasterRow

LEAST_RANGE = 1e-9  # of the values: similarities that differ by less count as equal
_CLOSED_FORMS = {
    "euclidean": Formula(r"\Vert PE(t) - PE(s)\Vert = \sqrt{d - 2\sum_i \cos\,\omega_i (s-t)}"),
    "sse": Formula(r"\Vert PE(t) - PE(s)\Vert^2 = d - 2\sum_i \cos\,\omega_i (s-t)"),
    "cosine": Formula(
        r"\frac{PE(t)\cdot PE(s)}{\Vert PE(t)\Vert\,\Vert PE(s)\Vert} = \frac{2}{d}\sum_i \cos\,\omega_i (s-t)"
    ),
    "dot": Formula(r"PE(t)\cdot PE(s) = \sum_i \cos\,\omega_i (s-t)"),
}


def value_range(embedded: Embedded, metric: Metric) -> tuple[float, float]:
    """Return a narrow range of colours that holds the values; distances begin at 0."""
    ends = extents(embedded)
    if metric in ("euclidean", "sse"):
        top = ends.distances[1] or 1.0
        return 0.0, top if metric == "sse" else sqrt(top)
    low, high = ends.dots if metric == "dot" else (max(-1.0, 1 - ends.ranges[1]), 1.0)
    return (low, high) if high - low > LEAST_RANGE * high else possible_range(embedded, metric)


def possible_range(embedded: Embedded, metric: Metric) -> tuple[float, float]:
    top = (
        1.0 if metric == "cosine" else extents(embedded).dots[1] or 1.0
    )  # the similarity of a row with itself
    return -top, top


def _draw(document: Document[Tabled]) -> Figure:
    encoding, view, metric = document.encoding, document.view, document.pairwise.metric
    row = document.reference_position
    raster = PairwiseRaster(document.embedded, metric)
    span = value_range(document.embedded, metric)
    whole_range = possible_range(document.embedded, metric) if metric in ("cosine", "dot") else None
    sequential = (
        "viridis" if view.colormap == "diverging" and span != whole_range else view.colormap
    )
    other = position_axis(document, "s", "other").other_side()
    first = encoding.first
    heatmap = Heatmap(
        raster, span, sequential, first, first, view.reduce, METRICS[metric],
        full=whole_range, full_colormap=view.colormap, key="distance",
    )  # fmt: skip
    lines: tuple[Mark, ...] = (
        *shift_marks.lag_diagonal(document),
        shift_marks.reference_rule(document, "y"),
    )
    positions = replace(position_axis(document), inverted=True)
    matrix = Panel(other, positions, (heatmap, *lines), square_cells=view.square)
    return Figure(
        f"{METRICS[metric].capitalize()} between positions",
        ((matrix,), (_profile_panel(document, other, raster, row, span),)),
        heights=(2.4, 1.0),
    )


def _profile_panel(
    document: Document[Tabled], other: Axis, raster: Raster, row: int, span: tuple[float, float]
) -> Panel:
    encoding, metric = document.encoding, document.pairwise.metric
    margin = 0.06 * (span[1] - span[0])
    profile = RasterRow(raster, row - encoding.first, encoding.first, document.view.reduce)
    label = f"to {shift_marks.position_label(document)}"
    marks: list[Mark] = [
        Curve(
            profile,
            label,
            style=curve_style(encoding.length),
            quantity=METRICS[metric],
            key="profile",
        ),
    ]
    if _has_constant_step(document.embedded, metric) and encoding.length > 1:
        assert isinstance(encoding, Turning)
        step = float(lag_profile(encoding, 1.0, metric))
        label = f"neighbours: {number(step, 5)}"
        at_left = (
            2 * row > encoding.positions[0] + encoding.positions[-1]
        )  # away from where the curve comes down
        marks.append(
            Rule("y", step, label, "reference", dashed=True, at_left=at_left, short="neighbours")
        )
    marks[1:1] = shift_marks.shift_rules(
        document, "x"
    )  # before the horizontal line, whose label has more room
    value = Axis("value", "", (span[0] - margin, span[1] + margin))
    title = f"From position {shift_marks.position_label(document)}"
    return Panel(replace(other, lag_origin=row), value, tuple(marks), title)


def _has_constant_step(embedded: Embedded, metric: Metric) -> bool:
    """Whether all neighbours have the same distance or similarity.

    Constant content cancels only in differences.
    """
    content = embedded.kind
    alike = content == "none" or (content == "ones" and metric in ("euclidean", "sse"))
    return alike and isinstance(embedded.encoding, Turning) and embedded.encoding.dim % 2 == 0


def _explain(document: Document[Tabled]) -> str:
    metric = document.pairwise.metric
    if document.encoding.length < 3:
        return "There are too few positions here for a diagonal to be seen."
    curve = "The curve compares the marked position with every other"
    lag = shift_marks.explain_lag(document)
    if _has_constant_step(document.embedded, metric):
        apart = metric in ("euclidean", "sse")
        closer = f"neighbours are {'always the same distance apart' if apart else 'equally alike everywhere'}"
        return (
            f"Every diagonal has one colour: the {METRICS[metric]} of two positions depends on their lag alone. "
            f"{curve}; {closer}.{lag}"
        )
    if not isinstance(document.encoding, Turning) and not document.embedded.varies:
        return (
            f"Every {METRICS[metric]} is measured on the table. What stays the same along a diagonal depends on the "
            f"lag alone; what changes along it depends on the position. {curve}.{lag}"
        )
    why = "the content adds to every product"
    if document.encoding.dim % 2:
        why = "with an odd number of dimensions the last sine has no cosine beside it"
    elif document.embedded.varies:
        why = f"the content differs {varying(document)}"
    return (
        f"The diagonals change their colour along the way: {why}. {curve}; the {METRICS[metric]} of neighbours varies."
        f"{content_note(document)}{lag}"
    )


def _formula(document: Document[Tabled]) -> Formula:
    metric, plain, encoding = document.pairwise.metric, document.embedded.plain, document.encoding
    if isinstance(encoding, Turning) and document.embedded.by_lag:
        return _CLOSED_FORMS[metric].beside(encoding.frequency_formula())
    x = "PE" if plain else "y"
    if metric == "dot":
        compared = Formula(rf"{x}(t)\cdot {x}(s)")
    elif metric == "cosine":
        compared = Formula(rf"\frac{{{x}(t)\cdot {x}(s)}}{{\Vert {x}(t)\Vert\,\Vert {x}(s)\Vert}}")
    else:
        compared = Formula(rf"\Vert {x}(t) - {x}(s)\Vert{'^2' if metric == 'sse' else ''}")
    return compared if plain else compared.beside(content_formula(document))


PANE = Pane(
    "distance",
    Tabled,
    "how far vectors are apart: distances or similarities between all positions, and the profile of one row",
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
)
