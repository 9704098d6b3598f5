"""The status line: what is known of the cell under the cursor."""

from collections.abc import Mapping
from operator import attrgetter
from typing import TYPE_CHECKING

import numpy as np

from peviewer.base.words import number, whole
from peviewer.document.document import Document
from peviewer.model.between.pairwise import lag_profile, pairwise
from peviewer.model.binary import bits_of, nearest_pair
from peviewer.model.content.embedded import Embedded
from peviewer.model.encodings.scheme import Lagged, Paired, Scheme
from peviewer.model.encodings.turning import Turning
from peviewer.model.turning.angles import exact_angle, whole_degrees

if TYPE_CHECKING:
    from peviewer.model.between.lags import Metric

READS = attrgetter("encoding", "content", "pairwise.metric")
"""Document → the part of it that the line depends on."""


def readout(document: Document, pointed: Mapping[str, int]) -> str:
    """Return one line about the cell that is pointed at.

    Parameters
    ----------
    document : Document
        What is shown.
    pointed : mapping of str to int
        Fields of the cursor under the pointer: ``{"position": 37, "dimension": 12}``.

    Returns
    -------
    str
        Empty if nothing is pointed at.

    Examples
    --------
    >>> readout(Document(), {"position": 20, "dimension": 12})
    't = 20, j = 12 (pair 6, sin) · ω = 0.6494 rad/position · λ = 9.676 · angle 744° ≡ 24° · PE = 0.4089'
    """
    encoding = document.encoding
    if "position" in pointed and "other" in pointed:
        return _compared(document, pointed["position"], pointed["other"])
    if isinstance(encoding, Turning) and "position" in pointed and "dimension" in pointed:
        return _cell(Embedded(encoding, document.content), pointed["position"], pointed["dimension"])
    if isinstance(encoding, Paired) and "position" in pointed and "pair" in pointed:
        return f"t = {whole(pointed['position'])}, {_angle(encoding, pointed['position'], pointed['pair'])}"
    parts = []
    if "position" in pointed:
        parts.append(f"t = {whole(pointed['position'])}")
    if "other" in pointed:
        parts.append(f"s = {whole(pointed['other'])}")
    if "dimension" in pointed and isinstance(encoding, Paired):
        parts.append(_column(encoding, pointed["dimension"]))
    if "pair" in pointed and isinstance(encoding, Paired):
        parts.append(_pair(encoding, pointed["pair"]))
    if "lag" in pointed:
        parts.append(_lag(encoding, pointed["lag"]))
    if "bit" in pointed:
        parts.append(_bit(encoding, pointed.get("position"), pointed["bit"]))
    return " · ".join(parts)


def _column(encoding: Paired, dimension: int) -> str:
    column = min(dimension, encoding.dim - 1)
    pair = int(encoding.columns.pairs[column])
    part = "cos" if encoding.columns.is_cosine[column] else "sin"
    return f"j = {whole(column)} (pair {whole(pair)}, {part}) · {_rate(encoding, pair)}"


def _rate(encoding: Paired, pair: int) -> str:
    omega, wavelength = (float(of[pair]) for of in (encoding.frequencies(), encoding.wavelengths()))
    return f"ω = {number(omega)} rad/position · λ = {number(wavelength)}"


def _pair(encoding: Paired, pair: int) -> str:
    nearest = min(pair, encoding.pairs - 1)
    return f"pair {whole(nearest)} · {_rate(encoding, nearest)}"


def _angle(encoding: Paired, position: int, pair: int) -> str:
    nearest = min(pair, encoding.pairs - 1)
    return f"{_pair(encoding, nearest)} · {_turn(encoding, position, nearest)}"


def _turn(encoding: Paired, position: int, pair: int) -> str:
    angle = whole_degrees(exact_angle(encoding, position, pair))
    turn = f"angle {whole(angle)}°"
    return turn if 0 <= angle < 360 else f"{turn} ≡ {angle % 360}°"


def _lag(encoding: Scheme, lag: int) -> str:
    if isinstance(encoding, Lagged):
        numbers = encoding.by_lag([lag])[:, 0]
        of = "" if len(numbers) == 1 else f" of {encoding.heads_named[0]} to {number(float(numbers[-1]))} of the last"
        return f"lag {whole(lag)} · bias {number(float(numbers[0]))}{of}"
    if not isinstance(encoding, Turning) or encoding.dim % 2:
        return f"lag {whole(lag)}"
    metrics: tuple[Metric, Metric] = ("dot", "sse")
    dot, square = (float(lag_profile(encoding, lag, metric)) for metric in metrics)
    return f"lag {whole(lag)} · Σ cos ωᵢ·lag = {number(dot)} · d − 2 Σ cos = {number(square)}"


def _cell(embedded: Embedded, position: int, dimension: int) -> str:
    encoding = embedded.encoding
    column = min(dimension, encoding.dim - 1)
    pair = int(encoding.columns.pairs[column])
    value = float(embedded.cells([position], np.array([column]))[0, 0])
    name = "PE" if embedded.plain else f"{'√d·' if embedded.content.scaled else ''}x + PE"
    turn = _turn(encoding, position, pair)
    return f"t = {whole(position)}, {_column(encoding, column)} · {turn} · {name} = {number(value)}"


def _bit(encoding: Scheme, position: int | None, bit: int) -> str:
    text = f"bit {bit}, period {whole(2 ** (bit + 1))}"
    if position is not None:
        text += f" · value {bits_of(np.array([position]), np.array([bit]))[0, 0]}"
    if not isinstance(encoding, Turning):
        return text
    pair = nearest_pair(encoding, bit)
    return f"{text} · nearest pair {whole(pair)}, λ = {number(float(encoding.wavelengths()[pair]))}"


def _compared(document: Document, position: int, other: int) -> str:
    encoding, metric = document.encoding, document.pairwise.metric
    text = f"t = {whole(position)}, s = {whole(other)}"
    if not isinstance(encoding, Turning):
        return f"{text} · {_lag(encoding, other - position)}"
    embedded = Embedded(encoding, document.content)
    value = float(pairwise(embedded.table([position, other]), metric)[0, 1])
    return f"{text} · lag {whole(other - position)} · {metric} {number(value)}"
