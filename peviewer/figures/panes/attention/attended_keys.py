"""The query and keys of the Attention pane, as its fields and the Document determine them."""

from __future__ import annotations

from typing import Literal

from peviewer.base.numbers import number
from peviewer.base.parameters import Parameters, parameter
from peviewer.document.document import Document
from peviewer.model.between.attention import DRAWN, Attended
from peviewer.model.between.score import Vectors
from peviewer.model.encodings.bases.attending import Attending
from peviewer.model.encodings.lagged import Lagged
from peviewer.model.encodings.turning import Rotating

# The most queries that are shown with every key.
MAX_QUERIES = 256


class Attention(Parameters):
    """What a query attends to."""

    causal: bool = parameter(
        True,
        title="Causal",
        hidden=True,
        help="Whether the query sees keys up to its own position only.",
    )
    query: Literal["last", "cursor"] = parameter(
        "last",
        title="Query",
        hidden=True,
        labels={"last": "At the end", "cursor": "At position t"},
        help="Where the query is: at the last position, or at position t.",
    )
    vectors: Vectors = parameter(
        "drawn",
        title="Vectors",
        needs=Rotating,
        hidden=True,
        labels={"drawn": "q and k drawn", "same": "q = k, drawn", "equal": "All pairs alike"},
        help="Which vectors are turned in each head: a random query and a random key, "
        "one random vector as both, or a vector whose pairs are all alike.",
    )
    seed: int = parameter(
        1,
        title="Seed",
        needs=Rotating,
        hidden=True,
        ge=0,
        le=2**31,
        slider=(0, 100),
        only=("vectors", ("drawn", "same")),
        help="The seed of the random queries and keys.",
    )
    head_count: int = parameter(
        DRAWN,
        title="Heads",
        symbol="H",
        needs=Rotating,
        hidden=True,
        ge=1,
        le=1024,
        slider=(1, 64),
        unit="",
        only=("vectors", ("drawn", "same")),
        help="How many heads there are, each with vectors of its own; "
        "a model's configuration sets this.",
    )


def attended_keys(document: Document[Attending]) -> Attended:
    scheme = document.encoding
    options = document.of(Attention)
    first = scheme.positions[0]
    last = scheme.positions[-1]
    query = last if options.query == "last" else document.reference_position
    keys_before = query - first
    keys_after = 0 if is_causal(document) else last - query
    if not isinstance(scheme, Rotating):
        return Attended(scheme.from_zero, keys_before, keys_after, "drawn", 0, DRAWN)
    seed = options.seed if options.vectors != "equal" else 0
    return Attended(
        scheme.from_zero, keys_before, keys_after, options.vectors, seed, options.head_count
    )


def is_causal(document: Document[Attending]) -> bool:
    """Whether the query sees no later keys.

    With xPos it never sees any: their weights would grow without bound.
    """
    scheme = document.encoding
    decays = isinstance(scheme, Rotating) and bool(scheme.log_decays().any())
    return document.of(Attention).causal or decays


def shown_head(document: Document[Attending], attended: Attended) -> int:
    """Return the head that is shown, from 0."""
    return min(document.cursor.head, attended.heads) - 1


def has_words(document: Document[Attending]) -> bool:
    """Whether positions have words and are so few that all queries are shown."""
    return bool(document.encoding.words) and document.encoding.length <= MAX_QUERIES


def head_label(attended: Attended, head: int) -> str:
    scheme = attended.scheme
    if isinstance(scheme, Lagged):
        return scheme.head_labels[head]
    if not isinstance(scheme, Rotating):
        return "all keys alike"
    return f"head {number(head + 1)}" if attended.heads > 1 else "all pairs alike"
