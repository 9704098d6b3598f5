from pathlib import Path

import av
import numpy as np
import pytest
from PIL import Image
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMessageBox

from peviewer.app.export.dialog import ExportDialog
from peviewer.app.session.session import Session
from peviewer.app.session.settings import Settings
from peviewer.cli import main as cli
from peviewer.document.document import Document
from peviewer.exporters.kinds.catalog import KINDS
from peviewer.exporters.metadata import reading
from peviewer.figures.palette import LIGHT
from peviewer.figures.panes.catalog import PANES

DOCUMENT = Document().edited(
    {
        "encoding.length": 20,
        "encoding.dim": 16,
        "cursor.position": 0,
        "shift.stop": 10,
        "view.panes": ["encoding", "shift"],
    }
)
SMALL = {"size": "pixels", "width": 400, "height": 300}
SETTLED = 20_000


@pytest.fixture
def settings(tmp_path):
    made = Settings(tmp_path / "config")
    (tmp_path / "out").mkdir()
    kept = {"picture": SMALL, "clip": {**SMALL, "format": "gif", "seconds": 0.3, "fps": 10}, "deck": SMALL}
    made.remember(export=kept, folder=str(tmp_path / "out"))
    return made


@pytest.fixture
def unseen(monkeypatch):
    """Make no previews, where nobody looks at them."""
    monkeypatch.setattr("peviewer.app.export.preview_queue.PreviewQueue.request", lambda *_: None)


@pytest.fixture
def make(qtbot, settings, themed, monkeypatch):
    monkeypatch.setattr("peviewer.app.export.preview_queue.SETTLED_MS", 5)  # nobody types here
    made = []

    def _make(kind="picture", pane="encoding"):
        session = Session(DOCUMENT, "Small")
        dialog = ExportDialog(session, settings, PANES, LIGHT)
        qtbot.addWidget(dialog, before_close_func=lambda d: (d.finish(), session.close()))
        session.setParent(dialog)
        made.append(dialog)
        with qtbot.waitExposed(dialog):
            dialog.open_on(pane, DOCUMENT.view.panes, kind)
        settle(qtbot, dialog)
        return dialog

    return _make


@pytest.fixture
def dialog(make):
    return make()


def settle(qtbot, dialog):
    qtbot.waitUntil(lambda: not dialog.previews.busy, timeout=SETTLED)


def picture(dialog):
    image = dialog.preview_column.preview.picture.image
    return image.width(), image.height()


def finish(qtbot, dialog):
    dialog.export()
    qtbot.waitUntil(lambda: dialog.job is None, timeout=SETTLED)
    return dialog.foot.line.label.text()


def answer(monkeypatch, text):
    """Press a button of the question that is about to be asked; return what was asked."""
    asked = []

    def press(box):
        asked.append(box.text())
        next(button for button in box.buttons() if button.text() == text).click()

    monkeypatch.setattr(QMessageBox, "exec", press)
    return asked


def written(qtbot, dialog, tmp_path):
    """Return the one file that is written now."""
    finish(qtbot, dialog)
    [name] = names(tmp_path / "out")
    return tmp_path / "out" / name


def names(folder):
    return sorted(path.name for path in folder.iterdir())


# What is shown


def test_the_preview_is_the_file(qtbot, dialog, tmp_path):
    assert picture(dialog) == (400, 300)
    shown = dialog._shown[1].picture
    assert finish(qtbot, dialog) == f"Exported encoding-20x16.png to {tmp_path / 'out'}"
    assert (tmp_path / "out" / "encoding-20x16.png").read_bytes() == shown
    assert "400 × 300 pixels" in dialog.preview_column.caption.text()


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["picture", "clip", "data"])
def test_a_part_of_the_table_is_typed_into_the_dialog(qtbot, make, tmp_path, kind):
    dialog = make(kind, "vectors" if kind == "clip" else "encoding")
    editors = dialog.choices_column.forms[kind].editors
    assert editors["dimensions"].isVisible()
    assert editors["dimensions"].placeholderText() == "All"
    assert not editors["pairs"].isVisible(), "there is no axis of pairs"
    editors["dimensions"].edited.emit("0:x", "")
    settle(qtbot, dialog)
    assert dialog.foot.line.label.text().startswith("Dimensions = '0:x' is not allowed: it must be FIRST:END")
    editors["dimensions"].edited.emit("4:8", "")
    settle(qtbot, dialog)
    assert reading.read(written(qtbot, dialog, tmp_path)).view.zoom == {"dimension": (3.5, 7.5)}
    assert DOCUMENT.view.zoom == dialog._session.document.view.zoom


@pytest.mark.usefixtures("unseen")
def test_a_part_of_a_pane_moves_alone(qtbot, make, tmp_path):
    dialog = make("clip", "shift")
    part = dialog.choices_column.forms["clip"].editors["part"]
    assert [part.itemData(row) for row in range(part.count())] == ["", *PANES["shift"].parts]
    part.edited.emit("row", "")
    settle(qtbot, dialog)
    assert dialog.target.path.name == "shift-row-20x16-phi.gif"
    assert dialog.choices.clip(dialog.subject).panes[0].only == "row"


@pytest.mark.usefixtures("unseen")
def test_only_panes_are_added_that_can_show_the_encoding(qtbot, dialog):
    dialog.picker.set_open_panes(["bias", "table"])
    dialog.picker.add_button.click()
    assert dialog.picker.chosen == ("encoding", "table")
    biased = dialog._session.document.edited({"encoding.scheme": "alibi"})
    dialog.picker._change(tuple(name for name, pane in PANES.items() if pane.serves(biased)))
    dialog._session.edit({"encoding.scheme": "alibi"})
    qtbot.waitUntil(dialog.picker.add_button.isHidden)
    settle(qtbot, dialog)


@pytest.mark.slow
def test_the_preview_follows_every_choice(qtbot, dialog):
    def pixels(name, value):
        dialog.choices_column.forms["picture"].chosen.emit(name, value)
        assert dialog.previews.busy
        settle(qtbot, dialog)
        return dialog._shown[1].picture

    before = dialog._shown[1].picture
    for name, value in {"theme": "slide-dark", "title": False, "font_size": 50.0, "width": 500}.items():
        after = pixels(name, value)
        assert after != before, name
        before = after
    assert picture(dialog) == (500, 300)
    pixels("transparent", True)
    assert dialog.preview_column.preview.picture.image.pixelColor(2, 2).alpha() == 0


@pytest.mark.slow
def test_the_preview_follows_the_window_while_the_dialog_is_open(qtbot, dialog):
    dialog._session.edit({"encoding.length": 30})
    qtbot.waitUntil(lambda: dialog.target.name.text() == "encoding-30x16.png")
    settle(qtbot, dialog)
    finish(qtbot, dialog)
    assert reading.read(dialog.target.path).encoding.length == 30


@pytest.mark.slow
def test_several_panes_make_one_picture_named_after_them(qtbot, dialog, tmp_path):
    dialog.choices_column.forms["picture"].chosen.emit("width", 900)
    dialog.choices_column.forms["picture"].chosen.emit("height", 700)
    dialog.picker.add_button.click()
    settle(qtbot, dialog)
    assert dialog.picker.chosen == ("encoding", "shift")
    assert dialog.target.name.text() == "encoding-shift-20x16.png"
    assert dialog.choices_column.forms["picture"].editors["columns"].isVisible()
    finish(qtbot, dialog)
    with Image.open(dialog.target.path) as made:
        assert made.size == (900, 700)
    dialog.picker.rows[0].remove_button.click()
    assert dialog.picker.chosen == ("shift",)
    assert not dialog.choices_column.forms["picture"].editors["columns"].isVisible()


@pytest.mark.slow
def test_a_picture_is_shown_whole_or_pixel_by_pixel(qtbot, dialog):
    dialog.choices_column.forms["picture"].chosen.emit("width", 2000)
    settle(qtbot, dialog)
    view = dialog.preview_column.preview.picture
    assert view.rect().contains(view.shown())
    dialog.preview_column.zoom.click()
    assert view.shown().width() == 2000
    before = view.shown().left()
    QTest.mousePress(view, Qt.MouseButton.LeftButton, pos=view.rect().center())
    QTest.mouseMove(view, view.rect().center() - view.rect().center() / 2)
    assert view.shown().left() < before
    QTest.mouseRelease(view, Qt.MouseButton.LeftButton)


@pytest.mark.usefixtures("unseen")
def test_what_is_typed_beyond_the_limits_is_refused_in_the_dialog(qtbot, dialog):
    box = dialog.choices_column.forms["picture"].editors["width"]
    box.setFocus()
    box.lineEdit().selectAll()
    QTest.keyClicks(box, "7")
    QTest.keyClick(box, Qt.Key.Key_Tab)
    assert dialog.foot.line.label.text() == "Width must be a whole number from 100 to 16 384".replace(
        " 384", "\u2009384"
    )
    assert dialog.choices.width == 400


# Where it goes


SIZED = ["--size", "400x300"]
CLIP = [*SIZED, "--seconds", "0.3", "--fps", "10"]
LOOK = {"theme": "slide-dark", "font_size": 24.0, "title": False, "caption": True}
LOOK_FLAGS = "--theme slide-dark --font-size 24 --no-title --caption".split()


@pytest.mark.usefixtures("unseen")
@pytest.mark.parametrize(
    ("kind", "panes", "choices", "command"),
    [
        ("picture", "encoding", {**LOOK, "format": "svg"}, ["export", *SIZED, *LOOK_FLAGS]),
        ("clip", "shift", {"format": "mp4", "loop": "once"}, ["animate", *CLIP, "--loop", "once"]),
        ("data", "shift", {"format": "csv"}, ["data"]),
        ("data", "encoding", {"format": "npz", "positions": "3:9"}, ["data", "--positions", "3:9"]),
        ("code", "", {"framework": "torch", "operator": True}, ["code", "--framework", "torch", "--operator"]),
    ],
)  # fmt: skip
def test_the_window_and_the_command_line_write_the_same_bytes_that_open_again(
    qtbot, make, tmp_path, kind, panes, choices, command
):
    dialog = make(kind)
    if panes:
        dialog.picker._change(tuple(panes.split(",")))
        command = [command[0], *(["--pane"] if kind == "clip" else []), panes, *command[1:]]
    for name, value in choices.items():
        dialog.choices_column.forms[kind].chosen.emit(name, value)
    assert finish(qtbot, dialog).startswith("Exported")
    by_window = dialog.target.path
    by_command = by_the_command_line(tmp_path, command, by_window.suffix)
    if by_window.suffix == ".mp4":  # beside other work a film was seen to differ in one byte of its stream
        shown, expected = film(by_window), film(by_command)
        assert shown.shape == expected.shape
        assert np.abs(shown - expected).mean() < 0.1
    else:
        assert by_window.read_bytes() == by_command.read_bytes()
    if by_window.suffix not in (".npy", ".py"):
        assert reading.read(by_window).edited({"view.zoom": {}}) == DOCUMENT


def film(target):
    """Return the frames of a film, shape (frames, height, width, 3)."""
    with av.open(str(target)) as opened:
        return np.array([frame.to_ndarray(format="rgb24") for frame in opened.decode(video=0)], int)


def by_the_command_line(folder, command, suffix):
    session, target = folder / "a.peview", folder / f"b{suffix}"
    session.write_text(DOCUMENT.to_json())
    assert cli.main([*command, "--session", str(session), "-o", str(target)]) == 0
    return target


@pytest.mark.usefixtures("unseen")
def test_the_extension_is_the_formats_and_the_format_the_extensions(qtbot, dialog):
    dialog.choices_column.forms["picture"].chosen.emit("format", "svg")
    assert dialog.target.name.text() == "encoding-20x16.svg"
    dialog.target.name.setText("mine.pdf")
    dialog.target.name.editingFinished.emit()
    assert dialog.choices.format == "pdf"
    dialog.picker.changed.emit(("encoding",))
    assert dialog.target.name.text() == "mine.pdf"
    dialog.choices_column.forms["picture"].chosen.emit("format", "png")
    assert dialog.target.name.text() == "mine.png"
    dialog.target.name.setText("mine.v2")
    dialog.target.name.editingFinished.emit()
    assert dialog.target.name.text() == "mine.v2.png"


@pytest.mark.usefixtures("unseen")
def test_a_file_is_replaced_only_when_the_user_says_so(qtbot, dialog, tmp_path, monkeypatch):
    target = tmp_path / "out" / "encoding-20x16.png"
    target.write_bytes(b"before")
    asked = answer(monkeypatch, "Keep it")
    dialog.export()
    assert dialog.job is None
    assert target.read_bytes() == b"before"
    assert asked == [f"encoding-20x16.png is already in {tmp_path / 'out'}."]
    answer(monkeypatch, "Replace")
    finish(qtbot, dialog)
    assert reading.read(target) == DOCUMENT


@pytest.mark.usefixtures("unseen")
@pytest.mark.parametrize("name", ["folder.png"])
def test_a_target_that_cannot_be_written_is_one_line_and_nothing_is_lost(qtbot, dialog, tmp_path, monkeypatch, name):
    answer(monkeypatch, "Replace")
    (tmp_path / "out" / "folder.png").mkdir()
    dialog.target.name.setText(name)
    reported = finish(qtbot, dialog)
    assert reported.startswith("Cannot write ")
    assert name in reported
    assert "\n" not in reported
    assert names(tmp_path / "out") == ["folder.png"]
    assert dialog.isVisible()
    assert dialog.foot.export_button.isEnabled()
    dialog.target.name.setText("a.png")
    assert finish(qtbot, dialog).startswith("Exported a.png")


@pytest.mark.usefixtures("unseen")
def test_escape_stops_an_export_before_it_closes_the_dialog(qtbot, make, tmp_path):
    dialog = make("clip")
    dialog.choices_column.forms["clip"].chosen.emit("seconds", 600.0)
    dialog.export()
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert dialog.isVisible()
    qtbot.waitUntil(lambda: dialog.job is None, timeout=SETTLED)
    assert names(tmp_path / "out") == []
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert not dialog.isVisible()


@pytest.mark.usefixtures("unseen")
@pytest.mark.slow
def test_return_exports_wherever_the_focus_is(qtbot, dialog, tmp_path):
    assert dialog.foot.export_button.isDefault()
    dialog.picker.add_button.setFocus()
    dialog.picker.add_button.click()
    assert dialog.foot.export_button.isDefault()
    dialog.foot.export_button.setFocus()
    dialog.export()
    assert dialog.focusWidget() is dialog.foot.line.cancel
    qtbot.waitUntil(lambda: dialog.job is None, timeout=SETTLED)
    assert dialog.focusWidget() is dialog.foot.export_button


# What is remembered and what cannot be had


@pytest.mark.usefixtures("unseen")
def test_the_last_choices_are_remembered(qtbot, make, tmp_path):
    dialog = make()
    dialog.choices_column.forms["picture"].chosen.emit("theme", "slide-dark")
    dialog.choices_column.forms["picture"].chosen.emit("format", "svg")
    dialog.choices_column.kinds.buttons["data"].click()
    dialog.choices_column.forms["data"].chosen.emit("format", "npz")
    dialog.reject()
    kept = Settings(tmp_path / "config").choices
    assert kept.export_kind == "data"
    assert kept.export["picture"]["theme"] == "slide-dark"
    again = make("")
    assert again.kind.name == "data"
    assert again.choices.format == "npz"
    again.choose_kind("picture")
    assert (again.choices.theme, again.choices.format) == ("slide-dark", "svg")


@pytest.mark.slow
@pytest.mark.usefixtures("coarse")
@pytest.mark.parametrize("kind", list(KINDS))
def test_every_kind_fits_into_the_dialog_and_shows_something(qtbot, make, kind):
    dialog = make(kind, pane="shift")
    assert dialog.foot.line.label.text() == ""
    assert dialog.preview_column.caption.text()
    form = dialog.choices_column.forms[kind]
    assert form.minimumSizeHint().width() <= form.width()
    assert dialog._shown[1].picture or dialog._shown[1].text


def test_code_is_shown_and_copied_as_it_is_written(qtbot, make):
    dialog = make("code")
    dialog.choices_column.forms["code"].chosen.emit("operator", True)
    settle(qtbot, dialog)
    shown = dialog.preview_column.preview.text.toPlainText()
    assert "M(φ)" in shown or "shift" in shown
    with qtbot.waitSignal(dialog.copyRequested) as caught:
        dialog.foot.copy_button.click()
    kind, subject, choices = caught.args
    assert kind.copied(subject, choices)["text/plain"].decode() == shown
    finish(qtbot, dialog)
    assert dialog.target.path.read_text() == shown


def test_the_beginning_of_data_is_shown_as_it_is_written(qtbot, make):
    dialog = make("data")
    shown = dialog.preview_column.preview.text.toPlainText().splitlines()
    finish(qtbot, dialog)
    written = Path(dialog.target.path).read_text().splitlines()
    assert len(shown) > 10
    assert all(line == whole or (line.endswith("…") and whole.startswith(line[:-1]))
               for line, whole in zip(shown[:-1], written, strict=False))  # fmt: skip


@pytest.mark.slow
@pytest.mark.usefixtures("coarse")
def test_the_frames_of_a_clip_and_the_slides_of_a_deck_can_be_looked_through(qtbot, make):
    for kind, count in (("clip", 3), ("deck", 2)):
        dialog = make(kind, pane="shift")
        assert dialog.preview_column.moment.isVisible()
        assert dialog.preview_column.moment.maximum() == count - 1
        first = dialog._shown[1].picture
        slider = dialog.preview_column.moment
        for place, moment in ((slider.width() - 10, count - 1), (10, 0), (slider.width() // 2, (count - 1) // 2)):
            qtbot.mouseClick(slider, Qt.MouseButton.LeftButton, pos=QPoint(place, slider.height() // 2))
            settle(qtbot, dialog)
            assert slider.number() == moment
            assert (dialog._shown[1].picture == first) == (moment == 0)
        QApplication.processEvents()


@pytest.mark.slow
def test_space_plays_a_clip_in_the_preview_and_pauses_it_where_the_whole_frame_is_then_shown(qtbot, make):
    dialog = make("clip", "shift")
    play = dialog.preview_column.play_button
    assert dialog.focusWidget() is play
    QTest.keyClick(play, Qt.Key.Key_Space)
    assert play.accessibleName() == "Pause the clip"
    qtbot.waitUntil(lambda: dialog.preview_column.moment.number() > 0, timeout=SETTLED)
    assert picture(dialog)[0] <= dialog.preview_column.preview.picture.room()[0]
    dialog.preview_column.preview.picture.setFocus()
    QTest.keyClick(dialog.preview_column, Qt.Key.Key_Space)  # nothing there takes it
    assert not dialog.player.playing
    assert play.accessibleName() == "Play the clip"
    settle(qtbot, dialog)
    assert picture(dialog) == (400, 300)


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "plays"), [("picture", False), ("clip", True), ("deck", False)])
def test_only_a_clip_plays(make, kind, plays):
    assert make(kind).preview_column.play_button.isVisible() == plays
