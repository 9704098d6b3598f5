"""The numbers of a table of any size as Qt asks for them: fetched where they are looked at, written as people do."""

import math

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QAbstractTableModel, QModelIndex, Qt

from peviewer.base.words import MINUS, fixed, unstarred, whole
from peviewer.figures.grammar import Listing, Numbers, Panel
from peviewer.live.tables.table import Index
from peviewer.live.text import markup
from peviewer.model.sampling.raster import Raster

TILE = 32  # rows and columns fetched together, so that most scrolling fetches nothing


class Block:
    """The numbers around what is on screen, fetched in one piece."""

    def __init__(self, raster: Raster) -> None:
        self.raster = raster
        self._rows, self._columns = range(0), range(0)
        self._values: NDArray[np.float64] = np.empty((0, 0))

    def values(self, rows: range, columns: range) -> NDArray[np.float64]:
        """Return numbers, fetching the tiles they lie in unless they are at hand."""
        if not (_inside(rows, self._rows) and _inside(columns, self._columns)):
            height, width = self.raster.shape
            self._rows, self._columns = _tiles(rows, height), _tiles(columns, width)
            self._values = self.raster.exact(self._rows, self._columns)
        top, left = self._rows.start, self._columns.start
        return self._values[rows.start - top : rows.stop - top, columns.start - left : columns.stop - left]


def _inside(some: range, all_: range) -> bool:
    return all_.start <= some.start and some.stop <= all_.stop


def _tiles(some: range, size: int) -> range:
    return range(some.start // TILE * TILE, min(size, -(-some.stop // TILE) * TILE))


def shown_number(value: float, decimals: int) -> str:
    """Write one cell.

    Examples
    --------
    >>> [shown_number(value, 3) for value in (-0.5, float("inf"), float("-inf"), float("nan"))]
    ['−0.500', '∞', '−∞', '–']
    """
    if math.isfinite(value):
        return fixed(value, decimals)
    return "–" if math.isnan(value) else "∞" if value > 0 else "−∞"


class NumbersModel(QAbstractTableModel):
    """The numbers as Qt's item views and screen readers see them."""

    def __init__(self, panel: Panel, sheet: Numbers) -> None:
        super().__init__()
        self.panel, self.sheet = panel, sheet
        self.block = Block(sheet.raster)

    def set_sheet(self, panel: Panel, sheet: Numbers) -> None:
        """Show another sheet."""
        was, self.panel = self.sheet, panel
        if sheet.raster.shape != was.raster.shape:
            self.beginResetModel()
            self.sheet, self.block = sheet, Block(sheet.raster)
            self.endResetModel()
            return
        self.sheet = sheet
        if sheet.raster != was.raster:
            self.block = Block(sheet.raster)

    @property
    def origins(self) -> tuple[int, int]:
        """What the first row and the first column are called."""
        return self.sheet.row0, math.ceil(self.panel.x.limits[0])

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008  (Qt's own signature)
        """Return the number of rows."""
        return 0 if parent.isValid() else self.sheet.raster.shape[0]

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008  (Qt's own signature)
        """Return the number of columns."""
        return 0 if parent.isValid() else self.sheet.raster.shape[1]

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> str | None:
        """Return a cell as text; its tooltip has every digit."""
        if role not in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole) or not index.isValid():
            return None
        row, column = index.row(), index.column()
        value = float(self.block.values(range(row, row + 1), range(column, column + 1))[0, 0])
        if role == Qt.ItemDataRole.DisplayRole:
            return shown_number(value, self.sheet.decimals)
        return repr(value).replace("-", MINUS)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> str | None:
        """Return a row's or a column's number; its tooltip says what is counted."""
        if role not in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            return None  # Qt asks for fonts, icons and sizes of a thousand sections
        across = orientation == Qt.Orientation.Horizontal
        number = whole(section + self.origins[across])
        if role == Qt.ItemDataRole.ToolTipRole:
            label = (self.panel.x if across else self.panel.y).label
            return f"<html>{markup(label)} {number}</html>" if label else None
        return number


def sign(verdict: bool | None) -> str:
    """Return a verdict as one letter.

    Examples
    --------
    >>> sign(True), sign(False), sign(None)
    ('✓', '✗', '')
    """
    return "" if verdict is None else "✓" if verdict else "✗"


class ListingModel(QAbstractTableModel):
    """The texts as Qt's item views and screen readers see them."""

    def __init__(self, sheet: Listing) -> None:
        super().__init__()
        self.sheet = sheet

    def set_sheet(self, sheet: Listing) -> None:
        """Show another listing."""
        was = self.sheet
        if (len(was.rows), len(was.columns)) == (len(sheet.rows), len(sheet.columns)):
            self.sheet = sheet
            return
        self.beginResetModel()
        self.sheet = sheet
        self.endResetModel()

    def verdict(self, row: int) -> bool | None:
        """Return a row's verdict."""
        return self.sheet.verdicts[row] if row < len(self.sheet.verdicts) else None

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008  (Qt's own signature)
        """Return the number of rows."""
        return 0 if parent.isValid() else len(self.sheet.rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008  (Qt's own signature)
        """Return the number of columns."""
        return 0 if parent.isValid() else len(self.sheet.columns)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> str | None:
        """Return a text, the first of a row with its verdict's sign."""
        if role != Qt.ItemDataRole.DisplayRole or not index.isValid():
            return None
        text = unstarred(self.sheet.rows[index.row()][index.column()])
        return f"{sign(self.verdict(index.row()))} {text}".strip() if index.column() == 0 else text

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> str | None:
        """Return a column's title."""
        across = orientation == Qt.Orientation.Horizontal
        return unstarred(self.sheet.columns[section]) if across and role == Qt.ItemDataRole.DisplayRole else None
