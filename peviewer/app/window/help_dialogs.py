"""Dialogs of the Help menu: About with the versions, keyboard shortcuts, symbols."""

import html
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QTextBrowser, QWidget

from peviewer.app.controls.fitting import fit
from peviewer.app.look.parts import in_column
from peviewer.app.window.diagnostics import ABSENT, facts, text
from peviewer.base.files import resource
from peviewer.base.version import __version__
from peviewer.figures.panes.catalog import PANES
from peviewer.live.text import markup

# How many columns the table of symbols has.
COLUMNS = 4

# The letters of two compared schemes; they are set upright.
COMPARED = "A", "B"


@dataclass(frozen=True)
class Symbol:
    """One letter."""

    symbol: str
    """The letter: `"ω"`, `"L₀"`."""
    meaning: str
    """Its one meaning."""
    unit: str = ""
    """Its unit; empty for counts and for symbols of no number."""
    controls: Sequence[str] = ()
    """The titles of fields with it."""
    seen: Sequence[str] | None = None
    """The panes that show it; None for many."""
    of: str = ""
    """The symbol with index 0, if there is no bare letter: `"τ₀"` for `"τ₁"`."""


@cache
def symbols() -> dict[str, tuple[Symbol, ...]]:
    """Return all symbols in their groups.

    >>> [known.symbol for known in symbols()["Positions"]][:4]
    ['t', 't₀', 's', 'Δ']
    """
    table = tomllib.loads(resource("symbols.toml").read_text(encoding="utf-8"))
    return {
        group["title"]: tuple(Symbol(**row) for row in group["symbols"]) for group in table["group"]
    }


class Page(QDialog):
    """A page of rich text that scrolls; the dialog is deleted once it is closed."""

    def __init__(self, title: str, page: str, size: QSize, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.browser = QTextBrowser(openExternalLinks=True)
        self.browser.setHtml(page)
        self.browser.setObjectName("helpPage")
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        self.buttons.rejected.connect(self.reject)
        self.buttons.button(QDialogButtonBox.StandardButton.Close).setDefault(True)
        in_column(
            (self.browser, 1), self.buttons, inside=self, margins=(20, 16, 20, 16), spacing=12
        )
        # Keys scroll it, and Return still closes.
        self.browser.setFocus()
        fit(self, size, QSize(320, 240))


def about(parent: QWidget | None = None) -> Page:
    diagnostics = facts()
    versions = [(name, value) for name, value in diagnostics["Versions"].items() if value != ABSENT]
    rows = [*versions, ("platform", diagnostics["System"]["platform"])]
    page = Page(
        "About peviewer",
        f"<p><img src='{resource('icons', 'app.svg').as_posix()}' width=64 height=64></p>"
        f"<p style='font-size: 20px'>peviewer {__version__}</p>"
        "<p>See, understand, teach and choose positional encodings.</p>"
        f"{_table(rows)}<p>Free software under the MIT licence.</p>",
        QSize(440, 560),
        parent,
    )
    copy = page.buttons.addButton("Copy diagnostics", QDialogButtonBox.ButtonRole.ActionRole)
    copy.setAutoDefault(False)
    copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(text(diagnostics)))
    return page


def _table(rows: Sequence[tuple[str, ...]]) -> str:
    return f"<table cellspacing=3 width='100%'>{''.join(_row(*row) for row in rows)}</table>"


def _row(*cells: str) -> str:
    across = f" colspan={COLUMNS}" if len(cells) == 1 else ""
    return (
        "<tr>"
        + "".join(f"<td{across} style='padding-right: 20px'>{cell}</td>" for cell in cells)
        + "</tr>"
    )


Rows = Sequence[tuple[str, str]]

# Keys and gestures that panes understand themselves; no menu lists them.
IN_A_PANE: Rows = (
    ("Read a cell", "Point"),
    ("Pin the cursor; click again to release it", "Click"),
    ("Zoom, or zoom into a box", "Wheel, or Shift+drag"),
    ("Pan", "Drag"),
    ("Move the cursor, after Tab or F6", "Arrows"),
    ("Pan there; zoom", "Shift+arrows; +, −"),
    ("Pin the cursor there", "Enter"),
    ("Drag a line, turn a hand, pick a clock", "Drag, click"),
    ("Show B in A's place, where they flip", "F, held"),
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
    ("Larger or smaller text; as on a slide", "Ctrl++, Ctrl+−, Ctrl+0"),
    ("End", "Esc"),
)


def shortcuts_page(menus: Mapping[str, Rows], parent: QWidget | None = None) -> Page:
    """Return what each key does, menu by menu, in two columns."""
    groups = {**menus, "In a pane": IN_A_PANE, "While presenting": WHILE_PRESENTING}
    columns: list[list[tuple[str, str]]] = [[], []]
    rows = sum(map(len, groups.values()))
    placed = 0
    for title, keys in groups.items():
        columns[placed >= rows / 2] += [("", ""), (f"<b>{title}</b>", ""), *keys]
        placed += len(keys)
    cells = "".join(f"<td width='50%'>{_table(column)}</td>" for column in columns)
    return Page(
        "Keyboard shortcuts",
        f"<table width='100%'><tr>{cells}</tr></table>",
        QSize(900, 1040),
        parent,
    )


def symbols_page(parent: QWidget | None = None) -> Page:
    """Return what each letter means, what it is measured in, and where it is seen."""
    parts = []
    for title, group in symbols().items():
        parts.append(_row(f"<br><b>{title}</b>"))
        parts += [
            _row(_letter(row.symbol), markup(row.meaning), row.unit, seen_in(row)) for row in group
        ]
    page = (
        f"<table cellspacing=3>{_row('', 'What it is', 'Unit', 'Seen in')}{''.join(parts)}</table>"
    )
    return Page("Symbols", page, QSize(800, 760), parent)


def seen_in(known: Symbol) -> str:
    """Return where a symbol is seen, in words.

    >>> [seen_in(known) for known in symbols()["Positions"]][:4]
    ['many panes', 'Parameters', 'many panes', 'many panes']
    """
    if known.seen is None:
        return "all that are compared" if known.symbol in COMPARED else "many panes"
    return ", ".join(PANES[name].title for name in known.seen) or "Parameters"


def _letter(symbol: str) -> str:
    """Return a symbol as figures show it: in italics, but the letters of schemes upright."""
    letter = html.escape(symbol)
    return f"<big>{letter if symbol in COMPARED else f'<i>{letter}</i>'}</big>"
