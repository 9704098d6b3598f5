"""Dialogs of the Help menu: About with the versions, keyboard shortcuts, symbols."""

from collections.abc import Iterator, Mapping, Sequence

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QGuiApplication
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QGridLayout, QLabel, QWidget

from peviewer.app.controls.fitting import PageDialog, Scrolled, fit, room_on
from peviewer.app.look.icons import app_icon
from peviewer.app.look.layouts import in_column, in_row
from peviewer.app.window.diagnostics import ABSENT, Entry, entries, text
from peviewer.base.version import __version__
from peviewer.figures.panes.catalog import PANES
from peviewer.figures.symbols import COMPARED, Symbol, symbols
from peviewer.live.text import markup


class About(QDialog):
    """What peviewer is, with versions; all diagnostics can be copied into a report."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("About peviewer")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        versions = entries()
        page = QWidget()
        layout = in_column(inside=page, margins=(28, 24, 28, 8), spacing=12)
        mark = QLabel()
        mark.setPixmap(app_icon().pixmap(64, 64))
        layout.addWidget(mark)
        layout.addWidget(QLabel(f"<span style='font-size: 20px'>peviewer {__version__}</span>"))
        layout.addWidget(QLabel("See, understand and choose positional encodings."))
        rows = "".join(
            f"<tr><td>{name}</td><td style='padding-left: 18px'>{v}</td></tr>" for name, v in _named(versions)
        )
        table = QLabel(f"<table cellspacing=2>{rows}</table>")
        table.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        layout.addWidget(table)
        layout.addWidget(QLabel("Free software under the MIT licence."))
        whole = in_column((Scrolled(page), 1), inside=self, margins=(0, 0, 0, 0), spacing=0)
        foot = in_row(self._buttons(text(versions)), margins=(28, 10, 28, 18))
        whole.addLayout(foot)
        fit(self, self.sizeHint(), self.minimumSizeHint())

    def _buttons(self, report: str) -> QDialogButtonBox:
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        copy = buttons.addButton("Copy diagnostics", QDialogButtonBox.ButtonRole.ActionRole)
        copy.setAutoDefault(False)  # else Qt takes the first button for the one that Enter presses
        copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(report))
        buttons.button(QDialogButtonBox.StandardButton.Close).setDefault(True)
        buttons.rejected.connect(self.reject)
        return buttons


def _named(shown: Sequence[Entry]) -> Iterator[tuple[str, str]]:
    """Return the versions of what is installed, and the platform."""
    for entry in shown:
        if (entry.group == "Versions" and entry.value != ABSENT) or entry.name == "platform":
            yield entry.name, entry.value


Rows = Sequence[tuple[str, str]]

# What the panes themselves understand: no menu holds these.
IN_A_PANE: Rows = (
    ("Read a cell", "Point"),
    ("Pin the cursor; click again to release it", "Click"),
    ("Zoom, or zoom into a box", "Wheel, or Shift+drag"),
    ("Pan", "Drag"),
    ("Move the cursor, after Tab or F6", "Arrows"),
    ("Pan there; zoom", "Shift+arrows; +, −"),
    ("Pin the cursor there", "Enter"),
    ("Drag a line, turn a hand, pick a clock", "Drag, click"),
    ("Menu of the pane", "Right click"),
    ("Maximise the pane and back", "Double click"),
    ("Release the cursor; show all panes again", "Esc"),
)
WHILE_PRESENTING: Rows = (
    ("Next and previous step of the story", "→, ←"),
    ("Step what moves", "↑, ↓"),
    ("One pane alone; all panes", "1 … 9; 0"),
    ("Play", "Space"),
    ("Black; back", "B"),
    ("Spotlight at the pointer", "L"),
    ("Larger or smaller type; as on a slide", "Ctrl++, Ctrl+−, Ctrl+0"),
    ("End", "Esc"),
)
COLUMNS = 2
GAP = 24  # between what is done and its key


class Shortcuts(PageDialog):
    """What each key does, menu by menu."""

    def __init__(self, menus: Mapping[str, Rows], parent: QWidget | None = None) -> None:
        super().__init__("Keyboard shortcuts", parent)
        groups = {**menus, "In a pane": IN_A_PANE, "While presenting": WHILE_PRESENTING}
        page = Scrolled(_shortcut_columns(groups, COLUMNS))
        if page.minimumSizeHint().width() > room_on(self.screen().availableGeometry()).width():
            page = Scrolled(_shortcut_columns(groups, 1))
        self.show_page(page)


def _shortcut_columns(groups: Mapping[str, Rows], count: int) -> QWidget:
    """Return the groups in so many columns."""
    page = QWidget()
    grid = QGridLayout(page)
    grid.setContentsMargins(28, 22, 28, 8)
    grid.setHorizontalSpacing(44)
    grid.setVerticalSpacing(18)
    balanced, metrics = _balanced(groups), QFontMetrics(page.font())
    for column in range(count):
        below = balanced[column::count]
        widest = max(metrics.horizontalAdvance(text) for _, rows in below for text, _ in rows)
        for line, (title, rows) in enumerate(below):
            grid.addWidget(_shortcut_group(title, rows, widest + GAP), line, column, Qt.AlignmentFlag.AlignTop)
    return page


def _balanced(groups: Mapping[str, Rows]) -> list[tuple[str, Rows]]:
    """Return the groups, longest first, so that neighbours in a row are of like height."""
    return sorted(groups.items(), key=lambda group: -len(group[1]))


def _shortcut_group(title: str, rows: Rows, width: int) -> QLabel:
    """Return a group whose keys begin so many pixels from the left."""
    row = f"<tr><td width={width}>{{}}</td><td style='white-space: nowrap'>{{}}</td></tr>"
    lines = "".join(row.format(text, key) for text, key in rows)
    label = QLabel(f"<b>{title}</b><table cellspacing=3>{lines}</table>")
    label.setTextFormat(Qt.TextFormat.RichText)
    return label


HEADS = "", "What it is", "Unit", "Seen in"
MEANING_WIDE, SEEN_WIDE = 300, 170  # pixels, at least
SYMBOLS_SIZE = QSize(800, 760)
LARGER = 3  # pixels: a letter is read alone


class Symbols(PageDialog):
    """What each letter means, what it is measured in, and where it is seen."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("Symbols", parent)
        page = Scrolled(self._page())
        page.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.show_page(page, SYMBOLS_SIZE)

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

    >>> [seen_in(known) for known in symbols()["Positions"]][:4]
    ['many panes', 'Parameters', 'many panes', 'many panes']
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
