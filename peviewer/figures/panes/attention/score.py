"""The Score pane: how the score of a query and a key falls with the lag, and what would keep it."""

from __future__ import annotations

from functools import lru_cache
from operator import attrgetter
from typing import Literal

import numpy as np

from peviewer.base.formula import Formula
from peviewer.base.numbers import number, plain, steady
from peviewer.base.words import in_unit
from peviewer.document.document import Document
from peviewer.figures.grammar import Axis, Curve, Figure, Listing, Mark, Panel, Role, Rule
from peviewer.figures.panes.attention.turned_score import (
    TOO_SMALL,
    Score,
    compared_parts,
    is_too_small,
    reach_numbers,
    score_of,
)
from peviewer.figures.panes.pane import Column, Columns, Pane
from peviewer.model.between.lag_curves import BoundOverLag, ScoreOverLag
from peviewer.model.between.score import Part, TurnedScore, Vectors, least_base, reach
from peviewer.model.encodings.rope import Rope
from peviewer.model.encodings.turning import Paired, Rotating, Turning

# The most pairs × lags that are computed for the range of a curve.
_MAX_CELLS = 2**20

# With more lags than this, points are means over lags.
_MANY_LAGS = 1000


def _lag_axis(document: Document) -> Axis:
    return Axis(
        "lag",
        "positions back *t* − *s*",
        (0.9, document.encoding.length - 0.5),
        cursor="lag",
        whole=True,
        log=document.of(Score).lags == "octaves",
        zooms=True,
        backwards=True,
    )


def _draw(document: Document[Paired]) -> Figure:
    title = "How a score falls with the lag"
    if is_too_small(document.encoding):
        return Figure(title, ((Panel.of_note(TOO_SMALL),),))
    rows = tuple((name, text) for name, text, _ in reach_numbers(document).values())
    listing = Panel.of_listing(Listing(("of the score", ""), rows), "How far it reaches")
    return Figure(
        title,
        ((_score_panel(document),), (_bound_panel(document), listing)),
        heights=(1.5, 1.0),
        spare_rows=(1,),
    )


_TITLES: dict[Vectors, str] = {
    "equal": "All pairs alike",
    "same": "*q* = *k*, drawn",
    "drawn": "*q* and *k*, drawn",
}


def _score_panel(document: Document[Paired]) -> Panel:
    lags = _lag_axis(document)
    drawn_parts = _drawn_parts(document.encoding)
    curves = [_part_curve(document, part, label) for part, label in drawn_parts.items()]
    marks: list[Mark] = [Rule("y", 0.0, color="muted"), *curves, *_lag_rules(document)]
    fact = ""
    phi = document.shift.phi
    if lags.limits[0] <= phi <= document.encoding.length - 1:
        score = float(score_of(document).at(np.array([phi]))[0])
        marks.append(Rule("x", phi, f"*φ* = {steady(phi)} back", moves="shift.phi"))
        fact = f"at *φ* = {steady(phi)} back: {plain(score, 4)}"

    ends = [0.0]
    for part in drawn_parts:
        ends += _score_range(score_of(document, part))
    low = min(ends)
    high = max(ends)
    margin = 0.06 * (high - low)
    up = Axis("score", "score", (low - margin, high + margin), zooms=True)
    title = _TITLES[document.of(Score).vectors]
    return Panel(lags, up, tuple(marks), title, fact, legend=True)


def _drawn_parts(scheme: Paired) -> dict[Part, str]:
    """Return the parts of the score that are drawn, and their labels."""
    parts = compared_parts(scheme)
    return {**parts, "whole": "score" if parts else ""}


def _part_curve(document: Document[Paired], part: Part, label: str) -> Curve:
    looks: dict[Part, tuple[Role, str]] = {
        "whole": ("accent", "score"),
        "before": ("reference", "score_before"),
        "loss": ("curve-2", "loss"),
    }
    color, key = looks[part]
    style: Literal["dashed", "line"] = "line" if part == "whole" else "dashed"
    series = ScoreOverLag(score_of(document, part), reduce=document.view.reduce)
    return Curve(series, label, color, style, label or "score", key=key)


def _lag_rules(document: Document[Paired]) -> list[Rule]:
    """Return the lines of the lag where the score is 0 and of the trained length."""
    scheme = document.encoding
    rules: list[Rule] = []
    zero = reach(score_of(document))
    if zero.lag is not None:
        rules.append(Rule("x", zero.lag, f"0 at {number(zero.lag)} back", "muted"))
    if isinstance(scheme, Rope) and 0 < scheme.trained < scheme.length:
        name = f"trained on {number(scheme.trained)}"
        rules.append(Rule("x", scheme.trained, name, "reference", dashed=True))
    return rules


# The score does not depend on φ, so it is kept while φ plays.
@lru_cache(maxsize=16)
def _score_range(score: TurnedScore) -> tuple[float, float]:
    pair_count = max(1, len(score.terms.rates))
    points = max(16, min(400, _MAX_CELLS // pair_count))
    window = (1, score.scheme.length - 1, points)
    single_scores = ScoreOverLag(score, reduce="nearest").sample(*window)[1]
    scores = [single_scores, score.at(np.zeros(1))]
    bounds = ScoreOverLag(score).bounds(*window)
    if bounds is not None:
        scores += bounds[1:]
    all_scores = np.concatenate(scores)
    return float(all_scores.min()), float(all_scores.max())


def _bound_panel(document: Document[Paired]) -> Panel:
    score = score_of(document)
    largest_bound = (len(score.terms.rates) + 1) / 2
    curve = Curve(BoundOverLag(score), "", "accent", quantity="bound", key="bound")
    up = Axis("bound", "mean of |*Sᵢ*|", (0.0, 1.06 * largest_bound), zooms=True)
    return Panel(_lag_axis(document), up, (curve,), "RoFormer's bound")


def _tables(document: Document[Paired]) -> tuple[Columns, ...]:
    if is_too_small(document.encoding):
        return ()
    numbers = reach_numbers(document)
    columns: dict[str, Column] = {
        "number": list(numbers),
        "value": [value for _, _, value in numbers.values()],
    }
    return (Columns("reach", columns),)


def _explain(document: Document[Paired]) -> str:
    if is_too_small(document.encoding):
        return TOO_SMALL
    sentences = [
        _curve_sentence(document),
        _reach_sentence(document),
        _unturned_sentence(document),
        _scaling_sentence(document),
        "The panel below shows RoFormer's bound for the score of any two vectors.",
    ]
    return " ".join(sentence for sentence in sentences if sentence)


def _curve_sentence(document: Document[Paired]) -> str:
    scheme = document.encoding
    vectors = document.of(Score).vectors
    if vectors == "drawn":
        return (
            "The score of one random query and one random key, turned to positions a lag apart. "
            "They have nothing in common, so the score wanders about 0 at every lag."
        )
    if vectors == "same":
        return (
            "The score of a random vector with itself, turned to positions a lag apart. "
            "Pairs have its weights."
        )
    if isinstance(scheme, Turning):
        return (
            "The similarity of two rows of PE by their lag, 1 at lag 0: "
            "the mean of cos *ω*ᵢ·lag over the pairs."
        )
    lost = ", each times what its pair keeps" if "loss" in compared_parts(scheme) else ""
    return (
        "The score of a query and an equal key, turned to positions a lag apart. Every pair has "
        f"the same weight, so this is the mean of cos *ω*ᵢ·lag over the pairs{lost}."
    )


def _reach_sentence(document: Document[Paired]) -> str:
    scheme = document.encoding
    vectors = document.of(Score).vectors
    if vectors == "drawn":
        return ""
    zero = reach(score_of(document))
    if zero.lag is None:
        looked_at = "" if zero.lags_looked_at == scheme.length else " that was looked at"
        return f"It stays above 0 at every lag{looked_at}."
    text = (
        f"It first falls to 0 at {in_unit(number(zero.lag), 'positions')} back. "
        "Where it is below 0, an unrelated key scores more on average than an equal one."
    )
    if zero.lag > _MANY_LAGS:
        text += " Where a point stands for many positions it is their mean; single ones lie lower."
    base = least_base(scheme) if vectors == "equal" else None
    if base is None or base == 1:
        return text
    if base == np.inf:
        return f"{text} No base up to 10¹² would keep it at 0 or above up to *L*."
    return (
        f"{text} A base of {number(base, 3)}, the smallest of three digits, "
        "would keep it at 0 or above up to *L*."
    )


def _unturned_sentence(document: Document[Paired]) -> str:
    scheme = document.encoding
    if scheme.dim % 2:
        return "With odd *d* the last sine has no cosine and is left out."
    if not isinstance(scheme, Rotating) or not scheme.still_pairs:
        return ""
    pairs = "one pair that does not turn counts"
    if scheme.still_pairs > 1:
        pairs = f"{number(scheme.still_pairs)} pairs that do not turn count"
    without = ", without the factor on queries and keys" if scheme.scales_a_part else ""
    return f"The {pairs} as cos 0 = 1 at every lag{without}."


def _scaling_sentence(document: Document[Paired]) -> str:
    scheme = document.encoding
    parts = compared_parts(scheme)
    if "loss" in parts:
        dashed_curves = ", and ".join(parts.values())
        return f"Pairs lose with the lag, fast ones sooner. Dashed: {dashed_curves}."
    if not isinstance(scheme, Rotating) or "before" not in parts:
        return ""
    factor = scheme.attention_factor
    about_factor = ""
    if factor != 1:
        vectors = "turned pairs" if scheme.scales_a_part else "queries and keys"
        scores = "their part of the score" if scheme.scales_a_part else "scores"
        about_factor = f"; {vectors} × {number(factor)} make {scores} × {number(factor**2)}"
    is_before_scaling = parts["before"] == "before scaling"
    dashed_curve = "before scaling" if is_before_scaling else "that of the base alone"
    return f"The dashed curve is {dashed_curve}{about_factor}."


def _formula(document: Document[Paired]) -> Formula:
    scheme = document.encoding
    if is_too_small(scheme):
        return Formula()
    if document.of(Score).vectors == "equal":
        score = _mean_formula(scheme)
    else:
        score = _drawn_formula(scheme)
    bound = Formula(r"S_i = e^{\mathrm{i}\,\omega_0(t-s)} + \ldots + e^{\mathrm{i}\,\omega_i(t-s)}")
    if isinstance(scheme, Rotating):
        score = score.joined_with(scheme.attention_formula()).joined_with(scheme.loss_formula())
    return score.joined_with(bound).joined_with(scheme.frequency_formula())


def _mean_formula(scheme: Paired) -> Formula:
    """Return the formula of the score of vectors with equal pairs: a mean over pairs."""
    share = r"\frac{2}{D}"
    if isinstance(scheme, Turning):
        # With odd d the last sine is left out.
        share = r"\frac{1}{\lfloor d/2\rfloor}" if scheme.dim % 2 else r"\frac{2}{d}"
    factor = _factor(scheme)
    total = rf"\sum_i {_loss(scheme)}\cos\,\omega_i(t-s)"
    if not isinstance(scheme, Rotating) or not scheme.still_pairs:
        return Formula(rf"\mathrm{{score}} = {factor}{share}{total}")
    still = number(scheme.still_pairs)
    if scheme.scales_a_part:
        return Formula(rf"\mathrm{{score}} = {share}({factor}{total} + {still})")
    return Formula(rf"\mathrm{{score}} = {factor}{share}({total} + {still})")


def _drawn_formula(scheme: Paired) -> Formula:
    """Return the formula of the score of any two vectors."""
    turned = rf"{_loss(scheme)}q_i \bar k_i\, e^{{\mathrm{{i}}\,\omega_i(t-s)}}"
    norms = r"(\Vert q\Vert\,\Vert k\Vert)"
    if isinstance(scheme, Rotating) and scheme.scales_a_part:
        parts = rf"\sum_{{i<{scheme.pairs}}} {turned} + \sum_{{i\geq {scheme.pairs}}} q_i \bar k_i"
        return Formula(rf"\mathrm{{score}} = \mathrm{{Re}}({_factor(scheme)}{parts}) / {norms}")
    return Formula(rf"\mathrm{{score}} = {_factor(scheme)}\mathrm{{Re}}\sum_i {turned} / {norms}")


def _loss(scheme: Paired) -> str:
    """Return the factor by which each pair loses with the lag, as mathtext; empty without one."""
    decays = isinstance(scheme, Rotating) and bool(scheme.log_decays().any())
    return r"\zeta_i^{(t-s)/T}\," if decays else ""


def _factor(scheme: Paired) -> str:
    """Return the factor of all scores as mathtext; empty without one."""
    is_scaled = isinstance(scheme, Rotating) and scheme.attention_factor != 1
    return r"g^2\," if is_scaled else ""


PANE = Pane(
    "score",
    Paired,
    "how scores of turned pairs fall with the lag: "
    "where they reach 0, and the base that prevents it",
    in_brief="How scores fall with lag",
    reads=attrgetter("encoding", "shift.phi", "view.raw"),
    draw=_draw,
    explain=_explain,
    hint="Play *φ* to read the score at every lag.",
    formula=_formula,
    section=Score,
    choices=("score.vectors", "score.seed", "score.lags"),
    tables=_tables,
    main="score",
    parts=("score", "bound", "reach"),
)
