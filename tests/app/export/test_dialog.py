"""The Export dialog: a preview, few choices, one button.

The same bytes as the command line writes.
"""

import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog

from peviewer.app.export.dialog import ExportDialog
from peviewer.app.session.session import Session
from peviewer.app.session.settings import Settings
from peviewer.cli import main as cli
from peviewer.document.document import Document
from peviewer.exporters.kinds.catalog import KINDS
from peviewer.exporters.kinds.kind import Shown
from peviewer.figures.palette import DARK
from tests.opened import read

DOCUMENT = Document().edited({
    "encoding.length": 20, "encoding.dim": 16, "cursor.position": 0, "play.tracks": {"shift.phi": {"stop": 10}},
    "view.panes": ["encoding", "shift"],
})  # fmt: skip
SMALL = {"size": "pixels", "width": 400, "height": 300}
SETTLED = 20_000
ROOT = Path(__file__).parents[3]
# Prints the caption of the first preview, and the thread that loaded matplotlib.
FIRST_OPENING = """
import sys, threading
from pathlib import Path
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

class Recorder:
    thread = None
    def find_spec(self, name, path=None, target=None):
        if name == "matplotlib":
            Recorder.thread = threading.current_thread()

sys.meta_path.insert(0, Recorder())
app = QApplication([])
from peviewer.app.export.dialog import ExportDialog
from peviewer.app.look.themes import apply_theme
from peviewer.app.session.session import Session
from peviewer.app.session.settings import Settings
from peviewer.document.document import Document
from peviewer.figures.palette import LIGHT
apply_theme(app, LIGHT)
session = Session(Document(), "Small")
dialog = ExportDialog(session, Settings(Path(sys.argv[1])))
dialog.open_on("encoding", sys.argv[2])
shown = dialog.preview.caption
while shown.text() in ("", "Painting…") and not dialog.line.text():
    QTest.qWait(20)
print(shown.text(), dialog.line.text())
print(Recorder.thread is not None and Recorder.thread is not threading.main_thread())
dialog.finish()
session.close()
"""


@pytest.fixture
def settings(tmp_path):
    made = Settings(tmp_path / "config")
    (tmp_path / "out").mkdir()
    kept = {
        "picture": SMALL,
        "clip": {**SMALL, "format": "gif", "seconds": 0.3, "fps": 10},
        "deck": SMALL,
    }
    made.remember(export=kept, folder=str(tmp_path / "out"))
    return made


@pytest.fixture
def unseen(monkeypatch):
    """Make no previews, where nobody looks at them."""
    for kind in KINDS.values():
        monkeypatch.setattr(kind, "check", lambda *_: Shown(text="unseen", caption="unseen"))


@pytest.fixture
def make(qtbot, settings, themed):
    def _make(kind="picture", pane="encoding"):
        session = Session(DOCUMENT, "Small")
        dialog = ExportDialog(session, settings)
        qtbot.addWidget(dialog, before_close_func=lambda d: (d.finish(), session.close()))
        session.setParent(dialog)
        with qtbot.waitExposed(dialog):
            dialog.open_on(pane, kind)
        settle(qtbot, dialog)
        return dialog

    return _make


@pytest.fixture
def dialog(make):
    return make()


def settle(qtbot, dialog):
    qtbot.waitUntil(
        lambda: dialog.worker.job is None and not dialog.worker.pending, timeout=SETTLED
    )


def choose(qtbot, dialog, name, value):
    dialog.forms[dialog.kind.name].chosen.emit(name, value)
    settle(qtbot, dialog)


def shown(dialog):
    """Return the picture that is previewed, as bytes."""
    return dialog.previews.value[1].picture


@pytest.fixture
def finish(qtbot, monkeypatch):
    """Return a function that exports, to the proposed file or another of its folder, and returns what is said."""

    def _finish(dialog, name=""):
        proposed = []
        settle(qtbot, dialog)

        def ask(_parent, _title, path, _filters):
            proposed.append(path)
            return (path.rpartition("/")[0] + f"/{name}" if name else path), ""

        monkeypatch.setattr(QFileDialog, "getSaveFileName", ask)
        dialog.export()
        qtbot.waitUntil(lambda: dialog.job is None, timeout=SETTLED)
        return proposed[0], dialog.line.text()

    return _finish


def names(folder):
    return sorted(path.name for path in folder.iterdir())


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "caption"), [("picture", "PNG"), ("deck", "Slide 1 of 4")])
def test_at_the_first_opening_matplotlib_is_loaded_on_the_worker(tmp_path, kind, caption):
    command = [sys.executable, "-c", FIRST_OPENING, str(tmp_path), kind]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    shown, is_on_worker = done.stdout.splitlines()
    assert shown.startswith(caption)
    assert is_on_worker == "True"


def test_the_preview_is_the_file(qtbot, dialog, tmp_path, finish):
    image = dialog.preview.picture.image
    assert image.width() == 400
    assert image.height() == 300
    assert "400 × 300 pixels" in dialog.preview.caption.text()
    picture = shown(dialog)
    assert finish(dialog)[1] == f"Exported encoding-20x16.png to {tmp_path / 'out'}"
    assert (tmp_path / "out" / "encoding-20x16.png").read_bytes() == picture


def test_a_transparent_picture_is_previewed_on_the_ground_its_theme_is_drawn_for(qtbot, dialog):
    for name, value in {"theme": "slide-dark", "transparent": True}.items():
        choose(qtbot, dialog, name, value)
    qtbot.waitUntil(lambda: dialog.preview.picture.image.pixelColor(1, 1).alpha() == 0)
    image = dialog.preview.picture.grab().toImage()
    drawn = [image.pixelColor(x, image.height() // 2).name().upper() for x in range(image.width())]
    assert DARK.window in drawn


@pytest.mark.slow
def test_the_preview_follows_the_choices_and_the_window(qtbot, dialog):
    before = shown(dialog)
    for name, value in {"theme": "slide-dark", "title": False, "width": 500}.items():
        choose(qtbot, dialog, name, value)
        assert shown(dialog) != before, name
        before = shown(dialog)
    dialog.session.edit({"encoding.length": 30})
    qtbot.waitUntil(
        lambda: dialog.description is not None and dialog.description.suggested == "encoding-30x16"
    )


@pytest.mark.usefixtures("unseen")
def test_panes_are_ticked_one_by_one_and_only_those_that_show_the_encoding(qtbot, dialog):
    dialog.panes.actions_of["shift"].trigger()
    settle(qtbot, dialog)
    assert dialog.panes.chosen == ("encoding", "shift")
    assert dialog.panes.text() == "Encoding and 1 more"
    assert dialog.description.suggested == "encoding-shift-20x16"
    assert not dialog.panes.actions_of["bias"].isVisible()
    for name in ("encoding", "shift"):
        dialog.panes.actions_of[name].trigger()
    assert dialog.panes.chosen == ("shift",), "one is left"


SIZED = ["--size", "400x300"]
CLIP = [*SIZED, "--seconds", "0.3", "--fps", "10"]
LOOK = {"theme": "slide-dark", "font_size": 24.0, "title": False, "caption": True}
LOOK_FLAGS = "--theme slide-dark --font-size 24 --no-title --caption".split()


@pytest.mark.usefixtures("unseen")
@pytest.mark.parametrize(
    ("kind", "pane", "choices", "command"),
    [
        ("picture", "encoding", {**LOOK, "format": "svg"}, ["export", *SIZED, *LOOK_FLAGS]),
        pytest.param("clip", "shift", {"loop": "once"}, ["animate", *CLIP, "--loop", "once"], marks=pytest.mark.slow),
        ("data", "shift", {"format": "csv"}, ["data"]),
        ("data", "encoding", {"format": "npz", "positions": "3:9"}, ["data", "--positions", "3:9"]),
        ("code", "", {"framework": "torch", "operator": True}, ["code", "--framework", "torch", "--operator"]),
    ],
)  # fmt: skip
def test_the_window_and_the_command_line_write_the_same_bytes_that_open_again(
    qtbot, make, tmp_path, finish, kind, pane, choices, command
):
    dialog = make(kind, pane or "encoding")
    for name, value in choices.items():
        choose(qtbot, dialog, name, value)
    assert finish(dialog)[1].startswith("Exported")
    [name] = names(tmp_path / "out")
    by_window = tmp_path / "out" / name
    by_command = tmp_path / f"b{name[name.rindex('.') :]}"
    (tmp_path / "a.peview").write_text(DOCUMENT.to_json())
    words = [command[0], *([pane] if pane else []), *command[1:]]
    assert cli.main([*words, "--session", str(tmp_path / "a.peview"), "-o", str(by_command)]) == 0
    assert by_window.read_bytes() == by_command.read_bytes()
    if by_window.suffix != ".py":
        assert read(by_window).edited({"view.zoom": {}}) == DOCUMENT


@pytest.mark.slow
@pytest.mark.usefixtures("unseen")
def test_a_typed_extension_is_the_format_and_one_that_is_none_gets_it_behind(
    dialog, tmp_path, finish
):
    finish(dialog, "mine.pdf")
    assert dialog.choices.format == "pdf"
    finish(dialog, "mine.v2")
    assert names(tmp_path / "out") == ["mine.pdf", "mine.v2.pdf"]
    assert (
        finish(dialog, "mine.v2")[1] == "mine.v2.pdf is there already: name it with its extension"
    )


@pytest.mark.usefixtures("unseen")
def test_a_target_that_cannot_be_written_is_one_line_and_nothing_is_lost(dialog, tmp_path, finish):
    (tmp_path / "out" / "folder.png").mkdir()
    reported = finish(dialog, "folder.png")[1]
    assert reported.startswith("Cannot write ")
    assert "\n" not in reported
    assert dialog.export_button.isEnabled()
    assert finish(dialog, "a.png")[1].startswith("Exported a.png")


@pytest.mark.usefixtures("unseen")
def test_what_an_export_said_stays_where_qt_sends_the_same_colours_again(make, finish):
    dialog = make()
    _, exported = finish(dialog, "a.png")
    assert exported.startswith("Exported a.png")

    QApplication.sendEvent(dialog, QEvent(QEvent.Type.PaletteChange))

    assert dialog.line.text() == exported


@pytest.mark.usefixtures("unseen")
def test_escape_stops_an_export_before_it_closes_the_dialog(qtbot, make, tmp_path, monkeypatch):
    dialog = make("clip")
    choose(qtbot, dialog, "seconds", 600.0)
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *given: (given[2], ""))
    dialog.export()
    assert dialog.cancel_button.isVisible()
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert dialog.isVisible()
    qtbot.waitUntil(lambda: dialog.job is None, timeout=SETTLED)
    assert dialog.line.text() == "Cancelled: nothing was written"
    assert names(tmp_path / "out") == []
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert not dialog.isVisible()


@pytest.mark.usefixtures("unseen")
def test_the_last_choices_are_remembered(qtbot, make, tmp_path):
    dialog = make()
    choose(qtbot, dialog, "theme", "slide-dark")
    dialog.kinds.buttons["data"].click()
    choose(qtbot, dialog, "format", "npz")
    dialog.reject()
    kept = Settings(tmp_path / "config").choices
    assert kept.export_kind == "data"
    assert kept.export["picture"]["theme"] == "slide-dark"
    again = make("")
    assert again.kind.name == "data"
    assert again.choices.format == "npz"
    again.choose_kind("picture")
    assert again.choices.theme == "slide-dark"


@pytest.mark.slow
@pytest.mark.usefixtures("coarse")
@pytest.mark.parametrize("kind", list(KINDS))
def test_every_kind_fits_into_the_dialog_and_shows_something(make, kind):
    dialog = make(kind, pane="shift")
    assert dialog.line.text() == ""
    assert dialog.preview.caption.text()
    form = dialog.forms[kind]
    assert form.minimumSizeHint().width() <= form.width()
    assert shown(dialog) or dialog.preview.text.toPlainText()
    assert ("written in" in dialog.preview.caption.text()) == (kind == "clip")


@pytest.mark.slow
@pytest.mark.usefixtures("coarse")
def test_the_frames_of_a_clip_can_be_looked_through(qtbot, make):
    dialog = make("clip", pane="shift")
    slider = dialog.preview.page_slider
    first = shown(dialog)
    assert slider.maximum() == 2
    for place, moment in ((slider.width() - 10, 2), (10, 0)):
        qtbot.mouseClick(slider, Qt.MouseButton.LeftButton, pos=QPoint(place, slider.height() // 2))
        settle(qtbot, dialog)
        assert slider.number() == moment
        assert (shown(dialog) == first) == (moment == 0)


def test_what_a_preview_raises_is_one_line_and_the_next_is_shown(qtbot, dialog, monkeypatch):
    with monkeypatch.context() as patched:
        patched.setattr(dialog.kind, "check", lambda *_: 1 / 0)
        choose(qtbot, dialog, "theme", "slide-dark")
        assert dialog.line.text() == "This could not be made: division by zero"
    choose(qtbot, dialog, "theme", "slide-light")
    assert dialog.line.text() == ""
    assert not dialog.preview.picture.image.isNull()
