"""Faults: what goes wrong where nothing expects it is shown once, with a report to copy, and the window goes on."""

import sys
import threading
import traceback
from types import TracebackType
from typing import Any

from PySide6.QtCore import QObject, QSize, Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLabel, QPlainTextEdit, QVBoxLayout, QWidget

from peviewer.app.controls.fitting import fit
from peviewer.app.session.session import Session
from peviewer.app.window.diagnostics import entries, text

MESSAGE = (
    "Something went wrong in peviewer. The window goes on; what you did last may not have been done. "
    "This report, which says what is shown too, helps to mend it."
)
SIZE = QSize(640, 400)


class Faults(QObject):
    """Handles every exception that nothing catches: in a slot, an event, a thread or a destructor.

    Each is printed as ever; the first from any one place is shown.

    Parameters
    ----------
    window : QWidget
        Owns what is shown.
    session : Session
        What goes into the report.
    """

    _raised = Signal(str)

    def __init__(self, window: QWidget, session: Session) -> None:
        super().__init__(window)
        self._window, self._session = window, session
        self._known: set[object] = set()
        self.dialog: FaultDialog | None = None
        # Never at once: it may have been raised on another thread, or while something is painted.
        self._raised.connect(self._show, Qt.ConnectionType.QueuedConnection)
        self._before: Any = sys.excepthook, sys.unraisablehook, threading.excepthook
        sys.excepthook, sys.unraisablehook, threading.excepthook = self._on_slot, self._on_other, self._on_other

    def release(self) -> None:
        """Restore the previous handlers."""
        sys.excepthook, sys.unraisablehook, threading.excepthook = self._before

    def _on_slot(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        self._before[0](kind, error, trace)
        self._report(error, trace)

    def _on_other(self, fault: Any) -> None:
        self._before[2 if isinstance(fault, threading.ExceptHookArgs) else 1](fault)
        self._report(fault.exc_value, fault.exc_traceback)

    def _report(self, error: BaseException | None, trace: TracebackType | None) -> None:
        if not isinstance(error, Exception):  # Ctrl+C, and what ends the program
            return
        ends = list(traceback.walk_tb(trace))[-1:]
        place = (type(error), *((frame.f_code.co_filename, line) for frame, line in ends))
        if place not in self._known:
            self._known.add(place)
            self._raised.emit("".join(traceback.format_exception(type(error), error, trace)))

    def _show(self, trace: str) -> None:
        if self.dialog is None:
            self.dialog = FaultDialog(self._about(), self._window)
            self.dialog.destroyed.connect(self._drop_dialog)
        self.dialog.add(trace)
        self.dialog.show()

    def _drop_dialog(self) -> None:
        self.dialog = None

    def _about(self) -> str:
        return f"{text(entries())}\n\n{self._session.document.to_json()}"


class FaultDialog(QDialog):
    """One friendly line, and the report: one dialog, however much goes wrong while it is open."""

    def __init__(self, about: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Something went wrong")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.report = QPlainTextEdit(about, readOnly=True)
        self.report.setAccessibleName("Report")
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        self.copy_button = buttons.addButton("Copy report", QDialogButtonBox.ButtonRole.ActionRole)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(28, 24, 28, 18)
        layout.setSpacing(12)
        layout.addWidget(QLabel(MESSAGE, wordWrap=True))
        layout.addWidget(self.report, 1)
        layout.addWidget(buttons)
        self.copy_button.clicked.connect(lambda: QGuiApplication.clipboard().setText(self.report.toPlainText()))
        buttons.rejected.connect(self.reject)
        fit(self, SIZE, self.minimumSizeHint())

    def add(self, trace: str) -> None:
        """Put one more fault above the rest of the report."""
        self.report.setPlainText(f"{trace}\n{self.report.toPlainText()}")
