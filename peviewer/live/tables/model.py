"""The numbers of a table, as Qt's item views and screen readers see them."""

import math

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt

from peviewer.base.numbers import MINUS, number, plain
from peviewer.base.words import unstarred, with_word
from peviewer.figures.grammar import Numbers, Panel
from peviewer.live.text import markup

Index = QModelIndex | QPersistentModelIndex


def shown_number(value: float, decimals: int) -> str:
    """Write one cell.

    >>> [shown_number(value, 3) for value in (-0.5, float("inf"), float("-inf"), float("nan"))]
    ['−0.500', '∞', '−∞', '–']
    """
    if math.isnan(value):
        return "–"
    if math.isinf(value):
        return "∞" if value > 0 else "−∞"
    return plain(value, decimals)


class NumbersModel(QAbstractTableModel):
    """The numbers of a panel, as Qt's item views and screen readers see them."""

    def __init__(self, panel: Panel) -> None:
        super().__init__()
        self.panel = panel

    def set_panel(self, panel: Panel) -> None:
        """Take the numbers of another panel.

        Views are reset if there are more or fewer, and keep their selection otherwise.
        """
        mark = panel.marks[0]
        if isinstance(mark, Numbers) and mark.raster.shape == self.numbers.raster.shape:
            self.panel = panel
            return
        self.beginResetModel()
        self.panel = panel
        self.endResetModel()

    @property
    def numbers(self) -> Numbers:
        mark = self.panel.marks[0]
        assert isinstance(mark, Numbers)
        return mark

    @property
    def origins(self) -> tuple[int, int]:
        """The numbers of the first row and the first column."""
        return self.numbers.row0, math.ceil(self.panel.x.limits[0])

    # The signatures of these two are Qt's own.

    def rowCount(self, _parent: Index = QModelIndex()) -> int:  # noqa: B008
        return self.numbers.raster.shape[0]

    def columnCount(self, _parent: Index = QModelIndex()) -> int:  # noqa: B008
        return self.numbers.raster.shape[1]

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> str | None:
        """Return a cell as text; its tooltip has every digit."""
        is_asked = role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole)
        if not is_asked or not index.isValid():
            return None
        rows = range(index.row(), index.row() + 1)
        columns = range(index.column(), index.column() + 1)
        value = float(self.numbers.raster.exact(rows, columns)[0, 0])
        if role == Qt.ItemDataRole.DisplayRole:
            return shown_number(value, self.numbers.decimals)
        return repr(value).replace("-", MINUS)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> str | None:
        """Return a row's name and number, or a column's number.

        Its tooltip says what the number counts.
        """
        is_column = orientation == Qt.Orientation.Horizontal
        if role == Qt.ItemDataRole.DisplayRole:
            return unstarred(self.title(section, is_column=is_column))
        if role == Qt.ItemDataRole.ToolTipRole:
            axis = self.panel.x if is_column else self.panel.y
            place = section + self.origins[is_column]
            return f"<html>{markup(axis.label)} {number(place)}</html>"
        return None

    def title(self, section: int, *, is_column: bool) -> str:
        place = section + self.origins[is_column]
        return number(place) if is_column else self._row_title(place, self.panel.y.word(place))

    def longest_titles(self) -> list[str]:
        """Return the longest titles of rows; the widest one is among them."""
        last = self.origins[0] + self.rowCount() - 1
        return [self._row_title(last, word) for word in ("", *self.panel.y.longest_words)]

    def _row_title(self, place: int, word: str) -> str:
        return f"*t* = {with_word(place, word)}"
