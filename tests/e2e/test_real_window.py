"""A visit to the real window: on the display where there is one, else offscreen."""

import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image


@pytest.mark.slow
def test_a_visit_leaves_no_complaint_and_exit_status_0(tmp_path, environment, root):
    visit = [sys.executable, str(Path(__file__).with_name("visit.py")), str(tmp_path)]
    done = subprocess.run(visit, env=environment, cwd=root, capture_output=True, text=True, timeout=240)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Traceback" not in done.stderr
    for deed in ("chose", "dragged", "played", "exported", "maximised"):
        assert deed in done.stdout
    with Image.open(tmp_path / "visit.png") as picture:
        assert picture.size == (1920, 1080)
        assert len(picture.convert("RGB").getcolors(1 << 24)) > 100


@pytest.mark.slow
def test_main_py_opens_and_an_interrupt_ends_it_with_130(environment, root):
    program = """
import os, signal, sys
from PySide6.QtCore import QTimer
import main
from peviewer.app.window import window
class Window(window.MainWindow):
    def showEvent(self, event):
        super().showEvent(event)
        QTimer.singleShot(50, lambda: os.kill(os.getpid(), signal.SIGINT))
window.MainWindow = Window
sys.exit(main.main(["--preset", "steps"]))
"""
    done = subprocess.run(
        [sys.executable, "-c", program], env=environment, cwd=root, capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 130, done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="a process there is not killed by a signal")
def test_the_step_of_a_story_comes_back_after_the_process_was_killed(qtbot, tmp_path, environment, root):
    """Steps 3 and 4 have one preset: which of the two was open is kept with the Document."""
    opened = tmp_path / "XDG_DATA_HOME" / "peviewer" / "open"

    def kept():
        return [json.loads(file.read_text(encoding="utf-8")) for file in opened.glob("*.json")]

    program = [sys.executable, "-m", "peviewer"]
    with subprocess.Popen([*program, "--story", "shift:4"], env=environment, cwd=root) as window:
        qtbot.waitUntil(lambda: bool(kept()) or window.poll() is not None, timeout=60_000)
        window.kill()
        assert window.wait(60) == -signal.SIGKILL
    assert [(saved["step"], saved["closed"]) for saved in kept()] == [("shift:4", False)]
    again = """
import sys
from PySide6.QtCore import QTimer
from peviewer.app.window import window
from peviewer.cli.main import main
class Window(window.MainWindow):
    def showEvent(self, event):
        super().showEvent(event)
        QTimer.singleShot(100, self.tell)
    def tell(self):
        print(self.session.place.key, self.description.stepper.accessibleName(), self.animated_field.path, sep=", ")
        self.close()
window.MainWindow = Window
sys.exit(main([]))
"""
    done = subprocess.run(
        [sys.executable, "-c", again], env=environment, cwd=root, capture_output=True, text=True, timeout=60
    )
    assert (done.returncode, done.stdout) == (0, "shift:4, Shift and linearity 4 of 4, encoding.dim\n"), done.stderr
