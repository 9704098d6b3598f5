"""The status line: what is known of the cell under the cursor."""

from collections.abc import Mapping
from math import degrees
from typing import TYPE_CHECKING

import numpy as np

from peviewer.base.words import number, whole
from peviewer.document.document import Document
from peviewer.model.between.pairwise import lag_profile, pairwise
from peviewer.model.binary import bits_of, nearest_pair

if TYPE_CHECKING:
    from peviewer.model.between.lags import Metric


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
    if "position" in pointed and "other" in pointed:
        return _compared(document, pointed["position"], pointed["other"])
    parts = []
    if "position" in pointed and "dimension" in pointed:
        return _cell(document, pointed["position"], pointed["dimension"])
    if "position" in pointed and "pair" in pointed:
        return f"t = {whole(pointed['position'])}, {_angle(document, pointed['position'], pointed['pair'])}"
    if "position" in pointed:
        parts.append(f"t = {whole(pointed['position'])}")
    if "other" in pointed:
        parts.append(f"s = {whole(pointed['other'])}")
    if "dimension" in pointed:
        parts.append(_column(document, pointed["dimension"]))
    if "pair" in pointed:
        parts.append(_pair(document, pointed["pair"]))
    if "lag" in pointed:
        parts.append(_lag(document, pointed["lag"]))
    if "bit" in pointed:
        parts.append(_bit(document, pointed.get("position"), pointed["bit"]))
    return " · ".join(parts)


def _column(document: Document, dimension: int) -> str:
    encoding = document.encoding
    column = min(dimension, encoding.dim - 1)
    pair = int(encoding.columns.pairs[column])
    part = "cos" if encoding.columns.is_cosine[column] else "sin"
    return f"j = {whole(column)} (pair {whole(pair)}, {part}) · {_rate(document, pair)}"


def _rate(document: Document, pair: int) -> str:
    omega, wavelength = (float(of[pair]) for of in (document.encoding.frequencies(), document.encoding.wavelengths()))
    return f"ω = {number(omega)} rad/position · λ = {number(wavelength)}"


def _pair(document: Document, pair: int) -> str:
    nearest = min(pair, document.encoding.pairs - 1)
    return f"pair {whole(nearest)} · {_rate(document, nearest)}"


def _angle(document: Document, position: int, pair: int) -> str:
    nearest = min(pair, document.encoding.pairs - 1)
    return f"{_pair(document, nearest)} · {_turn(document, position, nearest)}"


def _turn(document: Document, position: int, pair: int) -> str:
    angle = degrees(position * float(document.encoding.frequencies()[pair]))
    turn = f"angle {whole(round(angle))}°"
    return turn if 0 <= angle < 360 else f"{turn} ≡ {round(angle % 360) % 360}°"


def _lag(document: Document, lag: int) -> str:
    if document.encoding.dim % 2:
        return f"lag {whole(lag)}"
    metrics: tuple[Metric, Metric] = ("dot", "sse")
    dot, square = (float(lag_profile(document.encoding, lag, metric)) for metric in metrics)
    return f"lag {whole(lag)} · Σ cos ωᵢ·lag = {number(dot)} · d − 2 Σ cos = {number(square)}"


def _cell(document: Document, position: int, dimension: int) -> str:
    encoding = document.encoding
    column = min(dimension, encoding.dim - 1)
    pair = int(encoding.columns.pairs[column])
    value = float(document.embedded.cells([position], np.array([column]))[0, 0])
    name = "PE" if document.embedded.plain else "x + PE"
    turn = _turn(document, position, pair)
    return f"t = {whole(position)}, {_column(document, column)} · {turn} · {name} = {number(value)}"


def _bit(document: Document, position: int | None, bit: int) -> str:
    text = f"bit {bit}, period {whole(2 ** (bit + 1))}"
    if position is not None:
        text += f" · value {bits_of(np.array([position]), np.array([bit]))[0, 0]}"
    pair = nearest_pair(document.encoding, bit)
    return f"{text} · nearest pair {whole(pair)}, λ = {number(float(document.encoding.wavelengths()[pair]))}"


def _compared(document: Document, position: int, other: int) -> str:
    metric = document.pairwise.metric
    value = float(pairwise(document.embedded.table([position, other]), metric)[0, 1])
    lag = whole(other - position)
    return f"t = {whole(position)}, s = {whole(other)} · lag {lag} · {metric} {number(value)}"
