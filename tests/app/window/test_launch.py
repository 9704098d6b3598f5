"""The program from its start to its end: in processes of its own, inside an application that runs, and without Qt."""

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtWidgets import QWidget

from peviewer.app.window import display, launch, running
from peviewer.document.document import Document

ROOT = Path(__file__).parents[3]
MAIN = "import os, signal, sys, main\n"
# What Qt's offscreen platform says by itself, and libwayland, where it is installed, without a
# session.
CHATTER = ("This plugin does not support", "error: XDG_RUNTIME_DIR is invalid")

# Runs once the window is shown and its event loop turns.
LATER = """
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
from peviewer.app.window import window
class Window(window.MainWindow):
    def showEvent(self, event):
        super().showEvent(event)
        QTimer.singleShot(100, self.then)
    def then(self):
        {then}
window.MainWindow = Window
"""
linux = pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="elsewhere there is always a display"
)


def run_code(code, **environment):
    env = {**os.environ, **environment}
    done = subprocess.run(
        [sys.executable, "-X", "faulthandler", "-c", code], cwd=ROOT, env=env,
        capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    said = [line for line in done.stderr.splitlines(keepends=True) if not line.startswith(CHATTER)]
    done.stderr = "".join(said)
    return done


def run_main(then, *words, **environment):
    """Run main.py with words, and something once its window is shown."""
    return run_code(
        f"{MAIN}{LATER.format(then=then)}\nsys.exit(main.main({[*words]!r}))", **environment
    )


@pytest.mark.slow
def test_a_window_closed_after_a_copy_ends_cleanly_and_keeps_no_theme_of_the_run():
    then = (
        "self.export_actions.reported.connect(lambda text: (print(text), self.close())); "
        "print(self.appearance.palette.name, self.settings.choices.theme); self.copy('encoding', 'code')"
    )
    done = run_main(then, "--theme", "dark")
    assert done.returncode == 0
    assert done.stdout == "dark system\nCopied the code\n"
    assert done.stderr == ""


@pytest.mark.slow
def test_from_python_the_window_opens_twice_and_nothing_of_its_panes_outlives_it():
    before = "import weakref\nfrom peviewer.app.window.launch import Document, show\nwatched = []\n"
    then = (
        "QTimer.singleShot(50, self.then) if any(dock.view.figure() is None for dock in self.docks.values()) else ("
        "watched.extend(weakref.ref(panel.header) for dock in self.docks.values() for panel in dock.view.panels), "
        "print(self.session.title), self.close())"
    )
    after = "for title in ('One', 'Two'): show(Document(), title); print(bool(watched), {part() for part in watched})\n"
    done = run_code(before + LATER.format(then=then) + after)
    assert done.returncode == 0
    assert done.stdout == "One\nTrue {None}\nTwo\nTrue {None}\n"
    assert done.stderr == ""


@pytest.mark.slow
@pytest.mark.parametrize("sent", ["SIGINT", "SIGTERM"])
def test_a_signal_ends_main_py_and_nothing_is_asked_about_a_changed_session(tmp_path, sent):
    then = (
        f"from pathlib import Path; self.files.save_to(Path({str(tmp_path / 'a.peview')!r})); "
        f"self.session.edit({{'encoding.dim': 8}}); os.kill(os.getpid(), signal.{sent})"
    )
    done = run_main(then, "--preset", "steps")
    assert done.returncode == 128 + getattr(signal, sent)
    assert done.stderr == ""


def test_a_signal_heard_in_the_middle_of_a_paint_event_closes_the_window_after_it(qtbot):
    class Window(QWidget):
        close_without_asking = QWidget.close

    window = Window()
    qtbot.addWidget(window)
    window.show()
    interrupts = running.Interrupts(window)
    interrupts.stop()
    interrupts.hear(signal.SIGTERM, None)
    assert window.isVisible()
    qtbot.waitUntil(lambda: not window.isVisible())


@pytest.mark.slow
@pytest.mark.parametrize(("before", "environment", "said"), [
    pytest.param("", {"DISPLAY": ":4711", "WAYLAND_DISPLAY": "", "QT_QPA_PLATFORM": ""},
                 ("no display: ", ":4711", "peviewer export"), marks=linux),
    ("sys.modules['PySide6'] = None; ", {}, ("PySide6-Essentials",)),
    ("sys.modules['pyqtgraph'] = None; ", {}, ("pip install pyqtgraph",)),
])  # fmt: skip
def test_without_a_display_or_qt_it_is_one_line_and_exit_2(before, environment, said):
    done = run_code(f"{MAIN}{before}sys.exit(main.main([]))", **environment)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1
    assert all(word in done.stderr for word in ("peviewer: ", *said))


@pytest.fixture
def bare(monkeypatch):
    for variable in display.VARIABLES:
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setattr(display.sys, "platform", "linux")


@pytest.mark.usefixtures("bare")
def test_without_a_display_the_way_on_is_named_and_a_named_one_is_left_to_qt(monkeypatch):
    line = display.obstacle()
    assert line.startswith("no display: neither DISPLAY nor WAYLAND_DISPLAY is set")
    assert "peviewer export" in line
    assert "xvfb-run" in line
    for variable in display.VARIABLES:
        with monkeypatch.context() as named:
            named.setenv(variable, "wayland-0")
            assert display.obstacle() == "", variable
    monkeypatch.setattr(display.sys, "platform", "darwin")
    assert display.obstacle() == "", "elsewhere there is always a display"


def test_a_library_that_is_missing_is_named_with_the_packages_of_the_readme():
    line = display.import_obstacle(
        ImportError("libEGL.so.1: cannot open shared object file: No such file")
    )
    assert line.startswith("Qt cannot be loaded: libEGL.so.1: cannot open")
    assert display.LIBRARIES in line
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert re.search(r"^apt-get install (.+)$", readme, re.MULTILINE)[1] == display.LIBRARIES


def test_inside_a_running_application_it_returns_at_once(qtbot, qapp):
    document = Document().edited({"view.panes": ("encoding",)})
    assert launch.launch(document, "Test") == 0
    (window,) = running.open_windows
    assert window.isVisible()
    window.close_without_asking()
    assert not running.open_windows
    window.finish()


CHANGE = """
        self.session.edit({"encoding.dim": 32, "view.panes": ("encoding", "distance")})
        self.session.flush()
        self.area.maximise("distance")
        self.autosave._timer.timeout.connect(lambda: os.kill(os.getpid(), 9))
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="a process there is not killed by a signal")
def test_what_was_open_comes_back_after_a_kill_but_not_where_a_table_is_named(tmp_path):
    own = {"XDG_DATA_HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path)}
    assert run_main(CHANGE, "--story", "shift:4", **own).returncode == -signal.SIGKILL
    tell = "print(self.session.document.encoding.dim, self.area.open, self.area.maximised, "
    tell += "self.description.step.text(), self.table_question.isVisible()); self.close()"
    again = run_main(tell, **own)
    left = "32 ('encoding', 'distance') distance Shift and linearity · 4 of 5 False\n"
    assert (again.returncode, again.stdout) == (0, left), again.stderr
    np.save(tmp_path / "wide.npy", np.ones((5, 12)))
    named = run_main(tell, str(tmp_path / "wide.npy"), **own)
    assert named.returncode == 0
    assert named.stdout.startswith("12 ")
    assert named.stdout.endswith(" True\n"), "what its rows are is asked in the window"


@pytest.mark.slow
def test_a_named_session_is_the_one_that_is_saved_and_among_the_recent_files(tmp_path):
    named = tmp_path / "mine.peview"
    named.write_text(Document().to_json(), encoding="utf-8")
    tell = "print(self.files.path, self.files.unsaved, self.settings.choices.recent, self.files.save()); self.close()"
    done = run_main(
        tell,
        str(named),
        "--set",
        "dim=8",
        XDG_DATA_HOME=str(tmp_path),
        XDG_CONFIG_HOME=str(tmp_path),
    )
    assert (done.returncode, done.stdout) == (0, f"{named} True ('{named}',) True\n"), done.stderr
    assert Document.from_json(named.read_text(encoding="utf-8")).encoding.dim == 8


@pytest.mark.slow
def test_the_command_line_begins_with_a_presentation():
    tell = "print(self.session.place.key, self.presentation.is_on, self.appearance.choice); self.close()"
    done = run_main(tell, "present", "choosing:3", "--theme", "dark")
    assert (done.returncode, done.stdout) == (0, "choosing:3 True dark\n"), done.stderr
