import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from peviewer.app.window import display

README = (Path(__file__).parents[3] / "README.md").read_text(encoding="utf-8")


@pytest.fixture(autouse=True)
def _bare(monkeypatch):
    for variable in display.VARIABLES:
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setattr(display.sys, "platform", "linux")


def test_without_a_display_the_way_on_is_named():
    line = display.obstacle()
    assert line.startswith("no display: neither DISPLAY nor WAYLAND_DISPLAY is set")
    assert "peviewer export" in line
    assert "xvfb-run" in line


@pytest.mark.parametrize("variable", display.VARIABLES)
def test_a_display_or_platform_that_is_named_is_left_to_qt(monkeypatch, variable):
    monkeypatch.setenv(variable, "wayland-0")
    assert display.obstacle() is None


def test_elsewhere_there_is_always_a_display(monkeypatch):
    monkeypatch.setattr(display.sys, "platform", "darwin")
    assert display.obstacle() is None


def test_the_packages_named_are_the_readme_s():
    assert display.LIBRARIES == re.search(r"^apt-get install (.+)$", README, re.MULTILINE)[1]


def test_an_import_that_fails_for_a_library_names_it_and_the_packages():
    error = ImportError("libEGL.so.1: cannot open shared object file: No such file or directory")
    line = display.import_obstacle(error)
    assert line.startswith("Qt cannot be loaded: libEGL.so.1: cannot open")
    assert "libegl1" in line


def test_of_two_displays_the_one_that_cannot_be_reached_is_told():
    said = ['Could not load the plugin "wayland"', "could not connect to display :4", "xcb-cursor0 is needed"]
    assert display.refusal(said, "").startswith("no display: could not connect to display :4; peviewer export")


def test_a_platform_that_does_not_load_is_told_with_what_may_be_missing():
    last = "No Qt platform plugin could be initialized.\n\nAvailable platform plugins are: xcb, offscreen.\n"
    line = display.refusal(["From 6.5.0, libxcb-cursor0 is needed to load the Qt xcb platform plugin."], last)
    assert line.startswith("no window can be opened: From 6.5.0, libxcb-cursor0 is needed to load the Qt xcb platform")
    assert "Qt's platforms are: xcb, offscreen; " in line
    assert "sudo apt install" in line


def test_what_is_printed_before_qt_ends_the_program_is_kept():
    script = (
        "from peviewer.app.window.display import fatal_errors_in_one_line\nfrom PySide6.QtGui import QGuiApplication\n"
        "print('before')\nwith fatal_errors_in_one_line():\n    QGuiApplication([])"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], env={**os.environ, "QT_QPA_PLATFORM": "none"}, capture_output=True, text=True,
        timeout=60, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (2, "before\n")
    assert done.stderr.count("\n") == 1


def test_what_qt_says_while_an_application_can_be_made_is_not_lost(capsys):
    from PySide6.QtCore import qWarning

    with display.fatal_errors_in_one_line():
        qWarning("a word")
    assert capsys.readouterr().err == "a word\n"
