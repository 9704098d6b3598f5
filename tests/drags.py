"""Drag panes about at random, as a hurried hand would: ``python -m tests.drags --seed 1 --drags 5000``.

Presses on a pane's header, a tab, a gap or the parameters' title, moves through two to
five points in and outside the window, and lets go; between drags, and now and
then in the middle of one, a pane is maximised, closed or opened, or a preset is.
After each drag every open pane must stand in one place; now and then the
arrangement is saved and restored. On an X display the pointer is the display's
own, moved through XTest; elsewhere events are sent to the window.
"""

import argparse
import ctypes
import faulthandler
import random
import sys
import tempfile
import time
from itertools import combinations
from pathlib import Path
from unittest.mock import patch

from PySide6.QtCore import QPoint, Qt, qInstallMessageHandler
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QTabBar

from peviewer.app.export.transfer import PictureDrag
from peviewer.app.look.themes import Appearance
from peviewer.app.panes.layout.splitters import SplitterHandle
from peviewer.app.session.session import Session
from peviewer.app.session.settings import Settings
from peviewer.app.window.window import MainWindow
from peviewer.figures.presets import DEFAULT, preset, presets

OUTSIDE = 120  # pixels beyond the window that a drag may go
RESTORED_EVERY = 25
IN_MID_DRAG = 0.1
EXPECTED = ("occurs outside target window", "This plugin does not support")  # of Qt, where events are sent


class SentPointer:
    """Mouse events sent to the window, wherever they are."""

    def __init__(self, window):
        self.window = window

    def _at(self, point):
        return self.window.windowHandle(), point - self.window.geometry().topLeft()

    def press(self, point):
        handle, at = self._at(point)
        QTest.mousePress(handle, Qt.MouseButton.LeftButton, pos=at)

    def move(self, point):
        QTest.mouseMove(*self._at(point))

    def release(self, point):
        handle, at = self._at(point)
        QTest.mouseRelease(handle, Qt.MouseButton.LeftButton, pos=at)


class XPointer:
    """The pointer of the X display itself."""

    def __init__(self):
        self._x, self._test = ctypes.CDLL("libX11.so.6"), ctypes.CDLL("libXtst.so.6")
        self._x.XOpenDisplay.restype = ctypes.c_void_p
        self._display = ctypes.c_void_p(self._x.XOpenDisplay(None))

    def _done(self):
        self._x.XSync(self._display, 0)
        QTest.qWait(4)  # the server has it; the window hears of it by its own connection

    def move(self, point):
        self._test.XTestFakeMotionEvent(self._display, -1, point.x(), point.y(), 0)
        self._done()

    def press(self, point):
        self.move(point)
        self._test.XTestFakeButtonEvent(self._display, 1, 1, 0)
        self._done()

    def release(self, point):
        self.move(point)
        self._test.XTestFakeButtonEvent(self._display, 1, 0, 0)
        self._done()


class Drags:
    """A window, a pointer, and chance."""

    def __init__(self, window, pointer, chance, told):
        self.window, self.area, self.pointer, self.chance, self.told = window, window.area, pointer, chance, told
        self.landed = 0

    def drag(self):
        """Drag one grip through a few points."""
        grips = self.grips()
        if not grips:
            return
        before = self.area.arrangement
        what, start = self.chance.choice(grips)
        points = [self._point() for _ in range(self.chance.randint(2, 5))]
        self.told(f"drag {what}: {[point.toTuple() for point in (start, *points)]}")
        self.pointer.press(start)
        for point in points:
            self.pointer.move((start + point) / 2)
            self.pointer.move(point)
            QApplication.processEvents()
            if self.chance.random() < IN_MID_DRAG:
                self.act()
        self.pointer.release(points[-1])
        QApplication.processEvents()
        self.landed += self.area.arrangement != before

    def grips(self):
        """Return every place by which something can be dragged: (what it is, where on the screen)."""
        heads = [(name, dock.header.title) for name, dock in self.window.docks.items() if dock.seen]
        found = [(name, title.mapToGlobal(title.rect().center())) for name, title in heads]
        for bar in self.bars():
            places = ((bar.tabText(index), bar.tabRect(index).center()) for index in range(bar.count()))
            found += [(f"tab {text}", bar.mapToGlobal(at)) for text, at in places if bar.rect().contains(at)]
        gaps = [bar for bar in self.area.findChildren(SplitterHandle) if bar.isVisible()]
        found += [("a gap", bar.mapToGlobal(bar.rect().center())) for bar in gaps]
        if self.window.parameters.isVisible() and not self.window.parameters.isFloating():
            found.append(("parameters", self.window.parameters.mapToGlobal(QPoint(30, 10))))
        return found

    def bars(self):
        """Return the tab bars that can be seen."""
        return [bar for bar in self.area.findChildren(QTabBar) if bar.isVisible()]

    def _point(self):
        frame = self.window.geometry().adjusted(-OUTSIDE, -OUTSIDE, OUTSIDE, OUTSIDE)
        return QPoint(
            self.chance.randint(frame.left(), frame.right()), self.chance.randint(frame.top(), frame.bottom())
        )

    def act(self):
        """Do one thing that changes what stands where."""
        deeds = {
            self.toggle: 4,
            self.close: 3,
            self.reveal: 3,
            self.open_preset: 1,
            self.escape: 1,
            self.reset: 1,
            self.resize: 1,
        }
        (deed,) = self.chance.choices(list(deeds), deeds.values())
        deed()
        QApplication.processEvents()

    def toggle(self):
        name = self.chance.choice(self.area.open or ("shift",))
        self.told(f"toggle {name}")
        self.area.toggle(name)

    def close(self):
        if len(self.area.open) > 2:
            name = self.chance.choice(self.area.open)
            self.told(f"close {name}")
            self.window.docks[name].header.buttons["close"].click()

    def reveal(self):
        name = self.chance.choice(list(self.window.panes))
        self.told(f"reveal {name}")
        self.area.reveal(name)

    def open_preset(self):
        name, chosen = self.chance.choice(list(presets().items()))
        self.told(f"preset {name}")
        self.window.session.open(chosen.document, chosen.title)

    def escape(self):
        self.told("escape")
        QTest.keyClick(self.window, Qt.Key.Key_Escape)

    def reset(self):
        self.told("reset arrangement")
        self.window.reset_arrangement()

    def resize(self):
        size = self.chance.randint(900, 1500), self.chance.randint(600, 950)
        self.told(f"resize {size}")
        self.window.resize(*size)

    def check(self):
        """Every open pane stands in one place: seen and apart from the others, or behind a tab."""
        open_, docks = self.area.open, self.window.docks
        seen = {name: dock for name, dock in docks.items() if dock.seen}
        assert set(seen) <= set(open_), f"{set(seen) - set(open_)} closed, but seen"
        for (one, first), (other, second) in combinations(seen.items(), 2):
            apart = first.isWindow() or second.isWindow() or not first.geometry().intersects(second.geometry())
            assert apart, f"{one} {first.geometry()} lies over {other} {second.geometry()}"
        tabs = [bar.tabText(index) for bar in self.bars() for index in range(bar.count())]
        assert len(tabs) == len(set(tabs)), f"twice in the tabs: {tabs}"
        if not self.area.maximised:
            missing = [name for name in open_ if name not in seen and self.window.panes[name].title not in tabs]
            assert not missing, f"open, but nowhere: {missing}"

    def check_restoring(self):
        """A saved arrangement comes back pixel by pixel, unless the window is still growing."""
        self.area.restore()
        QApplication.processEvents()
        size, before, state = self.area.size(), self.shape(), self.area.arrangement
        self.area.show_arrangement(self.area.open)
        self.area.show_arrangement(self.area.open, state)
        QApplication.processEvents()
        assert self.shape() == before or self.area.size() != size, f"{self.shape()} instead of {before}"

    def shape(self):
        return {name: dock.geometry().getRect() for name, dock in self.window.docks.items() if dock.seen}


def complain(_kind, _context, text):
    if not any(known in text for known in EXPECTED):
        print(f"Qt: {text}", file=sys.stderr, flush=True)


def run(seed, drags, *, loud=False):
    """Drag; return how many changed the arrangement, and the seconds it took."""
    app = QApplication.instance() or QApplication([])
    chosen = preset(DEFAULT)
    # A picture on its way to another program waits for a release that only this thread could send.
    with tempfile.TemporaryDirectory() as folder, patch.object(PictureDrag, "start"):
        settings = Settings(Path(folder))
        window = MainWindow(Session(chosen.document, chosen.title), settings, Appearance("light"))
        window.setGeometry(60, 40, 1280, 820)
        window.show()
        QTest.qWaitForWindowExposed(window)
        pointer = XPointer() if QGuiApplication.platformName() == "xcb" else SentPointer(window)
        number = 0

        def told(text):
            if loud:
                print(f"{number}: {text}", file=sys.stderr, flush=True)

        hand = Drags(window, pointer, random.Random(seed), told)
        begun = time.monotonic()
        for number in range(1, drags + 1):
            hand.drag()
            hand.check()
            for _ in range(hand.chance.randint(0, 2)):
                hand.act()
            hand.check()
            if number % RESTORED_EVERY == 0:
                hand.check_restoring()
        seconds = time.monotonic() - begun
        window.close_without_asking()
        window.finish()
        app.processEvents()
    return hand.landed, seconds


def main():
    """Read the flags, drag, and say how it went."""
    parser = argparse.ArgumentParser(description=__doc__.partition(":")[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--drags", type=int, default=1000)
    parser.add_argument("--loud", action="store_true", help="print each action, for cutting a run down")
    asked = parser.parse_args()
    faulthandler.enable()
    qInstallMessageHandler(complain)
    landed, seconds = run(asked.seed, asked.drags, loud=asked.loud)
    platform = QGuiApplication.platformName()
    print(f"{asked.drags} drags with seed {asked.seed} on {platform} in {seconds:.0f} s, {landed} landed elsewhere: "
          "every pane in one place")  # fmt: skip


if __name__ == "__main__":
    main()
