"""What a report says of the system: with a display, without one, and with one that cannot be reached."""

import os
import subprocess
import sys
from importlib import metadata
from pathlib import Path

import pytest

from peviewer import __version__
from peviewer.app.session import autosave, settings
from peviewer.app.window import display
from peviewer.cli.main import main

ROOT = Path(__file__).parents[2]


def rows(output):
    """Return what is listed, without the groups."""
    listed = [line.strip().partition("  ") for line in output.splitlines() if line.startswith("  ")]
    return {name: value.strip() for name, _, value in listed}


def printed(capsys, *words):
    assert main(["--diagnostics", *words]) == 0
    return capsys.readouterr().out


def test_versions_system_display_and_paths_are_listed(capsys, qapp):
    found = rows(printed(capsys))
    assert found["peviewer"] == __version__
    assert found["NumPy"] == metadata.version("numpy")
    assert found["Qt platform"] == qapp.platformName()
    screen = qapp.primaryScreen()
    assert f"{screen.geometry().width()} × {screen.geometry().height()}" in found["screen 1"]
    assert f"scale {screen.devicePixelRatio():g}" in found["screen 1"]
    assert found["autosave"] == str(autosave.autosave_folder())
    assert found["settings"] == str(settings.config_folder())
    assert (Path(found["resources"]) / "presets").is_dir()


@pytest.mark.slow
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="elsewhere no display is named")
def test_a_display_that_cannot_be_reached_ends_with_status_0_and_all_the_rest():
    environment = {
        name: value for name, value in os.environ.items() if name not in display.VARIABLES
    }
    env = {**environment, "DISPLAY": ":987"}
    done = subprocess.run(
        [sys.executable, "-m", "peviewer", "--diagnostics"], env=env, cwd=ROOT,
        capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    found = rows(done.stdout)
    assert found["display"].startswith("no ")
    assert found["peviewer"] == __version__
    assert found["autosave"]
