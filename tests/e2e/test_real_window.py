"""Processes of their own that use the real window: on the display where there is one, else offscreen."""

import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image


@pytest.fixture
def run(environment, root):
    """Return a function that runs a program to its good end, and returns what it printed."""

    def _run(*words):
        done = subprocess.run([sys.executable, *words], env=environment, cwd=root, capture_output=True, text=True,
                              timeout=280, check=False)  # fmt: skip
        assert done.returncode == 0, done.stdout + done.stderr
        assert "Traceback" not in done.stderr
        return done.stdout

    return _run


@pytest.mark.slow
def test_a_visit_leaves_no_complaint_and_exit_status_0(tmp_path, run):
    said = run(str(Path(__file__).with_name("visit.py")), str(tmp_path))
    for deed in ("chose", "dragged", "played", "exported"):
        assert deed in said
    with Image.open(tmp_path / "visit.png") as picture:
        assert picture.size == (1920, 1080)
        assert len(picture.convert("RGB").getcolors(1 << 24)) > 100
