"""A few windows that are closed while threads paint: on the display where there is one, else offscreen."""

import subprocess
import sys

import pytest


@pytest.mark.slow
def test_windows_closed_in_the_middle_of_painting_end_cleanly(environment, root):
    tries = [sys.executable, "-m", "tests.endings", "--seed", "501", "--tries", "3"]
    done = subprocess.run(tries, env=environment, cwd=root, capture_output=True, text=True, timeout=240)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "3 tries, 0 went wrong" in done.stdout
    assert "preview in" in done.stdout
