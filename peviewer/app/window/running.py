"""The application from its first window to its end."""

import gc
import signal
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Any

import shiboken6
from pyqtgraph.util.garbage_collector import GarbageCollector
from PySide6.QtCore import QCoreApplication, QEvent, QTimer
from PySide6.QtWidgets import QApplication

from peviewer.app.look.icons import app_icon
from peviewer.app.look.themes import Appearance
from peviewer.app.session import autosave
from peviewer.app.session.scheme_files import run_last
from peviewer.app.session.session import Session
from peviewer.app.session.settings import Settings
from peviewer.app.session.waiting import waited_for
from peviewer.app.window.display import fatal_errors_in_one_line
from peviewer.app.window.faults import Faults
from peviewer.app.window.window import MainWindow
from peviewer.document.document import Document

# Windows opened inside somebody else's event loop (a notebook's) live as long as they are open.
open_windows: set[MainWindow] = set()
# What is done once the last of them is closed.
_on_last_closed: list[Callable[[], None]] = []
# The application made here lives as long as the program: icons and fonts outlive a window.
_own: dict[str, QApplication] = {}


def run(
    document: Document,
    title: str,
    theme: str | None,
    *,
    restore: bool = False,
    step: str = "",
    present: bool = False,
    new_table: bool = False,
    path: Path | None = None,
    saved: Document | None = None,
) -> int:
    """Open a window, and run its application to its end where none runs.

    Return the status of the program.
    """
    running = QApplication.instance()
    app = running if isinstance(running, QApplication) else _application()
    window = _window(app, document, title, theme, restore=restore, step=step)
    # Garbage is collected here before panes work on threads.
    collect_anywhere = _collect_here()
    if new_table:
        window.table_question.ask()
    if path:
        window.files.take(path, saved)
    window.show()
    if present:
        window.present()
    if app is not _own.get("app"):
        if not open_windows:
            _on_last_closed.append(collect_anywhere)
        open_windows.add(window)
        window.closed.connect(lambda: _forget_window(window))
        return 0
    interrupts = Interrupts(window)
    faults = Faults(window, window.session, window.autosave, window.start_fresh)
    # The status is 1 where the display went away.
    status = app.exec()
    interrupts.stop()
    faults.release()
    _delete(app, window)
    collect_anywhere()
    return 128 + interrupts.ended_by if interrupts.ended_by else status


def _collect_here() -> Callable[[], None]:
    """Collect garbage in this thread alone, until what is returned is called.

    Python collects in whichever thread comes to it. There it would delete widgets
    and items of a scene while the window's thread paints them.
    """
    if not gc.isenabled():
        # Another window does so already.
        return lambda: None
    garbage = GarbageCollector()

    def end() -> None:
        garbage.timer.stop()
        gc.enable()

    return end


def _forget_window(window: MainWindow) -> None:
    open_windows.discard(window)
    if not open_windows and _on_last_closed:
        _on_last_closed.pop()()


def _application() -> QApplication:
    with fatal_errors_in_one_line():
        app = _own["app"] = QApplication(sys.argv[:1])
    app.setApplicationName("peviewer")
    app.setDesktopFileName("peviewer")
    return app


def _window(
    app: QApplication,
    document: Document,
    title: str,
    theme: str | None,
    *,
    restore: bool,
    step: str,
) -> MainWindow:
    settings = Settings()
    appearance = Appearance(theme or settings.choices.theme)
    app.setWindowIcon(app_icon())
    folder = autosave.autosave_folder()
    taken = autosave.Taken(autosave.new(folder), None)
    if restore:
        wait = partial(waited_for, text="Opening what was open last…", may_never_end=True)
        taken = autosave.take(folder, run_last, wait)
    if saved := taken.saved:
        session = Session(saved.document, saved.title, baseline=saved.baseline, step=saved.step)
    else:
        session = Session(document, title, step=step)
    window = MainWindow(session, settings, appearance, autosave=taken.autosave, restored=saved)
    if taken.complaint:
        window.notice.show_text(taken.complaint)
    return window


def _delete(app: QApplication, window: MainWindow) -> None:
    """Delete the window and all its panes while the application still lives.

    Qt can crash otherwise.
    """
    window.finish()
    shiboken6.delete(window)
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    app.processEvents()
    # Cycles hold items of scenes and objects of pyqtgraph: Python would delete them once the
    # application is gone.
    gc.collect()


class Interrupts:
    """Closes the window on Ctrl+C and on other signals that end a program.

    Python hears of a signal when it runs next, which the timer that collects garbage sees to within
    a second.
    """

    def __init__(self, window: MainWindow) -> None:
        self.ended_by = 0
        self._window = window
        names = [name for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]
        ending = [
            number
            for name in names
            if signal.getsignal(number := getattr(signal, name)) is not signal.SIG_IGN
        ]
        self._before: dict[int, Any] = {
            number: signal.signal(number, self.hear) for number in ending
        }

    def hear(self, number: int, _frame: FrameType | None) -> None:
        self.ended_by = number
        # The window must not close in the middle of a paint event.
        QTimer.singleShot(0, self._window, self._window.close_without_asking)

    def stop(self) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)
