"""The list of keyboard shortcuts, read from the menus themselves."""

from collections.abc import Mapping, Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QGridLayout, QLabel, QWidget

from peviewer.app.controls.fitting import PageDialog, Scrolled, room_on

Rows = Sequence[tuple[str, str]]

# What the panes themselves understand: no menu holds these.
IN_A_PANE: Rows = (
    ("Read a cell", "Point"),
    ("Pin the cursor; on it: let it go", "Click"),
    ("Zoom, or zoom into a box", "Wheel, or Shift+drag"),
    ("Pan", "Drag"),
    ("Move the cursor, after Tab or F6", "Arrows"),
    ("Pan there; zoom", "Shift+arrows; +, −"),
    ("Pin the cursor there", "Enter"),
    ("Drag a line, turn a hand, pick a clock", "Drag, click"),
    ("Menu of the pane", "Right click"),
    ("Maximise the pane and back", "Double click"),
    ("Let the cursor go, show all panes again", "Esc"),
)
COLUMNS = 2
GAP = 24  # between what is done and its key


class Shortcuts(PageDialog):
    """What each key does, menu by menu."""

    def __init__(self, menus: Mapping[str, Rows], parent: QWidget | None = None) -> None:
        super().__init__("Keyboard shortcuts", parent)
        groups = {**menus, "In a pane": IN_A_PANE}
        page = Scrolled(_columns(groups, COLUMNS))
        if page.minimumSizeHint().width() > room_on(self.screen().availableGeometry()).width():
            page = Scrolled(_columns(groups, 1))
        self.show_page(page)


def _columns(groups: Mapping[str, Rows], count: int) -> QWidget:
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
            grid.addWidget(_group(title, rows, widest + GAP), line, column, Qt.AlignmentFlag.AlignTop)
    return page


def _balanced(groups: Mapping[str, Rows]) -> list[tuple[str, Rows]]:
    """Return the groups, longest first, so that neighbours in a row are of like height."""
    return sorted(groups.items(), key=lambda group: -len(group[1]))


def _group(title: str, rows: Rows, width: int) -> QLabel:
    """Return a group whose keys begin so many pixels from the left."""
    row = f"<tr><td width={width}>{{}}</td><td style='white-space: nowrap'>{{}}</td></tr>"
    lines = "".join(row.format(text, key) for text, key in rows)
    label = QLabel(f"<b>{title}</b><table cellspacing=3>{lines}</table>")
    label.setTextFormat(Qt.TextFormat.RichText)
    return label
