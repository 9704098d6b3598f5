"""What the Score pane says: what its curves are, how far they reach, and their formula."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from peviewer.base.formula import Formula
from peviewer.base.words import in_unit, number, whole
from peviewer.figures.panes.between.score.turned import Score, other_parts, score_of
from peviewer.model.between.least_base import least_base
from peviewer.model.between.score import reach
from peviewer.model.encodings.scheme import Paired, Rotating
from peviewer.model.encodings.turning import Turning

if TYPE_CHECKING:
    from peviewer.document.document import Document
    from peviewer.model.between.score import TurnedScore

_BOUND = "By the means below RoFormer bounds the score of any two vectors."
_MOST = 2**20  # lags × pairs that are counted
_CROWDED = 1000  # lags from which on a point stands for several


def nothing(document: Document[Paired]) -> str:
    """Say why there is no score by the lag."""
    if document.encoding.length < 2:
        return "There is one position only: no lag to compare."
    return "There is one number only: a sine without its cosine, whose products depend on more than the lag."


def explain(document: Document[Paired]) -> str:
    """Say what the pane shows, with its numbers."""
    scheme = document.encoding
    if scheme.dim < 2 or scheme.length < 2:
        return f"{nothing(document)} A score by the lag needs two positions, and a pair with its sine and cosine."
    return " ".join(filter(None, (_what(document), _reaches(document), _still(document), _changed(document), _BOUND)))


def _what(document: Document[Paired]) -> str:
    """Say what the curve is."""
    chosen, scheme = document.of(Score).vectors, document.encoding
    if chosen == "drawn":
        return (
            "The score of one random query and one random key, turned to positions a lag apart: with nothing in common "
            "they wander about 0 at any lag."
        )
    if chosen == "same":
        return "The score of a random vector with itself, turned to positions a lag apart: pairs weigh as it has them."
    if isinstance(scheme, Turning):
        return "How alike rows of PE are by their lag, 1 at lag 0: the mean of cos *ω*ᵢ·lag over the pairs."
    lost = ", each less what its pair loses" if "loss" in other_parts(scheme) else ""
    return (
        "The score of a query and a key equal to it, turned to positions a lag apart, every pair of one weight: the "
        f"mean of cos *ω*ᵢ·lag over the pairs{lost}."
    )


def _reaches(document: Document[Paired]) -> str:
    """Say where the score first comes to 0, and which base would keep it above."""
    scheme, score = document.encoding, score_of(document)
    zero = reach(score)
    if document.of(Score).vectors == "drawn":
        return ""
    if zero.lag is None:
        return f"It stays above 0 at every lag{'' if zero.looked == scheme.length else ' that was looked at'}."
    text = f"It first falls to 0 at {in_unit(whole(zero.lag), 'positions')} back{_again(score, zero.lag)}. "
    text += "Wherever it is below 0, a key that has nothing to do with the query scores more on average."
    if zero.lag > _CROWDED:
        text += " Where positions crowd a point is their mean, and single ones lie lower."
    least = least_base(scheme) if document.of(Score).vectors == "equal" else None
    if least is None or least.base == 1:
        return text
    if least.base == np.inf:
        return f"{text} No base up to 10¹² would keep it at 0 or above up to *L*."
    own = float(getattr(scheme, "base", np.inf))
    though = ", though this larger one does not" if least.base < own else ""
    which = ", the least of three digits," if least.certain else ""
    return f"{text} A base of {number(least.base, 3)}{which} would keep it at 0 or above up to *L*{though}."


@lru_cache(maxsize=16)
def _again(score: TurnedScore, lag: int) -> str:
    """Say how many lags from one on score above 0; nothing where they are too many to look at."""
    count = score.scheme.length - lag
    if count < 2 or count * max(1, len(score.terms.rates)) > _MOST:
        return ""
    above = int((score.spaced(float(lag), 1.0, count) > 0).sum())
    return f", and is above it again at {whole(above)} of the {whole(count)} positions from there on"


def _still(document: Document[Paired]) -> str:
    """Say what pairs that do not turn add, and what is left out."""
    scheme = document.encoding
    if scheme.dim % 2:
        return "With odd *d* the last sine has no cosine: it is left out."
    if not isinstance(scheme, Rotating) or not scheme.still:
        return ""
    which = (
        "1 pair that does not turn counts"
        if scheme.still == 1
        else f"{whole(scheme.still)} pairs that do not turn count"
    )
    return f"The {which} as cos 0 = 1 at every lag."


def _changed(document: Document[Paired]) -> str:
    """Say what a scaling or a loss does to it."""
    scheme = document.encoding
    others = other_parts(scheme)
    if "loss" in others:
        return "Pairs lose with the lag, fast ones sooner: what they keep by that alone is dashed, and below by pair."
    if not isinstance(scheme, Rotating) or "before" not in others:
        return ""
    factor = scheme.attention_factor
    besides = f"; queries and keys × {number(factor)} make scores × {number(factor**2)}" if factor != 1 else ""
    return f"Dashed: before scaling{besides}."


def formula(document: Document[Paired]) -> Formula:
    """Return the score, its bound, and what both are made of, as formulas; none where there is no score."""
    scheme = document.encoding
    if scheme.dim < 2 or scheme.length < 2:
        return Formula()
    lossy = isinstance(scheme, Rotating) and scheme.losses().any()
    loss, set_loss = ("ζᵢ^((t−s)/T)·", r"\zeta_i^{(t-s)/T}\,") if lossy else ("", "")
    factor = isinstance(scheme, Rotating) and scheme.attention_factor != 1
    still = whole(scheme.still) if isinstance(scheme, Rotating) and scheme.still else ""
    rest, begin, end = (f" + {still}", "(", ")") if still else ("", "", "")
    times, set_times = ("g²·", r"g^2\,") if factor else ("", "")
    if document.of(Score).vectors == "equal":
        score = Formula(
            f"score = {times}(2/D) {begin}Σ {loss}cos ωᵢ(t−s){rest}{end}",
            rf"\mathrm{{score}} = {set_times}\frac{{2}}{{D}}{begin}\sum_i {set_loss}\cos\,\omega_i(t-s){rest}{end}",
        )
    else:
        score = Formula(
            f"score = {times}Re Σ {loss}qᵢk̄ᵢ·e^(ⅈωᵢ(t−s)) / (‖q‖·‖k‖)",
            rf"\mathrm{{score}} = {set_times}\mathrm{{Re}}\sum_i {set_loss}q_i \bar k_i\, "
            r"e^{\mathrm{i}\,\omega_i(t-s)} / (\Vert q\Vert\,\Vert k\Vert)",
        )
    if isinstance(scheme, Turning):
        score = Formula(score.text.replace("(2/D)", "(2/d)"), score.mathtext.replace("{D}", "{d}"))
        if scheme.dim % 2:  # the last sine is left out
            score = Formula(score.text.replace("(2/d)", "(1/⌊d/2⌋)"), score.mathtext.replace(
                r"\frac{2}{d}", r"\frac{1}{\lfloor d/2\rfloor}"))  # fmt: skip
    bound = Formula(
        "Sᵢ = e^(ⅈω₀(t−s)) + … + e^(ⅈωᵢ(t−s))",
        r"S_i = e^{\mathrm{i}\,\omega_0(t-s)} + \ldots + e^{\mathrm{i}\,\omega_i(t-s)}",
    )
    if isinstance(scheme, Rotating):
        score = score.beside(scheme.attention_formula()).beside(scheme.loss_formula())
    return score.beside(bound).beside(scheme.frequency_formula())
