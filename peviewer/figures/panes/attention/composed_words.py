"""The words that the Terms pane shows, and what attention makes of them in two orders."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from peviewer.base.numbers import number
from peviewer.base.parameters import Parameters, parameter
from peviewer.document.document import Document
from peviewer.model.between.terms import (
    Composition,
    EqualRows,
    Joined,
    Matrices,
    content_width,
    equal_rows,
)
from peviewer.model.embedded import Embedded
from peviewer.model.encodings.bases.given_positions import GivenPositions
from peviewer.model.encodings.bases.tabled import Tabled
from peviewer.model.encodings.grids.gridded import ByOffset
from peviewer.model.encodings.lagged import Lagged
from peviewer.model.encodings.scheme import Scheme
from peviewer.model.encodings.turning import Rotating
from peviewer.model.word_vectors import drawn_vectors

# The most positions that are shown.
MAX_WORDS = 16

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


@dataclass(frozen=True, eq=False)
class Composed:
    """The attention to a Document's words in their written order and in another one."""

    words: tuple[str, ...]
    here: Composition
    # The words in the other order, by their places as written.
    order: tuple[int, ...]

    @cached_property
    def equal(self) -> EqualRows:
        return equal_rows(self.here, self.order)

    @property
    def words_there(self) -> tuple[str, ...]:
        return tuple(self.words[place] for place in self.order)


def composed(document: Document) -> Composed:
    """Return the attention to a Document's words; figure, sentences and files share it."""
    return _composed(document.embedded, document.of(Terms), _head(document))


def _head(document: Document) -> int:
    """Return the head that is shown, from 0; the first where the scheme has none."""
    scheme = document.encoding
    if isinstance(scheme, Lagged | ByOffset):
        return min(document.cursor.head, len(scheme.head_labels)) - 1
    return document.cursor.head - 1 if isinstance(scheme, Rotating) else 0


@lru_cache(maxsize=8)
def _composed(embedded: Embedded[Any], chosen: Terms, head: int) -> Composed:
    scheme = embedded.encoding
    count = min(scheme.length, MAX_WORDS)
    words = tuple(scheme.words[:count])
    words += tuple(number(scheme.first + place) for place in range(len(words), count))
    composition = Composition(
        scheme,
        _content(embedded, _tokens(scheme, words), chosen),
        chosen.joined,
        chosen.matrices,
        chosen.seed,
        head,
        chosen.mask == "causal",
    )
    return Composed(words, composition, _order(chosen, count))


def _tokens(scheme: Scheme, words: tuple[str, ...]) -> tuple[str, ...]:
    """Return what has a vector of content: words; at given positions without any, rows."""
    if not isinstance(scheme, GivenPositions) or not scheme.at or scheme.sentence:
        return words
    return tuple(map(str, range(len(words))))


def _content(embedded: Embedded[Any], words: tuple[str, ...], chosen: Terms) -> NDArray[np.float64]:
    """Return one vector for each word: from the Document's content, or drawn."""
    scheme = embedded.encoding
    if isinstance(scheme, Tabled) and not embedded.has_no_content:
        return embedded.content_rows(scheme.first + np.arange(len(words)))
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
