"""Cells of panels that are positions on a grid, counted row by row."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class Places:
    """The link between cells and positions on a grid: both coordinates of a cell give a position.

    With the ``unit`` ``"cell"`` each cell is a place of the grid. In a panel of tiles, each of as
    many cells as the grid has places, ``"tile"`` makes a place of each tile, and ``"within"`` gives
    each cell the place that it has within its tile.
    """

    # The field of `Document.cursor` that follows the pointer over cells.
    cursor: str
    # Its value at the first place of the grid.
    first: int
    # How many rows and columns the grid has.
    sides: tuple[int, int]
    unit: Literal["cell", "tile", "within"] = "cell"
    # The field that a click sets; empty for the cursor's.
    clicked: str = ""

    @property
    def counting(self) -> tuple[object, ...]:
        """A key that is equal for grids that count their positions in the same way."""
        _, columns = self.sides
        return self.cursor, self.first, columns, self.unit

    def value_at(self, column: int, row: int) -> int | None:
        """Return the value of the field at a cell; None beside the grid."""
        rows, columns = self.sides
        if self.unit == "tile":
            row //= rows
            column //= columns
        elif self.unit == "within":
            row %= rows
            column %= columns
        is_inside = 0 <= row < rows and 0 <= column < columns
        return self.first + row * columns + column if is_inside else None


def cell_of(all_places: Iterable[Places], cursor: Mapping[str, int]) -> tuple[int, int] | None:
    """Return the cell, column and row, at which fields of the cursor have their values.

    Return None where there is none.
    """
    column = 0
    row = 0
    for places in all_places:
        if places.cursor not in cursor:
            return None
        index = cursor[places.cursor] - places.first
        rows, columns = places.sides
        if not 0 <= index < rows * columns:
            return None
        place_row, place_column = divmod(index, columns)
        is_tile = places.unit == "tile"
        row += place_row * (rows if is_tile else 1)
        column += place_column * (columns if is_tile else 1)
    return column, row
