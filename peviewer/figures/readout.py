"""The status line: what is known of the cell under the cursor."""

from collections.abc import Iterator, Mapping, Sequence
from operator import attrgetter
from typing import TYPE_CHECKING

import numpy as np

from peviewer.base.words import number, unstarred, whole
from peviewer.document.document import Document
from peviewer.figures.reading import Reading
from peviewer.model.between.pairwise import lag_profile, pairwise
from peviewer.model.binary import bits_of, nearest_pair
from peviewer.model.content.embedded import Embedded
from peviewer.model.encodings.lagged import Lagged
from peviewer.model.encodings.scheme import Paired, Scheme
from peviewer.model.encodings.turning import Turning
from peviewer.model.turning.angles import exact_angle, whole_degrees

if TYPE_CHECKING:
    from peviewer.model.between.lags import Metric

METRICS: dict["Metric", str] = {
    "euclidean": "distance",
    "sse": "squared distance",
    "cosine": "cosine similarity",
    "dot": "dot product",
}
"""What the numbers of a metric are."""
READS = attrgetter("encoding", "content", "pairwise.metric")
"""Document → the part of it that the line depends on."""


def readout(document: Document, pointed: Mapping[str, int], readings: Sequence[Reading] = ()) -> str:
    """Return one line about the cell that is pointed at.

    Parameters
    ----------
    document : Document
        What is shown.
    pointed : mapping of str to int
        Fields of the cursor under the pointer: ``{"position": 37, "dimension": 12}``.
    readings : sequence of Reading
        What the panel there says: it stands in the place of what the encoding would.

    Returns
    -------
    str
        Empty if nothing is pointed at.

    Examples
    --------
    >>> readout(Document(), {"position": 20, "dimension": 12})
    't = 20, j = 12 (pair 6, sin) · ω = 0.6494 rad/position · λ = 9.676 · angle 744° ≡ 24° · PE = 0.4089'
    """
    said = tuple(unstarred(reading.text) for reading in readings if reading.called)
    return " · ".join(filter(None, (*_place(document, pointed, bool(readings), said), *said)))


def _place(document: Document, pointed: Mapping[str, int], is_read: bool, said: tuple[str, ...]) -> Iterator[str]:
    """Say where the cell is, and where nothing is read in its panel what the encoding has there."""
    encoding = document.encoding
    if "position" in pointed and "other" in pointed:
        yield from _compared(document, pointed["position"], pointed["other"], is_read)
        return
    if isinstance(encoding, Turning) and "position" in pointed and "dimension" in pointed:
        yield from _cell(Embedded(encoding, document.content), pointed["position"], pointed["dimension"], is_read, said)
        return
    if "position" in pointed and not (isinstance(encoding, Paired) and "pair" in pointed):
        yield f"t = {whole(pointed['position'])}"
    if "other" in pointed:
        yield f"s = {whole(pointed['other'])}"
    if isinstance(encoding, Paired):
        yield from _of_pairs(encoding, pointed, is_read)
    if "lag" in pointed:
        yield f"lag Δ = {whole(pointed['lag'])}"
        yield from _lag(encoding, pointed["lag"], is_read)
    if "bit" in pointed:
        yield from _bit(encoding, pointed.get("position"), pointed["bit"], is_read)


def _of_pairs(encoding: Paired, pointed: Mapping[str, int], is_read: bool) -> Iterator[str]:
    has_columns = isinstance(encoding, Turning)  # else what is pointed at is of a scheme that was left
    if has_columns and "row" in pointed:
        yield f"r = {_part(encoding, pointed['row'])}"
    if has_columns and "dimension" in pointed:
        column = min(pointed["dimension"], encoding.dim - 1)
        yield f"j = {_part(encoding, column)}"
        if "row" not in pointed:
            yield _rate(encoding, int(encoding.columns.pairs[column]))
    if "pair" in pointed:
        nearest = min(pointed["pair"], encoding.pairs - 1)
        at = f"t = {whole(pointed['position'])}, " if "position" in pointed else ""
        yield f"{at}pair {whole(nearest)}"
        yield _rate(encoding, nearest)
        if "position" in pointed:
            yield _turn(encoding, pointed["position"], nearest, modulo=not is_read)


def _part(encoding: Paired, dimension: int) -> str:
    """Name a dimension: its pair, and which of the pair's two it is."""
    column = min(dimension, encoding.dim - 1)
    part = "cos" if encoding.columns.is_cosine[column] else "sin"
    return f"{whole(column)} (pair {whole(int(encoding.columns.pairs[column]))}, {part})"


def _rate(encoding: Paired, pair: int) -> str:
    omega, wavelength = (float(of[pair]) for of in (encoding.frequencies(), encoding.wavelengths()))
    return f"ω = {number(omega)} rad/position · λ = {number(wavelength)}"


def _turn(encoding: Paired, position: int, pair: int, *, modulo: bool = True) -> str:
    angle = whole_degrees(exact_angle(encoding, position, pair))
    turn = f"angle {whole(angle)}°"
    return turn if 0 <= angle < 360 or not modulo else f"{turn} ≡ {angle % 360}°"


def _lag(encoding: Scheme, lag: int, is_read: bool) -> Iterator[str]:
    """Say what the encoding has at a lag, where nothing is read there."""
    if is_read:
        return
    if isinstance(encoding, Lagged):
        numbers = encoding.by_lag([lag])[:, 0]
        of = "" if len(numbers) == 1 else f" of {encoding.heads_named[0]} to {number(float(numbers[-1]))} of the last"
        yield f"bias {number(float(numbers[0]))}{of}"
    elif isinstance(encoding, Turning) and encoding.dim % 2 == 0:
        metrics: tuple[Metric, Metric] = ("dot", "sse")
        dot, square = (float(lag_profile(encoding, lag, metric)) for metric in metrics)
        yield f"Σ cos ωᵢΔ = {number(dot)}"
        yield f"d − 2 Σ cos = {number(square)}"


def _cell(embedded: Embedded, position: int, dimension: int, is_read: bool, said: tuple[str, ...]) -> Iterator[str]:
    encoding = embedded.encoding
    column = min(dimension, encoding.dim - 1)
    name = "PE" if embedded.plain else f"{'√d·' if embedded.content.scaled else ''}x + PE"
    yield f"t = {whole(position)}, j = {_part(encoding, column)}"
    pair = int(encoding.columns.pairs[column])
    yield _rate(encoding, pair)
    if not is_read or any(text.startswith(f"{name} = ") for text in said):  # the angle is that of the table's cell
        yield _turn(encoding, position, pair)
    if not is_read:
        yield f"{name} = {number(float(embedded.cells([position], np.array([column]))[0, 0]))}"


def _bit(encoding: Scheme, position: int | None, bit: int, is_read: bool) -> Iterator[str]:
    yield f"bit {bit}, period {whole(2 ** (bit + 1))}"
    if position is not None and not is_read:
        yield f"value {bits_of(np.array([position]), np.array([bit]))[0, 0]}"
    if isinstance(encoding, Turning):
        pair = nearest_pair(encoding, bit)
        yield f"nearest pair {whole(pair)}, λ = {number(float(encoding.wavelengths()[pair]))}"


def _compared(document: Document, position: int, other: int, is_read: bool) -> Iterator[str]:
    encoding, metric = document.encoding, document.pairwise.metric
    yield f"t = {whole(position)}, s = {whole(other)}"
    yield f"lag {whole(other - position)}"
    if not isinstance(encoding, Turning):
        yield from _lag(encoding, other - position, is_read)
    elif not is_read:
        embedded = Embedded(encoding, document.content)
        value = float(pairwise(embedded.table([position, other]), metric)[0, 1])
        yield Reading(METRICS[metric], value).text
