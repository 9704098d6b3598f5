"""What is said where no window can open."""

import re
from pathlib import Path

import pytest

from peviewer.app.window import display


@pytest.fixture(autouse=True)
def _bare(monkeypatch):
    for variable in display.VARIABLES:
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setattr(display.sys, "platform", "linux")


def test_without_a_display_the_way_on_is_named_and_one_that_is_named_is_left_to_qt(monkeypatch):
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
        ImportError("libEGL.so.1: cannot open shared object file: No such file or directory")
    )
    assert line.startswith("Qt cannot be loaded: libEGL.so.1: cannot open")
    assert display.LIBRARIES in line
    readme = (Path(__file__).parents[3] / "README.md").read_text(encoding="utf-8")
    assert re.search(r"^apt-get install (.+)$", readme, re.MULTILINE)[1] == display.LIBRARIES
