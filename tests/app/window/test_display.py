import ctypes
import socket

import pytest

from peviewer.app.window import display


@pytest.fixture(autouse=True)
def _bare(monkeypatch):
    for variable in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM", "XDG_RUNTIME_DIR"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setattr(display.sys, "platform", "linux")


def hide(monkeypatch, *libraries):
    load = ctypes.CDLL

    def refuse(name, *arguments, **options):
        if name in libraries:
            raise OSError(f"{name}: cannot open shared object file: No such file or directory")
        return load(name, *arguments, **options)

    monkeypatch.setattr(display.ctypes, "CDLL", refuse)


def test_without_a_display_the_way_on_is_named():
    line = display.obstacle()
    assert line.startswith("no display: neither DISPLAY nor WAYLAND_DISPLAY is set")
    assert "peviewer export" in line
    assert "xvfb-run" in line


def test_an_unreachable_x_server_is_named(monkeypatch):
    monkeypatch.setenv("DISPLAY", ":4711")
    assert "no X server can be reached at DISPLAY=:4711" in display.obstacle()


@pytest.fixture
def wayland(monkeypatch, tmp_path):
    """Let Qt's libraries for Wayland be there: not every system has all of them."""
    monkeypatch.setattr(display, "_loads", lambda _library: True)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-7")


def test_an_unreachable_wayland_server_is_named(wayland):
    assert "no Wayland server can be reached at WAYLAND_DISPLAY=wayland-7" in display.obstacle()


def test_one_display_that_can_be_reached_is_enough(monkeypatch, wayland, tmp_path):
    monkeypatch.setenv("DISPLAY", ":4711")
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(tmp_path / "wayland-7"))
        server.listen()
        assert display.obstacle() is None


def test_platforms_without_a_display_need_none(monkeypatch):
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen:size=800x600")
    assert display.obstacle() is None


def test_an_unknown_platform_is_refused_with_those_there_are(monkeypatch):
    monkeypatch.setenv("QT_QPA_PLATFORM", "ofscreen")
    line = display.obstacle()
    assert line.startswith("QT_QPA_PLATFORM=ofscreen names no platform of Qt")
    assert "offscreen" in line


def test_a_missing_library_of_the_x11_plugin_names_its_package(monkeypatch):
    monkeypatch.setenv("DISPLAY", ":0")
    hide(monkeypatch, "libxcb-cursor.so.0")
    assert display.obstacle() == "Qt needs the system library libxcb-cursor.so.0: sudo apt install libxcb-cursor0"


def test_all_missing_libraries_are_named_at_once(monkeypatch):
    monkeypatch.setenv("DISPLAY", ":0")
    hide(monkeypatch, "libEGL.so.1", "libxkbcommon.so.0")
    assert display.obstacle().endswith("sudo apt install libegl1 libxkbcommon0")


def test_an_import_that_fails_for_a_library_names_its_package():
    error = ImportError("libodd.so.3: cannot open shared object file: No such file or directory")
    assert display.import_obstacle(error).startswith("Qt needs the system library libodd.so.3: sudo apt install")


def test_elsewhere_there_is_always_a_display(monkeypatch):
    monkeypatch.setattr(display.sys, "platform", "darwin")
    assert display.obstacle() is None
