"""The claims made for a positional encoding, each computed, with its number."""

from collections.abc import Callable
from functools import lru_cache
from math import isfinite
from typing import Any, get_args

from numpy.typing import ArrayLike

from peviewer.base.parameters import abbreviated
from peviewer.base.words import look_up
from peviewer.base.work import check_cancelled
from peviewer.model.claims import biases, offsets, rotary
from peviewer.model.claims.grids import grid_claims
from peviewer.model.claims.measured import measured
from peviewer.model.claims.report import Property as Property
from peviewer.model.claims.report import as_html, as_latex, as_markdown
from peviewer.model.claims.rows import bounded, constant_norm, constant_step, deterministic, extends, unique
from peviewer.model.claims.shift import linear_shift, orthogonal, position_free
from peviewer.model.claims.similarities import distance_by_lag, dot_by_lag, monotone, symmetric
from peviewer.model.claims.subject import Subject, Verdict, sample_note
from peviewer.model.claims.summaries import summaries
from peviewer.model.content.content import Content, Kind
from peviewer.model.content.embedded import NO_CONTENT, Embedded
from peviewer.model.encodings.grids.gridded import Indexed, TurningByAxis
from peviewer.model.encodings.grids.sincos import Sincos
from peviewer.model.encodings.lagged import Lagged
from peviewer.model.encodings.learned import as_scheme
from peviewer.model.encodings.scheme import Rotating, Scaled, Scheme
from peviewer.model.encodings.stored import Stored
from peviewer.model.encodings.turning import Turning
from peviewer.model.shifting.matrix import USUAL_PHI
from peviewer.model.turning.pairs import Layout, Operator, operator_layout

_CLAIMS: dict[str, Callable[[Subject], Verdict]] = {
    "unique": unique,
    "bounded": bounded,
    "deterministic": deterministic,
    "extends": extends,
    "constant-norm": constant_norm,
    "constant-step": constant_step,
    "distance-by-lag": distance_by_lag,
    "dot-by-lag": dot_by_lag,
    "symmetric": symmetric,
    "monotone": monotone,
    "linear-shift": linear_shift,
    "orthogonal": orthogonal,
    "position-free": position_free,
}
_TURNED: dict[str, Callable[[Rotating], Verdict]] = {
    "relative": rotary.relative,
    "norm-kept": rotary.norm_kept,
    "every-turn": rotary.every_turn,
    "extends": rotary.extends,
    "reach": rotary.reaches,
    "monotone": rotary.falling,
    "precision": rotary.distinct_in_bfloat16,
}
_SCALED: dict[str, Callable[[Scaled], Verdict]] = {
    "seen-angles": rotary.seen_angles,
    "fastest-kept": rotary.fastest_kept,
}
_BIASES: dict[str, Callable[[Lagged], Verdict]] = {
    "relative": biases.relative,
    "extends": biases.extends,
    "falls": biases.falls,
    "in-order": biases.in_order,
    "both-ways": biases.both_ways,
    "own-bias": biases.own_bias,
    "whole-context": biases.whole_context,
    "precision": biases.distinct_in_bfloat16,
}
_TURNED_BY_AXIS: dict[str, Callable[[TurningByAxis], Verdict]] = {
    "relative": offsets.relative,
    "norm-kept": offsets.norm_kept,
    "every-turn": offsets.every_turn,
    "axes-alike": offsets.axes_alike,
    "extends": offsets.extends,
}
_INDEXED: dict[str, Callable[[Indexed], Verdict]] = {
    "both-ways": offsets.both_ways,
    "axes-alike": offsets.axes_alike,
    "own-bias": offsets.own_bias,
    "extends": offsets.extends_no_further,
}
_OF_THE_SHIFT = frozenset({"linear-shift", "orthogonal", "position-free"})


class Properties(list[Property]):
    """Claims in a list that a notebook shows as a table; each is found by its name, too: ``["unique"]``."""

    def __getitem__(self, which: Any) -> Any:
        """Return the claim of a name, or as of a list."""
        if isinstance(which, str):
            return look_up(which, {claim.name: claim for claim in self}, "claim")
        return super().__getitem__(which)

    def _repr_html_(self) -> str:
        return as_html(self)

    def _repr_markdown_(self) -> str:
        return as_markdown(self)

    def _repr_latex_(self) -> str:
        return as_latex(self)


def properties(
    encoding: Scheme | ArrayLike,
    *,
    content: Content | Kind = NO_CONTENT,
    operator: Operator = "own",
    phi: float = USUAL_PHI,
) -> Properties:
    """Try every claim made for positional encodings on this one.

    Parameters
    ----------
    encoding : Scheme or array_like, shape (L, d)
        What is examined. `operator` and `phi` are of tables of sines and cosines alone.
    content : Content or {"none", "ones", "normal"}
        Token embeddings added to it.
    operator : {"own", "interleaved", "concatenated", "flipped"}
        The layout that M(φ) was made for; ``"own"`` for the encoding's own.
    phi : float
        The shift that linear shift is tried with, in positions.

    Returns
    -------
    list of Property
        A table in a notebook; named unique, bounded, deterministic, extends, constant-norm,
        constant-step, distance-by-lag, dot-by-lag, symmetric, monotone,
        linear-shift, orthogonal and position-free, in that order. ``monotone``
        informs: its value is the last lag up to which similarity falls; so do row-mean,
        least-cosine and still-dims, which end the list. Those of an array are
        measured, without the last three, and those over a grid are of its rows and columns. Rotary
        schemes and biases have claims of their own: relative, extends, precision …

    Raises
    ------
    ValueError
        If there is no such content or layout, or φ is not finite.

    Notes
    -----
    Tables over 100,000 cells are examined on an even sample of their rows, and
    what was found there is called so; the smallest distance between rows is
    found by lags, with a proof for those too far to try where the slow pairs
    give one.

    Examples
    --------
    >>> from peviewer.model.encodings.sinusoidal import Sinusoidal
    >>> claims = {claim.name: claim for claim in properties(Sinusoidal(length=1000, dim=500))}
    >>> claims["constant-step"].holds, round(claims["constant-step"].value, 8)
    (True, 3.67198566)
    >>> properties(Sinusoidal(dim=8))["unique"].holds
    True
    """
    if operator not in get_args(Operator):
        raise ValueError(f"operator = {operator!r} is not allowed: it must be one of {', '.join(get_args(Operator))}")
    if not isfinite(phi):
        raise ValueError(f"phi = {abbreviated(phi)} is not allowed: it must be a finite number")
    encoding = as_scheme(encoding)
    if isinstance(encoding, Stored):
        return Properties(measured(Embedded(encoding, _content(content))))
    if isinstance(encoding, Sincos):
        return Properties(grid_claims(Embedded(encoding, _content(content))))
    if not isinstance(encoding, Turning):
        return _of_attention(encoding)
    embedded = Embedded(encoding, _content(content))
    moved = Subject(embedded, operator_layout(operator, encoding.layout, encoding.dim), float(phi))
    still = Subject(embedded, encoding.layout, 0.0)
    claims = Properties()
    for name in _CLAIMS:
        check_cancelled()
        claims.append(_tried(name, moved if name in _OF_THE_SHIFT else still))
    return Properties(claims + _summed(still))


def _of_attention(scheme: Scheme) -> Properties:
    claims = Properties()
    if isinstance(scheme, Rotating):
        claims += [Property(name, *tried(scheme)) for name, tried in _TURNED.items()]
        if isinstance(scheme, Scaled):
            claims[3:3] = [Property(name, *tried(scheme)) for name, tried in _SCALED.items()]
    elif isinstance(scheme, Lagged):
        claims += [Property(name, *tried(scheme)) for name, tried in _BIASES.items()]
    elif isinstance(scheme, TurningByAxis):
        claims += [Property(name, *tried(scheme)) for name, tried in _TURNED_BY_AXIS.items()]
    elif isinstance(scheme, Indexed):
        claims += [Property(name, *tried(scheme)) for name, tried in _INDEXED.items()]
    return claims


def claim(name: str, embedded: Embedded, operator: Layout, phi: float) -> Property:
    """Try one of the claims, as :func:`properties` does with all of them."""
    return _tried(name, Subject(embedded, operator, phi))


def _content(content: Content | Kind) -> Content:
    if isinstance(content, Content):
        return content
    if content not in get_args(Kind):
        raise ValueError(f"content = {content!r} is not allowed: it must be one of {', '.join(get_args(Kind))}")
    return Content(kind=content)


@lru_cache(maxsize=64)  # while φ is played, only the claims about the shift are tried again
def _tried(name: str, subject: Subject) -> Property:
    return Property(name, *_CLAIMS[name](subject))


@lru_cache(maxsize=4)
def _summed(subject: Subject) -> list[Property]:
    positions = subject.positions()
    return summaries(subject.rows(positions), sample_note(subject, positions))
