"""The status line about the cell under the cursor."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from math import isfinite, log10
from operator import attrgetter

import numpy as np

from peviewer.base.numbers import number, steady
from peviewer.base.words import unstarred
from peviewer.document.document import Document
from peviewer.figures.grammar import Axis, Curve, Heatmap, Panel, Role
from peviewer.model.between.pairwise import Metric
from peviewer.model.binary import nearest_pair
from peviewer.model.embedded import Embedded
from peviewer.model.encodings.grids.gridded import Gridded, PatchTable
from peviewer.model.encodings.scheme import Scheme, Tabled
from peviewer.model.encodings.turning import Paired, Turning
from peviewer.model.turning.angles import exact_angle, whole_degrees

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
    # its place along axes that no field of the cursor follows: `"rows to the key 2, columns to the
    # key −3"`
    at: str = ""
    encoding: Scheme | None = None  # as of its panel
    moved: float | None = 0.0  # as of its panel

    @property
    def number(self) -> str:
        return f"{number(self.value)}{self.unit}"

    @property
    def text(self) -> str:
        """The name and the number."""
        if not self.name:
            return self.number
        if "=" in self.name:  # of a value, "b = 100"
            return f"{self.name}: {self.number}"
        sign = " " if self.name.replace(" ", "").isalpha() and self.name.islower() else " = "
        return f"{self.name}{sign}{self.number}"


def read_panel(panel: Panel, column: int, row: int, height: float) -> tuple[Reading, ...]:
    """Return the numbers of a panel's heatmap and curves at a cell."""
    readings = _read_marks(panel, column, row, height)
    return tuple(
        replace(reading, encoding=panel.encoding, moved=panel.moved) for reading in readings
    )


def _read_marks(panel: Panel, column: int, row: int, height: float) -> list[Reading]:
    cells = [
        reading
        for mark in panel.marks
        if isinstance(mark, Heatmap)
        for reading in _read_cell(panel, mark, column, row)
    ]
    near: dict[str, Reading] = {}  # of several with the same text, the first
    for mark in panel.marks:
        for reading in _read_curve(panel, mark, column) if isinstance(mark, Curve) else ():
            if panel.y.cursor is None or _distance_from(panel, reading, row) < 0.5:
                near.setdefault(reading.text, reading)
    if len(near) > MOST_CURVES:
        return [
            *cells,
            min(near.values(), key=lambda reading: _distance_from(panel, reading, height)),
        ]
    return [*cells, *near.values()]


def _read_cell(panel: Panel, mark: Heatmap, column: int, row: int) -> list[Reading]:
    down, across = round(row - mark.y0), round(column - mark.x0)
    height, width = mark.raster.shape
    if not (0 <= down < height and 0 <= across < width):
        return []
    value = float(mark.raster.sample([down], [across], "nearest")[0, 0])
    called = (mark.bar or panel.title) if mark.quantity is None else mark.quantity
    places = [_place(panel, panel.y, row), _place(panel, panel.x, column)]
    return [Reading(called, value, mark.unit, at=", ".join(filter(None, places)))]


def _read_curve(panel: Panel, mark: Curve, column: int) -> list[Reading]:
    point = mark.series.read(column)
    if point is None or not isfinite(point[0]):
        return []
    value, drawn = point
    spot = float(column), mark.y0 + drawn
    called = mark.quantity or mark.label or panel.title
    return [Reading(called, value, spot=spot, color=mark.color, at=_place(panel, panel.x, column))]


def _place(panel: Panel, axis: Axis, cell: int) -> str:
    """Return where a cell is along an axis that no field of the cursor follows: ``"cycles 12"``."""
    if axis.cursor or panel.places:
        return ""
    place = number(cell)
    if axis.names:
        place = axis.names[cell].strip().replace("· ", "× ") if 0 <= cell < len(axis.names) else ""
    if not axis.label or not place:
        return place if axis.names else ""
    return f"{axis.label}{' =' if axis.label.endswith('*') else ''} {place}"


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
READOUT_INPUTS = attrgetter("encoding", "content", "compare", "layers")
"""Document → the part of it that the readout depends on."""


def readout_text(
    document: Document, pointed: Mapping[str, int], readings: Sequence[Reading] = ()
) -> str:
    """Return one line about the cell under the pointer."""
    texts = tuple(unstarred(reading.text) for reading in readings if reading.name)
    at = {unstarred(reading.at): None for reading in readings}
    return " · ".join(filter(None, (*_location_parts(document, pointed, readings), *at, *texts)))


def _location_parts(
    document: Document, pointed: Mapping[str, int], readings: Sequence[Reading]
) -> list[str]:
    """Return where the cell is.

    Where encodings are compared, what is so of all, and of A and B what differs.
    """
    if "layer" in pointed:
        return list(_layer_parts(document, pointed["layer"]))
    cell = _Cell(document, pointed, readings)
    if cell.own is not None:
        return list(cell.parts(cell.own))
    parts = [list(cell.parts(encoding)) for encoding in document.compared]
    most = max(len(each) for each in parts)
    sides = [(side, each) for side, each in zip("AB", parts, strict=False) if len(each) == most]
    told = [each for each in parts if len(each) == most]
    if all(each == told[0] for each in told):
        return told[0]
    shared = [part for part in told[0] if all(part in each for each in told)]
    if document.other is None:
        return shared
    differing = [(side, [part for part in each if part not in shared]) for side, each in sides]
    return [*shared, *(f"{side}: {' · '.join(each)}" for side, each in differing)]


@dataclass(frozen=True)
class _Cell:
    """A cell under the pointer, and what was read there."""

    document: Document
    pointed: Mapping[str, int]  # fields of the cursor
    readings: Sequence[Reading]

    @property
    def own(self) -> Scheme | None:
        """The scheme that the panel's cells are of, where that is not the Document's."""
        return self.readings[0].encoding if self.readings else None

    @property
    def moved(self) -> float | None:
        """By how many positions its numbers are moved on; None where they are of no angle."""
        return self.readings[0].moved if self.readings else 0.0

    def parts(self, encoding: Scheme) -> Iterator[str]:
        """Yield the location of the cell, and the encoding's numbers there if its panel has none."""
        pointed = self.pointed
        if "position" in pointed and "other" in pointed:
            yield from _two_position_parts(encoding, pointed["position"], pointed["other"])
            return
        if isinstance(encoding, Tabled) and "position" in pointed and "dimension" in pointed:
            yield from self._table_parts(encoding, pointed["position"], pointed["dimension"])
            return
        if "position" in pointed and not (isinstance(encoding, Paired) and "pair" in pointed):
            yield f"t = {_position_text(encoding, pointed['position'])}"
        if "other" in pointed:
            yield f"s = {_position_text(encoding, pointed['other'])}"
        if isinstance(encoding, Paired):
            yield from self._pair_parts(encoding)
        elif isinstance(encoding, Tabled) and "dimension" in pointed:
            yield f"j = {number(min(pointed['dimension'], encoding.dim - 1))}"
        if "lag" in pointed:
            yield f"lag Δ = {number(pointed['lag'])}"
        if "bit" in pointed:
            yield from _bit_parts(encoding, pointed["bit"])

    def _pair_parts(self, encoding: Paired) -> Iterator[str]:
        pointed = self.pointed
        has_columns = isinstance(
            encoding, Turning
        )  # otherwise row and dimension are of an earlier scheme
        if has_columns and "row" in pointed:
            yield f"r = {self._column_text(encoding, pointed['row'])}"
        if has_columns and "dimension" in pointed:
            column = min(pointed["dimension"], encoding.dim - 1)
            yield f"j = {self._column_text(encoding, column)}"
            if "row" not in pointed:
                yield _frequency_text(encoding, int(encoding.columns.pairs[column]))
        if "pair" in pointed:
            nearest = min(pointed["pair"], encoding.pairs - 1)
            at = (
                f"t = {encoding.position_text(pointed['position'])}, "
                if "position" in pointed
                else ""
            )
            yield f"{at}pair {number(nearest)}"
            yield _frequency_text(encoding, nearest)
            if "position" in pointed:
                yield _angle_text(encoding, pointed["position"], nearest)

    def _column_text(self, encoding: Paired, dimension: int) -> str:
        """Return a dimension with its pair, and whether it is the sine or the cosine."""
        column = min(dimension, encoding.dim - 1)
        part = "cos" if encoding.columns.is_cosine[column] else "sin"
        of_operator = self.own is not None and self.own not in self.document.compared
        whose = " of M" if of_operator else ""
        return (
            f"{number(column)} (pair {number(int(encoding.columns.pairs[column]))}, {part}{whose})"
        )

    def _table_parts(self, encoding: Tabled, position: int, dimension: int) -> Iterator[str]:
        embedded = Embedded(encoding, self.document.content)
        column = min(dimension, encoding.dim - 1)
        if not isinstance(encoding, Turning) or self.moved is None:
            yield f"t = {_position_text(encoding, position)}, j = {number(column)}"
        else:
            yield f"t = {encoding.position_text(position)}, j = {self._column_text(encoding, column)}"
            pair = int(encoding.columns.pairs[column])
            yield _frequency_text(encoding, pair)
            yield _angle_text(encoding, position, pair, self.moved)
        if not self.readings and (isinstance(encoding, Turning) or position in encoding.positions):
            name = "PE" if embedded.plain else f"{'√d·' if embedded.content.scaled else ''}x + PE"
            yield f"{name} = {number(float(embedded.cells([position], np.array([column]))[0, 0]))}"


def _place_on_grid(encoding: Scheme, position: int) -> dict[str, int]:
    """Return the grid coordinates of a position with the names of axes.

    Empty if there is no grid.
    """
    grid = encoding.grid if isinstance(encoding, Gridded | PatchTable) else ()
    if not grid or position not in encoding.positions:
        return {}
    place = np.unravel_index(position - encoding.first, grid)
    return dict(zip(("frame", "row", "column")[-len(grid) :], map(int, place), strict=True))


def _position_text(encoding: Scheme, position: int) -> str:
    """Return a position, with its place where positions are on a grid: ``"31 (row 2, column 3)"``."""
    place = ", ".join(
        f"{name} {number(at)}" for name, at in _place_on_grid(encoding, position).items()
    )
    text = encoding.position_text(position)
    return f"{text} ({place})" if place else text


def _frequency_text(encoding: Paired, pair: int) -> str:
    omega, wavelength = (
        float(quantity[pair]) for quantity in (encoding.frequencies(), encoding.wavelengths())
    )
    return f"ω = {number(omega)} rad/position · λ = {number(wavelength)}"


def _angle_text(encoding: Paired, position: int, pair: int, moved: float = 0.0) -> str:
    """Return the angle of a pair at a position, or where that is moved on."""
    angle = whole_degrees(exact_angle(encoding, position + Decimal(moved), pair))
    turn = f"{number(angle)}°" if 0 <= angle < 360 else f"{number(angle)}° ≡ {angle % 360}°"
    return f"angle at t + φ = {steady(position + moved)}: {turn}" if moved else f"angle {turn}"


def _bit_parts(encoding: Scheme, bit: int) -> Iterator[str]:
    yield f"bit {bit}, period {number(2 ** (bit + 1))}"
    if isinstance(encoding, Turning):
        pair = nearest_pair(encoding, bit)
        yield f"nearest pair {number(pair)}, λ = {number(float(encoding.wavelengths()[pair]))}"


def _layer_parts(document: Document, layer: int) -> Iterator[str]:
    """Yield a layer of a model, what its rule is called, and how far it sees."""
    layers = document.layers
    if layer >= layers.count:
        return
    name = document.layer_rules[layer]
    rule = layers.rule(layer)
    yield f"layer {number(layer)}"
    yield f"{name}: {rule.title}" if rule else "no positions"
    base = getattr(rule, "base", None)
    if base is not None:
        yield f"b = {number(base, 7)}"
    if window := layers.window(layer):
        yield f"sees {number(window)} positions"


def _two_position_parts(encoding: Scheme, position: int, other: int) -> Iterator[str]:
    yield f"t = {_position_text(encoding, position)}, s = {_position_text(encoding, other)}"
    query, key = (_place_on_grid(encoding, place) for place in (position, other))
    away = [f"Δ{name} = {number(key[name] - query[name])}" for name in query if key]
    yield ", ".join(away) if away else f"lag {number(other - position)}"
