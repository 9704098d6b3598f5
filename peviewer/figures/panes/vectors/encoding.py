"""The Encoding pane: the table as a heatmap, positions × dimensions, or transposed."""

from __future__ import annotations

from dataclasses import replace
from operator import attrgetter

from peviewer.base.numbers import number
from peviewer.base.words import in_unit
from peviewer.document.document import Document
from peviewer.figures.grammar import Figure
from peviewer.figures.panels import shift_marks
from peviewer.figures.panels.axes import dimension_axis, position_axis, wavelength_numbers
from peviewer.figures.panels.table import cells_panel, content_note, table_formula, table_name
from peviewer.figures.panes.pane import Pane
from peviewer.model.encodings.grids.sincos import Sincos
from peviewer.model.encodings.scheme import Tabled
from peviewer.model.encodings.stored import Stored
from peviewer.model.encodings.turning import Turning


def _draw(document: Document[Tabled]) -> Figure:
    dimensions = dimension_axis(document)
    if isinstance(document.encoding, Turning):
        dimensions = replace(dimensions, far=wavelength_numbers(document.encoding))
    positions, raster = position_axis(document), document.embedded.raster()
    panel = cells_panel(document, positions, dimensions, raster, bar=table_name(document))
    marks = shift_marks.shift_rules(document, "x" if document.view.transposed else "y")
    return Figure("Positional encoding", ((replace(panel, marks=(*panel.marks, *marks)),),))


def _explain(document: Document[Tabled]) -> str:
    line, across = ("column", "row") if document.view.transposed else ("row", "column")
    text = f"Each {line} is the vector that one position gets, each {across} one of its "
    marked, repeats = shift_marks.explain_rows(document, line), content_note(document)
    if not isinstance(document.encoding, Turning):
        return f"{text}numbers{_content_text(document)}.{repeats}{_about_sentence(document.encoding)}{marked}"
    text += f"sines or cosines{_content_text(document)}.{repeats} Look along a {across}: "
    text += f"{_period_sentence(document.encoding, across)}."
    if document.encoding.wavelengths()[0] < 2:
        text += " A pair that makes more than half a turn from one position to the next looks slower than it is."
    return text + marked


def _about_sentence(encoding: Tabled) -> str:
    """Return the sentences about a table, and about its pixels if they come from a sample."""
    about = f" {encoding.about}".rstrip() if isinstance(encoding, Stored | Sincos) else ""
    sampled = encoding.raster().averaged != "mean"
    return (
        f"{about} Zoomed out, a pixel is the mean of a sample of its cells." if sampled else about
    )


def _content_text(document: Document[Tabled]) -> str:
    if document.embedded.plain:
        return ""
    kinds = {"ones": "ones", "normal": "random numbers", "words": "the vector of its word"}
    what = kinds[document.embedded.kind]
    return f", added to {what}{' times √*d*' if document.content.scaled else ''}"


def _period_sentence(encoding: Turning, across: str) -> str:
    last = encoding.pairs - 1
    first, final = (
        f"in {_columns_text(encoding, pair, across)}, repeats every "
        f"{in_unit(number(float(encoding.wavelengths()[pair])), 'positions').removeprefix('1 ')}"
        for pair in (0, last)
    )
    return f"the fastest pair, {first}, the slowest, {final}" if last else f"the only pair, {first}"


def _columns_text(encoding: Turning, pair: int, across: str) -> str:
    order = encoding.columns
    columns = sorted(int(side[pair]) for side in (order.sines, order.cosines) if pair < len(side))
    return f"{across}{'s' if len(columns) > 1 else ''} {' and '.join(map(number, columns))}"


PANE = Pane(
    "encoding",
    Tabled,
    "the vector of every position: a heatmap of positions by dimensions",
    reads=attrgetter(
        "embedded", "view.colormap", "view.transposed", "view.raw", "shift.phi", "cursor.position"
    ),
    draw=_draw,
    explain=_explain,
    formula=table_formula,
    choices=("view.transposed", "view.raw"),
)
