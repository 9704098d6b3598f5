"""Models of tables, as Qt's item views and screen readers see them: numbers, computed where visible, and texts."""

import math

from PySide6.QtCore import QAbstractTableModel, QModelIndex, Qt

from peviewer.base.words import MINUS, number, plain, unstarred, with_word
from peviewer.figures.grammar import Listing, Numbers, Panel
from peviewer.live.tables.table import Index
from peviewer.live.text import markup


def shown_number(value: float, decimals: int) -> str:
    """Write one cell.

    >>> [shown_number(value, 3) for value in (-0.5, float("inf"), float("-inf"), float("nan"))]
    ['−0.500', '∞', '−∞', '–']
    """
    if math.isfinite(value):
        return plain(value, decimals)
    return "–" if math.isnan(value) else "∞" if value > 0 else "−∞"


class TableModel(QAbstractTableModel):
    """A model whose size is its `shape`, rows and columns."""

    @property
    def shape(self) -> tuple[int, int]:
        raise NotImplementedError

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008  (Qt's own signature)
        return 0 if parent.isValid() else self.shape[0]

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008  (Qt's own signature)
        return 0 if parent.isValid() else self.shape[1]


class NumbersModel(TableModel):
    """The model of a table of numbers of any size."""

    def __init__(self, panel: Panel, numbers: Numbers) -> None:
        super().__init__()
        self.panel, self.numbers = panel, numbers

    def set_numbers(self, panel: Panel, numbers: Numbers) -> None:
        before, self.panel = self.numbers, panel
        if numbers.raster.shape != before.raster.shape:
            self.beginResetModel()
            self.numbers = numbers
            self.endResetModel()
        self.numbers = numbers

    @property
    def origins(self) -> tuple[int, int]:
        """The numbers of the first row and the first column."""
        return self.numbers.row0, math.ceil(self.panel.x.limits[0])

    @property
    def shape(self) -> tuple[int, int]:
        return self.numbers.raster.shape

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> str | None:
        """Return a cell as text; its tooltip has every digit."""
        if role not in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole) or not index.isValid():
            return None
        row, column = index.row(), index.column()
        value = float(self.numbers.raster.exact(range(row, row + 1), range(column, column + 1))[0, 0])
        if role == Qt.ItemDataRole.DisplayRole:
            return shown_number(value, self.numbers.decimals)
        return repr(value).replace("-", MINUS)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> str | None:
        """Return a row's or a column's number; its tooltip says what is counted."""
        if role not in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            return None  # Qt asks for fonts, icons and sizes of a thousand sections
        across = orientation == Qt.Orientation.Horizontal
        place = section + self.origins[across]
        text = number(place) if across else with_word(place, self.panel.y.word(place))
        if role == Qt.ItemDataRole.ToolTipRole:
            label = (self.panel.x if across else self.panel.y).label
            return f"<html>{markup(label)} {text}</html>" if label else None
        return text


def sign(verdict: bool | None) -> str:
    """Return a verdict as one letter.

    >>> sign(True), sign(False), sign(None)
    ('✓', '✗', '')
    """
    return "" if verdict is None else "✓" if verdict else "✗"


class ListingModel(TableModel):
    """The model of a listing: plain texts, with a verdict as one letter."""

    def __init__(self, listing: Listing) -> None:
        super().__init__()
        self.listing = listing

    def set_listing(self, listing: Listing) -> None:
        before = self.listing
        if (len(before.rows), len(before.columns)) == (len(listing.rows), len(listing.columns)):
            self.listing = listing
            return
        self.beginResetModel()
        self.listing = listing
        self.endResetModel()

    def verdict(self, row: int) -> bool | None:
        return self.listing.verdicts[row] if row < len(self.listing.verdicts) else None

    @property
    def shape(self) -> tuple[int, int]:
        return len(self.listing.rows), len(self.listing.columns)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> str | None:
        """Return a text, the first of a row with its verdict's sign."""
        if role != Qt.ItemDataRole.DisplayRole or not index.isValid():
            return None
        text = unstarred(self.listing.rows[index.row()][index.column()])
        return f"{sign(self.verdict(index.row()))} {text}".strip() if index.column() == 0 else text

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> str | None:
        across = orientation == Qt.Orientation.Horizontal
        return unstarred(self.listing.columns[section]) if across and role == Qt.ItemDataRole.DisplayRole else None
