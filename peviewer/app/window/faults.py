"""Faults: what goes wrong unexpectedly is shown once, with a report to copy."""

import sys
import threading
import traceback
from collections.abc import Callable
from types import TracebackType
from typing import Any

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QMessageBox, QWidget

from peviewer.app.session.autosave import Autosave
from peviewer.app.session.session import Session
from peviewer.app.window.diagnostics import facts, text
from peviewer.model.stored.loading import ChangedError

MESSAGE = "Something went wrong in peviewer. It goes on, but your last action may not be done."
KEPT = "What is shown is kept, and comes back at the next start."
NOT_KEPT = "What is shown is not kept for the next start: save the session if you need it."
HELP = "A report helps to mend it. It names files and folders and says what is shown."
# How many steps of undoing are in the report.
STEPS = 10


class Faults(QObject):
    """Shows and prints what nothing catches, in a slot, an event, a thread or a destructor.

    A fault that occurs at the same place in the code again is not shown again.
    """

    _raised = Signal(str)

    def __init__(
        self,
        window: QWidget,
        session: Session,
        autosave: Autosave | None = None,
        start_fresh: Callable[[], object] = lambda: None,
    ) -> None:
        super().__init__(window)
        self._window = window
        self._session = session
        self._autosave = autosave
        self._start_fresh = start_fresh
        self._known: set[object] = set()
        self.dialog: QMessageBox | None = None
        # Never at once: it may have been raised on another thread, or while something is painted.
        self._raised.connect(self._show, Qt.ConnectionType.QueuedConnection)
        self._former_excepthook = sys.excepthook
        self._former_unraisablehook = sys.unraisablehook
        self._former_thread_hook = threading.excepthook
        sys.excepthook = self._on_slot
        sys.unraisablehook = self._on_other
        threading.excepthook = self._on_other

    def release(self) -> None:
        sys.excepthook = self._former_excepthook
        sys.unraisablehook = self._former_unraisablehook
        threading.excepthook = self._former_thread_hook

    def _on_slot(
        self, kind: type[BaseException], error: BaseException, trace: TracebackType | None
    ) -> None:
        if isinstance(error, ChangedError):
            # Its pane says so.
            return
        self._former_excepthook(kind, error, trace)
        self._report(error, trace)

    def _on_other(self, fault: Any) -> None:
        if isinstance(fault, threading.ExceptHookArgs):
            self._former_thread_hook(fault)
        else:
            self._former_unraisablehook(fault)
        self._report(fault.exc_value, fault.exc_traceback)

    def _report(self, error: BaseException | None, trace: TracebackType | None) -> None:
        if not isinstance(error, Exception):
            # Ctrl+C, and what ends the program.
            return
        ends = list(traceback.walk_tb(trace))[-1:]
        place = (type(error), *((frame.f_code.co_filename, line) for frame, line in ends))
        if place not in self._known:
            self._known.add(place)
            self._raised.emit("".join(traceback.format_exception(type(error), error, trace)))

    def _show(self, trace: str) -> None:
        if self.dialog is not None:
            # One is shown at a time: what follows is often of the same cause, and printed.
            return
        report = "\n\n".join(
            [trace, self._steps(), text(facts()), self._session.document.to_json()]
        )
        # A dialog that waits for an answer blocks all but its own, and one on the whole screen
        # covers all others.
        parent = QApplication.activeModalWidget() or QApplication.activeWindow() or self._window
        kinds = QMessageBox.ButtonRole
        box = self.dialog = QMessageBox(
            QMessageBox.Icon.Warning, "Something went wrong", MESSAGE, parent=parent
        )
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.setInformativeText(f"{self._keep()}\n\n{HELP}")
        box.setDetailedText(report)
        copy = box.addButton("Copy report", kinds.ActionRole)
        # Otherwise the dialog would close.
        copy.clicked.disconnect()
        copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(report))
        box.addButton("Quit", kinds.DestructiveRole).clicked.connect(self._window.close)
        box.addButton("Start fresh", kinds.ResetRole).clicked.connect(self._start_fresh)
        going_on = box.addButton("Continue", kinds.RejectRole)
        box.setDefaultButton(going_on)
        box.setEscapeButton(going_on)
        box.finished.connect(self._drop_dialog)
        box.show()

    def _keep(self) -> str:
        """Write what is open, and say whether that is kept."""
        if self._autosave is None:
            return NOT_KEPT
        try:
            self._autosave.write()
        except Exception as error:
            # What is wrong may be in what is to be written.
            return f"{NOT_KEPT} ({type(error).__name__}: {error})"
        return self._autosave.complaint or KEPT

    def _drop_dialog(self) -> None:
        self.dialog = None

    def _steps(self) -> str:
        stack = self._session.undo_stack
        done = [stack.text(index) for index in range(max(0, stack.index() - STEPS), stack.index())]
        return "\n".join(["Last steps", *(f"  {name}" for name in done or ["none"])])
