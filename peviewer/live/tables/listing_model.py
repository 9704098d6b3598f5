"""The texts of a listing as Qt's item views and screen readers see them: bare, a verdict as one letter."""

from PySide6.QtCore import QAbstractTableModel, QModelIndex, Qt

from peviewer.base.words import unstarred
from peviewer.figures.grammar import Listing
from peviewer.live.tables.table import Index


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
