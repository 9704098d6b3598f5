"""The status line about the cell under the cursor."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import isfinite, log10
from operator import attrgetter

import numpy as np

from peviewer.base.words import number, unstarred
from peviewer.document.document import Document
from peviewer.figures.grammar import Curve, Heatmap, Panel, Role
from peviewer.model.between.pairwise import Metric
from peviewer.model.binary import nearest_pair
from peviewer.model.content import Embedded
from peviewer.model.encodings.grids.gridded import Gridded, PatchTable
from peviewer.model.encodings.scheme import Scheme, Tabled
from peviewer.model.encodings.turning import Paired, Turning
from peviewer.model.turning.table import exact_angle, whole_degrees

MOST_CURVES = 4  # curves that are read at once; of more, only the nearest


@dataclass(frozen=True)
class Reading:
    """One number of a panel."""

    name: str  # the quantity, with italics by stars; empty where it needs no name
    value: float  # the number
    unit: str = ""  # written after it
    # the point of the curve, in the panel's coordinates; None for a cell
    spot: tuple[float, float] | None = None
    color: Role = "ink"  # the curve's role
    at: str = ""  # its place if no field of the cursor gives it: `"rows to the key 2, columns to the key −3"`

    @property
    def number(self) -> str:
        return f"{number(self.value)}{self.unit}"

    @property
    def text(self) -> str:
        """The name and the number."""
        sign = " " if self.name.replace(" ", "").isalpha() and self.name.islower() else " = "
        return f"{self.name}{sign}{self.number}" if self.name else self.number


def read_panel(panel: Panel, column: int, row: int, height: float) -> tuple[Reading, ...]:
    """Return the numbers of a panel's heatmap and curves at a cell."""
    cells = [
        reading for mark in panel.marks if isinstance(mark, Heatmap) for reading in _read_cell(panel, mark, column, row)
    ]
    near: dict[str, Reading] = {}  # of several with the same text, the first
    for mark in panel.marks:
        for reading in _read_curve(panel, mark, column) if isinstance(mark, Curve) else ():
            if panel.y.cursor is None or _distance_from(panel, reading, row) < 0.5:
                near.setdefault(reading.text, reading)
    if len(near) > MOST_CURVES:
        return (*cells, min(near.values(), key=lambda reading: _distance_from(panel, reading, height)))
    return (*cells, *near.values())


def _read_cell(panel: Panel, mark: Heatmap, column: int, row: int) -> list[Reading]:
    down, across = round(row - mark.y0), round(column - mark.x0)
    height, width = mark.raster.shape
    if not (0 <= down < height and 0 <= across < width):
        return []
    value = float(mark.raster.sample([down], [across], "nearest")[0, 0])
    called = (mark.bar or panel.title) if mark.quantity is None else mark.quantity
    place = ""  # unless fields of the cursor give it
    if not panel.places and all(axis.whole and not axis.cursor and not axis.names for axis in (panel.x, panel.y)):
        place = ", ".join(f"{axis.label} {number(cell)}" for axis, cell in ((panel.y, row), (panel.x, column)))
    return [Reading(called, value, mark.unit, at=place)]


def _read_curve(panel: Panel, mark: Curve, column: int) -> list[Reading]:
    point = mark.series.read(column)
    if point is None or not isfinite(point[0]):
        return []
    value, drawn = point
    spot = float(column), mark.y0 + drawn
    return [Reading(mark.quantity or mark.label or panel.title, value, spot=spot, color=mark.color)]


def _distance_from(panel: Panel, reading: Reading, height: float) -> float:
    """Return the distance of a curve from `height`, on the scale of the axis."""
    assert reading.spot is not None
    at = reading.spot[1]
    if panel.y.log:
        return abs(log10(max(at, 1e-300)) - log10(max(height, 1e-300)))
    return abs(at - height)


METRICS: dict[Metric, str] = {
    "euclidean": "distance",
    "sse": "squared distance",
    "cosine": "cosine similarity",
    "dot": "dot product",
}
"""The quantity that each metric measures."""
READOUT_INPUTS = attrgetter("encoding", "content")
"""Document → the part of it that the readout depends on."""


def readout_text(document: Document, pointed: Mapping[str, int], readings: Sequence[Reading] = ()) -> str:
    """Return one line about the cell under the pointer."""
    texts = tuple(unstarred(reading.text) for reading in readings if reading.name)
    at = {unstarred(reading.at): None for reading in readings}
    return " · ".join(filter(None, (*_location_parts(document, pointed, bool(readings)), *at, *texts)))


def _location_parts(document: Document, pointed: Mapping[str, int], is_read: bool) -> Iterator[str]:
    """Yield the location of the cell, and the encoding's numbers there if its panel has none."""
    encoding = document.encoding
    if "position" in pointed and "other" in pointed:
        yield from _two_position_parts(encoding, pointed["position"], pointed["other"])
        return
    if isinstance(encoding, Tabled) and "position" in pointed and "dimension" in pointed:
        embedded = Embedded(encoding, document.content)
        yield from _cell_parts(embedded, pointed["position"], pointed["dimension"], is_read)
        return
    if "position" in pointed and not (isinstance(encoding, Paired) and "pair" in pointed):
        yield f"t = {_position_text(encoding, pointed['position'])}"
    if "other" in pointed:
        yield f"s = {_position_text(encoding, pointed['other'])}"
    if isinstance(encoding, Paired):
        yield from _pair_parts(encoding, pointed)
    if "lag" in pointed:
        yield f"lag Δ = {number(pointed['lag'])}"
    if "bit" in pointed:
        yield from _bit_parts(encoding, pointed["bit"])


def _place_on_grid(encoding: Scheme, position: int) -> dict[str, int]:
    """Return the grid coordinates of a position with the names of axes; empty if there is no grid."""
    grid = encoding.grid if isinstance(encoding, Gridded | PatchTable) else ()
    if not grid or position not in encoding.positions:
        return {}
    place = np.unravel_index(position - encoding.first, grid)
    return dict(zip(("frame", "row", "column")[-len(grid) :], map(int, place), strict=True))


def _position_text(encoding: Scheme, position: int) -> str:
    """Return a position, with its place where positions are on a grid: ``"31 (row 2, column 3)"``."""
    place = ", ".join(f"{name} {number(at)}" for name, at in _place_on_grid(encoding, position).items())
    text = encoding.position_text(position)
    return f"{text} ({place})" if place else text


def _pair_parts(encoding: Paired, pointed: Mapping[str, int]) -> Iterator[str]:
    has_columns = isinstance(encoding, Turning)  # otherwise row and dimension are of an earlier scheme
    if has_columns and "row" in pointed:
        yield f"r = {_column_text(encoding, pointed['row'])}"
    if has_columns and "dimension" in pointed:
        column = min(pointed["dimension"], encoding.dim - 1)
        yield f"j = {_column_text(encoding, column)}"
        if "row" not in pointed:
            yield _frequency_text(encoding, int(encoding.columns.pairs[column]))
    if "pair" in pointed:
        nearest = min(pointed["pair"], encoding.pairs - 1)
        at = f"t = {encoding.position_text(pointed['position'])}, " if "position" in pointed else ""
        yield f"{at}pair {number(nearest)}"
        yield _frequency_text(encoding, nearest)
        if "position" in pointed:
            yield _angle_text(encoding, pointed["position"], nearest)


def _column_text(encoding: Paired, dimension: int) -> str:
    """Return a dimension with its pair, and whether it is the sine or the cosine."""
    column = min(dimension, encoding.dim - 1)
    part = "cos" if encoding.columns.is_cosine[column] else "sin"
    return f"{number(column)} (pair {number(int(encoding.columns.pairs[column]))}, {part})"


def _frequency_text(encoding: Paired, pair: int) -> str:
    omega, wavelength = (float(quantity[pair]) for quantity in (encoding.frequencies(), encoding.wavelengths()))
    return f"ω = {number(omega)} rad/position · λ = {number(wavelength)}"


def _angle_text(encoding: Paired, position: int, pair: int) -> str:
    angle = whole_degrees(exact_angle(encoding, position, pair))
    turn = f"angle {number(angle)}°"
    return turn if 0 <= angle < 360 else f"{turn} ≡ {angle % 360}°"


def _cell_parts(embedded: Embedded, position: int, dimension: int, is_read: bool) -> Iterator[str]:
    encoding = embedded.encoding
    column = min(dimension, encoding.dim - 1)
    name = "PE" if embedded.plain else f"{'√d·' if embedded.content.scaled else ''}x + PE"
    if isinstance(encoding, Turning):
        yield f"t = {encoding.position_text(position)}, j = {_column_text(encoding, column)}"
        pair = int(encoding.columns.pairs[column])
        yield _frequency_text(encoding, pair)
        yield _angle_text(encoding, position, pair)
    else:
        yield f"t = {_position_text(encoding, position)}, j = {number(column)}"
    if not is_read and (isinstance(encoding, Turning) or position in encoding.positions):
        yield f"{name} = {number(float(embedded.cells([position], np.array([column]))[0, 0]))}"


def _bit_parts(encoding: Scheme, bit: int) -> Iterator[str]:
    yield f"bit {bit}, period {number(2 ** (bit + 1))}"
    if isinstance(encoding, Turning):
        pair = nearest_pair(encoding, bit)
        yield f"nearest pair {number(pair)}, λ = {number(float(encoding.wavelengths()[pair]))}"


def _two_position_parts(encoding: Scheme, position: int, other: int) -> Iterator[str]:
    yield f"t = {_position_text(encoding, position)}, s = {_position_text(encoding, other)}"
    query, key = (_place_on_grid(encoding, place) for place in (position, other))
    away = [f"Δ{name} = {number(key[name] - query[name])}" for name in query if key]
    yield ", ".join(away) if away else f"lag {number(other - position)}"
