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
from peviewer.model.encodings.bases.tabled import Tabled
from peviewer.model.encodings.grids.sincos import Sincos
from peviewer.model.encodings.stored import Stored
from peviewer.model.encodings.turning import Turning


def _draw(document: Document[Tabled]) -> Figure:
    dimensions = dimension_axis(document)
    if isinstance(document.encoding, Turning):
        dimensions = replace(dimensions, far_numbers=wavelength_numbers(document.encoding))
    raster = document.embedded.raster()
    name = table_name(document)
    panel = cells_panel(document, position_axis(document), dimensions, raster, bar=name)
    rules = shift_marks.shift_rules(document, "x" if document.view.transposed else "y")
    marked_panel = replace(panel, marks=(*panel.marks, *rules))
    return Figure("Positional encoding", ((marked_panel,),))


def _explain(document: Document[Tabled]) -> str:
    encoding = document.encoding
    line, across = ("column", "row") if document.view.transposed else ("row", "column")
    text = f"Each {line} is the vector that one position gets, each {across} one of its "
    content = _content_text(document)
    repetition = content_note(document)
    about_marks = shift_marks.explain_rows(document, line)
    if not isinstance(encoding, Turning):
        about_table = _about_sentence(encoding)
        return f"{text}numbers{content}.{repetition}{about_table}{about_marks}"
    text += (
        f"sines or cosines{content}.{repetition} Look along a {across}: "
        f"{_period_sentence(encoding, across)}."
    )
    if encoding.wavelengths()[0] < 2:
        text += (
            " A pair that makes more than half a turn from one position to the next "
            "looks slower than it is."
        )
    return f"{text} {encoding.remarks}".rstrip() + about_marks


def _about_sentence(encoding: Tabled) -> str:
    """Return the sentences about a table, and about its pixels if they come from a sample."""
    about = ""
    if isinstance(encoding, Stored | Sincos):
        about = f" {encoding.remarks}".rstrip()
    if encoding.raster().averaged != "mean":
        about += " Zoomed out, a pixel is the mean of a sample of its cells."
    return about


def _content_text(document: Document[Tabled]) -> str:
    if document.embedded.has_no_content:
        return ""
    kinds = {"ones": "ones", "normal": "random numbers", "words": "the vector of its word"}
    content = kinds[document.embedded.kind]
    factor = " times √*d*" if document.content.scaled else ""
    return f", added to {content}{factor}"


def _period_sentence(encoding: Turning, across: str) -> str:
    fastest = _period_text(encoding, 0, across)
    if encoding.pairs == 1:
        return f"the only pair, {fastest}"
    slowest = _period_text(encoding, encoding.pairs - 1, across)
    return f"the fastest pair, {fastest}, the slowest, {slowest}"


def _period_text(encoding: Turning, pair: int, across: str) -> str:
    wavelength = in_unit(number(float(encoding.wavelengths()[pair])), "positions")
    period = wavelength.removeprefix("1 ")
    return f"in {_columns_text(encoding, pair, across)}, repeats every {period}"


def _columns_text(encoding: Turning, pair: int, across: str) -> str:
    columns = [int(encoding.columns.sines[pair])]
    if pair < len(encoding.columns.cosines):
        columns.append(int(encoding.columns.cosines[pair]))
    name = across if len(columns) == 1 else f"{across}s"
    return f"{name} {' and '.join(map(number, sorted(columns)))}"


PANE = Pane(
    "encoding",
    Tabled,
    "the vector of every position: a heatmap of positions by dimensions",
    in_brief="Every position's vector",
    reads=attrgetter(
        "embedded", "view.colormap", "view.transposed", "view.raw", "shift.phi", "cursor.position"
    ),
    draw=_draw,
    explain=_explain,
    formula=table_formula,
    choices=("view.transposed", "view.raw"),
    given="rows",
)
