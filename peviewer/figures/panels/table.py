"""The table x + PE as a panel of coloured cells, shared by the panes that show it."""

from __future__ import annotations

from math import ceil, floor, log10
from typing import cast

from peviewer.base.formula import Formula
from peviewer.base.numbers import number
from peviewer.base.words import short_word
from peviewer.document.document import Document
from peviewer.figures.grammar import Axis, Heatmap, Panel
from peviewer.figures.panels.axes import transposable_panel
from peviewer.model.between.extents import extents, largest_turned_cell
from peviewer.model.content import DIMENSIONS, POSITIONS
from peviewer.model.encodings.scheme import Tabled
from peviewer.model.encodings.turning import Paired, Turning
from peviewer.model.sampling.raster import Raster
from peviewer.model.word_vectors import rows_of_words, spelling

MOST_LACKING = 5
"""Words that a file of vectors lacks and a sentence names."""
TINIEST = 1e-300
"""The least reach of a range of colours, as numbers on its bar are still computed with it."""
NO_OPERATOR = "With odd *d* the last pair has no cosine, so no *M*(*φ*) exists. Choose an even number of dimensions."
"""What panes show in place of M(φ)."""


def table_levels(document: Document[Tabled], shifted: bool = False) -> tuple[float, float]:
    """Return a range of colours around 0 that holds the cells, and with `shifted` those under any M(φ).

    Of random content a fixed sample is taken, so that the range does not change with zoom or shift.
    """
    reach = extents(document.embedded).cell
    if shifted and isinstance(document.encoding, Turning):
        turning = cast("Document[Turning]", document)
        reach = max(reach, largest_turned_cell(turning.embedded, turning.operator))
    if not isinstance(document.encoding, Turning) and reach < 1:
        decimals = 1 - floor(log10(reach)) if reach else 0  # at least two digits
        reach = (
            ceil(round(reach * 10**decimals, 6)) / 10**decimals
            if reach > TINIEST
            else TINIEST
            if reach
            else 1.0
        )
    else:
        reach = ceil(100 * reach) / 100  # two decimals on the colour bar
    return -reach, reach


def cells_panel(
    document: Document[Tabled],
    positions: Axis,
    dimensions: Axis,
    raster: Raster,
    title: str = "",
    bar: str | None = "",
    shifted: bool = False,
    quantity: str | None = None,
    key: str = "table",
) -> Panel:
    """Return a panel of a positions × dimensions raster, or its transpose.

    Colours as for :func:`table_levels`.
    """
    view, colours = document.view, table_levels(document, shifted)
    heatmap = Heatmap(
        raster, colours, view.colormap, reduce=view.reduce, bar=bar, quantity=quantity, key=key
    )
    return transposable_panel(document, positions, dimensions, heatmap, title)


def table_name(document: Document[Tabled]) -> str:
    return "PE" if document.embedded.plain else f"{content_name(document)} + PE"


def content_name(document: Document[Tabled]) -> str:
    return "√*d*·*x*" if document.content.scaled else "*x*"


def content_note(document: Document[Tabled]) -> str:
    """Return sentences on where content adds nothing or repeats, with a space before each; usually empty."""
    kind = document.content.kind
    notes = _word_notes(document) if kind == "words" else []
    if kind in ("normal", "words") and document.content.table is None:
        notes.append(_repetition_note(document))
    return "".join(f" {note}" for note in notes if note)


def _repetition_note(document: Document[Tabled]) -> str:
    """Return a sentence on the period of random content in positions and dimensions, if the table is larger."""
    encoding = document.encoding
    after = []
    if document.content.kind == "normal" and encoding.length > POSITIONS:
        after.append(f"{number(POSITIONS)} positions")
    if encoding.dim > DIMENSIONS:
        after.append(f"{number(DIMENSIONS)} dimensions")
    return f"Random content repeats after {' and after '.join(after)}." if after else ""


def _word_notes(document: Document[Tabled]) -> list[str]:
    """Return a sentence on each of what words add nothing to."""
    encoding = document.encoding
    words = encoding.words[: encoding.length]
    if not words:
        return ["No word is added, as there is no sentence: type one into “Sentence”."]
    notes = []
    if len(words) < encoding.length:
        beyond = number(encoding.first + len(words))
        notes.append(f"From position {beyond} on there is no word, and nothing is added.")
    table = document.content.table
    if table is None:
        return notes
    rows = rows_of_words(table, words)
    lacking: dict[str, str] = {}
    for word, row in zip(words, rows, strict=True):
        if row is None:
            lacking.setdefault(spelling(word), f"“{short_word(word)}”")
    if lacking:
        listed = ", ".join([*lacking.values()][:MOST_LACKING])
        notes.append(f"{table.called_itself} has no row for {listed}, to which nothing is added.")
    if table.dim != encoding.dim:
        widths = f"{number(table.dim)} numbers a word, the table {number(encoding.dim)}"
        rest = (
            "the others are left out"
            if table.dim > encoding.dim
            else "nothing is added to the others"
        )
        notes.append(f"{table.called_itself} has {widths}: {rest}.")
    return notes


def varying(document: Document[Tabled]) -> str:
    """Return from what to what content differs that varies."""
    return "from word to word" if document.embedded.kind == "words" else "from position to position"


def table_formula(document: Document[Tabled]) -> Formula:
    """Return the formula of the cells: columns, frequencies, and content."""
    encoding = document.encoding
    rule = encoding.formula()
    if isinstance(encoding, Paired):
        rule = rule.beside(encoding.frequency_formula())
    return rule if document.embedded.plain else content_formula(document).beside(rule)


def content_formula(document: Document[Tabled]) -> Formula:
    if document.content.scaled:
        return Formula(r"y = \sqrt{d}\,x + PE")
    return Formula("y = x + PE")
