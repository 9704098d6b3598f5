"""A visit to the real window: on the display where there is one, else offscreen."""

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
