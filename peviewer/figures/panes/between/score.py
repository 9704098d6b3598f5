"""How a score of turned queries and keys falls with the lag: where it first comes to 0, and which base would do."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Literal

import numpy as np

from peviewer.base.formula import Formula
from peviewer.base.parameters import Parameters, parameter
from peviewer.base.words import fixed, number, steady, whole
from peviewer.figures.grammar import Axis, Curve, Figure, Listing, Mark, Panel, Rule
from peviewer.figures.panels.bare import listed, noted
from peviewer.figures.panes.pane import Pane
from peviewer.figures.tables import Columns
from peviewer.model.between.over_lags import BoundOverLag, LossOverLag, ScoreOverLag
from peviewer.model.between.reach import least_base, reach
from peviewer.model.between.score import Part, TurnedScore, Vectors
from peviewer.model.encodings.scheme import Paired, Rotating, Scaled
from peviewer.model.encodings.turning import Turning

if TYPE_CHECKING:
    from peviewer.document.document import Document
    from peviewer.figures.grammar import Role
    from peviewer.figures.tables import Column

_TITLE = "How a score falls with the lag"
_BOUND = "By the means below RoFormer bounds the score of any two vectors."
_PAIRS = 8  # of which is drawn what a loss leaves
_CROWDED = 1000  # lags from which on a point stands for several
_CELLS = 2**20  # pairs × lags that say how far a curve goes up and down


class Score(Parameters):
    """The score of a query and a key by their lag."""

    vectors: Vectors = parameter(
        "equal", title="Vectors", hidden=True,
        labels={"equal": "All pairs alike", "same": "q = k, drawn", "drawn": "q and k drawn"},
        help="What is turned: a query and a key with all pairs alike, one drawn vector as both, or two.",
    )  # fmt: skip
    seed: int = parameter(
        1, title="Seed", hidden=True, ge=0, le=2**31, slider=(0, 100), only=("vectors", ("same", "drawn")),
        help="Which random query and key are drawn.",
    )  # fmt: skip
    axis: Literal["log", "linear"] = parameter(
        "log", title="Lags", hidden=True, labels={"log": "By octaves", "linear": "Evenly"},
        help="Give each doubling of the lag as much room, or each lag.",
    )  # fmt: skip


def _score(document: Document[Paired], part: Part = "whole") -> TurnedScore:
    chosen = document.of(Score)
    seed = 0 if chosen.vectors == "equal" else chosen.seed
    return TurnedScore(document.encoding.from_zero, chosen.vectors, seed, part)


def _others(scheme: Paired) -> dict[Part, str]:
    """Return which other parts of the score are worth a curve, and what they are called."""
    if isinstance(scheme, Scaled):
        same = np.array_equal(scheme.frequencies(), scheme.unscaled()) and scheme.attention_factor == 1
        return {} if same else {"before": "before scaling"}
    if isinstance(scheme, Rotating) and scheme.losses().any():
        return {"before": "turned alone", "loss": "the loss alone"}
    return {}


def _draw(document: Document[Paired]) -> Figure:
    if document.encoding.dim < 2 or document.encoding.length < 2:
        return Figure(_TITLE, ((noted(_nothing(document)),),))
    lossy = (_losses(document),) if "loss" in _others(document.encoding) else ()
    below = _bound(document), *lossy, _list(document)
    names = "score", "bound", *(["losses"] if lossy else []), "reach"
    return Figure(_TITLE, ((_over_lag(document),), below), heights=(1.5, 1.0), spare=(1,), names=names)


def _nothing(document: Document[Paired]) -> str:
    """Say why there is no score by the lag."""
    if document.encoding.length < 2:
        return "There is one position only: no lag to compare."
    return "There is one number only: a sine without its cosine, whose products depend on more than the lag."


def _lags(document: Document[Paired]) -> Axis:
    last, log = document.encoding.length - 1, document.of(Score).axis == "log"
    limits = (0.9, 1.1 * last) if log else (-0.5, last + 0.5)
    return Axis("lag", "lag *t* − *s*", limits, cursor="lag", whole=True, log=log, zooms=True, backwards=True)


def _over_lag(document: Document[Paired]) -> Panel:
    scheme, lags, chosen = document.encoding, _lags(document), document.of(Score)
    colors: dict[Part, Role] = {"before": "reference", "loss": "curve-2"}
    marks: list[Mark] = [Rule("y", 0.0, color="muted")]
    ends = [0.0]
    others = _others(scheme)
    for part, label in {**others, "whole": "score" if others else ""}.items():
        score = _score(document, part)
        series = ScoreOverLag(score, lags.log, document.view.reduce)
        ends += _ends(score, lags.log)
        style: Literal["dashed", "line"] = "line" if part == "whole" else "dashed"
        key = {"whole": "score", "before": "score_before", "loss": "loss"}[part]
        marks.append(Curve(series, label, colors.get(part, "accent"), style, label or "score", key=key))
    found = reach(_score(document))
    if found.lag is not None:
        marks.append(Rule("x", found.lag, f"0 at lag {whole(found.lag)}", "muted"))
    if isinstance(scheme, Scaled) and (trained := scheme.context()) is not None and trained < scheme.length:
        marks.append(Rule("x", trained, f"trained on {whole(trained)}", "reference", dashed=True))
    phi, fact = document.shift.phi, ""
    if lags.limits[0] <= phi <= scheme.length - 1:
        marks.append(Rule("x", phi, moves="shift.phi"))
        fact = f"at lag *φ* = {steady(phi)}: {_at(document, phi)}"
    margin = 0.06 * (max(ends) - min(ends))
    up = Axis("score", "score", (min(ends) - margin, max(ends) + margin), zooms=True)
    title = {"equal": "All pairs alike", "same": "*q* = *k*, drawn", "drawn": "*q* and *k*, drawn"}
    return Panel(lags, up, tuple(marks), title[chosen.vectors], fact, legend=True)


@lru_cache(maxsize=16)  # asked for at every step of φ
def _ends(score: TurnedScore, log: bool) -> tuple[float, float]:
    """Return how far a curve goes down and up, about, and at lag 0."""
    points = max(16, min(400, _CELLS // max(1, len(score.terms.rates))))
    raw = ScoreOverLag(score, log, "nearest").sample(1, score.scheme.length - 1, points)[1]
    found = np.append(raw, score.at(np.zeros(1)))
    return float(found.min()), float(found.max())


def _at(document: Document[Paired], lag: float) -> str:
    return fixed(float(_score(document).at(np.array([lag]))[0]), 4)


def _bound(document: Document[Paired]) -> Panel:
    lags, score = _lags(document), _score(document)
    most = (len(score.terms.rates) + 1) / 2
    curve = Curve(BoundOverLag(score, lags.log), "", "accent", called="bound", key="bound")
    up = Axis("bound", "mean of |*S*|", (0.0, 1.06 * most), zooms=True)
    return Panel(lags, up, (curve,), "RoFormer's bound")


def _losses(document: Document[Paired]) -> Panel:
    """Return what some pairs keep, and all together."""
    scheme, lags = document.encoding, _lags(document)
    assert isinstance(scheme, Rotating)
    last, rates = scheme.length - 1, scheme.losses()
    chosen = np.unique(np.linspace(0, len(rates) - 1, _PAIRS).astype(int)).tolist()
    marks: list[Mark] = [
        Curve(LossOverLag(float(rates[pair]), last, lags.log), "", "muted", called=f"pair {whole(pair)}", key=None)
        for pair in chosen
    ]
    alike = TurnedScore(scheme.from_zero, part="loss")
    mean = ScoreOverLag(alike, lags.log, document.view.reduce)
    marks.append(Curve(mean, "", "curve-2", "dashed", "all pairs", key=None))
    up = Axis("kept", "kept", (-0.03, 1.06), zooms=True)
    return Panel(lags, up, tuple(marks), "Kept by pair", f"{whole(len(chosen))}, fast to slow")


def _numbers(document: Document[Paired]) -> dict[str, tuple[str, str, float]]:
    """Return the numbers of a score: by name what each is, how it is written, and its value."""
    scheme, score = document.encoding, _score(document)
    start, zero = float(score.at(np.zeros(1))[0]), reach(score)
    half = reach(score, start / 2)
    found = {
        "half": ("lag at half", half.told(scheme.length), half.value),
        "zero": ("lag at 0", zero.told(scheme.length), zero.value),
    }
    if document.of(Score).vectors == "equal" and scheme.rebased(2.0) is not None:
        base = least_base(scheme)
        said = {None: "not looked for", 1.0: "any", np.inf: "none up to 10¹²"}
        told = said[base] if base in said else number(float(base or 0), 3)
        found["base"] = ("least base", told, np.nan if base is None or base == np.inf else base)
    count = scheme.dim // 2
    turning = len(score.terms.rates)
    told = f"all {whole(count)}" if turning == count else f"{whole(turning)} of {whole(count)}"
    found["turning"] = ("turning pairs", told, turning)
    return found


def _list(document: Document[Paired]) -> Panel:
    rows = tuple((what, told) for what, told, _ in _numbers(document).values())
    return listed(Listing(("of the score", ""), rows), "How far it reaches")


def _tables(document: Document[Paired]) -> tuple[Columns, ...]:
    if document.encoding.dim < 2 or document.encoding.length < 2:
        return ()
    found = _numbers(document)
    columns: dict[str, Column] = {"number": list(found), "value": [value for _, _, value in found.values()]}
    reached, scheme = Columns("reach", columns), document.encoding
    if not isinstance(scheme, Rotating) or "loss" not in _others(scheme):
        return (reached,)
    losses: dict[str, Column] = {"pair": range(scheme.pairs), "kept": np.exp(scheme.losses())}
    return reached, Columns("losses", losses, {"pair": "pair i", "kept": "of a score, from one lag to the next"})


def _explain(document: Document[Paired]) -> str:
    scheme = document.encoding
    if scheme.dim < 2 or scheme.length < 2:
        return f"{_nothing(document)} A score by the lag needs two positions, and a pair with its sine and cosine."
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
        return "How alike rows of PE are by their lag, as a share of *d*/2: the mean of cos *ω*ᵢ·lag over the pairs."
    lost = ", each less what its pair loses" if "loss" in _others(scheme) else ""
    return (
        "The score of a query with a key like it, turned to positions a lag apart, all pairs alike: the mean of "
        f"cos *ω*ᵢ·lag over the pairs{lost}."
    )


def _reaches(document: Document[Paired]) -> str:
    """Say where the score first comes to 0, and which base would keep it above."""
    scheme, score = document.encoding, _score(document)
    zero = reach(score)
    if document.of(Score).vectors == "drawn":
        return ""
    if zero.lag is None:
        return f"It stays above 0 at every lag{'' if zero.looked == scheme.length else ' that was looked at'}."
    text = f"It first falls to 0 at lag {whole(zero.lag)}: from there on a key unlike the query can score more."
    if zero.lag > _CROWDED:
        text += " Where lags crowd a point is their mean, and single ones lie lower."
    base = least_base(scheme) if document.of(Score).vectors == "equal" else None
    if base in (None, 1.0):
        return text
    if base == np.inf:
        return f"{text} No base up to 10¹² would keep it at 0 or above up to *L*."
    own = float(getattr(scheme, "base", np.inf))
    though = ", though this larger one does not" if base < own else ""
    return f"{text} A base of {number(base, 3)} would keep it at 0 or above up to *L*{though}."


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
    others = _others(scheme)
    if "loss" in others:
        return "Pairs lose with the lag, fast ones sooner: what they keep by that alone is dashed, and below by pair."
    if not isinstance(scheme, Rotating) or "before" not in others:
        return ""
    factor = scheme.attention_factor
    besides = f"; queries and keys × {number(factor)} make scores × {number(factor**2)}" if factor != 1 else ""
    return f"Dashed: before scaling{besides}."


def _formula(document: Document[Paired]) -> Formula:
    scheme = document.encoding
    lossy = isinstance(scheme, Rotating) and scheme.losses().any()
    loss, set_loss = ("ζᵢ^((t−s)/B)·", r"\zeta_i^{(t-s)/B}\,") if lossy else ("", "")
    factor = isinstance(scheme, Rotating) and scheme.attention_factor != 1
    still = whole(scheme.still) if isinstance(scheme, Rotating) and scheme.still else ""
    rest, begin, end = (f" + {still}", "(", ")") if still else ("", "", "")
    times, set_times = ("a²·", r"a^2\,") if factor else ("", "")
    if document.of(Score).vectors == "equal":
        score = Formula(
            f"score = {times}(2/D) {begin}Σ {loss}cos ωᵢ(t−s){rest}{end}",
            rf"\mathrm{{score}} = {set_times}\frac{{2}}{{D}}{begin}\sum_i {set_loss}\cos\,\omega_i(t-s){rest}{end}",
        )
    else:
        score = Formula(
            f"score = {times}Re Σ {loss}qᵢk̄ᵢ·e^(iωᵢ(t−s)) / (‖q‖·‖k‖)",
            rf"\mathrm{{score}} = {set_times}\mathrm{{Re}}\sum_i {set_loss}q_i \bar k_i\, "
            r"e^{\mathrm{i}\,\omega_i(t-s)} / (\Vert q\Vert\,\Vert k\Vert)",
        )
    if isinstance(scheme, Turning):
        score = Formula(score.text.replace("(2/D)", "(2/d)"), score.mathtext.replace("{D}", "{d}"))
    bound = Formula("S = Σ e^(iωᵢ(t−s)) of the first j pairs", r"S = \sum_{i<j} e^{\mathrm{i}\,\omega_i(t-s)}")
    return score.beside(bound).beside(scheme.frequency_formula())


PANE = Pane(
    name="score",
    title="Score",
    summary="the score of a turned query and key by their lag: where it falls to 0, and the base that keeps it above",
    shows="how scores of turned pairs fall with the lag",
    needs=Paired,
    reads=lambda document: (
        document.encoding,
        document.of(Score),
        document.shift.phi,
        document.view.raw,
        document.view.zoom,
    ),
    draw=_draw,
    explain=_explain,
    hint=lambda document: "Play moves the line at lag *φ*; drag it to read the score.",
    formula=_formula,
    section=Score,
    choices=("score.vectors", "score.seed", "score.axis"),
    tables=_tables,
    main="score",
    parts=("score", "bound", "losses", "reach"),
)
