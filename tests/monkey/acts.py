"""What the monkey can do: each act is one person's gesture, and returns what it did in a few words.

An act that finds nothing to do returns an empty text. A gesture that is new to
the window is one function here and one line in ``ACTS``.
"""

import contextlib
from collections.abc import Callable, Iterator
from random import Random

from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QTimer, QUrl
from PySide6.QtGui import QAction, QDropEvent, QKeySequence, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QDialog,
    QLineEdit,
    QMenu,
    QSlider,
    QTabBar,
    QToolButton,
    QWidget,
)

from peviewer.app.window.window import MainWindow
from peviewer.figures.panes.catalog import PANES

Act = Callable[[MainWindow, Random], str]
Key = Qt.Key
LEFT, NONE = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
USED = (QAbstractButton, QComboBox, QSlider, QAbstractSpinBox, QLineEdit, QTabBar)
KEYS = (
    Key.Key_Tab, Key.Key_Backtab, Key.Key_Space, Key.Key_Return, Key.Key_Escape, Key.Key_Left, Key.Key_Right,
    Key.Key_Up, Key.Key_Down, Key.Key_PageUp, Key.Key_PageDown, Key.Key_Home, Key.Key_End, Key.Key_Delete,
    Key.Key_A, Key.Key_7, Key.Key_F4,
)  # fmt: skip
TYPED = (
    "",
    "0",
    "1",
    "2",
    "17",
    "200",
    "1e3",
    "1 000 000",
    "-1",
    "0.5",
    "1e99",
    "nan",
    "abc",
    "π",
    "a.gif",
    "x/y.svg",
)
KEPT = ("&Quit",)
"""Menu entries that would end the run."""


def use(window: MainWindow, random: Random) -> str:
    """Use any control that can be seen, as its kind is used."""
    top = random.choice(_windows(window))
    every = [part for kind in USED for part in _found(top, kind)]
    random.shuffle(every)  # all of them: which can be seen just now may depend on what comes late
    part = next((part for part in every if part.isVisible() and part.isEnabled()), None)
    if part is None:
        return ""
    called = f"{type(part).__name__} {part.accessibleName() or part.objectName() or part.toolTip()}"
    if isinstance(part, QComboBox):
        part.setFocus()
        QTest.keyClick(part, random.choice([Key.Key_Up, Key.Key_Down, Key.Key_Home, Key.Key_End]))
    elif isinstance(part, QSlider):
        _drag(part, random)
    elif isinstance(part, QAbstractSpinBox | QLineEdit):
        _type(part, random)
    elif isinstance(part, QTabBar):
        part.setCurrentIndex(random.randrange(max(part.count(), 1)))
    else:
        with _choosing(part, random):
            QTest.mouseClick(part, LEFT)
    return called


def key(_window: MainWindow, random: Random) -> str:
    """Press a key where the focus is."""
    target = (
        QApplication.activePopupWidget()
        or QApplication.focusWidget()
        or QApplication.activeWindow()
    )
    if target is None:
        return ""
    pressed = random.choice(KEYS)
    with _choosing(target, random):
        QTest.keyClick(
            target, pressed, random.choice([NONE, NONE, NONE, Qt.KeyboardModifier.ShiftModifier])
        )
    return pressed.name


def menu(window: MainWindow, random: Random) -> str:
    """Choose any entry of the menus, after looking at the menu it is in."""
    if QApplication.activeModalWidget():
        return ""
    chosen, _ = random.choice(_that_can_be_chosen(window))
    chosen.aboutToShow.emit()  # some menus are filled anew then
    found = [entry for menu, entry in _that_can_be_chosen(window) if menu is chosen]
    if not found:
        return ""
    entry = random.choice(found)
    text = entry.text()
    entry.trigger()
    return text


def undo(window: MainWindow, random: Random) -> str:
    """Undo or redo a few steps."""
    stack = window.session.undo_stack
    run = random.choice([stack.undo, stack.undo, stack.redo])
    for _ in range(random.randint(1, 5)):
        run()
    return run.__name__


def shortcut(window: MainWindow, random: Random) -> str:
    """Press the key of a menu entry."""
    keys = [entry.shortcut() for _, entry in _entries(window) if entry.text() not in KEPT]
    chosen = random.choice([keys for keys in keys if not keys.isEmpty()])
    target = QApplication.focusWidget() or window
    with _choosing(target, random):
        QTest.keySequence(target, chosen)
    return chosen.toString(QKeySequence.SequenceFormat.PortableText)


def point(window: MainWindow, random: Random) -> str:
    """Point, click, double click, zoom or pan in a pane."""
    shown = [dock for dock in window.docks.values() if dock.seen]
    if not shown:
        return ""
    dock = random.choice(shown)
    spot = QPoint(
        random.randrange(max(dock.view.width(), 1)), random.randrange(max(dock.view.height(), 1))
    )
    target = dock.view.childAt(spot) or dock.view
    spot = target.mapFrom(dock.view, spot)
    deed = random.choice(["move", "click", "double click", "wheel", "pan", "context menu"])
    if deed == "move":
        QTest.mouseMove(target, spot)
    elif deed == "click":
        QTest.mouseClick(target, LEFT, NONE, spot)
    elif deed == "double click":
        QTest.mouseDClick(target, LEFT, NONE, spot)
    elif deed == "context menu":
        QTest.mouseClick(target, Qt.MouseButton.RightButton, NONE, spot)
    elif deed == "wheel":
        _wheel(target, spot, random.choice([-120, 120, 1200]))
    else:
        QTest.mousePress(target, LEFT, NONE, spot)
        QTest.mouseMove(target, spot + QPoint(random.randint(-90, 90), random.randint(-90, 90)))
        QTest.mouseRelease(target, LEFT, NONE, spot)
    return f"{deed} in {dock.pane.name}"


def pane(window: MainWindow, random: Random) -> str:
    """Open, close, maximise or explain a pane."""
    name = random.choice([*PANES])
    dock = window.docks.get(name)
    deed = random.choice(["open", "close", "maximise", "restore", "explain"])
    if deed == "open":
        window.area.reveal(name)
    elif deed == "close":
        window.area.close_pane(name)
    elif deed == "restore":
        window.area.restore()
    elif deed == "explain":
        window.explain(name)
    elif dock is None or not dock.seen:
        return ""
    else:
        QTest.mouseDClick(dock.header, LEFT, NONE, QPoint(dock.header.width() // 2, 12))
    return f"{deed} {name}"


def resize(window: MainWindow, random: Random) -> str:
    """Change the window's size or state."""
    state = random.choice(["size", "size", "size", "minimised", "maximised", "normal"])
    if state == "size":
        window.showNormal()
        window.resize(random.randint(500, 1920), random.randint(350, 1200))
    else:
        {
            "minimised": window.showMinimized,
            "maximised": window.showMaximized,
            "normal": window.showNormal,
        }[state]()
    return f"{state} {window.width()} × {window.height()}"


def export(window: MainWindow, random: Random) -> str:
    """Open the Export dialog, or use it, or close it."""
    dialog = window.export_actions.dialog
    kinds = [*dialog.forms]
    if not dialog.isVisible():
        window.export(
            random.choice(["", *window.session.document.view.panes]), random.choice(["", *kinds])
        )
        return "export"
    deed = random.choice(["kind", "kind", "export", "close"])
    if deed == "kind":
        dialog.choose_kind(random.choice(kinds))
    else:
        {"export": dialog.export_button.click, "close": dialog.reject}[deed]()
    return f"export: {deed}"


def drop(window: MainWindow, random: Random) -> str:
    """Drop a file on the window."""
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(random.choice(["/", *window.settings.choices.recent]))])
    QApplication.sendEvent(
        window, QDropEvent(QPointF(99, 99), Qt.DropAction.CopyAction, data, LEFT, NONE)
    )
    return f"drop {data.urls()[0].fileName()}"


def close(_window: MainWindow, random: Random) -> str:
    """Close a menu or a dialog that is open."""
    for part in (QApplication.activePopupWidget(), QApplication.activeModalWidget()):
        if part is not None:
            part.close()
            return f"close {type(part).__name__}"
    return ""


ACTS: dict[Act, int] = {
    use: 30, key: 10, menu: 12, shortcut: 6, undo: 4, point: 20, pane: 6, resize: 3, export: 5, drop: 1, close: 8,
}  # fmt: skip
"""The acts, and how often each comes among the others. Panes dragged about would be one more."""


def _found(top: QWidget, kind: type[QWidget]) -> list[QWidget]:
    """Return all of a kind.

    What Qt itself made, Python would keep for ever once found, unless told whose it is.
    """
    found = top.findChildren(kind)
    for part in found:
        if type(part).__module__.startswith("PySide6."):
            part.setParent(part.parent())
    return found


def _windows(window: MainWindow) -> list[QWidget]:
    modal = QApplication.activeModalWidget()
    dialogs = [
        part
        for part in QApplication.topLevelWidgets()
        if isinstance(part, QDialog) and part.isVisible()
    ]
    return [modal] if modal else [window, *dialogs]


def _entries(window: MainWindow) -> Iterator[tuple[QMenu, QAction]]:
    for top in window.menuBar().actions():
        yield from _of(top.menu())


def _that_can_be_chosen(window: MainWindow) -> list[tuple[QMenu, QAction]]:
    return [
        (menu, entry)
        for menu, entry in _entries(window)
        if entry.text() not in KEPT and entry.isEnabled()
    ]


def _of(menu: QMenu) -> Iterator[tuple[QMenu, QAction]]:
    for entry in menu.actions():
        if isinstance(below := entry.menu(), QMenu):
            yield from _of(below)
        elif not entry.isSeparator():
            yield menu, entry


@contextlib.contextmanager
def _choosing(target: QWidget | None, random: Random) -> Iterator[None]:
    """Choose an entry, or none, of the menu that a key or a click opens of a button.

    Until Qt 6.11 the click returns only once the menu is gone, later ones return while it is open.
    """
    if not (isinstance(target, QToolButton) and isinstance(menu := target.menu(), QMenu)):
        yield
        return
    answered = []

    def answer() -> None:
        answered.append(True)
        chosen = random.choice(
            [None, *(entry for _, entry in _of(menu) if entry.isEnabled())]
        )  # it fills as it opens
        menu.close()
        if chosen is not None:
            chosen.trigger()

    QTimer.singleShot(0, answer)
    yield
    while not answered:
        QApplication.processEvents()


def _drag(slider: QSlider, random: Random) -> None:
    def spot() -> QPoint:
        return QPoint(random.randrange(max(slider.width(), 1)), slider.height() // 2)

    QTest.mousePress(slider, LEFT, NONE, spot())
    for _ in range(random.randint(0, 3)):
        QTest.mouseMove(slider, spot())
    QTest.mouseRelease(slider, LEFT, NONE, spot())


def _type(part: QAbstractSpinBox | QLineEdit, random: Random) -> None:
    part.setFocus()
    if isinstance(part, QAbstractSpinBox) and random.random() < 0.3:
        QTest.keyClick(part, random.choice([Key.Key_Up, Key.Key_Down, Key.Key_PageUp]))
        return
    part.selectAll()
    for letter in random.choice(TYPED):
        # Where nothing is half typed, the button that has the focus hears a space.
        with _choosing(QApplication.focusWidget() if letter == " " else None, random):
            QTest.keyClick(part, letter)
    QTest.keyClick(part, random.choice([Key.Key_Return, Key.Key_Tab, Key.Key_Escape]))


def _wheel(target: QWidget, spot: QPoint, turn: int) -> None:
    where = QPointF(spot)
    event = QWheelEvent(
        where, target.mapToGlobal(where), QPoint(), QPoint(0, turn), Qt.MouseButton.NoButton, NONE,
        Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(target, event)
