"""Collect garbage in the window's thread alone: what Qt made is let go of where it lives."""

import gc
import time
from contextlib import suppress

from PySide6.QtCore import QObject, QTimer, Signal

from peviewer.base.garbage import collected, collected_on_call
from peviewer.base.heap import give_back

EVERY_MS = 100
MANY = 20_000
"""Once so many objects were made and not let go of, all generations are collected: a few milliseconds."""
MINUTE = 60.0  # seconds after which the system is given back what is free


class GarbageCollector(QObject):
    """Does what Python does by itself, but for one thing: Python collects in whichever thread comes to it.

    There it would delete widgets and items of the scene while the window's
    thread paints. Until :meth:`stop`, no other thread collects; one that makes
    much garbage calls, and waits.

    As it comes by rarely, it counts objects and not how often it has come: a page
    that is being painted just then, tens of thousands, would stay for a minute,
    and Python never gives back the room between what is made meanwhile and stays.
    """

    _called = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        gc.disable()
        self._made, self._given_back = 0, time.monotonic()
        self._timer = QTimer(self, interval=EVERY_MS)
        self._timer.timeout.connect(self.collect)
        self._timer.start()
        self._called.connect(self.collect)
        collected_on_call(self._ask)

    def collect(self) -> None:
        """Collect the youngest generation where that is due, and all of them after many objects."""
        self._collect()
        collected()

    def _ask(self) -> None:
        with suppress(RuntimeError):  # the window is gone, and this with it
            self._called.emit()

    def _collect(self) -> None:
        young = gc.get_count()[0]
        if young <= gc.get_threshold()[0]:
            return
        self._made += young
        if self._made < MANY:
            gc.collect(0)
            return
        self._made = 0
        gc.collect()
        if time.monotonic() - self._given_back > MINUTE:
            self._given_back = time.monotonic()
            give_back()

    def stop(self) -> None:
        """Let Python collect by itself again."""
        self._timer.stop()
        collected_on_call(None)
        gc.enable()
