"""Menu entries: one way to make one, some that follow a field of the Document, and a list of their shortcuts."""

from collections.abc import Callable, Iterator
from operator import attrgetter

from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QLabel, QMenu, QMenuBar, QWidgetAction

from peviewer.app.session.session import Session
from peviewer.base.parameters import Specification, specification

ARROWS = {"Left": "←", "Right": "→"}
Shortcut = QKeySequence.StandardKey | str


def add(menu: QMenu, text: str, run: Callable[[], object], shortcut: Shortcut = "", *, tip: str = "") -> QAction:
    """Add an entry to a menu.

    Parameters
    ----------
    menu : QMenu
        Where it goes.
    text : str
        In sentence case; with ``…`` if it asks for something first.
    run : callable
        What it does; called without arguments.
    shortcut : QKeySequence.StandardKey or str
        Its key, wherever the focus is.
    tip : str
        Its tooltip.
    """
    action = menu.addAction(text)
    if shortcut:
        action.setShortcut(QKeySequence(shortcut))
    if tip:
        action.setToolTip(tip)
    action.triggered.connect(lambda: run())
    return action


def add_heading(menu: QMenu, text: str) -> None:
    """Add a line that says what the entries below have in common; in our style Qt's own sections are lines alone."""
    label = QLabel(text)
    label.setObjectName("menuHeading")
    heading = QWidgetAction(menu)
    heading.setDefaultWidget(label)
    heading.setText(text)
    heading.setEnabled(False)
    menu.addAction(heading)


def add_field(menu: QMenu, session: Session, path: str) -> QAction:
    """Add what sets one field of the Document: an entry to tick, or a submenu of choices."""
    section, _, name = path.partition(".")
    spec = specification(type(getattr(session.document, section)), name)
    if spec.kind == "bool":
        return _add_tick(menu, session, path, spec)
    return _add_choices(menu, session, path, spec)


def _add_tick(menu: QMenu, session: Session, path: str, spec: Specification) -> QAction:
    action = menu.addAction(spec.title)
    action.setCheckable(True)
    action.setToolTip(spec.help)
    action.triggered.connect(lambda ticked: session.edit({path: ticked}))
    session.watch(attrgetter(path), lambda document: action.setChecked(bool(document.get(path))))
    return action


def _add_choices(menu: QMenu, session: Session, path: str, spec: Specification) -> QAction:
    submenu = menu.addMenu(spec.title)
    labels = {choice: spec.label(choice) for choice in spec.choices}
    entries = add_choice(submenu, labels, lambda choice: session.edit({path: choice}))
    session.watch(attrgetter(path), lambda document: entries[str(document.get(path))].setChecked(True))
    return submenu.menuAction()


def add_choice(menu: QMenu, labels: dict[str, str], choose: Callable[[str], object]) -> dict[str, QAction]:
    """Add entries of which one is ticked; `choose` is called with the key of the one picked."""
    entries = {key: menu.addAction(label) for key, label in labels.items()}
    group = QActionGroup(menu)
    next(iter(entries.values())).destroyed.connect(group.deleteLater)  # where the menu is filled anew
    for key, entry in entries.items():
        group.addAction(entry)
        entry.setCheckable(True)
        entry.triggered.connect(lambda _ticked, key=key: choose(key))
    return entries


def shortcuts(bar: QMenuBar) -> dict[str, list[tuple[str, str]]]:
    """Return every menu's entries that have a key: (what it does, the key as this system writes it)."""
    found = {unmarked(top): list(_keys(menu)) for top in bar.actions() if isinstance(menu := top.menu(), QMenu)}
    return {title: rows for title, rows in found.items() if rows}


def _keys(menu: QMenu) -> Iterator[tuple[str, str]]:
    for action in menu.actions():
        if isinstance(submenu := action.menu(), QMenu):
            yield from ((f"{unmarked(action)}: {text}", key) for text, key in _keys(submenu))
            continue
        if action.isVisible() and (key := action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)):
            yield unmarked(action).removesuffix("…"), pressed_keys(key)


def pressed_keys(key: str) -> str:
    """Return a key as this system writes it, with arrows as arrows."""
    held, plus, last = key.rpartition("+")
    return held + plus + ARROWS.get(last, last)


def unmarked(action: QAction) -> str:
    """Return what an entry is called, without the mark of its letter."""
    return action.text().replace("&", "")
