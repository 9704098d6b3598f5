"""A short table of texts on screen, as rich text: verdicts as signs, italics, texts wrapped where there is no room."""

from collections.abc import Sequence
from typing import Any, cast

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
from peviewer.live.numbers import TEXT, TITLE, copy_action, takes_key
from peviewer.live.text import bound, font, markup, unbroken

AROUND = 6  # pixels on each side of a text
SIGNS = {True: "✓", False: "✗", None: ""}
CLASSES = {"✓": "holds", "✗": "fails"}


def lines(listing: Listing) -> list[Sequence[str]]:
    """Return the titles and the rows, after the signs of verdicts if there are any.

    >>> lines(Listing(("Claim",), (("unique",), ("bounded",)), (True, False)))
    [('', 'Claim'), ('✓', 'unique'), ('✗', 'bounded')]
    """
    if all(verdict is None for verdict in listing.verdicts):
        return [listing.columns, *listing.rows]
    signed = zip(listing.verdicts, listing.rows, strict=True)
    return [("", *listing.columns), *((SIGNS[verdict], *row) for verdict, row in signed)]


def html(listing: Listing) -> str:
    """Return the table as rich text.

    Numbers do not wrap, and have the width of what always fits their column.
    """
    titles, *rows = lines(listing)
    before = len(titles) - len(listing.columns)
    numeric, room = (False,) * before + listing.numeric, dict(enumerate(listing.room, before))

    def cell(text: str, column: int, kind: str) -> str:
        side = "right" if numeric[column] else "left"
        if numeric[column] and kind == "td":
            text = text.rjust(len(room.get(column, "")), "\N{FIGURE SPACE}").replace(
                " ", "\N{NO-BREAK SPACE}"
            )
        name = CLASSES.get(text[:1], "first" if column == before else "")
        content = unbroken(bound(markup(text)))
        # Of what has no room to break Qt takes a small space for some, and makes its column too
        # narrow.
        is_whole = numeric[column] and " " not in bound(markup(text))
        style = " style='white-space: nowrap'" if is_whole else ""
        return f'<{kind} align="{side}" class="{name}"{style}>{content}</{kind}>'

    head = "".join(cell(text, column, "th") for column, text in enumerate(titles))
    body = ["".join(cell(text, column, "td") for column, text in enumerate(row)) for row in rows]
    return f'<table cellspacing="0"><tr>{"</tr><tr>".join((head, *body))}</tr></table>'


def edges(document: QTextDocument) -> list[int]:
    (table,), layout = document.rootFrame().childFrames(), document.documentLayout()
    assert isinstance(table, QTextTable)
    cells = [table.cellAt(row, 0) for row in range(1, table.rows())]
    around = cells[0].format().toTableCellFormat().topPadding()
    tops = [
        layout.blockBoundingRect(cell.firstCursorPosition().block()).top() - around
        for cell in cells
    ]
    return [0, *map(round, tops), round(document.size().height())]


class ListingTable(QTextEdit):
    """Draws a :class:`Listing`: whole rows alone, below titles that stay."""

    chosen = Signal()
    copied = Signal(int)  # the number of cells
    doubled = Signal()

    def __init__(self, panel: Panel, canvas: Canvas) -> None:
        super().__init__(readOnly=True)
        self._canvas, self._is_pressed = canvas, False
        self._heights: dict[
            int, tuple[int, int]
        ] = {}  # by width: of the titles with the first row, and of all
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.document().setDocumentMargin(0)
        self.setWordWrapMode(QTextOption.WrapMode.WordWrap)
        self.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.NoContextMenu)  # the pane has one
        self.copy_action = copy_action(self)
        self.copy_action.triggered.connect(self.copy_cells)
        self.set_panel(panel)

    def set_panel(self, panel: Panel) -> None:
        assert isinstance(panel.marks[0], Listing)
        self.listing = panel.marks[0]
        self.restyle()

    def restyle(self) -> None:
        """Write the table anew, in the colours and the size of type of the canvas."""
        document, colors, bar = self.document(), self._canvas.colors, self.verticalScrollBar()
        around, title, text = map(self._canvas.pixels, (AROUND, TITLE, TEXT))
        scrolled = bar.value()
        self._heights.clear()
        if (
            look := f"QTextEdit {{ background: {colors.panel}; border: none; padding: 0; }}"
        ) != self.styleSheet():
            self.setStyleSheet(look)
        document.setDefaultFont(font(text))
        document.setDefaultStyleSheet(
            f"td, th {{ padding: {around}px; color: {colors.text}; }}"
            f"th {{ color: {colors.secondary}; font-size: {title}px; font-weight: 400; vertical-align: bottom; }}"
            f"td.first {{ font-weight: 500; }} .holds, .fails {{ font-weight: 700; }}"
            f".holds {{ color: {colors.holds}; }} .fails {{ color: {colors.fails}; }}"
        )
        document.setHtml(html(self.listing))
        self.moveCursor(QTextCursor.MoveOperation.Start)
        bar.setValue(scrolled)

    # ---- its place

    @property
    def heights(self) -> tuple[int, ...]:
        """The edges of its rows as they are now.

        Where none moves, it needs as much room as before.
        """
        return tuple(edges(self.document()))

    def min_height(self, width: int) -> int:
        """Return the height that shows the titles and the first row, in a table of this width."""
        several = (
            len(self.listing.rows) > 1
        )  # with one row visible, a scroll bar leads to the others
        return self._measured(width - self.verticalScrollBar().sizeHint().width() * several)[0]

    def whole_height(self, width: int) -> int:
        return self._measured(width)[1]

    def _measured(self, width: int) -> tuple[int, int]:
        if width not in self._heights:
            document = self.document().clone(self)
            document.setTextWidth(width)
            tops = edges(document)
            bar = (
                self.horizontalScrollBar().sizeHint().height()
                if document.size().width() > width
                else 0
            )
            self._heights[width] = tops[2] + bar, tops[-1] + bar
            document.deleteLater()  # Python does not own a clone, which would stay
        return self._heights[width]

    # ---- drawing

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        """Repaint everything: a row at the lower edge may be wholly visible now."""
        super().scrollContentsBy(dx, dy)
        self.viewport().update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw a line below each whole row, nothing of one that is cut, and the titles above them."""
        super().paintEvent(event)
        colors, room, (_, titles, *below) = (
            self._canvas.colors,
            self.viewport().rect(),
            edges(self.document()),
        )
        ends = [end - self.verticalScrollBar().value() for end in below]
        whole = max((end for end in ends if end <= room.height()), default=room.height())
        with QPainter(self.viewport()) as painter:
            painter.setPen(QColor(colors.raised))
            for end in ends:
                painter.drawLine(0, end - 1, room.right(), end - 1)
            painter.fillRect(room.adjusted(0, whole, 0, 0), QColor(colors.panel))
            painter.fillRect(0, 0, room.width(), titles, QColor(colors.panel))
            painter.setPen(QColor(colors.line))
            painter.drawLine(0, titles - 1, room.right(), titles - 1)
            painter.translate(-self.horizontalScrollBar().value(), 0)
            self.document().drawContents(
                painter, QRectF(0, 0, self.document().size().width(), titles)
            )

    # ---- the clipboard, and what else the user does

    @property
    def has_selection(self) -> bool:
        return self.textCursor().hasSelection()

    def copy_cells(self) -> None:
        """Put the selected cells on the clipboard as tab-separated values, or the text selected in one cell."""
        cursor = self.textCursor()
        cells = cast(
            "tuple[int, int, int, int]", cursor.selectedTableCells()
        )  # PySide's stub has no type
        row, rows, column, columns = cells
        if rows < 0 and cursor.currentTable():
            self.copy()
            return
        if rows < 0:  # selected beyond the table, as "Select all" does
            row, rows, column, columns = (
                0,
                1 + len(self.listing.rows),
                0,
                len(lines(self.listing)[0]),
            )
        block = [line[column : column + columns] for line in lines(self.listing)[row : row + rows]]
        plain = ["\t".join(" ".join(unstarred(text).split()) for text in line) for line in block]
        QGuiApplication.clipboard().setText("\n".join(plain))
        self.copied.emit(rows * columns)

    def event(self, event: QEvent) -> bool:
        """Leave keys that mean nothing here to the window's shortcuts."""
        if event.type() != QEvent.Type.ShortcutOverride:
            return bool(super().event(event))
        event.setAccepted(takes_key(event))
        return event.isAccepted()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy_cells()
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: Any) -> None:
        super().mousePressEvent(event)
        self._is_pressed = event.button() == Qt.MouseButton.LeftButton

    def mouseReleaseEvent(self, event: Any) -> None:
        super().mouseReleaseEvent(event)
        if self._is_pressed and not self.has_selection:
            self.chosen.emit()

    def mouseDoubleClickEvent(self, _event: Any) -> None:
        self._is_pressed = False
        self.doubled.emit()
