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
from peviewer.model.encodings.bases.tabled import Tabled
from peviewer.model.encodings.learned import Learned
from peviewer.model.encodings.turning import Paired, Turning
from peviewer.model.sampling.raster import Raster
from peviewer.model.word_vectors import rows_of_words, spelling

# The most words missing in a file of vectors that a sentence names.
MAX_LACKING = 5

TINIEST = 1e-300
"""The least upper end of a range of colours: the numbers on its bar still differ."""

NO_OPERATOR = (
    "With odd *d* the last pair has no cosine, so no *M*(*φ*) exists. "
    "Choose an even number of dimensions."
)
"""The sentence that panes show instead of M(φ) if it does not exist."""


def table_levels(document: Document[Tabled], shifted: bool = False) -> tuple[float, float]:
    """Return a range of colours around 0 that holds the cells.

    With `shifted` it holds cells shifted by any φ, too. Of random content a fixed sample is taken,
    so that the range does not change with zoom or shift.
    """
    reach = extents(document.embedded).cell
    if not isinstance(document.encoding, Turning):
        reach = _rounded_reach(reach)
        return -reach, reach
    if shifted:
        turning = cast("Document[Turning]", document)
        reach = max(reach, largest_turned_cell(turning.embedded, turning.operator))
    reach = _rounded_up(reach, 2)
    return -reach, reach


def _rounded_reach(reach: float) -> float:
    """Return the upper end of the colours, rounded up to two decimals, or to two digits below 1."""
    if reach >= 1:
        return _rounded_up(reach, 2)
    if reach == 0:
        return 1.0
    if reach <= TINIEST:
        return TINIEST
    factor: int = 10 ** (1 - floor(log10(reach)))
    return ceil(round(reach * factor, 6)) / factor


def _rounded_up(reach: float, decimals: int) -> float:
    factor: int = 10**decimals
    return ceil(factor * reach) / factor


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

    Colours have the range of :func:`table_levels`.
    """
    heatmap = Heatmap(
        raster,
        table_levels(document, shifted),
        document.view.colormap,
        reduce=document.view.reduce,
        bar=bar,
        quantity=quantity,
        key=key,
    )
    return transposable_panel(document, positions, dimensions, heatmap, title)


def table_name(document: Document[Tabled]) -> str:
    return "PE" if document.embedded.has_no_content else f"{content_name(document)} + PE"


def content_name(document: Document[Tabled]) -> str:
    return "√*d*·*x*" if document.content.scaled else "*x*"


def content_note(document: Document[Tabled]) -> str:
    """Return sentences on where content adds nothing or repeats, with a space before each.

    Usually there are none.
    """
    kind = document.content.kind
    notes = _word_notes(document) if kind == "words" else []
    if kind in ("normal", "words") and document.content.table is None:
        notes.append(_repetition_note(document))
    return "".join(f" {note}" for note in notes if note)


def _repetition_note(document: Document[Tabled]) -> str:
    """Return a sentence on the periods of random content, if the table is larger."""
    encoding = document.encoding
    periods: list[str] = []
    if document.content.kind == "normal" and encoding.length > POSITIONS:
        periods.append(f"{number(POSITIONS)} positions")
    if encoding.dim > DIMENSIONS:
        periods.append(f"{number(DIMENSIONS)} dimensions")
    return f"Random content repeats after {' and after '.join(periods)}." if periods else ""


def _word_notes(document: Document[Tabled]) -> list[str]:
    """Return a sentence on words without vectors, and one on positions without words."""
    encoding = document.encoding
    words = encoding.words[: encoding.length]
    if not words:
        return ["No word is added, as there is no sentence: type one into “Sentence”."]
    notes: list[str] = []
    if len(words) < encoding.length:
        beyond = number(encoding.first + len(words))
        notes.append(f"From position {beyond} on there is no word, and nothing is added.")
    table = document.content.table
    if table is None:
        return notes
    lacking_words = _lacking_words(table, words)
    if lacking_words:
        names = ", ".join(lacking_words[:MAX_LACKING])
        notes.append(f"{table.display_name} has no row for {names}, to which nothing is added.")
    if table.dim != encoding.dim:
        widths = f"{number(table.dim)} numbers a word, the table {number(encoding.dim)}"
        rest = "nothing is added to the others"
        if table.dim > encoding.dim:
            rest = "the others are left out"
        notes.append(f"{table.display_name} has {widths}: {rest}.")
    return notes


def _lacking_words(table: Learned, words: tuple[str, ...]) -> list[str]:
    """Return the words for which a file of vectors has no row, each spelling once."""
    lacking_words: dict[str, str] = {}
    for word, row in zip(words, rows_of_words(table, words), strict=True):
        if row is None:
            lacking_words.setdefault(spelling(word), f"“{short_word(word)}”")
    return list(lacking_words.values())


def varying(document: Document[Tabled]) -> str:
    """Return the words for how varying content differs: by position or by word."""
    return "from word to word" if document.embedded.kind == "words" else "from position to position"


def table_formula(document: Document[Tabled]) -> Formula:
    """Return the formula of the cells: columns, frequencies, and content."""
    encoding = document.encoding
    rule = encoding.formula()
    if isinstance(encoding, Paired):
        rule = rule.joined_with(encoding.frequency_formula())
    return rule if document.embedded.has_no_content else content_formula(document).joined_with(rule)


def content_formula(document: Document[Tabled]) -> Formula:
    if document.content.scaled:
        return Formula(r"y = \sqrt{d}\,x + PE")
    return Formula("y = x + PE")
