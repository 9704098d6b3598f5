"""One table in the place of a panel: a title on the scene, below it a native table."""

from collections.abc import Mapping

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QGraphicsScene, QWidget

from peviewer.base.words import unstarred
from peviewer.figures.grammar import Listing, Numbers, Panel, Sheet
from peviewer.figures.palette import Palette
from peviewer.live.header import Header
from peviewer.live.layout import Place, Room, Shown
from peviewer.live.tables.listing import ListingTable
from peviewer.live.tables.numbers import NumbersTable


def sheet_of(panel: Panel) -> Sheet | None:
    """Return the table that a panel is; None for a panel of graphics."""
    mark = panel.marks[0] if len(panel.marks) == 1 else None
    return mark if isinstance(mark, Numbers | Listing) else None


class SheetView(QObject):
    """Everything on screen that draws one :class:`Panel` whose only mark is a Sheet."""

    hovered = Signal(dict)  # as FigureView.hovered
    is_bare = True  # it has no axes that a neighbour could share

    def __init__(self, panel: Panel, parent: QWidget, scene: QGraphicsScene, palette: Palette) -> None:
        super().__init__(parent)
        self.panel = panel
        self._is_under_pointer = False
        self.header = Header(palette)
        scene.addItem(self.header)
        self.table = _table(panel, palette)
        self.table.setParent(parent)
        self.header.set_panel(panel)
        self.table.setAccessibleName(unstarred(panel.title) or "Table")
        self.table.hovered.connect(self._on_cell)
        self.table.gone.connect(self._on_gone)
        self.table.show()

    # ---- what is shown

    def set_panel(self, panel: Panel) -> bool:
        """Show another panel with a sheet of the same kind; True if the arrangement may change."""
        if panel == self.panel:
            return False
        self.panel, sheet = panel, sheet_of(panel)
        if isinstance(self.table, NumbersTable) and isinstance(sheet, Numbers):
            self.table.set_sheet(panel, sheet)
        elif isinstance(self.table, ListingTable) and isinstance(sheet, Listing):
            self.table.set_sheet(sheet)
        return self.header.set_panel(panel)

    def set_palette(self, palette: Palette) -> None:
        """Recolour."""
        self.header.set_palette(palette)
        self.table.set_palette(palette)

    # ---- where it stands

    def room(self, box: Place, shown: Shown) -> Room:
        """Return the pixels needed around a table that stands about there."""
        header = self.header.height(_width(box), shown.parts)
        return Room(header=header, left=0, right=0, bottom=0, least=self.table.least)

    def fits(self, box: Place, shown: Shown) -> bool:
        """Whether what it shows above the table can be read whole."""
        return self.header.plan(_width(box), shown.parts) is not None

    def says(self, _box: Place) -> bool:
        """Say so of any place: it scrolls."""
        return True

    def place(self, box: Place, shown: Shown) -> None:
        """Fill a box and the pixels on both sides of it; a table keeps its numbers whatever is shown."""
        self.header.show_parts(_width(box), shown.parts)
        self.header.setPos(box.x - box.left, box.y - self.room(box, shown).header)
        self.table.setGeometry(box.x - box.left, box.y, _width(box), box.height)

    # ---- the pointer

    def point(self, passing: Mapping[str, int], pinned: Mapping[str, int], _began: Mapping[str, int]) -> None:
        """Show the cell passed over, or the pinned one; scroll to it unless it is this table that is pointed at."""
        if isinstance(self.table, NumbersTable):
            pointed = {**pinned, **passing}
            row, column = (pointed.get(axis.cursor or "") for axis in (self.panel.y, self.panel.x))
            self.table.point(row, column, follow=not self._is_under_pointer)

    def _on_cell(self, row: int, column: int) -> None:
        self._is_under_pointer = True
        if isinstance(self.table, NumbersTable):
            self.hovered.emit(self.table.cursor_at(row, column))

    def _on_gone(self) -> None:
        self._is_under_pointer = False

    # ---- the end

    def remove(self) -> None:
        """Take everything off the screen, and free it."""
        scene = self.header.scene()
        if scene is not None:
            scene.removeItem(self.header)
        self.table.hide()
        self.table.deleteLater()
        self.deleteLater()


def _width(box: Place) -> int:
    return box.left + box.width + box.right


def _table(panel: Panel, palette: Palette) -> NumbersTable | ListingTable:
    sheet = sheet_of(panel)
    if isinstance(sheet, Numbers):
        return NumbersTable(panel, sheet, palette)
    assert isinstance(sheet, Listing)
    return ListingTable(sheet, palette)
