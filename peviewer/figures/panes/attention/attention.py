"""The Attention pane: a query's weights after the softmax if they depend on the lag alone, and each head's span."""

from __future__ import annotations

from dataclasses import replace
from operator import attrgetter
from typing import Literal

import numpy as np

from peviewer.base.formula import Formula
from peviewer.base.numbers import number
from peviewer.base.parameters import Parameters, parameter
from peviewer.base.words import in_unit
from peviewer.document.document import Document
from peviewer.figures.grammar import Axis, Curve, Figure, Heatmap, Mark, Panel, Rule
from peviewer.figures.panels.axes import (
    curve_style,
    head_axis,
    lag_axis,
    placeholder_note,
    query_and_key_axes,
    sequential_colormap,
    some_heads,
)
from peviewer.figures.panes.pane import Column, Columns, Pane
from peviewer.model.between.attention import DRAWN, SHARE, Attended
from peviewer.model.between.lag_curves import WeightOverLag
from peviewer.model.between.score import Vectors
from peviewer.model.encodings.lagged import Lagged
from peviewer.model.encodings.none import NoPositions
from peviewer.model.encodings.scheme import Attending
from peviewer.model.encodings.turning import Rotating
from peviewer.model.sampling.raster import ArrayRaster
from peviewer.model.sampling.series import Samples

MOST_HEADS = 24  # drawn over the lag
MOST_QUERIES = 256  # shown with every key
_LEAST_WEIGHT = 1e-6  # of the largest weight, at the end of the axis


class Attention(Parameters):
    """What a query attends to."""

    causal: bool = parameter(
        True, title="Causal", hidden=True, help="Whether the query sees keys up to its own position only.",
    )  # fmt: skip
    query: Literal["last", "cursor"] = parameter(
        "last", title="Query", hidden=True, labels={"last": "At the end", "cursor": "At position t"},
        help="Where the query is: at the last position, or at position t.",
    )  # fmt: skip
    vectors: Vectors = parameter(
        "drawn", title="Vectors", needs=Rotating, hidden=True,
        labels={"drawn": "q and k drawn", "same": "q = k, drawn", "equal": "All pairs alike"},
        help="Which vectors are turned in each head: a random query and a random key, one random vector as both, or a"
             " vector whose pairs are all alike.",
    )  # fmt: skip
    seed: int = parameter(
        1, title="Seed", needs=Rotating, hidden=True, ge=0, le=2**31, slider=(0, 100),
        only=("vectors", ("drawn", "same")), help="The seed of the random queries and keys.",
    )  # fmt: skip
    head_count: int = parameter(
        DRAWN, title="Heads", symbol="H", needs=Rotating, hidden=True, ge=1, le=1024, slider=(1, 64), unit="",
        only=("vectors", ("drawn", "same")),
        help="How many heads there are, each with vectors of its own; a model's configuration sets this.",
    )  # fmt: skip


def _attended_keys(document: Document[Attending]) -> Attended:
    scheme, chosen = document.encoding, document.of(Attention)
    places = scheme.positions
    at = places[-1] if chosen.query == "last" else document.reference_position
    after = 0 if _is_causal(document) else places[-1] - at
    drawn = isinstance(scheme, Rotating)
    vectors: Vectors = chosen.vectors if drawn else "drawn"
    seed = chosen.seed if drawn and vectors != "equal" else 0
    count = chosen.head_count if drawn else DRAWN
    return Attended(scheme.from_zero, at - places[0], after, vectors, seed, count)


def _is_causal(document: Document[Attending]) -> bool:
    """Whether the query sees no later keys.

    Always with xPos, whose weights would grow without bound.
    """
    scheme = document.encoding
    return document.of(Attention).causal or (
        isinstance(scheme, Rotating) and bool(scheme.losses().any())
    )


def _head_label(attended: Attended, head: int) -> str:
    scheme = attended.scheme
    if isinstance(scheme, Lagged):
        return scheme.heads_named[head]
    if not isinstance(scheme, Rotating):
        return "all keys alike"
    return f"head {number(head + 1)}" if attended.heads > 1 else "all pairs alike"


def _draw(document: Document[Attending]) -> Figure:
    attended = _attended_keys(document)
    head = min(document.cursor.head, attended.heads) - 1
    weights, beside = (
        _weight_panel(attended, head),
        (_span_panel(attended, head),) if attended.heads > 1 else (),
    )
    rows: tuple[tuple[Panel, ...], ...] = (weights,), (_share_panel(attended, head), *beside)
    names: tuple[str, ...] = ("weights", "shares", "heads")
    if _is_named(document):
        rows, names = (
            ((_pairs_panel(document, attended, head),), (weights, *beside)),
            ("pairs", "weights", "heads"),
        )
    heights = 1.5 if _is_named(document) else 1.2, 1.0
    return Figure(
        "What a query attends to", rows, heights, spare=(1,), names=names[: 2 + len(beside)]
    )


def _is_named(document: Document[Attending]) -> bool:
    """Whether the positions have words, so few that all queries are shown."""
    return bool(document.encoding.words) and document.encoding.length <= MOST_QUERIES


def _pairs_panel(document: Document[Attending], attended: Attended, head: int) -> Panel:
    scheme = document.encoding
    every = replace(attended, before=scheme.length - 1, after=0)
    weights = every.between_all(head, _is_causal(document))
    keys, queries = query_and_key_axes(document)
    colours, first = sequential_colormap(document), scheme.first
    heatmap = Heatmap(
        ArrayRaster(weights), (0.0, float(weights.max())), colours, first, first, document.view.reduce,
        quantity="weight", key="pairs",
    )  # fmt: skip
    query = attended.before + first
    mark = Rule("y", query, f"*t* = {scheme.position_text(query)}")
    title = f"Who attends to whom: {_head_label(attended, head)}"
    return Panel(keys, queries, (heatmap, mark), title, square_cells=document.view.square)


def _weight_panel(attended: Attended, head: int) -> Panel:
    drawn = [head] if attended.scheme.swings else some_heads(attended.heads, MOST_HEADS, head)
    reach = 1.3 * float(attended.spans().within[drawn].max()) + 3.5
    low, high = -min(attended.before + 0.5, reach), min(attended.after + 0.5, reach)
    lags = lag_axis(low, high)
    marks: list[Mark] = []
    ends: list[float] = []
    style = curve_style(attended.keys)
    for each in drawn:
        series, name = WeightOverLag(attended, each), _head_label(attended, each)
        if each == head:
            marks.append(Curve(series, name, "accent", style, key="weight"))
        else:
            marks.append(Curve(series, "", "muted", style, name, key=None))
        if (
            attended.scheme.swings
        ):  # between any samples of its weights there may be larger and smaller ones
            ends += [
                float(attended.spans().faintest[each]),
                float(attended.spans().strongest[each]),
            ]
        else:
            ends += series.sample(low, high, 200)[1].tolist()
    top = max(ends)
    bottom = max(min(ends), _LEAST_WEIGHT * top)
    up = Axis("weight", "weight", (bottom / 1.6, 1.6 * top), log=True, zooms=True)
    fact = (
        f"{number(len(drawn))} of {number(attended.heads)} heads"
        if len(drawn) < attended.heads
        else ""
    )
    is_one_of_many = len(drawn) < attended.heads and len(drawn) == 1
    title = "Weight of each key" + (f": {_head_label(attended, head)}" if is_one_of_many else "")
    return Panel(lags, up, tuple(marks), title, fact, legend=True)


def _share_panel(attended: Attended, head: int) -> Panel:
    nearest = Axis(
        "nearest",
        "nearest keys",
        (0.9, 1.1 * max(2, attended.keys)),
        whole=True,
        log=True,
        zooms=True,
    )
    marks: list[Mark] = [
        Rule("y", SHARE, f"{100 * SHARE:.0f} %", "reference", dashed=True, at_left=True)
    ]
    style = curve_style(attended.keys)
    for each in some_heads(attended.heads, MOST_HEADS, head):
        curve, name, own = (
            Samples(*attended.shares(each)),
            _head_label(attended, each),
            each == head,
        )
        marks.append(
            Curve(
                curve, "", "accent" if own else "muted", style, name, key="share" if own else None
            )
        )
    up = Axis("share", "share", (0.0, 1.05), zooms=True)
    return Panel(nearest, up, tuple(marks), "Added up, nearest first")


def _span_panel(attended: Attended, head: int) -> Panel:
    spans = attended.spans()
    heads = np.arange(1, attended.heads + 1, dtype=np.float64)
    span, far = spans.effective, attended.nearest(spans.within)
    marks: tuple[Mark, ...] = (
        Curve(Samples(heads, far), "95 %", "reference", "points", "nearest with 95 %", key=None),
        Curve(Samples(heads, span), "span", "curve-1", "points", "effective span", key=None),
        Rule("x", head + 1.0, _head_label(attended, head)),
    )
    low, high = float(min(span.min(), far.min())), float(max(span.max(), far.max()))
    beside = 1.6 if high > 2 * low else 2.5  # enough for two ticks
    up = Axis("span", "keys", (low / beside, high * beside), log=True, zooms=True)
    return Panel(head_axis(attended.heads), up, marks, "How far each head looks", legend=True)


def _tables(document: Document[Attending]) -> tuple[Columns, ...]:
    attended = _attended_keys(document)
    spans = attended.spans()
    own = [float(attended.weights(np.zeros(1), head)[0]) for head in range(attended.heads)]
    columns: dict[str, Column] = {
        "head": range(1, attended.heads + 1),
        "effective_span": spans.effective,
        "within_95": spans.within,
        "own_weight": own,
    }
    labels = {
        "effective_span": "keys",
        "within_95": "positions from the query",
        "own_weight": "of the key at lag 0",
    }
    return (Columns("spans", columns, labels),)


def _explain(document: Document[Attending]) -> str:
    attended = _attended_keys(document)
    if attended.keys == 1:
        return "There is only one key, that of the query itself. It has all the weight under any scheme."
    spans, head = attended.spans(), min(document.cursor.head, attended.heads) - 1
    who = f"{_head_label(attended, head).capitalize()} looks" if attended.heads > 1 else "It looks"
    text = (
        f"{_keys_sentence(document, attended)} {who} at {number(float(spans.effective[head]), 3)} of "
        f"{number(attended.keys)} keys, its effective span: e to the power of the entropy of the weights. "
        f"95 % of the weight lies within {in_unit(number(float(spans.within[head])), 'positions')} of the query."
    )
    if attended.heads > 1:
        low, high = (
            number(float(end), 3) for end in (spans.effective.min(), spans.effective.max())
        )
        text += (
            f" All heads: {low} … {high} keys."
            if low != high
            else " All heads look about equally far."
        )
    if attended.counted < attended.keys:
        text += f" With so many keys, {number(attended.counted)} lags stand for all of them."
    if _is_named(document):
        text += " In the matrix each row is a query and each column a key; the weights of a row add up to 1."
    return text


def _keys_sentence(document: Document[Attending], attended: Attended) -> str:
    scheme, chosen = document.encoding, document.of(Attention)
    sides = [
        side for side, count in (("before", attended.before), ("after", attended.after)) if count
    ]
    keys = f"itself and the keys {' and '.join(sides)} it"
    if not attended.after and _is_causal(document) and not chosen.causal:
        keys += " (keys after it would get ever more weight)"
    if isinstance(scheme, Lagged):
        differ = f"it attends to {keys}, and only the bias makes them differ"
        note = f" {scheme.query_note}" if scheme.query_note else ""
        return f"All keys are alike to the query; {differ}.{note}{placeholder_note(scheme)}"
    if not isinstance(scheme, Rotating):
        return _sentence_without_positions(attended, keys, chosen.causal)
    drawn = {
        "drawn": "Each head has one random query and one random key, repeated at every position. The query",
        "same": "Each head has one random query, and every key equals it. The query",
        "equal": "The query gives every pair the same weight, and every key equals it. It",
    }[chosen.vectors]
    return f"{drawn} attends to {keys}; only how they are turned makes them differ."


def _sentence_without_positions(attended: Attended, keys: str, causal: bool) -> str:
    """Return what a query attends to where nothing makes keys differ."""
    share = f"each of these {number(attended.keys)} has 1/{number(attended.keys)} of the weight"
    text = f"Nothing makes keys differ: the query attends to {keys}, and {share}."
    if causal:
        return f"{text} How many it sees is all that is left of its position."
    return f"{text} Every other query sees the same, so nothing is left of its position."


def _formula(document: Document[Attending]) -> Formula:
    score = Formula(r"\ell = \mathrm{bias}")
    if isinstance(document.encoding, NoPositions):
        score = Formula(r"\ell = 0")
    if isinstance(document.encoding, Rotating):
        score = Formula(r"\ell = \mathrm{score}\cdot\sqrt{D}")
    weight = Formula(r"w = e^{\ell} / \sum e^{\ell}")
    span = Formula(r"\mathrm{span} = e^{-\sum w\,\ln\,w}")
    return weight.beside(score).beside(span)


PANE = Pane(
    "attention",
    Attending,
    "what a query attends to by the lag alone: weights after the softmax, and how far each head looks",
    reads=lambda document: (
        document.encoding,
        document.of(Attention).query == "cursor" and document.cursor.position,
        *attrgetter("cursor.head", "view.colormap", "view.raw", "view.square")(document),
    ),
    draw=_draw,
    slow=True,
    explain=_explain,
    hint="*φ* has no effect here: play the head, if there are several, or put the query at position *t* and play that.",
    formula=_formula,
    section=Attention,
    choices=(
        "cursor.head",
        "attention.vectors",
        "attention.head_count",
        "attention.seed",
        "attention.causal",
        "attention.query",
    ),
    tables=_tables,
    main="spans",
    parts=("weights", "shares", "heads"),
)
