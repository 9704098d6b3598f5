"""The Attention pane: a query's weights after the softmax, by the lag alone, and heads' spans."""

from __future__ import annotations

from dataclasses import replace
from operator import attrgetter

import numpy as np

from peviewer.base.formula import Formula
from peviewer.base.numbers import number
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
from peviewer.figures.panes.attention.attended_keys import (
    Attention,
    attended_keys,
    has_words,
    head_label,
    is_causal,
    shown_head,
)
from peviewer.figures.panes.pane import Column, Columns, Pane
from peviewer.model.between.attention import SHARE, Attended
from peviewer.model.between.lag_curves import WeightOverLag
from peviewer.model.encodings.bases.attending import Attending
from peviewer.model.encodings.lagged import Lagged
from peviewer.model.encodings.none import NoPositions
from peviewer.model.encodings.turning import Rotating
from peviewer.model.sampling.raster import ArrayRaster
from peviewer.model.sampling.series import Samples

# The most heads that are drawn over the lag.
MAX_HEADS = 24

# The weight at the end of the axis, as a share of the largest.
_LEAST_WEIGHT = 1e-6

# The factor by which a logarithmic axis goes on beyond its curves; a larger one for close points.
_AXIS_MARGIN = 1.6

_WIDE_AXIS_MARGIN = 2.5


def _draw(document: Document[Attending]) -> Figure:
    attended = attended_keys(document)
    head = shown_head(document, attended)
    weights = _weight_panel(attended, head)
    spans: tuple[Panel, ...] = ()
    span_names: tuple[str, ...] = ()
    if attended.heads > 1:
        spans = (_span_panel(attended, head),)
        span_names = ("heads",)

    title = "What a query attends to"
    if has_words(document):
        rows = ((_pairs_panel(document, attended, head),), (weights, *spans))
        names = ("pairs", "weights", *span_names)
        return Figure(title, rows, heights=(1.5, 1.0), spare_rows=(1,), names=names)
    rows = ((weights,), (_share_panel(attended, head), *spans))
    names = ("weights", "shares", *span_names)
    return Figure(title, rows, heights=(1.2, 1.0), spare_rows=(1,), names=names)


def _pairs_panel(document: Document[Attending], attended: Attended, head: int) -> Panel:
    scheme = document.encoding
    last_query = replace(attended, before=scheme.length - 1, after=0)
    weights = last_query.between_all(head, is_causal(document))
    heatmap = Heatmap(
        ArrayRaster(weights),
        (0.0, float(weights.max())),
        sequential_colormap(document),
        x0=scheme.first,
        y0=scheme.first,
        reduce=document.view.reduce,
        quantity="weight",
        key="pairs",
    )
    keys, queries = query_and_key_axes(document)
    query = attended.before + scheme.first
    rule = Rule("y", query, f"*t* = {scheme.position_text(query)}")
    title = f"Who attends to whom: {head_label(attended, head)}"
    return Panel(keys, queries, (heatmap, rule), title, square_cells=document.view.square)


def _weight_panel(attended: Attended, head: int) -> Panel:
    spans = attended.spans()
    oscillates = attended.scheme.oscillates
    drawn_heads = [head] if oscillates else some_heads(attended.heads, MAX_HEADS, head)
    reach = 1.3 * float(spans.within[drawn_heads].max()) + 3.5
    low = -min(attended.before + 0.5, reach)
    high = min(attended.after + 0.5, reach)

    marks: list[Mark] = []
    weights: list[float] = []
    style = curve_style(attended.keys)
    for drawn_head in drawn_heads:
        series = WeightOverLag(attended, drawn_head)
        name = head_label(attended, drawn_head)
        if drawn_head == head:
            marks.append(Curve(series, name, "accent", style, key="weight"))
        else:
            marks.append(Curve(series, "", "muted", style, name, key=None))
        if oscillates:
            # Between samples of the weights there may be larger and smaller ones.
            faintest = float(spans.faintest[drawn_head])
            strongest = float(spans.strongest[drawn_head])
            weights += [faintest, strongest]
        else:
            weights += series.sample(low, high, 200)[1].tolist()

    top = max(weights)
    bottom = max(min(weights), _LEAST_WEIGHT * top)
    limits = (bottom / _AXIS_MARGIN, _AXIS_MARGIN * top)
    up = Axis("weight", "weight", limits, log=True, zooms=True)
    title = "Weight of each key"
    fact = ""
    if len(drawn_heads) < attended.heads:
        fact = f"{number(len(drawn_heads))} of {number(attended.heads)} heads"
        if len(drawn_heads) == 1:
            title += f": {head_label(attended, head)}"
    return Panel(lag_axis(low, high), up, tuple(marks), title, fact, legend=True)


def _share_panel(attended: Attended, head: int) -> Panel:
    name = f"{100 * SHARE:.0f} %"
    marks: list[Mark] = [Rule("y", SHARE, name, "reference", dashed=True, at_left=True)]
    style = curve_style(attended.keys)
    for drawn_head in some_heads(attended.heads, MAX_HEADS, head):
        series = Samples(*attended.shares(drawn_head))
        name = head_label(attended, drawn_head)
        if drawn_head == head:
            marks.append(Curve(series, "", "accent", style, name, key="share"))
        else:
            marks.append(Curve(series, "", "muted", style, name, key=None))

    limits = (0.9, 1.1 * max(2, attended.keys))
    nearest = Axis("nearest", "nearest keys", limits, whole=True, log=True, zooms=True)
    up = Axis("share", "share", (0.0, 1.05), zooms=True)
    return Panel(nearest, up, tuple(marks), "Added up, nearest first")


def _span_panel(attended: Attended, head: int) -> Panel:
    spans = attended.spans()
    heads = np.arange(1, attended.heads + 1, dtype=np.float64)
    effective = Samples(heads, spans.effective)
    nearest = Samples(heads, attended.nearest(spans.within))
    marks: tuple[Mark, ...] = (
        Curve(nearest, "95 %", "reference", "points", "nearest with 95 %", key=None),
        Curve(effective, "span", "curve-1", "points", "effective span", key=None),
        Rule("x", head + 1.0, head_label(attended, head)),
    )

    numbers = np.concatenate([effective.y, nearest.y])
    low = float(numbers.min())
    high = float(numbers.max())
    # The margin leaves room for two ticks.
    margin = _AXIS_MARGIN if high > 2 * low else _WIDE_AXIS_MARGIN
    up = Axis("span", "keys", (low / margin, high * margin), log=True, zooms=True)
    return Panel(head_axis(attended.heads), up, marks, "How far each head looks", legend=True)


def _tables(document: Document[Attending]) -> tuple[Columns, ...]:
    attended = attended_keys(document)
    spans = attended.spans()
    own_lag = np.zeros(1)
    own_weights = [float(attended.weights(own_lag, head)[0]) for head in range(attended.heads)]
    columns: dict[str, Column] = {
        "head": range(1, attended.heads + 1),
        "effective_span": spans.effective,
        "within_95": spans.within,
        "own_weight": own_weights,
    }
    labels = {
        "effective_span": "keys",
        "within_95": "positions from the query",
        "own_weight": "of the key at lag 0",
    }
    return (Columns("spans", columns, labels),)


def _explain(document: Document[Attending]) -> str:
    attended = attended_keys(document)
    if attended.keys == 1:
        return (
            "There is only one key, that of the query itself. "
            "It has all the weight under any scheme."
        )
    head = shown_head(document, attended)
    spans = attended.spans()
    subject = head_label(attended, head).capitalize() if attended.heads > 1 else "It"
    distance = in_unit(number(float(spans.within[head])), "positions")
    text = (
        f"{_keys_sentence(document, attended)} {subject} looks at "
        f"{number(float(spans.effective[head]), 3)} of {number(attended.keys)} keys, its effective "
        "span: e to the power of the entropy of the weights. "
        f"95 % of the weight lies within {distance} of the query."
    )
    if attended.heads > 1:
        low = number(float(spans.effective.min()), 3)
        high = number(float(spans.effective.max()), 3)
        if low == high:
            text += " All heads look about equally far."
        else:
            text += f" All heads: {low} … {high} keys."
    if attended.computed_lags < attended.keys:
        text += f" With so many keys, {number(attended.computed_lags)} lags stand for all of them."
    if has_words(document):
        text += (
            " In the matrix each row is a query and each column a key; "
            "the weights of a row add up to 1."
        )
    return text


# The subject of the sentence on attention, by the choice of vectors; the verb follows.
_SUBJECTS = {
    "drawn": "Each head has one random query and one random key, repeated at every position. "
    "The query",
    "same": "Each head has one random query, and every key equals it. The query",
    "equal": "The query gives every pair the same weight, and every key equals it. It",
}


def _keys_sentence(document: Document[Attending], attended: Attended) -> str:
    scheme = document.encoding
    options = document.of(Attention)
    sides = []
    if attended.before:
        sides.append("before")
    if attended.after:
        sides.append("after")
    keys = f"itself and the keys {' and '.join(sides)} it"
    is_causal_by_scheme = is_causal(document) and not options.causal
    if is_causal_by_scheme and not attended.after:
        keys += " (keys after it would get ever more weight)"
    if isinstance(scheme, Lagged):
        differ = f"it attends to {keys}, and only the bias makes them differ"
        note = f" {scheme.query_note}" if scheme.query_note else ""
        return f"All keys are alike to the query; {differ}.{note}{placeholder_note(scheme)}"
    if not isinstance(scheme, Rotating):
        return _sentence_without_positions(attended, keys, options.causal)
    subject = _SUBJECTS[options.vectors]
    return f"{subject} attends to {keys}; only how they are turned makes them differ."


def _sentence_without_positions(attended: Attended, keys: str, causal: bool) -> str:
    """Return what a query attends to where nothing makes keys differ."""
    key_count = number(attended.keys)
    text = (
        f"Nothing makes keys differ: the query attends to {keys}, "
        f"and each of these {key_count} has 1/{key_count} of the weight."
    )
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
    return weight.joined_with(score).joined_with(span)


PANE = Pane(
    "attention",
    Attending,
    "what a query attends to by the lag alone: "
    "weights after the softmax, and how far each head looks",
    in_brief="How far each head looks",
    reads=lambda document: (
        document.encoding,
        document.of(Attention).query == "cursor" and document.cursor.position,
        *attrgetter("cursor.head", "view.colormap", "view.raw", "view.square")(document),
    ),
    draw=_draw,
    slow=True,
    explain=_explain,
    hint="*φ* has no effect here: play the head, if there are several, "
    "or put the query at position *t* and play that.",
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
