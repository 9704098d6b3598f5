"""The sentences of the Terms pane: on the terms of scores, and why order changes outputs."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from peviewer.base.numbers import number
from peviewer.document.document import Document
from peviewer.figures.panels.axes import placeholder_note
from peviewer.figures.panes.attention.composed_words import Composed, Terms, composed
from peviewer.model.between.terms import Composition, equal_rows
from peviewer.model.encodings.bases.given_positions import GivenPositions
from peviewer.model.encodings.bases.relative import Relative
from peviewer.model.encodings.bases.tabled import Tabled
from peviewer.model.encodings.grids.axial_rope import AxialRope
from peviewer.model.encodings.none import NoPositions
from peviewer.model.encodings.turning import Rotating


def explain(document: Document) -> str:
    shown = composed(document)
    shows = document.of(Terms).shows
    sentences = {
        "terms": _terms_sentences,
        "weights": _weights_sentences,
        "outputs": _outputs_sentences,
    }[shows](document, shown)
    sentences += _sequence_sentences(document)
    length = document.encoding.length
    if len(shown.words) < length:
        sentences.append(
            f"These are the first {number(len(shown.words))} of {number(length)} positions."
        )
    return " ".join(sentences) + placeholder_note(document.encoding)


def _sequence_sentences(document: Document) -> list[str]:
    """Return how many sequences given positions are of; none where they are of one."""
    scheme = document.encoding
    if not isinstance(scheme, GivenPositions) or not scheme.at:
        return []
    count = int(scheme.sequences[-1]) + 1
    if count == 1:
        return []
    return [
        f"Where a position falls a new sequence begins: these are {number(count)}, and no query "
        "sees a key of another one."
    ]


def _terms_sentences(document: Document, shown: Composed) -> list[str]:
    terms = shown.here.terms
    sentences = [_made_of(document, shown), _division_sentence(shown)]
    if len(terms) > 1:
        reaches = [float(np.abs(term.scores).max()) for term in terms]
        largest = int(np.argmax(reaches))
        named = f"{terms[largest].name} reaches farthest, {number(reaches[largest], 3)}"
        named = named[0].upper() + named[1:]
        sentences.append(f"One colour is one number in all of them. {named}.")
    return sentences


def _made_of(document: Document, shown: Composed) -> str:
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


def _division_sentence(shown: Composed) -> str:
    """Return what products are divided by, and what makes queries and keys."""
    here = shown.here
    width = number(here.head_width)
    divided = f"Products are divided by √{width} = {number(here.divisor, 3)}"
    if not here.is_divided:
        divided = "Products are not divided by √*D*, as T5 has it"
    if here.matrices == "none":
        return f"{divided}; the matrices *W* are left out."
    return f"{divided}; the matrices *W* are drawn."


def _weights_sentences(document: Document, shown: Composed) -> list[str]:
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


def _outputs_sentences(document: Document, shown: Composed) -> list[str]:
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


def _why_all_equal(shown: Composed) -> str:
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


def _why_different(document: Document, shown: Composed) -> str:
    """Return what makes outputs differ: the mask, positions, or both."""
    unmasked = equal_rows(replace(shown.here, causal=False), shown.order)
    if not shown.here.causal:
        return "Positions tell the two orders apart."
    if unmasked.are_all:
        return (
            "The causal mask alone tells the two orders apart: each word sees only those before it."
        )
    return "Positions and the causal mask tell the two orders apart."
