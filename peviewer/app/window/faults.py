"""Faults: what goes wrong where nothing expects it is shown once, with a report to copy, and the window goes on."""

import sys
import threading
import traceback
from collections.abc import Callable
from types import TracebackType
from typing import Any

from PySide6.QtCore import QObject, QSize, Qt, Signal
from PySide6.QtGui import QFontDatabase, QGuiApplication
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QLabel,
    QPlainTextEdit,
    QPushButton,
    QWidget,
)

from peviewer.app.controls.fitting import fit
from peviewer.app.look.layouts import in_column, in_row
from peviewer.app.session.autosave import Autosave
from peviewer.app.session.session import Session
from peviewer.app.window.diagnostics import entries, text
from peviewer.model.stored.file_rows import ChangedError

MESSAGE = "Something went wrong in peviewer. It goes on, but your last action may not be done."
KEPT = "What is shown is kept, and comes back at the next start."
NOT_KEPT = "What is shown is not kept for the next start: save the session if you need it."
HELP = "This report helps to mend it. It names files and folders and says what is shown."
SIZE = QSize(700, 480)
STEPS = 10  # of undoing, in the report
TRACES = 10  # in one report: a fault may come from ever other places


class Faults(QObject):
    """Handles every exception that nothing catches: in a slot, an event, a thread or a destructor.

    Each is printed as ever; the first from any one place is shown, once what is open has been written.
    """

    _raised = Signal(str)

    def __init__(
        self,
        window: QWidget,
        session: Session,
        autosave: Autosave | None = None,
        start_fresh: Callable[[], None] | None = None,
    ) -> None:
        super().__init__(window)
        self._window, self._session, self._autosave, self._start_fresh = window, session, autosave, start_fresh
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
        if isinstance(error, ChangedError):  # the window asks about it
            return
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
        kept = self._keep()
        if self.dialog is None:
            # A dialog that waits for an answer blocks all but its own, and one on the whole screen covers all others.
            parent = QApplication.activeModalWidget() or QApplication.activeWindow() or self._window
            self.dialog = FaultDialog(self._about(), parent, quits=self._window.close, start_fresh=self._start_fresh)
            self.dialog.destroyed.connect(self._drop_dialog)
        self.dialog.add(trace)
        self.dialog.set_kept(kept)
        self.dialog.show()
        self.dialog.raise_()

    def _keep(self) -> str:
        """Write what is open, and say whether that is kept."""
        if self._autosave is None:
            return NOT_KEPT
        try:
            self._autosave.write()
        except Exception as error:  # what is wrong may be in what is to be written
            return f"{NOT_KEPT} ({type(error).__name__}: {error})"
        return self._autosave.complaint or KEPT

    def _drop_dialog(self) -> None:
        self.dialog = None

    def _about(self) -> str:
        return "\n\n".join([self._steps(), text(entries()), f"Shown\n{self._session.document.to_json()}"])

    def _steps(self) -> str:
        """Return the names of the last steps that can be undone, the last one last."""
        stack = self._session.undo_stack
        done = [stack.text(index) for index in range(max(0, stack.index() - STEPS), stack.index())]
        return "\n".join(["Last steps", *(f"  {name}" for name in done or ["none"])])


class FaultDialog(QDialog):
    """What happened, what is kept, and the report: one dialog, however much goes wrong while it is open."""

    def __init__(
        self, about: str, parent: QWidget, *, quits: Callable[[], object], start_fresh: Callable[[], None] | None
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle("Something went wrong")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._about, self._traces, self._more = about, list[str](), 0
        self.kept = QLabel(wordWrap=True)
        self.report = QPlainTextEdit(readOnly=True)
        self.report.setObjectName("exportText")
        self.report.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.report.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.report.setAccessibleName("Report")
        self.copy_button = QPushButton("Copy report", autoDefault=False)
        self.fresh_button = QPushButton("Start fresh", autoDefault=False)
        self.fresh_button.setToolTip("Opens the four first panes; Undo brings this back")
        self.fresh_button.setVisible(start_fresh is not None)
        self.quit_button = QPushButton("Quit", autoDefault=False)
        self.continue_button = QPushButton("Continue")
        self.continue_button.setDefault(True)
        self._lay_out()
        self.copy_button.clicked.connect(lambda: QGuiApplication.clipboard().setText(self.report.toPlainText()))
        self.continue_button.clicked.connect(self.reject)
        self.continue_button.setFocus()
        for button, then in ((self.fresh_button, start_fresh), (self.quit_button, quits)):
            if then is not None:
                button.clicked.connect(self.reject)
                button.clicked.connect(then)
        fit(self, SIZE, self.minimumSizeHint())

    def _lay_out(self) -> None:
        buttons = in_row(self.copy_button, None, self.quit_button, self.fresh_button, self.continue_button)
        in_column(
            QLabel(MESSAGE, wordWrap=True),
            self.kept,
            QLabel(HELP, wordWrap=True),
            (self.report, 1),
            buttons,
            inside=self,
            margins=(28, 24, 28, 18),
            spacing=12,
        )

    def add(self, trace: str) -> None:
        """Put one more fault above the rest of the report; of very many the first ones."""
        if len(self._traces) < TRACES:
            self._traces.insert(0, trace)
        else:
            self._more += 1
        more = f"And {self._more} more, which are not listed\n" if self._more else ""
        self.report.setPlainText("\n".join([*self._traces, *filter(None, [more]), self._about]))

    def set_kept(self, text: str) -> None:
        """Say whether what is shown is kept."""
        self.kept.setText(text)
