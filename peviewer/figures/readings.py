"""The numbers of a panel at a cell: those of its heatmaps, and of its curves."""

from dataclasses import dataclass, replace
from math import isfinite, log10

from peviewer.base.numbers import number
from peviewer.figures.grammar import Axis, Curve, Heatmap, Panel, Role
from peviewer.model.encodings.scheme import Scheme

# The most curves that are read at once; of more, only the nearest are.
MAX_CURVES = 4


@dataclass(frozen=True)
class Reading:
    """One number of a panel."""

    # The quantity, with italics by stars; empty where it needs no name.
    name: str
    value: float
    # What is written after the number.
    unit: str = ""
    # The point of a curve, in the panel's coordinates; None for a cell.
    spot: tuple[float, float] | None = None
    # The role of the curve's colour.
    color: Role = "ink"
    # Its place along axes that no field of the cursor follows, as in "rows to the key 2, columns to
    # the key −3".
    at: str = ""
    # The encoding of its panel; None for the Document's.
    encoding: Scheme | None = None
    # By how many positions the panel's rows were moved on; None where they have no angles.
    moved: float | None = 0.0

    @property
    def number(self) -> str:
        return f"{number(self.value)}{self.unit}"

    @property
    def text(self) -> str:
        """The name and the number."""
        if not self.name:
            return self.number
        # The name is that of a value, such as "b = 100".
        if "=" in self.name:
            return f"{self.name}: {self.number}"
        is_in_words = self.name.replace(" ", "").isalpha() and self.name.islower()
        return f"{self.name}{' ' if is_in_words else ' = '}{self.number}"


def read_panel(panel: Panel, column: int, row: int, height: float) -> tuple[Reading, ...]:
    """Return the numbers of a panel's heatmaps and curves at a cell.

    Where there are many curves, only the one nearest to `height` is read, a coordinate along y.
    """
    readings = _read_marks(panel, column, row, height)
    return tuple(
        replace(reading, encoding=panel.encoding, moved=panel.moved) for reading in readings
    )


def _read_marks(panel: Panel, column: int, row: int, height: float) -> list[Reading]:
    cells: list[Reading] = []
    # Of several curves with the same text, the first counts.
    points: dict[str, Reading] = {}
    for mark in panel.marks:
        if isinstance(mark, Heatmap):
            cells += _read_cell(panel, mark, column, row)
        elif isinstance(mark, Curve):
            for reading in _read_curve(panel, mark, column):
                # Where each curve stands on its own row, only the curves of the cell's row are
                # read.
                if panel.y.cursor is None or _distance_from(panel, reading, row) < 0.5:
                    points.setdefault(reading.text, reading)
    if len(points) <= MAX_CURVES:
        return [*cells, *points.values()]
    nearest = min(points.values(), key=lambda reading: _distance_from(panel, reading, height))
    return [*cells, nearest]


def _read_cell(panel: Panel, heatmap: Heatmap, column: int, row: int) -> list[Reading]:
    raster_row = round(row - heatmap.y0)
    raster_column = round(column - heatmap.x0)
    height, width = heatmap.raster.shape
    if not (0 <= raster_row < height and 0 <= raster_column < width):
        return []
    value = float(heatmap.raster.sample([raster_row], [raster_column], "nearest")[0, 0])
    name = heatmap.quantity
    if name is None:
        name = heatmap.bar or panel.title
    places = [_place(panel, panel.y, row), _place(panel, panel.x, column)]
    at = ", ".join(place for place in places if place)
    return [Reading(name, value, heatmap.unit, at=at)]


def _read_curve(panel: Panel, curve: Curve, column: int) -> list[Reading]:
    point = curve.series.read(column)
    if point is None or not isfinite(point[0]):
        return []
    # The drawn value may be another multiple of the value, where curves stand in rows.
    value, drawn_value = point
    spot = (float(column), curve.y0 + drawn_value)
    name = curve.quantity or curve.label or panel.title
    at = _place(panel, panel.x, column)
    return [Reading(name, value, spot=spot, color=curve.color, at=at)]


def _place(panel: Panel, axis: Axis, cell: int) -> str:
    """Return where a cell is along an axis that no field of the cursor follows: ``"cycles 12"``."""
    if axis.cursor or panel.places:
        return ""
    if axis.names:
        is_named = 0 <= cell < len(axis.names)
        place = axis.names[cell].strip().replace("· ", "× ") if is_named else ""
    else:
        place = number(cell) if axis.label else ""
    if not axis.label or not place:
        return place
    sign = " =" if axis.label.endswith("*") else ""
    return f"{axis.label}{sign} {place}"


def _distance_from(panel: Panel, reading: Reading, height: float) -> float:
    """Return the distance of a curve from `height`, on the scale of the axis."""
    assert reading.spot is not None
    _, curve_height = reading.spot
    if panel.y.log:
        return abs(log10(max(curve_height, 1e-300)) - log10(max(height, 1e-300)))
    return abs(curve_height - height)
