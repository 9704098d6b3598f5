"""Collect garbage in the window's thread alone: what Qt made is let go of where it lives."""

import gc

from PySide6.QtCore import QObject, QTimer

from peviewer.base.heap import give_back

EVERY_MS = 500


class GarbageCollector(QObject):
    """Does what Python does by itself, but for one thing: Python collects in whichever thread comes to it.

    There it would delete widgets and items of the scene while the window's
    thread paints. Until :meth:`stop`, no other thread collects.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        gc.disable()
        self._timer = QTimer(self, interval=EVERY_MS)
        self._timer.timeout.connect(self.collect)
        self._timer.start()

    def collect(self) -> None:
        """Collect the oldest generation that is due, if any is."""
        due = [count > most for count, most in zip(gc.get_count(), gc.get_threshold(), strict=True)]
        if any(due):
            gc.collect(max(generation for generation, is_due in enumerate(due) if is_due))
        if due[-1]:  # once a minute at most
            give_back()

    def stop(self) -> None:
        """Let Python collect by itself again."""
        self._timer.stop()
        gc.enable()
