import os
import shutil
import signal
import subprocess
import sys

import pytest

from peviewer.app.session.autosave import Saved, new
from peviewer.app.window.launch import start_another
from peviewer.document.document import Document

RUN = """
import sys
from peviewer.app.window.launch import launch
from peviewer.document.document import Document
{before}
sys.exit(launch(Document(), "Test", {theme!r}))
"""

# What Qt's offscreen platform says by itself, and libwayland, where it is installed, without a session.
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


def run(before="", theme="dark", **environment):
    done = subprocess.run(
        [sys.executable, "-X", "faulthandler", "-c", RUN.format(before=before, theme=theme)],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    said = [line for line in done.stderr.splitlines(keepends=True) if not line.startswith(CHATTER)]
    done.stderr = "".join(said)
    return done


def one_line(done):
    return done.stderr.count("\n") == 1 and done.stderr.startswith("peviewer: ") and not done.stdout


@pytest.fixture(scope="module")
def closed(tmp_path_factory):
    """Run the program until its window is closed; it says what theme it has."""
    then = "print(self.appearance.palette.name, self.settings.choices.theme); self.close()"
    return run(LATER.format(then=then), theme="dark", XDG_CONFIG_HOME=str(tmp_path_factory.mktemp("config")))


@pytest.mark.slow
def test_a_window_that_is_closed_ends_the_program_cleanly(closed):
    assert (closed.returncode, closed.stderr) == (0, "")


@pytest.mark.slow
def test_the_theme_asked_for_is_for_this_run_only(closed):
    assert closed.stdout.splitlines() == ["dark system"]


@pytest.mark.slow
def test_a_window_closed_while_the_shift_plays_ends_cleanly():
    done = run(LATER.format(then="self.player.play(); QTimer.singleShot(200, self.close)"))
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.slow
def test_a_window_closed_while_a_picture_is_made_ends_cleanly(tmp_path):
    target = str(tmp_path / "a.png")
    then = (
        "self.export(); dialog = self.export_actions.dialog; "
        f"dialog.target.name.setText({target!r}); dialog.export(); self.close()"
    )
    done = run(LATER.format(then=then))
    assert (done.returncode, done.stderr) == (0, "")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
def test_a_window_closed_after_a_copy_ends_cleanly():
    then = (
        "self.export_actions.reported.connect(lambda text: (print(text), self.close())); self.copy('encoding', 'code')"
    )
    done = run(LATER.format(then=then))
    assert (done.returncode, done.stdout, done.stderr) == (0, "Copied the code\n", "")


@pytest.mark.slow
def test_while_the_user_looks_around_what_exports_need_is_read():
    before = """
from PySide6.QtCore import QTimer
from peviewer.app.window import launch as launching
from peviewer.app.window import window
launching._LOOKING_AROUND_MS = 50
class Window(window.MainWindow):
    def showEvent(self, event):
        super().showEvent(event)
        self.poll = QTimer(self, interval=10)
        self.poll.timeout.connect(lambda: self.is_ready() and self.close())
        self.poll.start()
    def is_ready(self):
        return needed <= set(sys.modules)
needed = {"peviewer.paper.page.painter", "peviewer.app.export.dialog"}
window.MainWindow = Window
"""
    done = run(before)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.slow
def test_garbage_of_another_thread_is_collected_in_the_window_s():
    before = """
import threading, weakref
class Cycle: pass
def litter(report):
    for number in range(5000):
        cycle = Cycle()
        cycle.itself = cycle
        if not number:
            weakref.finalize(cycle, report)
"""
    then = (
        "report = lambda: (print(threading.current_thread().name), self.close()); "
        "threading.Thread(target=litter, args=(report,)).start()"
    )
    done = run(before + LATER.format(then=then))
    assert (done.returncode, done.stdout, done.stderr) == (0, "MainThread\n", "")


@pytest.mark.slow
def test_inside_a_running_application_garbage_is_collected_in_the_window_s_thread_while_one_is_open():
    before = """
import gc
from PySide6.QtWidgets import QApplication
from peviewer.app.window import launch as launching
app, enabled = QApplication([]), [gc.isenabled()]
for _ in range(2):
    launching.launch(Document(), "Test")
    enabled.append(gc.isenabled())
for window in list(launching._open):
    window.close()
    window.finish()
    enabled.append(gc.isenabled())
print(*enabled)
sys.exit()
"""
    done = run(before)
    assert (done.returncode, done.stdout, done.stderr) == (0, "True False False False True\n", "")


@pytest.mark.slow
def test_an_error_in_a_slot_is_shown_and_the_window_goes_on_to_a_clean_end():
    before = """
from PySide6.QtCore import QTimer
from peviewer.app.window import window, faults
class Window(window.MainWindow):
    def showEvent(self, event):
        super().showEvent(event)
        QTimer.singleShot(100, self.fail)
    def fail(self):
        self.poll = QTimer(self, interval=10)
        self.poll.timeout.connect(lambda: self.findChild(faults.FaultDialog) and self.end())
        self.poll.start()
        raise ValueError("unexpected")
    def end(self):
        print("shown")
        self.poll.stop()
        self.close()
window.MainWindow = Window
"""
    done = run(before)
    assert (done.returncode, done.stdout) == (0, "shown\n")
    assert done.stderr.rstrip().endswith("ValueError: unexpected")


@pytest.mark.slow
def test_ctrl_c_closes_the_window_and_asks_nothing_about_a_changed_session(tmp_path):
    then = (
        f"from pathlib import Path; self.files.save_to(Path({str(tmp_path / 'a.peview')!r})); "
        "self.session.edit({'encoding.dim': 8}); import os, signal; os.kill(os.getpid(), signal.SIGINT)"
    )
    done = run(LATER.format(then=then))
    assert (done.returncode, done.stderr) == (130, "")


@pytest.mark.slow
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="elsewhere there is always a display")
@pytest.mark.parametrize("display", ["", ":4711", "nowhere.invalid:0"])
def test_without_a_display_it_is_one_line_and_exit_2(display):
    done = run(DISPLAY=display, WAYLAND_DISPLAY="", QT_QPA_PLATFORM="")
    assert done.returncode == 2
    assert one_line(done)
    assert done.stderr.startswith("peviewer: no display: ")
    assert display in done.stderr
    assert "peviewer export" in done.stderr


@pytest.mark.slow
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="elsewhere there is always a display")
def test_an_unknown_platform_is_one_line_with_those_there_are_and_exit_2():
    done = run(QT_QPA_PLATFORM="ofscreen")
    assert done.returncode == 2
    assert one_line(done)
    assert '"ofscreen"' in done.stderr
    assert "Qt's platforms are: " in done.stderr
    assert "offscreen" in done.stderr


@pytest.mark.slow
def test_a_missing_library_of_qt_is_one_line_and_exit_2(tmp_path):
    package = tmp_path / "PySide6"
    package.mkdir()
    (package / "__init__.py").write_text("")
    missing = "libEGL.so.1: cannot open shared object file: No such file or directory"
    (package / "QtSvg.py").write_text(f"raise ImportError({missing!r})")
    done = run(PYTHONPATH=os.pathsep.join([str(tmp_path), *sys.path]))
    assert done.returncode == 2
    assert one_line(done)
    assert "libegl1" in done.stderr


@pytest.mark.slow
def test_without_qt_it_is_one_line_and_exit_2(tmp_path):
    done = run("sys.modules['PySide6'] = None")
    assert done.returncode == 2
    assert one_line(done)
    assert "PySide6-Essentials" in done.stderr


@pytest.mark.slow
def test_an_unknown_theme_is_named():
    done = run(theme="pink")
    assert "'pink' is not a theme; there are: system, light, dark" in done.stderr
    assert done.returncode == 2
    assert one_line(done)


def run_on_x11(script):
    if not shutil.which("xvfb-run"):
        pytest.skip("needs xvfb-run")
    command = ["xvfb-run", "-a", sys.executable, "-c", script]
    environment = {name: value for name, value in os.environ.items() if name != "QT_QPA_PLATFORM"}
    return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60, check=False)


def test_a_real_window_opens_and_closes():
    done = run_on_x11(RUN.format(before=LATER.format(then="self.close()"), theme="light"))
    assert done.returncode == 0, done.stderr


def test_inside_a_running_application_it_returns_at_once(qtbot, qapp):
    from peviewer.app.window import launch
    from peviewer.document.document import Document

    assert launch.launch(Document(), "Test") == 0
    (window,) = launch._open
    assert window.isVisible()
    window.close_without_asking()
    assert not launch._open
    window.finish()


def test_the_signal_is_given_back(qapp):
    before = signal.getsignal(signal.SIGINT)
    from peviewer.app.window.launch import _Interrupts

    interrupts = _Interrupts(None)
    assert signal.getsignal(signal.SIGINT) != before
    interrupts.stop()
    assert signal.getsignal(signal.SIGINT) == before


@pytest.mark.slow
def test_from_python_the_window_opens_twice_in_one_script():
    show = "from peviewer.app.window.launch import show; show(Document(), 'One'); show(Document(), 'Two')"
    done = run(LATER.format(then="print(self.windowTitle()); self.close()") + show)
    assert (done.returncode, done.stderr) == (0, "")
    assert [line.partition("[")[0] for line in done.stdout.splitlines()] == ["One", "Two", "Test"]


@pytest.mark.slow
def test_nothing_of_the_panes_outlives_the_window():
    before = """
import weakref
from peviewer.app.window.launch import show
watched = []
"""
    then = (
        "watched.extend(weakref.ref(panel.header) for dock in self.docks.values() for panel in dock.view.panels); "
        "self.close()"
    )
    after = "show(Document(), 'One'); print(bool(watched), {part() for part in watched}); sys.exit()"
    done = run(before + LATER.format(then=then) + after)
    assert (done.returncode, done.stdout, done.stderr) == (0, "True {None}\n", "")


def test_from_python_a_window_that_cannot_open_is_an_error(monkeypatch):
    from peviewer.app.window import launch
    from peviewer.document.document import Document

    monkeypatch.setattr(launch, "obstacle", lambda: "no display")
    with pytest.raises(RuntimeError, match="no display"):
        launch.show(Document(), "Test")


TELL = """
        document = self.session.document
        print(document.encoding.dim, self.area.open, self.area.maximised, document.view.zoom, self.session.title)
        """
MAIN = """
import os, sys
from peviewer.cli.main import main
sys.exit(main({words!r}))
"""
CHANGE = """
        self.session.edit({"encoding.dim": 64, "view.zoom": {"position": (0, 9)}})
        self.area.close_pane("encoding")
        self.area.maximise("distance")
        self.autosave._timer.timeout.connect(lambda: os.kill(os.getpid(), 9))
"""


@pytest.mark.slow
def test_what_was_open_comes_back_after_the_process_was_killed_and_not_where_something_is_named(tmp_path):
    def opened(then, *words):
        environment = {**os.environ, "XDG_DATA_HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path)}
        code = LATER.format(then=TELL + then) + MAIN.format(words=list(words))
        done = subprocess.run(
            [sys.executable, "-c", code], env=environment, capture_output=True, text=True, timeout=60, check=False
        )
        return done.returncode, done.stdout.strip()

    assert opened(CHANGE)[0] == -signal.SIGKILL
    left = "64 ('distance',) distance {'position': (0.0, 9.0)} 32 × 32, a vector for each position"
    assert opened("self.close()") == (0, left)
    assert opened("self.close()") == (0, left)
    status, named = opened("self.close()", "--preset", "paper")
    assert status == 0
    assert not named.startswith("64 ")


@pytest.mark.slow
def test_all_windows_that_were_open_when_their_processes_were_killed_come_back_by_one_start(tmp_path):
    for title in ("one", "two", "three"):
        file = new(tmp_path / "peviewer" / "open")
        file.write_saved(Saved(document=Document(), baseline=Document(), title=title, closed=False))
        file.close()
    before = "from peviewer.app.window import launch\nlaunch.start_another = lambda theme: print('another')\n"
    environment = {**os.environ, "XDG_DATA_HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path)}
    said = []
    for _ in range(4):
        code = before + LATER.format(then="print(self.session.title); self.close()") + MAIN.format(words=[])
        said += subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True,
                               timeout=60, check=True).stdout.split()  # fmt: skip
    first, second, third, again = (line for line in said if line != "another")
    assert {first, second, third} == {"one", "two", "three"}
    assert again == third  # all were closed by then
    assert said == ["another", first, "another", second, third, again]


@pytest.mark.skipif(sys.platform == "win32", reason="a program is a script of the shell here")
@pytest.mark.parametrize(("theme", "words"), [(None, "-m peviewer"), ("dark", "-m peviewer --theme dark")])
def test_another_window_is_a_process_of_its_own(qtbot, tmp_path, monkeypatch, theme, words):
    program, heard = tmp_path / "python", tmp_path / "heard"
    program.write_text(f'#!/bin/sh\necho "$@" > {heard}.new && mv {heard}.new {heard}\n')
    program.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(program))
    start_another(theme)
    qtbot.waitUntil(heard.exists)
    assert heard.read_text().strip() == words


@pytest.mark.skipif(sys.platform == "win32", reason="a program is a script of the shell here")
@pytest.mark.parametrize(("theme", "words"), [(None, ""), ("dark", "--theme dark")])
def test_of_a_stand_alone_program_another_window_is_that_program_again(qtbot, tmp_path, monkeypatch, theme, words):
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    test_another_window_is_a_process_of_its_own(qtbot, tmp_path, monkeypatch, theme, words)
