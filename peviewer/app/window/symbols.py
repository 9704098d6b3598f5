"""The list of symbols: every letter that the product shows, with its one meaning."""

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QGridLayout, QLabel, QWidget

from peviewer.app.controls.fitting import PageDialog, Scrolled
from peviewer.figures.panes.catalog import PANES
from peviewer.figures.symbols import COMPARED, Symbol, symbols
from peviewer.live.text import markup

HEADS = "", "What it is", "Unit", "Seen in"
MEANING_WIDE, SEEN_WIDE = 300, 170  # pixels, at least
SIZE = QSize(800, 760)
LARGER = 3  # pixels: a letter is read alone


class Symbols(PageDialog):
    """What each letter means, what it is measured in, and where it is seen."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("Symbols", parent)
        page = Scrolled(self._page())
        page.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.show_page(page, SIZE)

    def _page(self) -> QWidget:
        """Return all groups below each other, their columns in line."""
        page = QWidget()
        grid = QGridLayout(page)
        grid.setContentsMargins(28, 18, 28, 8)
        grid.setHorizontalSpacing(20)
        grid.setVerticalSpacing(5)
        grid.setColumnStretch(1, 2)
        grid.setColumnStretch(3, 1)
        for column, head in enumerate(HEADS):
            grid.addWidget(_quiet(head), 0, column)
        for title, rows in symbols().items():
            self._add_group(grid, title, rows)
        return page

    def _add_group(self, grid: QGridLayout, title: str, rows: Sequence[Symbol]) -> None:
        heading = QLabel(f"<b>{title}</b>")
        heading.setContentsMargins(0, 12, 0, 2)
        grid.addWidget(heading, grid.rowCount(), 0, 1, len(HEADS))
        for known in rows:
            line = grid.rowCount()
            cells = _letter(known.symbol), QLabel(markup(known.meaning)), _quiet(known.unit), _quiet(seen_in(known))
            for column, (cell, wide) in enumerate(zip(cells, (0, MEANING_WIDE, 0, SEEN_WIDE), strict=True)):
                if wide:
                    cell.setWordWrap(True)
                    cell.setMinimumWidth(wide)
                if column:
                    cell.setContentsMargins(0, LARGER - 1, 0, 0)  # on one line with the larger letter
                cell.setAlignment(Qt.AlignmentFlag.AlignTop)
                cell.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
                grid.addWidget(cell, line, column)


def seen_in(known: Symbol) -> str:
    """Return where a symbol is seen, in words.

    Examples
    --------
    >>> [seen_in(known) for known in symbols()["Positions"]][:4]
    ['many panes', 'Parameters', 'many panes', 'Similarity, Bias, Buckets, Attention, Properties']
    """
    if known.seen is None:
        return "all that are compared" if known.symbol in COMPARED else "many panes"
    return ", ".join(PANES[name].title for name in known.seen) or "Parameters"


def _letter(symbol: str) -> QLabel:
    """Return a symbol as it is set in figures: in italics, a scheme's name upright."""
    made = QLabel(symbol)
    font = QFont(made.font())
    font.setItalic(symbol not in COMPARED)
    font.setPixelSize(made.fontInfo().pixelSize() + LARGER)
    made.setFont(font)
    return made


def _quiet(text: str) -> QLabel:
    made = QLabel(text)
    made.setObjectName("symbolAside")
    return made
