"""The Terms pane: what adds up to attention's scores, the weights, what order changes."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from peviewer.base.formula import Formula
from peviewer.base.numbers import number
from peviewer.base.parameters import Parameters, parameter
from peviewer.document.document import Document
from peviewer.figures.grammar import Axis, Figure, Heatmap, Panel, Path
from peviewer.figures.panels.axes import (
    placeholder_note,
    query_and_key_axes,
    sequential_colormap,
    signed_colours,
)
from peviewer.figures.panes.pane import Column, Columns, Pane
from peviewer.model.between.terms import (
    Composition,
    EqualRows,
    Joined,
    Matrices,
    content_width,
    equal_rows,
)
from peviewer.model.encodings.grids.axial_rope import AxialRope
from peviewer.model.encodings.grids.gridded import ByOffset
from peviewer.model.encodings.lagged import Lagged
from peviewer.model.encodings.none import NoPositions
from peviewer.model.encodings.relative import Relative
from peviewer.model.encodings.scheme import Scheme, Tabled
from peviewer.model.encodings.turning import Rotating
from peviewer.model.sampling.raster import ArrayRaster
from peviewer.model.word_vectors import drawn_vectors

# Positions that are shown where there are more.
MOST_WORDS = 16
# A sentence of at most so many letters is the title of its outputs.
MOST_LETTERS = 24
# How wide the panel with the lines is beside one of outputs.
LINES_SHARE = 0.35

Shows = Literal["terms", "weights", "outputs"]
Order = Literal["written", "reversed", "chosen"]


class Terms(Parameters):
    """What attention's scores are made of."""

    shows: Shows = parameter(
        "terms",
        title="Shows",
        hidden=True,
        labels={"terms": "Terms", "weights": "Weights", "outputs": "Outputs"},
        help="The matrices that add up to the scores, the weights, or the outputs of the words.",
    )
    joined: Joined = parameter(
        "added",
        title="Content and position",
        needs=Tabled,
        hidden=True,
        labels={"added": "Added", "concatenated": "Side by side"},
        help="Whether a position's vector is added to the word's, or stands beside it.",
    )
    matrices: Matrices = parameter(
        "none",
        title="Matrices",
        hidden=True,
        labels={"none": "W left out", "drawn": "W drawn", "blocks": "W drawn in blocks"},
        help="What makes queries, keys and values. In blocks, content and position that stand "
        "side by side are not mixed.",
    )
    mask: Literal["none", "causal"] = parameter(
        "none",
        title="Mask",
        hidden=True,
        labels={"none": "No mask", "causal": "Causal"},
        help="Whether a query sees all keys, or those up to its own position.",
    )
    order: Order = parameter(
        "reversed",
        title="Order",
        hidden=True,
        only=("shows", ("outputs",)),
        labels={"written": "As written", "reversed": "Reversed", "chosen": "Chosen"},
        help="The other order of the words, whose outputs stand beside these.",
    )
    places: tuple[float, ...] = parameter(
        (),
        title="Places",
        hidden=True,
        only=("order", ("chosen",)),
        help="The words in the chosen order by their numbers from 0, as in 2, 0, 1. Those left "
        "out follow.",
    )
    seed: int = parameter(
        0,
        title="Seed",
        hidden=True,
        ge=0,
        le=2**31,
        slider=(0, 100),
        help="The seed of the words' vectors, unless “Content” has some, and of drawn matrices.",
    )


class _Shown(NamedTuple):
    """What is computed for a Document."""

    words: tuple[str, ...]
    here: Composition
    # The words in the other order, by their places as written.
    order: tuple[int, ...]

    @property
    def there(self) -> Composition:
        return self.here.reordered(self.order)

    @property
    def equal(self) -> EqualRows:
        return equal_rows(self.here, self.order)


def _shown(document: Document) -> _Shown:
    scheme = document.encoding
    chosen = document.of(Terms)
    count = min(scheme.length, MOST_WORDS)
    words = tuple(scheme.words[:count])
    words += tuple(number(scheme.first + place) for place in range(len(words), count))
    content = _content(document, words)
    return _Shown(
        words,
        _composition(
            scheme,
            content.tobytes(),
            content.shape,
            chosen.joined,
            chosen.matrices,
            chosen.seed,
            _head(document),
            chosen.mask == "causal",
        ),
        _order(chosen, count),
    )


def _head(document: Document) -> int:
    """Return the head that is shown, from 0; the first where the scheme has none."""
    scheme = document.encoding
    if isinstance(scheme, Lagged | ByOffset):
        return min(document.cursor.head, len(scheme.heads_named)) - 1
    return document.cursor.head - 1 if isinstance(scheme, Rotating) else 0


@lru_cache(maxsize=8)
def _composition(
    scheme: Scheme,
    content: bytes,
    shape: tuple[int, int],
    joined: Joined,
    matrices: Matrices,
    seed: int,
    head: int,
    causal: bool,
) -> Composition:
    rows = np.frombuffer(content).reshape(shape)
    return Composition(scheme, rows, joined, matrices, seed, head, causal)


def _content(document: Document, words: tuple[str, ...]) -> NDArray[np.float64]:
    """Return a vector a word: that of the Document's content, or a drawn one for each word."""
    scheme = document.encoding
    chosen = document.of(Terms)
    if isinstance(scheme, Tabled) and not document.embedded.plain:
        return document.embedded.content_rows(scheme.first + np.arange(len(words)))
    width = content_width(scheme, chosen.matrices)
    vectors = drawn_vectors(words, width, chosen.seed)[:, :-1]
    return np.asarray(vectors.T, dtype=np.float64)


def _order(chosen: Terms, count: int) -> tuple[int, ...]:
    """Return the words in the other order, by their places as written."""
    if chosen.order == "written":
        return tuple(range(count))
    if chosen.order == "reversed":
        return tuple(reversed(range(count)))
    named = [int(place) for place in chosen.places if place in range(count)]
    return tuple(dict.fromkeys([*named, *range(count)]))


def _draw(document: Document) -> Figure:
    shown = _shown(document)
    shows = document.of(Terms).shows
    if shows == "outputs":
        return _outputs_figure(document, shown)
    if shows == "weights":
        both = _sum_panel(document, shown), _weights_panel(document, shown)
        return Figure("From scores to weights", (both,), names=("scores", "weights"))
    panels = _term_panels(document, shown)
    names = (*(term.key for term in shown.here.terms), "scores", "weights")
    title = "What the scores are made of"
    if len(shown.here.terms) == 1:
        return Figure(title, (panels[1:],), names=names[1:])
    across = len(panels) // 2
    return Figure(title, (panels[:across], panels[across:]), (1.0, 1.0), names=names)


def _axes(document: Document, shown: _Shown) -> tuple[Axis, Axis]:
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
    shown: _Shown,
    matrix: NDArray[np.float64],
    title: str,
    key: str,
    *,
    levels: tuple[float, float],
    colours: str,
    bar: str | None,
) -> Panel:
    keys, queries = _axes(document, shown)
    first = document.encoding.first
    heatmap = Heatmap(
        ArrayRaster(matrix),
        levels,
        colours,
        first,
        first,
        document.view.reduce,
        bar=bar,
        quantity="weight" if key == "weights" else "score",
        key=key,
    )
    return Panel(keys, queries, (heatmap,), title, square_cells=True)


def _score_colours(document: Document, shown: _Shown) -> tuple[tuple[float, float], str]:
    """Return one range of colours for all matrices of scores."""
    matrices = [term.scores for term in shown.here.terms]
    matrices.append(np.nan_to_num(shown.here.scores))
    return signed_colours(document, np.array(matrices))


def _sum_panel(document: Document, shown: _Shown, prefix: str = "") -> Panel:
    levels, colours = _score_colours(document, shown)
    title = f"{prefix}{_sum_name(shown)}"
    return _matrix_panel(
        document, shown, shown.here.scores, title, "scores", levels=levels, colours=colours,
        bar="score",
    )  # fmt: skip


def _sum_name(shown: _Shown) -> str:
    if len(shown.here.terms) == 1 and shown.here.terms[0].key == "rotated":
        return f"score: {shown.here.terms[0].name}"
    return "score"


def _weights_panel(document: Document, shown: _Shown) -> Panel:
    colours = sequential_colormap(document)
    return _matrix_panel(
        document, shown, shown.here.weights, "→ weights", "weights", levels=(0.0, 1.0),
        colours=colours, bar="weight",
    )  # fmt: skip


def _term_panels(document: Document, shown: _Shown) -> tuple[Panel, ...]:
    """Return a panel for each term, their sum, and the weights."""
    levels, colours = _score_colours(document, shown)
    panels = []
    terms = shown.here.terms
    for place, term in enumerate(terms):
        is_last_of_row = 2 * (place + 1) == len(terms) + 2
        panels.append(
            _matrix_panel(
                document, shown, term.scores, f"{'+ ' if place else ''}{term.name}", term.key,
                levels=levels, colours=colours, bar="score" if is_last_of_row else None,
            )
        )  # fmt: skip
    total = _sum_panel(document, shown, "= " if len(terms) > 1 else "")
    [heatmap] = total.marks
    assert isinstance(heatmap, Heatmap)
    if len(terms) > 1:
        total = replace(total, marks=(replace(heatmap, bar=None),))
    return (*panels, total, _weights_panel(document, shown))


def _outputs_figure(document: Document, shown: _Shown) -> Figure:
    there = shown.there.outputs
    levels, colours = signed_colours(document, np.stack([shown.here.outputs, there]))
    words = tuple(shown.words[place] for place in shown.order)
    left = _rows_panel(
        document, "outputs", shown.here.outputs, shown.words, "as written", levels, colours
    )
    right = _rows_panel(
        document, "outputs_there", there, words, _order_name(document), levels, colours
    )
    [heatmap] = left.marks
    assert isinstance(heatmap, Heatmap)
    left = replace(left, marks=(replace(heatmap, bar=None),))
    equal = shown.equal
    count = number(equal.equal_count)
    right = replace(right, fact=f"{count} of {number(len(words))} equal")
    title = f"Rows that are equal in both orders: {count} of {number(len(words))}"
    lines = _lines_panel(left.y, shown, equal)
    return Figure(title, ((left, lines, right),), names=("outputs", "lines", "outputs_there"))


def _rows_panel(
    document: Document,
    key: str,
    rows: NDArray[np.float64],
    words: tuple[str, ...],
    order: str,
    levels: tuple[float, float],
    colours: str,
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
    across = Axis("output", "dimension *j*", (-0.5, width - 0.5), whole=True)
    sentence = " ".join(words)
    is_short = document.encoding.words and len(sentence) <= MOST_LETTERS
    title = f"“{sentence}”" if is_short else f"outputs, {order}"
    heatmap = Heatmap(
        ArrayRaster(rows), levels, colours, 0.0, first, document.view.reduce, bar="output", key=key
    )
    return Panel(across, down, (heatmap,), title)


def _lines_panel(down: Axis, shown: _Shown, equal: EqualRows) -> Panel:
    """Return lines from the row of each word to its equal row in the other order."""
    first = float(shown.here.positions[0])
    lines = tuple(
        Path((0.0, 1.0), (first + place, first + there), "accent")
        for there, place in enumerate(shown.order)
        if equal.are_equal[there]
    )
    across = Axis("beside", "", (0.0, 1.0))
    return Panel(across, down, lines, share=LINES_SHARE, bare=True)


def _order_name(document: Document) -> str:
    return {"written": "again as written", "reversed": "reversed", "chosen": "reordered"}[
        document.of(Terms).order
    ]


def _tables(document: Document) -> tuple[Columns, ...]:
    shown = _shown(document)
    if document.of(Terms).shows != "outputs":
        return ()
    differences = np.abs(shown.here.outputs[list(shown.order)] - shown.there.outputs).max(axis=1)
    first = document.encoding.first
    columns: dict[str, Column] = {
        "word": [shown.words[place] for place in shown.order],
        "position": [first + place for place in shown.order],
        "position_there": [first + place for place in range(len(shown.order))],
        "difference": differences,
        "equal": ["yes" if is_equal else "no" for is_equal in shown.equal.are_equal],
    }
    labels = {"difference": "largest difference of the outputs", "equal": "to rounding"}
    return (Columns("rows", columns, labels),)


def _explain(document: Document) -> str:
    shown = _shown(document)
    shows = document.of(Terms).shows
    sentences = {
        "terms": _terms_sentences,
        "weights": _weights_sentences,
        "outputs": _outputs_sentences,
    }[shows](document, shown)
    length = document.encoding.length
    if len(shown.words) < length:
        sentences.append(
            f"These are the first {number(len(shown.words))} of {number(length)} positions."
        )
    return " ".join(sentences) + placeholder_note(document.encoding)


def _terms_sentences(document: Document, shown: _Shown) -> list[str]:
    terms = shown.here.terms
    sentences = [_made_of(document, shown), _division_sentence(shown)]
    if len(terms) > 1:
        reaches = [float(np.abs(term.scores).max()) for term in terms]
        largest = int(np.argmax(reaches))
        named = f"{terms[largest].name} reaches farthest, {number(reaches[largest], 3)}"
        named = named[0].upper() + named[1:]
        sentences.append(f"One colour is one number in all of them. {named}.")
    return sentences


def _made_of(document: Document, shown: _Shown) -> str:
    """Return how many parts the scores have, and why."""
    scheme = document.encoding
    if isinstance(scheme, Tabled):
        return _made_of_sum(document.of(Terms), shown.here)
    if isinstance(scheme, Rotating | AxialRope):
        return (
            "The score is one product: query and key are turned by their positions, and nothing "
            "is added."
        )
    if isinstance(scheme, NoPositions):
        return "The score is one product, *q*·*k*: no position enters it."
    if isinstance(scheme, Relative):
        added = scheme.added_to_queries(0)
        if added is None:
            return (
                "The score is a sum of two: the query times the key, and the query times the "
                "vector of their lag, which is clipped."
            )
        return (
            "The score is a sum of four: query and *uₕ*, each times the key, and query and *vₕ*, "
            "each times the vector *R* of their lag."
        )
    return (
        "The score is a sum of two: content, which knows no position, and the bias, which knows "
        "no word."
    )


def _made_of_sum(chosen: Terms, here: Composition) -> str:
    if chosen.joined == "added":
        text = (
            "A query is content plus position, and so is a key: their product has four parts, "
            "which add up to the score."
        )
        if chosen.matrices == "blocks":
            return f"{text} Added, both go through one matrix, which has no blocks."
        return text
    if not here.parts_stay_apart:
        return (
            "Content and position stand side by side, and full matrices *W* mix them: the product "
            "has four parts, as if they were added."
        )
    why = "no matrix mixes" if chosen.matrices == "none" else "the blocks of *W* do not mix"
    return (
        f"Content and position stand side by side, and {why} them: the product has two parts, "
        "and the two mixed ones are zero."
    )


def _division_sentence(shown: _Shown) -> str:
    """Return what products are divided by, and what makes queries and keys."""
    here = shown.here
    width = number(here.head_width)
    divided = f"Products are divided by √{width} = {number(here.divisor, 3)}"
    if not here.is_divided:
        divided = "Products are not divided by √*D*, as T5 has it"
    if here.matrices == "none":
        return f"{divided}; the matrices *W* are left out."
    return f"{divided}; the matrices *W* are drawn."


def _weights_sentences(document: Document, shown: _Shown) -> list[str]:
    weights = shown.here.weights
    sentences = ["The softmax makes weights of each row of scores, which add up to 1."]
    if shown.here.causal:
        sentences.append("The mask hides later keys: they have no score, and no weight.")
    query, key = np.unravel_index(int(weights.argmax()), weights.shape)
    words = shown.words
    largest = number(float(weights.max()), 3)
    sentences.append(
        f"The largest weight is {largest}, of “{words[int(query)]}” for “{words[int(key)]}”."
    )
    return sentences


def _outputs_sentences(document: Document, shown: _Shown) -> list[str]:
    equal = shown.equal
    count = len(shown.words)
    lines = "Lines join the rows of a word that are equal to rounding"
    if document.of(Terms).order == "written":
        return [f"Both orders are the same; {lines[0].lower()}{lines[1:]}."]
    joined = f"{lines}: {number(equal.equal_count)} of {number(count)}."
    if equal.are_all and count > 1:
        rounding = number(equal.rounding, 2)
        same = f"The outputs are the same rows in another order, to rounding ({rounding})."
        return [same, _why_all_equal(shown)]
    return [joined, _why_different(document, shown)]


def _why_all_equal(shown: _Shown) -> str:
    """Return why another order of the words changes no output."""
    exchanged = _with_first_two_exchanged(len(shown.words))
    other = equal_rows(shown.here, exchanged)
    if other.are_all:
        return "Nothing here tells one order of the words from another."
    changed = number(len(shown.words) - other.equal_count)
    return (
        "In reverse every two words are as far apart as before: what is the same on both sides "
        "cannot tell a sentence from its reverse. Exchanging the first two words alone would "
        f"change {changed} of the rows."
    )


def _with_first_two_exchanged(count: int) -> tuple[int, ...]:
    return (1, 0, *range(2, count)) if count > 1 else (0,)


def _why_different(document: Document, shown: _Shown) -> str:
    """Return what makes outputs differ: the mask, positions, or both."""
    unmasked = equal_rows(replace(shown.here, causal=False), shown.order)
    if not shown.here.causal:
        return "Positions tell the two orders apart."
    if unmasked.are_all:
        return (
            "The causal mask alone tells the two orders apart: each word sees only those before it."
        )
    return "Positions and the causal mask tell the two orders apart."


def _formula(document: Document) -> Formula:
    scheme = document.encoding
    chosen = document.of(Terms)
    here = _shown(document).here
    divided = rf"/\sqrt{{{here.head_width}}}" if here.is_divided else ""
    if isinstance(scheme, Tabled):
        joined = "x + PE" if chosen.joined == "added" else r"x\,|\,PE"
        query = Formula(rf"q = ({joined})\,W_q")
        key = Formula(rf"k = ({joined})\,W_k")
        return Formula(rf"\ell = q\cdot k{divided}").beside(query).beside(key)
    if isinstance(scheme, Relative):
        return scheme.formula()
    if isinstance(scheme, NoPositions):
        return Formula(rf"\ell = q\cdot k{divided}")
    if isinstance(scheme, Rotating | AxialRope):
        return Formula(rf"\ell = q\cdot k{divided}").beside(scheme.formula())
    return Formula(rf"\ell = q\cdot k{divided} + \mathrm{{bias}}").beside(scheme.formula())


PANE = Pane(
    "terms",
    Scheme,
    "what attention's scores are made of: terms that add up, weights, and what order changes",
    reads=lambda document: (
        document.encoding,
        document.content if isinstance(document.encoding, Tabled) else None,
        document.cursor.head,
        document.view.colormap,
        document.view.raw,
    ),
    draw=_draw,
    slow=True,
    explain=_explain,
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
)
