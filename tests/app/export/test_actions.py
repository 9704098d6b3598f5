import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from peviewer.app.export.actions import ExportActions
from peviewer.app.look.themes import apply_theme
from peviewer.app.session.session import Session
from peviewer.app.session.settings import Settings
from peviewer.app.session.waiting import Busy
from peviewer.document.document import Document
from peviewer.exporters.kinds.choices import Subject
from peviewer.exporters.kinds.kind import clipboard_formats
from peviewer.exporters.kinds.picture import Picture
from peviewer.figures.palette import DARK
from tests.opened import read

DOCUMENT = Document().edited({"encoding.length": 20, "encoding.dim": 16})
SMALL = {"size": "pixels", "width": 400, "height": 300}


@pytest.fixture
def exporting(qtbot, themed, tmp_path):
    owner = QWidget()
    qtbot.addWidget(owner)
    owner.show()
    settings = Settings(tmp_path / "config")
    settings.remember(export={"picture": SMALL})
    session = Session(DOCUMENT, "Small", owner)
    made = ExportActions(session, settings, Busy(owner), owner)
    yield made
    if made.busy.job:
        made.busy.job.wait()
    made.finish()
    session.close()


def clipboard():
    return QGuiApplication.clipboard().mimeData()


def test_a_copied_pane_is_on_the_clipboard_as_image_and_svg(qtbot, exporting, tmp_path):
    with qtbot.waitSignal(exporting.reported, timeout=20_000) as caught:
        exporting.copy("encoding")
    assert caught.args == ["Copied Encoding, 400 × 300 pixels and SVG"]
    assert clipboard().hasImage()
    assert QGuiApplication.clipboard().image().width() == 400
    for media_type, name in (("image/png", "a.png"), ("image/svg+xml", "a.svg")):
        (tmp_path / name).write_bytes(clipboard().data(media_type).data())
        assert read(tmp_path / name) == DOCUMENT


@pytest.mark.slow
def test_a_copy_looks_as_chosen_last_in_the_dialog_and_in_the_windows_colours(
    qtbot, themed, exporting
):
    apply_theme(themed, DARK)
    with qtbot.waitSignal(exporting.reported, timeout=20_000):
        exporting.copy("encoding")
    subject = Subject(DOCUMENT, ("encoding",), "dark")
    expected = clipboard_formats(Picture(**SMALL), subject)
    assert clipboard().data("image/png").data() == expected["image/png"]
    assert clipboard().data("image/svg+xml").data() == expected["image/svg+xml"]


def test_code_is_copied_as_text(qtbot, exporting):
    with qtbot.waitSignal(exporting.reported, timeout=20_000):
        exporting.copy("encoding", "code")
    program = clipboard().text()
    made = {}
    exec(program, made)
    assert made["positional_encoding"]().shape == (20, 16)


def test_a_pane_that_cannot_be_painted_is_one_line(qtbot, exporting, monkeypatch):
    def fail(*_arguments):
        raise RuntimeError("first\nsecond")

    monkeypatch.setattr(Picture, "write", fail)
    with qtbot.waitSignal(exporting.failed) as caught:
        exporting.copy("encoding")
    assert caught.args == ["This could not be made: first second"]
