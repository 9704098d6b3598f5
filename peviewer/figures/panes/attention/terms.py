"""The Terms pane: the terms of attention's scores, the weights, and outputs in two orders."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from peviewer.base.formula import Formula
from peviewer.base.numbers import number
from peviewer.document.document import Document
from peviewer.figures.grammar import Axis, Figure, Heatmap, Panel, Path
from peviewer.figures.panels.axes import (
    query_and_key_axes,
    sequential_colormap,
    signed_colours,
)
from peviewer.figures.panes.attention.composed_words import Composed, Terms, composed
from peviewer.figures.panes.attention.terms_sentences import explain
from peviewer.figures.panes.pane import Column, Columns, Pane
from peviewer.model.encodings.bases.relative import Relative
from peviewer.model.encodings.bases.tabled import Tabled
from peviewer.model.encodings.grids.axial_rope import AxialRope
from peviewer.model.encodings.none import NoPositions
from peviewer.model.encodings.scheme import Scheme
from peviewer.model.encodings.turning import Rotating
from peviewer.model.sampling.raster import ArrayRaster

# The most letters of a sentence that is the title of its outputs.
MAX_LETTERS = 24
# The width of the panel with lines, as a share of that of a panel of outputs.
LINES_SHARE = 0.35
# The name of the outputs in the other order, by the choice of order.
ORDER_NAMES = {"written": "again as written", "reversed": "reversed", "chosen": "reordered"}

Colours = tuple[tuple[float, float], str]


def _draw(document: Document) -> Figure:
    shown = composed(document)
    shows = document.of(Terms).shows
    if shows == "outputs":
        return _outputs_figure(document, shown)
    weights = _weights_panel(document, shown)
    if shows == "weights":
        row = _scores_panel(document, shown, _scores_name(shown), bar="score"), weights
        return Figure("From scores to weights", (row,), names=("scores", "weights"))
    title = "What the scores are made of"
    terms = shown.here.terms
    if len(terms) == 1:
        row = _scores_panel(document, shown, _scores_name(shown), bar="score"), weights
        return Figure(title, (row,), names=("scores", "weights"))
    total = _scores_panel(document, shown, f"= {_scores_name(shown)}")
    panels = (*_term_panels(document, shown), total, weights)
    names = (*(term.key for term in terms), "scores", "weights")
    across = len(panels) // 2
    return Figure(title, (panels[:across], panels[across:]), (1.0, 1.0), names=names)


def _axes(document: Document, shown: Composed) -> tuple[Axis, Axis]:
    """Return the axes of keys and queries, as long as there are words that are shown."""
    keys, queries = query_and_key_axes(document)
    first = document.encoding.first
    limits = first - 0.5, first + len(shown.words) - 0.5
    names = (first, shown.words if document.encoding.words else ())
    return (
        replace(keys, limits=limits, words=names),
        replace(queries, limits=limits, words=names),
    )


def _matrix_panel(
    document: Document,
    shown: Composed,
    matrix: NDArray[np.float64],
    title: str,
    key: str,
    colours: Colours,
    *,
    bar: str | None = None,
) -> Panel:
    keys, queries = _axes(document, shown)
    first = document.encoding.first
    heatmap = Heatmap(
        ArrayRaster(matrix),
        *colours,
        first,
        first,
        document.view.reduce,
        bar=bar,
        quantity="weight" if key == "weights" else "score",
        key=key,
    )
    return Panel(keys, queries, (heatmap,), title, square_cells=True)


def _score_colours(document: Document, shown: Composed) -> Colours:
    """Return one range of colours for all matrices of scores."""
    matrices = [term.scores for term in shown.here.terms]
    matrices.append(np.nan_to_num(shown.here.scores))
    return signed_colours(document, np.array(matrices))


def _scores_panel(
    document: Document, shown: Composed, title: str, *, bar: str | None = None
) -> Panel:
    colours = _score_colours(document, shown)
    scores = shown.here.scores
    return _matrix_panel(document, shown, scores, title, "scores", colours, bar=bar)


def _scores_name(shown: Composed) -> str:
    term = shown.here.terms[0]
    return f"score: {term.name}" if term.key == "rotated" else "score"


def _weights_panel(document: Document, shown: Composed) -> Panel:
    colours = (0.0, 1.0), sequential_colormap(document)
    weights = shown.here.weights
    return _matrix_panel(document, shown, weights, "→ weights", "weights", colours, bar="weight")


def _term_panels(document: Document, shown: Composed) -> list[Panel]:
    """Return a panel for each term; the last of its row has the bar of all."""
    colours = _score_colours(document, shown)
    panels = []
    terms = shown.here.terms
    for place, term in enumerate(terms):
        title = f"+ {term.name}" if place else term.name
        is_last_of_row = 2 * (place + 1) == len(terms) + 2
        bar = "score" if is_last_of_row else None
        panel = _matrix_panel(document, shown, term.scores, title, term.key, colours, bar=bar)
        panels.append(panel)
    return panels


def _outputs_figure(document: Document, shown: Composed) -> Figure:
    equal = shown.equal
    colours = signed_colours(document, np.stack([shown.here.outputs, equal.outputs]))
    left = _rows_panel(document, "outputs", shown.here.outputs, shown.words, "as written", colours)
    right = _rows_panel(
        document,
        "outputs_there",
        equal.outputs,
        shown.words_there,
        ORDER_NAMES[document.of(Terms).order],
        colours,
        bar="output",
    )
    of_all = f"{number(equal.equal_count)} of {number(len(shown.words))}"
    right = replace(right, fact=f"{of_all} equal")
    title = f"Rows that are equal in both orders: {of_all}"
    lines = _lines_panel(left.y, shown)
    return Figure(title, ((left, lines, right),), names=("outputs", "lines", "outputs_there"))


def _rows_panel(
    document: Document,
    key: str,
    rows: NDArray[np.float64],
    words: tuple[str, ...],
    order: str,
    colours: Colours,
    *,
    bar: str | None = None,
) -> Panel:
    count, width = rows.shape
    first = document.encoding.first
    down = Axis(
        "word" if key == "outputs" else "word in the other order",
        "",
        (first - 0.5, first + count - 0.5),
        inverted=True,
        whole=True,
        words=(first, words),
    )
    across = Axis("output", "dimension *j*", (-0.5, width - 0.5), whole=True, zooms=True)
    sentence = " ".join(words)
    is_short = document.encoding.words and len(sentence) <= MAX_LETTERS
    title = f"“{sentence}”" if is_short else f"outputs, {order}"
    heatmap = Heatmap(
        ArrayRaster(rows), *colours, 0.0, first, document.view.reduce, bar=bar, key=key
    )
    return Panel(across, down, (heatmap,), title)


def _lines_panel(down: Axis, shown: Composed) -> Panel:
    """Return lines from the row of each word to its equal row in the other order."""
    first = float(shown.here.positions[0])
    lines = tuple(
        Path((0.0, 1.0), (first + place, first + there), "accent")
        for there, place in enumerate(shown.order)
        if shown.equal.are_equal[there]
    )
    across = Axis("beside", "", (0.0, 1.0))
    return Panel(across, down, lines, share=LINES_SHARE, bare=True)


def _tables(document: Document) -> tuple[Columns, ...]:
    shown = composed(document)
    if document.of(Terms).shows != "outputs":
        return ()
    first = document.encoding.first
    columns: dict[str, Column] = {
        "word": list(shown.words_there),
        "position": [first + place for place in shown.order],
        "position_there": [first + place for place in range(len(shown.order))],
        "difference": shown.equal.differences,
        "equal": ["yes" if is_equal else "no" for is_equal in shown.equal.are_equal],
    }
    labels = {"difference": "largest difference of the outputs", "equal": "to rounding"}
    return (Columns("rows", columns, labels),)


def _formula(document: Document) -> Formula:
    scheme = document.encoding
    chosen = document.of(Terms)
    here = composed(document).here
    divided = rf"/\sqrt{{{here.head_width}}}" if here.is_divided else ""
    if isinstance(scheme, Tabled):
        joined = "x + PE" if chosen.joined == "added" else r"x\,|\,PE"
        score = Formula(rf"\ell = q\cdot k{divided}")
        if chosen.matrices == "none":
            return score.joined_with(rf"q = k = {joined}")
        return score.joined_with(rf"q = ({joined})\,W_q", rf"k = ({joined})\,W_k")
    if isinstance(scheme, Relative):
        return scheme.formula()
    if isinstance(scheme, NoPositions):
        return Formula(rf"\ell = q\cdot k{divided}")
    if isinstance(scheme, Rotating | AxialRope):
        return Formula(rf"\ell = q\cdot k{divided}").joined_with(scheme.formula())
    return Formula(rf"\ell = q\cdot k{divided} + \mathrm{{bias}}").joined_with(scheme.formula())


PANE = Pane(
    "terms",
    Scheme,
    "what attention's scores are made of: terms that add up, weights, and what order changes",
    in_brief="What scores are made of",
    reads=lambda document: (
        document.encoding,
        document.content if isinstance(document.encoding, Tabled) else None,
        document.cursor.head,
        document.view.colormap,
        document.view.raw,
    ),
    draw=_draw,
    slow=True,
    explain=explain,
    formula=_formula,
    section=Terms,
    choices=(
        "terms.shows",
        "terms.mask",
        "terms.order",
        "terms.places",
        "terms.joined",
        "terms.matrices",
        "terms.seed",
        "cursor.head",
    ),
    tables=_tables,
    main="scores",
    given="itself",
)
