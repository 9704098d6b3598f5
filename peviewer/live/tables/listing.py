"""A short table of texts on screen, as rich text: verdicts as signs, italics, wrapped texts."""

import math
from collections.abc import Sequence
from typing import Any, Literal, cast

from PySide6.QtCore import QEvent, QRectF, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QPaintEvent,
    QTextCursor,
    QTextDocument,
    QTextOption,
    QTextTable,
)
from PySide6.QtWidgets import QFrame, QTextEdit

from peviewer.base.words import unstarred
from peviewer.figures.grammar import Listing, Panel
from peviewer.live.canvas import Canvas
from peviewer.live.tables.keys import copy_action, is_typed, takes_key
from peviewer.live.tables.numbers import TEXT
from peviewer.live.tables.titles import TITLE
from peviewer.live.text import bound, font, markup, unbroken

# The padding of a cell: pixels on each side of a text.
CELL_PADDING = 6

NO_BREAK_SPACE = "\N{NO-BREAK SPACE}"
FIGURE_SPACE = "\N{FIGURE SPACE}"
SIGNS = {True: "✓", False: "✗", None: ""}
CLASSES = {"✓": "holds", "✗": "fails"}


def rows_with_verdicts(listing: Listing) -> list[Sequence[str]]:
    """Return the titles and the rows, after the signs of verdicts if there are any.

    >>> rows_with_verdicts(Listing(("Claim",), (("unique",), ("bounded",)), (True, False)))
    [('', 'Claim'), ('✓', 'unique'), ('✗', 'bounded')]
    """
    if all(verdict is None for verdict in listing.verdicts):
        return [listing.columns, *listing.rows]
    rows: list[Sequence[str]] = [("", *listing.columns)]
    for verdict, row in zip(listing.verdicts, listing.rows, strict=True):
        rows.append((SIGNS[verdict], *row))
    return rows


def html(listing: Listing) -> str:
    """Return the table as rich text.

    Numbers do not wrap, and are as wide as the widest text that their column ever has.
    """
    titles, *rows = rows_with_verdicts(listing)
    head = "".join(_cell(listing, title, column, "th") for column, title in enumerate(titles))
    body = [head]
    for row in rows:
        cells = [_cell(listing, text, column, "td") for column, text in enumerate(row)]
        body.append("".join(cells))
    return f'<table cellspacing="0"><tr>{"</tr><tr>".join(body)}</tr></table>'


def _cell(listing: Listing, text: str, column: int, tag: Literal["th", "td"]) -> str:
    """Return the rich text of a cell, by its column among those with verdicts."""
    has_verdicts = any(verdict is not None for verdict in listing.verdicts)
    first_column = 1 if has_verdicts else 0
    own_column = column - first_column
    is_number = own_column >= 0 and listing.numeric[own_column]
    if is_number and tag == "td":
        room = listing.room[own_column] if own_column < len(listing.room) else ""
        text = text.rjust(len(room), FIGURE_SPACE).replace(" ", NO_BREAK_SPACE)

    # Qt counts a small space as a place to break, and would make the column too narrow.
    bound_text = bound(markup(text))
    is_whole = is_number and " " not in bound_text
    style = " style='white-space: nowrap'" if is_whole else ""
    side = "right" if is_number else "left"
    css_class = CLASSES.get(text[:1], "first" if column == first_column else "")
    return f'<{tag} align="{side}" class="{css_class}"{style}>{unbroken(bound_text)}</{tag}>'


def row_edges(document: QTextDocument) -> list[int]:
    """Return the edges of the rows of a document's only table, the titles first."""
    (table,) = document.rootFrame().childFrames()
    assert isinstance(table, QTextTable)
    layout = document.documentLayout()
    first_cells = [table.cellAt(row, 0) for row in range(1, table.rows())]
    padding = first_cells[0].format().toTableCellFormat().topPadding()

    edges = [0]
    for cell in first_cells:
        block = cell.firstCursorPosition().block()
        edges.append(round(layout.blockBoundingRect(block).top() - padding))
    edges.append(round(document.size().height()))
    return edges


class ListingTable(QTextEdit):
    """Draws a :class:`Listing`: whole rows alone, below titles that stay."""

    cellClicked = Signal()
    cellDoubleClicked = Signal()

    cellsCopied = Signal(int)
    """The number of the copied cells."""

    def __init__(self, panel: Panel, canvas: Canvas) -> None:
        super().__init__(readOnly=True)
        self._canvas = canvas
        self._is_pressed = False
        self._heights: dict[int, tuple[int, int]] = {}
        """The height of the titles with the first row, and the height of all rows, by width."""
        self._whole_width: int | None = None
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.document().setDocumentMargin(0)
        self.setWordWrapMode(QTextOption.WrapMode.WordWrap)
        self.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        # The pane has the context menu.
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.NoContextMenu)
        self.copy_action = copy_action(self)
        self.copy_action.triggered.connect(self.copy_cells)
        self.set_panel(panel)

    def set_panel(self, panel: Panel) -> None:
        assert isinstance(panel.marks[0], Listing)
        self.listing = panel.marks[0]
        self.restyle()

    def restyle(self) -> None:
        """Write the table anew, in the colours and the size of type of the canvas."""
        self._heights.clear()
        self._whole_width = None
        colors = self._canvas.colors
        style_sheet = f"QTextEdit {{ background: {colors.panel}; border: none; padding: 0; }}"
        if style_sheet != self.styleSheet():
            self.setStyleSheet(style_sheet)

        scroll_bar = self.verticalScrollBar()
        scrolled = scroll_bar.value()
        document = self.document()
        document.setDefaultFont(font(self._canvas.pixels(TEXT)))
        document.setDefaultStyleSheet(self._css())
        document.setHtml(html(self.listing))
        self.moveCursor(QTextCursor.MoveOperation.Start)
        scroll_bar.setValue(scrolled)

    def _css(self) -> str:
        colors = self._canvas.colors
        padding = self._canvas.pixels(CELL_PADDING)
        title_size = self._canvas.pixels(TITLE)
        return (
            f"td, th {{ padding: {padding}px; color: {colors.text}; }}"
            f"th {{ color: {colors.secondary}; font-size: {title_size}px; font-weight: 400; "
            "vertical-align: bottom; }"
            "td.first { font-weight: 500; } .holds, .fails { font-weight: 700; }"
            f".holds {{ color: {colors.holds}; }} .fails {{ color: {colors.fails}; }}"
        )

    # ---- its place

    @property
    def heights(self) -> tuple[int, ...]:
        """The edges of its rows as they are now.

        While no edge moves, the table needs as much room as before.
        """
        return tuple(row_edges(self.document()))

    def min_height(self, width: int) -> int:
        """Return the height that shows the titles and the first row, in a table of this width."""
        has_several_rows = len(self.listing.rows) > 1
        if has_several_rows:
            # If only one row is visible, there is a scroll bar.
            width -= self.verticalScrollBar().sizeHint().width()
        return self._measured(width)[0]

    def whole_height(self, width: int) -> int:
        return self._measured(width)[1]

    def whole_width(self) -> int:
        """Return the width of its columns, without a line that is broken."""
        if self._whole_width is None:
            document = self.document().clone(self)
            document.setTextWidth(-1)
            self._whole_width = math.ceil(document.idealWidth())
            # Python does not own a clone, so it must be deleted here.
            document.deleteLater()
        return self._whole_width

    def _measured(self, width: int) -> tuple[int, int]:
        if width not in self._heights:
            document = self.document().clone(self)
            document.setTextWidth(width)
            edges = row_edges(document)
            bar_height = 0
            if document.size().width() > width:
                bar_height = self.horizontalScrollBar().sizeHint().height()
            self._heights[width] = edges[2] + bar_height, edges[-1] + bar_height
            # Python does not own a clone, so it must be deleted here.
            document.deleteLater()
        return self._heights[width]

    # ---- drawing

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        """Repaint everything: a row at the lower edge may be wholly visible now."""
        super().scrollContentsBy(dx, dy)
        self.viewport().update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the titles, and whole rows with a line below each; a row that is cut is left out."""
        super().paintEvent(event)
        colors = self._canvas.colors
        area = self.viewport().rect()
        _, titles_end, *row_ends = row_edges(self.document())
        scrolled = self.verticalScrollBar().value()
        ends = [end - scrolled for end in row_ends]
        whole_ends = [end for end in ends if end <= area.height()]
        last_end = max(whole_ends, default=area.height())

        with QPainter(self.viewport()) as painter:
            painter.setPen(QColor(colors.raised))
            right = min(area.right(), math.ceil(self.document().idealWidth()))
            for end in ends:
                painter.drawLine(0, end - 1, right, end - 1)
            painter.fillRect(area.adjusted(0, last_end, 0, 0), QColor(colors.panel))
            painter.fillRect(0, 0, area.width(), titles_end, QColor(colors.panel))
            painter.setPen(QColor(colors.line))
            painter.drawLine(0, titles_end - 1, right, titles_end - 1)
            painter.translate(-self.horizontalScrollBar().value(), 0)
            titles_rect = QRectF(0, 0, self.document().size().width(), titles_end)
            self.document().drawContents(painter, titles_rect)

    # ---- the clipboard, and what else the user does

    @property
    def has_selection(self) -> bool:
        return self.textCursor().hasSelection()

    def copy_cells(self) -> None:
        """Put the selected cells on the clipboard as tab-separated values.

        If the text of one cell is selected, that is copied.
        """
        cursor = self.textCursor()
        # PySide's stub has no type for these.
        cells = cast("tuple[int, int, int, int]", cursor.selectedTableCells())
        first_row, row_count, first_column, column_count = cells
        if row_count < 0 and cursor.currentTable():
            self.copy()
            return

        rows = rows_with_verdicts(self.listing)
        if row_count < 0:
            # The selection reaches beyond the table, as with "Select all".
            first_row = first_column = 0
            row_count = len(rows)
            column_count = len(rows[0])
        lines: list[str] = []
        for row in rows[first_row : first_row + row_count]:
            texts = [unstarred(text) for text in row[first_column : first_column + column_count]]
            lines.append("\t".join(" ".join(text.split()) for text in texts))
        QGuiApplication.clipboard().setText("\n".join(lines))
        self.cellsCopied.emit(row_count * column_count)

    def event(self, event: QEvent) -> bool:
        """Leave keys that mean nothing here to the window's shortcuts."""
        if event.type() != QEvent.Type.ShortcutOverride:
            return bool(super().event(event))
        event.setAccepted(takes_key(event))
        return event.isAccepted()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy_cells()
        elif is_typed(event):
            event.ignore()
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: Any) -> None:
        super().mousePressEvent(event)
        self._is_pressed = event.button() == Qt.MouseButton.LeftButton

    def mouseReleaseEvent(self, event: Any) -> None:
        super().mouseReleaseEvent(event)
        if self._is_pressed and not self.has_selection:
            self.cellClicked.emit()

    def mouseDoubleClickEvent(self, _event: Any) -> None:
        self._is_pressed = False
        self.cellDoubleClicked.emit()
