"""The Score pane: how the score of a query and a key falls with the lag, and the base that would keep it above 0."""

from __future__ import annotations

from functools import lru_cache
from operator import attrgetter
from typing import Literal

import numpy as np

from peviewer.base.formula import Formula
from peviewer.base.numbers import number, plain, steady
from peviewer.base.parameters import Parameters, parameter
from peviewer.base.words import in_unit
from peviewer.document.document import Document
from peviewer.figures.grammar import Axis, Curve, Figure, Listing, Mark, Panel, Role, Rule
from peviewer.figures.panes.pane import Column, Columns, Pane
from peviewer.model.between.lag_curves import BoundOverLag, ScoreOverLag
from peviewer.model.between.score import Part, TurnedScore, Vectors, least_base, reach
from peviewer.model.encodings.rope import Rope
from peviewer.model.encodings.turning import Paired, Rotating, Turning

_MOST_CELLS = 2**20  # pairs × lags that are computed for the range of a curve
_MANY_LAGS = 1000  # more are averaged


class Score(Parameters):
    """The score of a query and a key by their lag."""

    vectors: Vectors = parameter(
        "equal", title="Vectors", hidden=True,
        labels={"equal": "All pairs alike", "same": "q = k, drawn", "drawn": "q and k drawn"},
        help="Which vectors are turned: a vector whose pairs are all alike, one random vector as both query and key, "
             "or two random ones.",
    )  # fmt: skip
    seed: int = parameter(
        1, title="Seed", hidden=True, ge=0, le=2**31, slider=(0, 100), only=("vectors", ("same", "drawn")),
        help="The seed of the random query and key.",
    )  # fmt: skip


def score_of(document: Document[Paired], part: Part = "whole") -> TurnedScore:
    chosen = document.of(Score)
    seed = 0 if chosen.vectors == "equal" else chosen.seed
    return TurnedScore(document.encoding.from_zero, chosen.vectors, seed, part)


def compared_parts(scheme: Paired) -> dict[Part, str]:
    """Return the parts of the score that it is compared with, and their labels."""
    if isinstance(scheme, Rope):
        same = (
            np.array_equal(scheme.frequencies(), scheme.unscaled()) and scheme.attention_factor == 1
        )
        return {} if same else {"before": scheme.unscaled_name}
    if isinstance(scheme, Rotating) and scheme.losses().any():
        return {"before": "turned alone", "loss": "the loss alone"}
    return {}


def _lag_axis(document: Document) -> Axis:
    limits, label = (0.9, document.encoding.length - 0.5), "positions back *t* − *s*"
    return Axis(
        "lag", label, limits, cursor="lag", whole=True, log=True, zooms=True, backwards=True
    )


def _is_too_small(scheme: Paired) -> bool:
    return scheme.dim < 2 or scheme.length < 2


def _draw(document: Document[Paired]) -> Figure:
    title = "How a score falls with the lag"
    if _is_too_small(document.encoding):
        return Figure(title, ((Panel.of_note(TOO_SMALL),),))
    reaches = tuple((name, text) for name, text, _ in reach_numbers(document).values())
    listing = Panel.of_listing(Listing(("of the score", ""), reaches), "How far it reaches")
    return Figure(
        title,
        ((_score_panel(document),), (_bound_panel(document), listing)),
        heights=(1.5, 1.0),
        spare=(1,),
    )


def _score_panel(document: Document[Paired]) -> Panel:
    scheme, lags, chosen = document.encoding, _lag_axis(document), document.of(Score)
    colors: dict[Part, Role] = {"before": "reference", "loss": "curve-2"}
    marks: list[Mark] = [Rule("y", 0.0, color="muted")]
    ends = [0.0]
    others = compared_parts(scheme)
    for part, label in {**others, "whole": "score" if others else ""}.items():
        score = score_of(document, part)
        series = ScoreOverLag(score, reduce=document.view.reduce)
        ends += _score_range(score)
        style: Literal["dashed", "line"] = "line" if part == "whole" else "dashed"
        key = {"whole": "score", "before": "score_before", "loss": "loss"}[part]
        marks.append(
            Curve(series, label, colors.get(part, "accent"), style, label or "score", key=key)
        )
    zero = reach(score_of(document))
    if zero.lag is not None:
        marks.append(Rule("x", zero.lag, f"0 at {number(zero.lag)} back", "muted"))
    if isinstance(scheme, Rope) and 0 < scheme.trained < scheme.length:
        marks.append(
            Rule(
                "x",
                scheme.trained,
                f"trained on {number(scheme.trained)}",
                "reference",
                dashed=True,
            )
        )
    phi, fact = document.shift.phi, ""
    if lags.limits[0] <= phi <= scheme.length - 1:
        marks.append(Rule("x", phi, f"*φ* = {steady(phi)} back", moves="shift.phi"))
        fact = f"at *φ* = {steady(phi)} back: {plain(float(score_of(document).at(np.array([phi]))[0]), 4)}"
    margin = 0.06 * (max(ends) - min(ends))
    up = Axis("score", "score", (min(ends) - margin, max(ends) + margin), zooms=True)
    title = {"equal": "All pairs alike", "same": "*q* = *k*, drawn", "drawn": "*q* and *k*, drawn"}
    return Panel(lags, up, tuple(marks), title[chosen.vectors], fact, legend=True)


@lru_cache(maxsize=16)  # of the same score at every step of φ
def _score_range(score: TurnedScore) -> tuple[float, float]:
    points = max(16, min(400, _MOST_CELLS // max(1, len(score.terms.rates))))
    window = 1, score.scheme.length - 1, points
    raw = ScoreOverLag(score, reduce="nearest").sample(*window)[1]
    bounds = ScoreOverLag(score).bounds(*window)
    scores = np.concatenate([raw, score.at(np.zeros(1)), *([] if bounds is None else bounds[1:])])
    return float(scores.min()), float(scores.max())


def _bound_panel(document: Document[Paired]) -> Panel:
    lags, score = _lag_axis(document), score_of(document)
    most = (len(score.terms.rates) + 1) / 2
    curve = Curve(BoundOverLag(score), "", "accent", quantity="bound", key="bound")
    up = Axis("bound", "mean of |*Sᵢ*|", (0.0, 1.06 * most), zooms=True)
    return Panel(lags, up, (curve,), "RoFormer's bound")


def reach_numbers(document: Document[Paired]) -> dict[str, tuple[str, str, float]]:
    """Return the numbers of the score by key: the name, the text and the value of each."""
    scheme, score = document.encoding, score_of(document)
    start, zero = float(score.at(np.zeros(1))[0]), reach(score)
    half = reach(score, start / 2)
    numbers = {
        "half": ("halves at lag", half.text(scheme.length), half.value),
        "zero": ("is 0 at lag", zero.text(scheme.length), zero.value),
    }
    if document.of(Score).vectors == "equal" and scheme.rebased(2.0) is not None:
        least = least_base(scheme)
        text = {None: "not looked for", 1.0: "any", np.inf: "none up to 10¹²"}.get(least) or number(
            least or 0.0, 3
        )
        numbers["base"] = ("least base", text, np.nan if least in (None, np.inf) else least)
    count, turning = (scheme.dim + 1) // 2, len(score.terms.rates)
    every = f"all {number(count)}" if count > 1 else "the only one"
    text = every if turning == count else f"{number(turning)} of {number(count)}"
    # With odd d the last pair turns, too, but has no part in a score.
    name = "pairs in the score" if isinstance(scheme, Turning) else "turning pairs"
    numbers["turning"] = (name, text, turning)
    return numbers


def _tables(document: Document[Paired]) -> tuple[Columns, ...]:
    if _is_too_small(document.encoding):
        return ()
    numbers = reach_numbers(document)
    columns: dict[str, Column] = {
        "number": list(numbers),
        "value": [value for _, _, value in numbers.values()],
    }
    return (Columns("reach", columns),)


TOO_SMALL = "A score by the lag needs two positions and a pair of a sine and a cosine."


def _explain(document: Document[Paired]) -> str:
    if _is_too_small(document.encoding):
        return TOO_SMALL
    parts = (_curve_sentence, _reach_sentence, _unturned_sentence, _scaling_sentence)
    bound = "The panel below shows RoFormer's bound for the score of any two vectors."
    return " ".join(filter(None, (*(part(document) for part in parts), bound)))


def _curve_sentence(document: Document[Paired]) -> str:
    chosen, scheme = document.of(Score).vectors, document.encoding
    if chosen == "drawn":
        return (
            "The score of one random query and one random key, turned to positions a lag apart. They have nothing in "
            "common, so the score wanders about 0 at every lag."
        )
    if chosen == "same":
        return "The score of a random vector with itself, turned to positions a lag apart. Pairs have its weights."
    if isinstance(scheme, Turning):
        return "The similarity of two rows of PE by their lag, 1 at lag 0: the mean of cos *ω*ᵢ·lag over the pairs."
    lost = ", each times what its pair keeps" if "loss" in compared_parts(scheme) else ""
    return (
        "The score of a query and an equal key, turned to positions a lag apart. Every pair has the same weight, so "
        f"this is the mean of cos *ω*ᵢ·lag over the pairs{lost}."
    )


def _reach_sentence(document: Document[Paired]) -> str:
    scheme, score = document.encoding, score_of(document)
    zero = reach(score)
    if document.of(Score).vectors == "drawn":
        return ""
    if zero.lag is None:
        return f"It stays above 0 at every lag{'' if zero.looked == scheme.length else ' that was looked at'}."
    text = f"It first falls to 0 at {in_unit(number(zero.lag), 'positions')} back. "
    text += "Where it is below 0, an unrelated key scores more on average than an equal one."
    if zero.lag > _MANY_LAGS:
        text += " Where a point stands for many positions it is their mean; single ones lie lower."
    least = least_base(scheme) if document.of(Score).vectors == "equal" else None
    if least is None or least == 1:
        return text
    if least == np.inf:
        return f"{text} No base up to 10¹² would keep it at 0 or above up to *L*."
    return f"{text} A base of {number(least, 3)}, the smallest of three digits, would keep it at 0 or above up to *L*."


def _unturned_sentence(document: Document[Paired]) -> str:
    scheme = document.encoding
    if scheme.dim % 2:
        return "With odd *d* the last sine has no cosine and is left out."
    if not isinstance(scheme, Rotating) or not scheme.still:
        return ""
    pairs = "one pair that does not turn counts"
    pairs = pairs if scheme.still == 1 else f"{number(scheme.still)} pairs that do not turn count"
    without = ""
    if scheme.attention_factor != scheme.still_factor:
        without = ", without the factor on queries and keys"
    return f"The {pairs} as cos 0 = 1 at every lag{without}."


def _scaling_sentence(document: Document[Paired]) -> str:
    scheme = document.encoding
    others = compared_parts(scheme)
    if "loss" in others:
        dashed = ", and ".join(others.values())
        return f"Pairs lose with the lag, fast ones sooner. Dashed: {dashed}."
    if not isinstance(scheme, Rotating) or "before" not in others:
        return ""
    factor = scheme.attention_factor
    besides = ""
    if factor != 1:
        is_part = scheme.still and scheme.still_factor != factor
        vectors = "turned pairs" if is_part else "queries and keys"
        scores = "their part of the score" if is_part else "scores"
        besides = f"; {vectors} × {number(factor)} make {scores} × {number(factor**2)}"
    of_what = "that of the base alone" if others["before"] != "before scaling" else "before scaling"
    return f"The dashed curve is {of_what}{besides}."


def _formula(document: Document[Paired]) -> Formula:
    scheme = document.encoding
    if _is_too_small(scheme):
        return Formula()
    loss = factor = still = ""
    is_still_part_scaled = False
    if isinstance(scheme, Rotating):
        is_still_part_scaled = scheme.still_factor != 1
        loss = r"\zeta_i^{(t-s)/T}\," if scheme.losses().any() else ""
        factor = r"g^2\," if scheme.attention_factor != 1 else ""
        still = number(scheme.still) if scheme.still else ""
    if document.of(Score).vectors == "equal":
        share = r"\frac{2}{D}"
        if isinstance(scheme, Turning):  # with odd d the last sine is left out
            share = r"\frac{1}{\lfloor d/2\rfloor}" if scheme.dim % 2 else r"\frac{2}{d}"
        total = rf"\sum_i {loss}\cos\,\omega_i(t-s)"
        if still and not is_still_part_scaled:
            score = Formula(rf"\mathrm{{score}} = {share}({factor}{total} + {still})")
        else:
            total = f"({total} + {still})" if still else total
            score = Formula(rf"\mathrm{{score}} = {factor}{share}{total}")
    else:
        score = Formula(
            rf"\mathrm{{score}} = {factor}\mathrm{{Re}}\sum_i {loss}q_i \bar k_i\, "
            r"e^{\mathrm{i}\,\omega_i(t-s)} / (\Vert q\Vert\,\Vert k\Vert)"
        )
    bound = Formula(r"S_i = e^{\mathrm{i}\,\omega_0(t-s)} + \ldots + e^{\mathrm{i}\,\omega_i(t-s)}")
    if isinstance(scheme, Rotating):
        score = score.beside(scheme.attention_formula()).beside(scheme.loss_formula())
    return score.beside(bound).beside(scheme.frequency_formula())


PANE = Pane(
    "score",
    Paired,
    "how scores of turned pairs fall with the lag: where they reach 0, and the base that prevents it",
    reads=attrgetter("encoding", "shift.phi", "view.raw"),
    draw=_draw,
    explain=_explain,
    hint="Play *φ* to read the score at every lag.",
    formula=_formula,
    section=Score,
    choices=("score.vectors", "score.seed"),
    tables=_tables,
    main="score",
    parts=("score", "bound", "reach"),
)
