"""The claims made for a positional encoding, each computed, with its number."""

from collections.abc import Mapping
from functools import lru_cache
from math import isfinite
from types import MappingProxyType
from typing import Any, get_args

from numpy.typing import ArrayLike

from peviewer.base.names import look_up
from peviewer.base.refusals import refused
from peviewer.base.work import check_cancelled
from peviewer.model.claims import biases, rotary, turning
from peviewer.model.claims.grids import grid_claims
from peviewer.model.claims.report import Claim, as_html, as_text
from peviewer.model.claims.report import Property as Property
from peviewer.model.claims.subject import Subject
from peviewer.model.claims.tables import OF_ROWS, stored_claims
from peviewer.model.claims.turning import OF_THE_SHIFT
from peviewer.model.content import NO_CONTENT, Content, Kind
from peviewer.model.embedded import Embedded
from peviewer.model.encodings.bases.rows import Rows
from peviewer.model.encodings.bases.tabled import Tabled
from peviewer.model.encodings.grids.axial_rope import AxialRope
from peviewer.model.encodings.grids.sincos import Sincos
from peviewer.model.encodings.grids.swin import Swin
from peviewer.model.encodings.lag_biases import LagBiases
from peviewer.model.encodings.lagged import Lagged
from peviewer.model.encodings.none import NoPositions
from peviewer.model.encodings.periods import Periods
from peviewer.model.encodings.rope import Rope
from peviewer.model.encodings.scheme import Scheme
from peviewer.model.encodings.stored import Stored
from peviewer.model.encodings.tables.arrays import as_scheme
from peviewer.model.encodings.turning import Rotating, Turning
from peviewer.model.shifting import USUAL_PHI
from peviewer.model.turning.pairs import Layout, Operator, operator_layout


class Properties(list[Property]):
    """Tried claims in a list that is shown as a table; ``["unique"]`` finds one by its name."""

    sentences: Mapping[str, str] = MappingProxyType({})
    """What is claimed, as a sentence, by the names of claims; for the table in a notebook."""

    def __getitem__(self, which: Any) -> Any:
        """Return the claim with a name, or an entry or a slice as of any list."""
        if isinstance(which, str):
            return look_up(which, {claim.name: claim for claim in self}, "claim")
        return super().__getitem__(which)

    def __repr__(self) -> str:
        return as_text(self)

    def _repr_html_(self) -> str:
        return as_html(self, self.sentences)


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
    content : Content or {"none", "ones", "normal", "words"}
        Token embeddings added to it; words are those of its sentence.
    operator : {"own", "interleaved", "concatenated", "flipped"}
        The layout that M(φ) was made for; ``"own"`` for the encoding's own.
    phi : float
        The shift that linear shift is tried with, in positions.

    Returns
    -------
    list of Property
        In a notebook a table with a sentence for each; each is found by its name, too:
        ``["unique"]``. Of a table of sines and cosines these are unique, bounded, deterministic,
        extends, constant-norm, constant-step, distance-by-lag, dot-by-lag, symmetric, monotone (its
        value is the last lag up to which similarity falls), linear-shift, orthogonal,
        position-free, row-mean, least-cosine and still-dims. Arrays, grids, rotary schemes and
        biases have claims of their own: relative, extends, precision …

    Raises
    ------
    ValueError
        If there is no such content or layout, or φ is not finite.

    Notes
    -----
    Tables over 100,000 cells are examined on an even sample of their rows, and large ones for their
    closest rows at the smaller lags; what was found there says so.

    Numbers of an array or a file are alike up to the rounding of their type, or of the digits that
    are written; an angle ω·t is rounded by about 10⁻¹⁶ of itself, in single precision 6·10⁻⁸. A
    claim that holds so far says what explains the differences. A claim that is coarser than a tenth
    of what it is about is not decided.

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
        raise ValueError(
            refused("operator", operator, f"it must be one of {', '.join(get_args(Operator))}")
        )
    if not isfinite(phi):
        raise ValueError(refused("phi", phi, "it must be a finite number"))
    encoding = as_scheme(encoding)
    if isinstance(encoding, Turning) and encoding.at:
        encoding = Rows.of(encoding)
    if not isinstance(encoding, Tabled):
        return Properties(claim.tried_on(encoding) for claim in _claims_of(encoding))
    embedded = Embedded(encoding, _content(content))
    if isinstance(encoding, Sincos):
        return Properties(_tried(claim, Subject(embedded)) for claim in grid_claims(encoding))
    if isinstance(encoding, Rows):
        return Properties(_tried(claim, Subject(embedded)) for claim in OF_ROWS)
    if isinstance(encoding, Stored):
        return Properties(_tried(claim, Subject(embedded)) for claim in stored_claims(encoding))
    assert isinstance(encoding, Turning)
    moved = Subject(embedded, operator_layout(operator, encoding.layout, encoding.dim), float(phi))
    still = Subject(embedded, encoding.layout, 0.0)
    claims: tuple[Claim, ...] = turning.CLAIMS
    if isinstance(encoding, Periods):
        claims = (*claims, *turning.OF_PERIODS)
    return Properties(_tried(claim, moved if claim in OF_THE_SHIFT else still) for claim in claims)


def _claims_of(scheme: Scheme) -> tuple[Claim, ...]:
    """Return the claims about a scheme that acts on attention."""
    for family, claims in (
        (Rope, rotary.SCALED),
        (Rotating, rotary.ROTATING),
        (LagBiases, biases.GIVEN),
        (Lagged, biases.LAGGED),
        (AxialRope, rotary.TURNING_BY_AXIS),
        (Swin, biases.INDEXED),
        (NoPositions, biases.UNMARKED),
    ):
        if isinstance(scheme, family):
            return claims
    return ()


def shift_claim(embedded: Embedded, operator: Layout, phi: float) -> Property:
    """Try whether M(φ) moves the table by φ, as :func:`properties` does with all claims."""
    return _tried(OF_THE_SHIFT[0], Subject(embedded, operator, phi))


def _content(content: Content | Kind) -> Content:
    if isinstance(content, Content):
        return content
    if content not in get_args(Kind):
        raise ValueError(
            refused("content", content, f"it must be one of {', '.join(get_args(Kind))}")
        )
    return Content(kind=content)


# While φ is played, only claims about the shift are tried again. The cache holds all claims about
# six compared encodings.
@lru_cache(maxsize=256)
def _tried(claim: Claim, subject: Subject) -> Property:
    check_cancelled()
    return claim.tried_on(subject)
