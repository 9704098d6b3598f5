"""A short run of the drag fuzz: on the display where there is one, else offscreen."""

import subprocess
import sys

import pytest


@pytest.mark.slow
def test_panes_dragged_at_random_keep_one_place_each(environment, root):
    fuzz = [sys.executable, "-m", "tests.drags", "--seed", "1", "--drags", "30"]
    done = subprocess.run(fuzz, env=environment, cwd=root, capture_output=True, text=True, timeout=240)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "every pane in one place" in done.stdout
