import threading

import pytest
from PIL import Image
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from peviewer.app import export_action
from peviewer.app.background import Busy
from peviewer.app.export_action import Exporting, suggested_name
from peviewer.app.settings import Settings
from peviewer.document import Document
from peviewer.figures.catalog import PANES
from peviewer.figures.palette import DARK, LIGHT
from peviewer.paper import provenance
from peviewer.paper.export import render
from peviewer.paper.style import Style

DOCUMENT = Document().edited({"encoding.length": 20, "encoding.dim": 16})
PANE = PANES["encoding"]


@pytest.fixture
def colours():
    return [LIGHT]


@pytest.fixture
def exporting(qtbot, tmp_path, colours):
    owner = QWidget()
    qtbot.addWidget(owner)
    owner.show()
    made = Exporting(Settings(tmp_path / "config"), lambda: colours[-1], Busy(owner), owner)
    yield made
    if made._busy.job:
        made._busy.job.wait()


@pytest.fixture
def held(monkeypatch):
    """Return an event that holds every picture back until it is set."""
    released = threading.Event()

    def render_later(*arguments, **options):
        assert released.wait(10)
        return render(*arguments, **options)

    monkeypatch.setattr(export_action, "render", render_later)
    yield released
    released.set()


def test_a_picture_is_the_command_lines_own(qtbot, exporting, tmp_path):
    target = tmp_path / "a.png"
    with qtbot.waitSignal(exporting.said, timeout=20_000) as caught:
        exporting.export(PANE, DOCUMENT, target)
    assert caught.args == [f"Exported {target}"]
    expected = render(PANE.draw(DOCUMENT), "png", document=DOCUMENT, style=Style.default("slide-light"))
    assert target.read_bytes() == expected
    assert provenance.read(target) == DOCUMENT
    assert exporting._settings.choices.folder == str(tmp_path)


@pytest.mark.parametrize("kind", ["svg", "pdf"])
def test_the_format_is_that_of_the_extension(qtbot, exporting, tmp_path, kind):
    target = tmp_path / f"a.{kind}"
    with qtbot.waitSignal(exporting.said, timeout=20_000):
        exporting.export(PANE, DOCUMENT, target)
    assert provenance.read(target) == DOCUMENT


def test_pictures_have_the_windows_colours_and_the_size_of_a_slide(qtbot, exporting, tmp_path, colours):
    colours.append(DARK)
    with qtbot.waitSignal(exporting.said, timeout=20_000):
        exporting.export(PANE, DOCUMENT, tmp_path / "a.png")
    with Image.open(tmp_path / "a.png") as picture:
        assert picture.size == (1920, 1080)
        assert picture.convert("RGB").getpixel((2, 2)) == (0x14, 0x16, 0x1A)


@pytest.mark.parametrize("name", ["a.bmp", "a", "missing/a.png"])
def test_a_target_that_cannot_be_written_is_one_line_naming_it(qtbot, exporting, tmp_path, name):
    with qtbot.waitSignal(exporting.failed) as caught:
        exporting.export(PANE, DOCUMENT, tmp_path / name)
    assert str(tmp_path / name) in caught.args[0]
    assert "\n" not in caught.args[0]
    assert not (tmp_path / name).exists()


def test_a_picture_that_takes_long_shows_it_and_can_be_cancelled(qtbot, exporting, tmp_path, held):
    target = tmp_path / "a.png"
    target.write_bytes(b"before")
    exporting.export(PANE, DOCUMENT, target)
    busy = exporting._busy
    assert not busy.isVisible()
    qtbot.waitUntil(busy.isVisible)
    job = busy.job
    with qtbot.waitSignal(exporting.said) as caught:
        busy._cancel.click()
    assert caught.args == ["Cancelled: nothing was written"]
    assert not busy.isVisible()
    held.set()
    job.wait()
    qtbot.wait(1)
    assert target.read_bytes() == b"before"


def test_only_one_picture_is_made_at_a_time(qtbot, exporting, tmp_path, held):
    exporting.export(PANE, DOCUMENT, tmp_path / "a.png")
    with qtbot.waitSignal(exporting.failed):
        exporting.export(PANE, DOCUMENT, tmp_path / "b.png")
    held.set()
    qtbot.waitUntil(lambda: (tmp_path / "a.png").exists(), timeout=20_000)
    assert not (tmp_path / "b.png").exists()


def test_a_copied_pane_is_on_the_clipboard(qtbot, exporting):
    with qtbot.waitSignal(exporting.said, timeout=20_000) as caught:
        exporting.copy(PANE, DOCUMENT)
    assert caught.args == ["Copied encoding, 1920 × 1080 pixels"]
    assert QGuiApplication.clipboard().image().width() == 1920


def test_a_pane_that_cannot_be_painted_is_one_line(qtbot, exporting, monkeypatch):
    def fail(*_arguments, **_options):
        raise MemoryError

    monkeypatch.setattr(export_action, "render", fail)
    with qtbot.waitSignal(exporting.failed) as caught:
        exporting.copy(PANE, DOCUMENT)
    assert caught.args == ["Encoding could not be painted: MemoryError"]


def test_the_suggested_name_says_what_the_picture_shows():
    assert suggested_name(PANES["shift"], Document()) == "shift-200x256.png"
