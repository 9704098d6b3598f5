"""What every test relies on: no window on the screen, one pixel a pixel, nobody's own settings."""

import gc
import os
import signal
import subprocess
import sys
import threading
from itertools import count

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ["QT_SCALE_FACTOR"] = "1"
os.environ["QT_ENABLE_HIGHDPI_SCALING"] = "0"

import pytest
from hypothesis import settings

# A shell lets its background jobs ignore Ctrl+C, and so would every child that a test interrupts.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# Machines are noisy: how long an example takes says nothing.
settings.register_profile("any machine", deadline=None)
settings.load_profile("any machine")


@pytest.hookimpl(wrapper=True)
def pytest_collection():
    """Look for no garbage meanwhile: among the syntax trees of all tests that takes a third of the time."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()


@pytest.fixture(scope="session")
def _homes(tmp_path_factory):
    """Return folders that are not there yet.

    To make a numbered one, pytest looks through the thousands there are.
    """
    folder = tmp_path_factory.mktemp("homes")
    return (folder / str(number) for number in count())


@pytest.fixture(scope="session")
def _fonts(tmp_path_factory):
    """Return where matplotlib keeps what it found out about fonts: once for all processes, as it takes seconds."""
    return tmp_path_factory.getbasetemp().parent / "matplotlib"


@pytest.fixture(scope="session", autouse=True)
def _no_real_home(_homes):
    """Keep fixtures of whole modules, too, out of the home of who runs the tests: they are made before the next one."""
    with pytest.MonkeyPatch.context() as patch:
        _live_in(next(_homes), patch)
        yield


@pytest.fixture(autouse=True)
def _own_settings(_homes, _fonts, monkeypatch):
    monkeypatch.setenv("MPLCONFIGDIR", str(_fonts))
    _live_in(next(_homes), monkeypatch)


def _live_in(home, patch):
    for variable in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"):
        patch.setenv(variable, str(home / variable.lower()))


@pytest.fixture(scope="session", autouse=True)
def _empty_clipboard():
    """Leave nothing on the clipboard: without a window system Qt crashes at exit over it."""
    yield
    if gui := sys.modules.get("PySide6.QtGui"):
        if gui.QGuiApplication.instance():
            gui.QGuiApplication.clipboard().clear()


_collectors = []


@pytest.fixture(scope="session")
def qapp(qapp):
    """Collect garbage in this thread: where a thread of a pane came to it, Qt crashed in whichever test ran then."""
    from pyqtgraph.util.garbage_collector import GarbageCollector

    _collectors.append(GarbageCollector())
    yield qapp
    _collectors.pop().timer.stop()
    gc.enable()


@pytest.fixture(autouse=True)
def _collected():
    """Let every test that comes after an application leave no more garbage than Python would: events are seldom."""
    yield
    for collector in _collectors:
        collector.check()


_opened_files: list[tuple[str, str]] = []


@pytest.fixture(scope="session")
def _audited():
    """Hear of every file that this process opens; Python never forgets who wants to hear."""

    def hear(event, arguments):
        if event == "open" and not isinstance(arguments[0], int):
            _opened_files.append((os.fsdecode(arguments[0]), threading.current_thread().name))

    sys.addaudithook(hear)


@pytest.fixture
def opened_on(_audited):
    """Return a function that gives the threads that have opened a file since, one for each time."""
    _opened_files.clear()
    return lambda path: [thread for name, thread in _opened_files if name == str(path)]


@pytest.fixture
def patient(monkeypatch):
    """Let views wait for their pictures, and sessions for their edits, however busy the machine is."""
    monkeypatch.setattr("peviewer.live.worker.TURN_SECONDS", 60)


@pytest.fixture
def coarse(monkeypatch):
    """Let pictures on slides be less sharp, where nobody counts their pixels."""
    monkeypatch.setattr("peviewer.exporters.deck.places.PIXELS", 540)


@pytest.fixture
def start():
    """Return a function that starts a process; none outlives its test."""
    started = []

    def _start(words, **more):
        started.append(subprocess.Popen(words, **more))
        return started[-1]

    yield _start
    for process in started:
        with process:
            process.kill()


@pytest.fixture
def session(qapp):
    """Give a Session on the default Document."""
    from peviewer.app.session.session import Session

    made = Session(title="Test")
    yield made
    made.close()


@pytest.fixture
def themed(qapp):
    """Give the application the light theme for one test; return it."""
    from PySide6.QtCore import QEvent
    from PySide6.QtWidgets import QApplication

    from peviewer.app.look import themes
    from peviewer.figures.palette import LIGHT

    before = qapp.style().name(), qapp.palette(), qapp.styleSheet(), qapp.font()
    themes.apply_theme(qapp, LIGHT)
    themes.apply_style_sheet(qapp, LIGHT)
    yield qapp
    QApplication.sendPostedEvents(
        None, QEvent.Type.DeferredDelete
    )  # what is gone is not dressed anew
    qapp.setStyleSheet(before[2])
    qapp.setStyle(before[0])
    qapp.setPalette(before[1])
    qapp.setFont(before[3])
