import threading
import zipfile
from pathlib import Path

import av
import numpy as np
import pptx
import pytest
from PIL import Image
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, Qt
from PySide6.QtGui import QDesktopServices, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMessageBox

from peviewer.app.export.dialog import ExportDialog
from peviewer.app.session.session import Session
from peviewer.app.session.settings import Settings
from peviewer.cli import main as cli
from peviewer.document.document import Document
from peviewer.exporters import formats
from peviewer.exporters.kinds import picture as export_picture
from peviewer.exporters.kinds.catalog import KINDS
from peviewer.exporters.metadata import reading
from peviewer.exporters.picture.render import rendered
from peviewer.figures.palette import DARK, LIGHT
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


@pytest.mark.slow
@pytest.mark.usefixtures("unseen")
def test_several_values_stand_on_one_page_or_in_a_file_each(qtbot, make, tmp_path):
    dialog = make("picture", "frequencies")
    form = dialog.choices_column.forms["picture"]
    assert not form.editors["columns"].isVisible()
    form.editors["sweep"].edited.emit("encoding.base=10,1000", "")
    settle(qtbot, dialog)
    assert form.editors["columns"].isVisible()
    assert dialog.target.path.name == "frequencies-20x16-base.png"
    assert reading.read(written(qtbot, dialog, tmp_path)).encoding.base == 10
    dialog.target.name.setText("of-{}.png")
    finish(qtbot, dialog)
    numbered = [tmp_path / "out" / f"of-{base}.png" for base in (10, 1000)]
    assert [reading.read(path).encoding.base for path in numbered] == [10, 1000]


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
def test_what_was_typed_for_a_kind_stays_with_it_though_it_comes_late(qtbot, dialog):
    dialog.choose_kind("code")
    dialog.choices_column.forms["clip"].chosen.emit("stop", 7.0)
    assert dialog.choices_of("clip").stop == 7.0
    assert not hasattr(dialog.choices, "stop")


@pytest.mark.slow
@pytest.mark.usefixtures("unseen")
def test_what_was_exported_can_be_shown_in_its_folder(qtbot, dialog, tmp_path, monkeypatch):
    opened = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: opened.append(url.toLocalFile()) or len(opened) == 1)
    button = dialog.foot.line.show_button
    assert not button.isVisible()
    finish(qtbot, dialog)
    assert button.isVisible()
    button.click()
    assert opened == [str(tmp_path / "out")]
    button.click()  # where nothing can open it, that is said
    assert not button.isVisible()
    assert dialog.foot.line.label.text().startswith("No program here opens folders")
    assert str(tmp_path / "out") in dialog.foot.line.label.text()


@pytest.mark.slow
@pytest.mark.usefixtures("unseen")
def test_what_was_exported_is_forgotten_once_something_else_is_chosen(qtbot, dialog):
    finish(qtbot, dialog)
    dialog.choices_column.forms["picture"].chosen.emit("title", False)
    assert not dialog.foot.line.show_button.isVisible()
    settle(qtbot, dialog)


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
def test_why_nothing_can_be_shown_is_said_no_longer_than_that_is_so(qtbot, make):
    dialog = make(pane="bias")
    line = dialog.foot.line.label
    assert line.text().startswith("Sinusoidal")
    dialog.choices_column.kindChosen.emit("code")
    settle(qtbot, dialog)
    assert line.text() == ""
    dialog.choices_column.kindChosen.emit("picture")
    settle(qtbot, dialog)
    assert line.text().startswith("Sinusoidal")
    dialog.picker._replace(0, "encoding")
    settle(qtbot, dialog)
    assert line.text() == ""


@pytest.mark.usefixtures("unseen")
def test_another_kind_of_export_is_shown_from_its_top(qtbot, dialog):
    dialog.resize(dialog.width(), dialog.minimumHeight())
    bar = dialog.choices_column.scrolled.verticalScrollBar()
    qtbot.waitUntil(lambda: bar.maximum() > 0)
    bar.setValue(bar.maximum())
    dialog.choices_column.kindChosen.emit("clip")
    assert bar.value() == 0
    settle(qtbot, dialog)


@pytest.mark.slow
def test_the_preview_follows_every_choice(qtbot, dialog):
    def pixels(name, value):
        dialog.choices_column.forms["picture"].chosen.emit(name, value)
        assert dialog.previews.busy
        settle(qtbot, dialog)
        return dialog._shown[1].picture

    before = dialog._shown[1].picture
    for name, value in {"theme": "slide-dark", "title": False, "bars": False, "font": "serif", "width": 500}.items():
        after = pixels(name, value)
        assert after != before, name
        before = after
    assert picture(dialog) == (500, 300)
    pixels("transparent", True)
    assert dialog.preview_column.preview.picture.image.pixelColor(2, 2).alpha() == 0


@pytest.mark.slow
def test_the_preview_is_unpacked_without_qts_reader_which_can_hold_the_window_for_ever(qtbot, dialog, monkeypatch):
    read = []
    monkeypatch.setattr(QImage, "fromData", lambda *given: read.append(given))
    dialog.choices_column.forms["picture"].chosen.emit("width", 410)
    settle(qtbot, dialog)
    assert picture(dialog) == (410, 300)
    assert not read


@pytest.mark.slow
def test_while_a_preview_is_made_only_the_last_wish_is_kept(qtbot, dialog, monkeypatch):
    released, sizes = threading.Event(), []

    def render_later(*arguments, style, **options):
        sizes.append(style.width)
        assert released.wait(10)
        return rendered(*arguments, style=style, **options)

    monkeypatch.setattr(export_picture, "rendered", render_later)
    dialog.choices_column.forms["picture"].chosen.emit("width", 410)
    qtbot.waitUntil(lambda: sizes == [410])
    for width in (420, 430, 440):
        dialog.choices_column.forms["picture"].chosen.emit("width", width)
    qtbot.waitUntil(dialog.preview_column.preview._busy_label.isVisible)
    released.set()
    settle(qtbot, dialog)
    assert sizes == [410, 440]
    assert picture(dialog) == (440, 300)
    assert not dialog.preview_column.preview._busy_label.isVisible()


@pytest.mark.slow
def test_the_preview_follows_the_window_while_the_dialog_is_open(qtbot, dialog):
    dialog._session.edit({"encoding.length": 30})
    qtbot.waitUntil(lambda: dialog.target.name.text() == "encoding-30x16.png")
    settle(qtbot, dialog)
    finish(qtbot, dialog)
    assert reading.read(dialog.target.path).encoding.length == 30


@pytest.mark.slow
def test_a_closed_dialog_keeps_no_picture_and_opened_again_it_shows_one(qtbot, dialog):
    shown = picture(dialog)
    dialog.reject()
    assert dialog.preview_column.preview.picture.image.isNull()
    dialog.picker.choose(["distance"])  # asks for a preview, which comes when nobody looks
    settle(qtbot, dialog)
    assert dialog.preview_column.preview.picture.image.isNull()
    dialog.open_on("encoding", DOCUMENT.view.panes)
    settle(qtbot, dialog)
    assert picture(dialog) == shown


@pytest.mark.slow
def test_as_on_screen_follows_the_theme_of_the_window(qtbot, dialog):
    sign = dialog.picker.rows[0].remove_button.icon().pixmap(16).toImage()
    dialog.set_palette(DARK)
    settle(qtbot, dialog)
    assert dialog.preview_column.preview.picture.image.pixelColor(2, 2).name().upper() == "#14161A"
    assert dialog.picker.rows[0].remove_button.icon().pixmap(16).toImage() != sign


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


@pytest.mark.slow
def test_choices_that_exclude_each_other_are_said_and_nothing_is_lost(qtbot, make):
    dialog = make("clip")
    dialog.choices_column.forms["clip"].chosen.emit("easing", "log")
    settle(qtbot, dialog)
    assert dialog.foot.line.label.text().startswith("Easing = 'log' is not allowed")
    dialog.choices_column.forms["clip"].chosen.emit("easing", "linear")
    settle(qtbot, dialog)
    assert dialog.foot.line.label.text() == ""


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
LOOK = {
    "theme": "slide-dark", "font": "serif", "font_size": 24.0, "title": False, "formula": False, "labels": False,
    "bars": False, "legend": False, "marks": False, "caption": True,
}  # fmt: skip
LOOK_FLAGS = (
    "--theme slide-dark --font serif --font-size 24 --no-title --no-formula --no-labels --no-bars --no-legend "
    "--no-marks --caption"
).split()


@pytest.mark.sampled(1)
@pytest.mark.usefixtures("unseen")
@pytest.mark.parametrize(
    ("kind", "panes", "choices", "command"),
    [
        ("picture", "encoding", {**LOOK, "format": "svg"}, ["export", *SIZED, *LOOK_FLAGS]),
        ("picture", "encoding", {"format": "webp", "transparent": True}, ["export", *SIZED, "--transparent"]),
        ("picture", "encoding", {"transparent": True, "format": "jpg"}, ["export", *SIZED]),
        ("picture", "encoding", {"format": "pdf", "size": "single"}, ["export", "--preset-size", "single"]),
        ("picture", "encoding", {"size": "inches", "wide": 3.3, "high": 2.5, "dpi": 200.0, "theme": "paper"},
         ["export", "--inches", "3.3x2.5", "--dpi", "200", "--theme", "paper"]),
        ("picture", "encoding,shift", {"width": 600, "height": 700, "columns": 1, "letters": True},
         ["export", "--size", "600x700", "--columns", "1", "--letters"]),
        ("clip", "shift", {"format": "mp4", "loop": "once"}, ["animate", *CLIP, "--loop", "once"]),
        ("clip", "encoding", {"format": "png", "path": "encoding.base", "start": 10.0, "stop": 100.0, "easing": "log",
                              "loop": "bounce", "theme": "slide-dark"},
         ["animate", *CLIP, *"--animate encoding.base --from 10 --to 100 --easing log --loop bounce".split(),
          "--theme", "slide-dark"]),
        *(("data", "shift", {"format": kind}, ["data"]) for kind in ("csv", "json")),
        ("data", "shift", {"format": "npy", "array": "shifted"}, ["data", "--array", "shifted"]),
        ("data", "shift", {"format": "npz", "window": True}, ["data", "--window"]),
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
    if by_window.suffix in (".mp4", ".webm"):  # beside other work a film was seen to differ in one byte of its stream
        shown, expected = film(by_window), film(by_command)
        assert shown.shape == expected.shape
        assert np.abs(shown - expected).mean() < 0.1
    else:
        assert by_window.read_bytes() == by_command.read_bytes()
    if by_window.suffix not in (".npy", ".py"):
        assert reading.read(by_window) == DOCUMENT


def film(target):
    """Return the frames of a film, shape (frames, height, width, 3)."""
    with av.open(str(target)) as opened:
        return np.array([frame.to_ndarray(format="rgb24") for frame in opened.decode(video=0)], int)


def by_the_command_line(folder, command, suffix):
    session, target = folder / "a.peview", folder / f"b{suffix}"
    session.write_text(DOCUMENT.to_json())
    assert cli.main([*command, "--session", str(session), "-o", str(target)]) == 0
    return target


@pytest.mark.slow
@pytest.mark.usefixtures("coarse", "unseen")
def test_the_window_and_the_command_line_write_the_same_slides_that_open_again(qtbot, make, tmp_path):
    dialog = make("deck")
    assert finish(qtbot, dialog).startswith("Exported")
    assert reading.read(dialog.target.path) == DOCUMENT
    by_command = by_the_command_line(tmp_path, ["deck", *SIZED], ".pptx")

    def members(path):
        with zipfile.ZipFile(path) as archive:
            return {name: archive.read(name) for name in archive.namelist() if name != "docProps/core.xml"}

    assert members(dialog.target.path) == members(by_command)


@pytest.mark.slow
@pytest.mark.usefixtures("coarse")
def test_a_template_is_chosen_and_used_and_a_broken_one_is_named(qtbot, make, tmp_path):
    source = tmp_path / "own.pptx"
    pptx.Presentation().save(str(source))
    dialog = make("deck")
    form = dialog.choices_column.forms["deck"]
    assert form.editors["size"].isVisibleTo(form)
    form.editors["template"].edited.emit(str(source), "")
    settle(qtbot, dialog)
    assert not form.editors["size"].isVisibleTo(form)
    assert finish(qtbot, dialog).startswith("Exported")
    page = pptx.Presentation(str(dialog.target.path)).slides[0]
    assert page.slide_layout.name == "Title and Content"
    source.write_bytes(b"junk")
    form.editors["template"].edited.emit(str(source), "")
    settle(qtbot, dialog)
    assert "own.pptx: it is no PowerPoint file" in dialog.foot.line.label.text()
    form.editors["template"].edited.emit(None, "")
    settle(qtbot, dialog)
    assert dialog.foot.line.label.text() == ""


@pytest.mark.slow
@pytest.mark.usefixtures("unseen")
def test_the_window_and_the_command_line_write_the_same_folder_of_pictures(qtbot, make, tmp_path):
    dialog = make("deck")
    dialog.choices_column.forms["deck"].chosen.emit("format", "folder")
    finish(qtbot, dialog)
    by_command = by_the_command_line(tmp_path, ["deck", *SIZED], "")
    pictures = {path.name: path.read_bytes() for path in dialog.target.path.iterdir()}
    assert sorted(pictures) == ["01-encoding.png", "02-shift.png"]
    assert pictures == {path.name: path.read_bytes() for path in by_command.iterdir()}


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
def test_the_question_before_a_file_is_replaced_leaves_nothing_behind(qapp, dialog, tmp_path, monkeypatch):
    (tmp_path / "taken").touch()
    answer(monkeypatch, "Keep it")
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)  # rows that were shown before
    before = len(qapp.allWidgets())
    assert not dialog.target.may_write(tmp_path / "taken")
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert len(qapp.allWidgets()) == before


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


@pytest.mark.sampled(1)
@pytest.mark.usefixtures("unseen")
@pytest.mark.parametrize("name", ["missing/a.png", "folder.png", f"{'x' * 300}.png"])
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


@pytest.mark.slow
@pytest.mark.usefixtures("unseen")
def test_a_cancelled_clip_leaves_nothing_and_an_earlier_file_as_it_was(qtbot, make, tmp_path, monkeypatch):
    dialog = make("clip")
    target = tmp_path / "out" / "encoding-20x16-phi.gif"
    target.write_bytes(b"before")
    answer(monkeypatch, "Replace")
    dialog.choices_column.forms["clip"].chosen.emit("seconds", 600.0)
    dialog.export()
    with qtbot.waitSignal(dialog.job.progressed, timeout=SETTLED, check_params_cb=lambda share, _: 0 < share < 1):
        pass
    assert dialog.foot.line.cancel.isVisible()
    assert "left" in dialog.foot.line.label.text()
    dialog.foot.line.cancel.click()
    assert not dialog.foot.line.cancel.isEnabled(), "there is nothing more to ask for"
    qtbot.waitUntil(lambda: dialog.job is None, timeout=SETTLED)
    assert dialog.foot.line.label.text() == "Cancelled: nothing was written"
    assert names(tmp_path / "out") == [target.name]
    assert target.read_bytes() == b"before"


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


@pytest.mark.slow
@pytest.mark.usefixtures("unseen")
def test_the_window_stays_awake_while_a_clip_is_written(qtbot, make):
    dialog = make("clip")
    dialog.choices_column.forms["clip"].chosen.emit("seconds", 600.0)
    dialog.export()
    ticks = []
    timer = dialog.startTimer(10)
    dialog.timerEvent = lambda _event: ticks.append(1)
    qtbot.waitUntil(lambda: len(ticks) > 20, timeout=SETTLED)
    dialog.killTimer(timer)
    dialog.foot.cancel()
    qtbot.waitUntil(lambda: dialog.job is None, timeout=SETTLED)


@pytest.mark.slow
@pytest.mark.usefixtures("unseen")
def test_trouble_half_way_is_said_and_leaves_nothing(qtbot, make, tmp_path, monkeypatch):
    dialog = make("clip")

    def fail(*_arguments):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("peviewer.exporters.clip.gif.GifWriter.add", fail)
    reported = finish(qtbot, dialog)
    assert reported.startswith("Cannot write ")
    assert reported.endswith(": No space left on device")
    assert names(tmp_path / "out") == []


@pytest.mark.usefixtures("unseen")
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


@pytest.mark.usefixtures("unseen")
def test_a_size_brings_its_theme_and_the_theme_the_size_of_its_type(qtbot, dialog):
    form = dialog.choices_column.forms["picture"]
    box = form.editors["font_size"]
    assert box.text() == "30 px"
    form.chosen.emit("font_size", 24.0)
    form.chosen.emit("size", "single-600")
    assert dialog.choices.theme == "paper"
    assert box.text() == "9 pt"
    assert not form.editors["title"].isChecked()
    form.chosen.emit("size", "4k")
    assert dialog.choices.theme == "screen"
    assert box.text() == "30 px"


# What is remembered and what cannot be had


@pytest.mark.usefixtures("unseen")
def test_the_last_choices_are_remembered(qtbot, make, tmp_path):
    dialog = make()
    dialog.choices_column.forms["picture"].chosen.emit("theme", "slide-dark")
    dialog.choices_column.forms["picture"].chosen.emit("format", "svg")
    dialog.choices_column.kinds.buttons["data"].click()
    dialog.choices_column.forms["data"].chosen.emit("format", "json")
    dialog.reject()
    kept = Settings(tmp_path / "config").choices
    assert kept.export_kind == "data"
    assert kept.export["picture"]["theme"] == "slide-dark"
    again = make("")
    assert again.kind.name == "data"
    assert again.choices.format == "json"
    again.choose_kind("picture")
    assert (again.choices.theme, again.choices.format) == ("slide-dark", "svg")


@pytest.mark.usefixtures("unseen")
def test_remembered_choices_that_are_no_longer_allowed_are_left_out(qtbot, settings, make):
    settings.remember(export={"picture": {"theme": "neon", "format": "svg", "gone": 1, "width": -5}})
    dialog = make()
    assert (dialog.choices.theme, dialog.choices.format, dialog.choices.width) == ("screen", "svg", 1920)


@pytest.mark.usefixtures("unseen")
def test_formats_that_need_what_is_missing_are_grey_and_say_what_would_help(make, monkeypatch):
    monkeypatch.setattr(formats, "find_spec", lambda name: None)
    dialog = make("clip")
    box = dialog.choices_column.forms["clip"].editors["format"]
    grey = [row for row in range(box.count()) if not box.model().item(row).isEnabled()]
    assert [box.itemData(row) for row in grey] == ["mp4", "webm"]
    assert all("pip install" in box.itemData(row, Qt.ItemDataRole.ToolTipRole) for row in grey)
    assert "pip install" in dialog.choices_column.forms["clip"].hint.text()
    assert dialog.target.path.suffix == ".gif"
    dialog.target.name.setText("a.mp4")
    dialog.target.name.editingFinished.emit()
    assert dialog.choices.format == "gif"


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
def test_in_a_narrow_dialog_the_choices_have_all_the_room(qtbot, dialog):
    dialog.resize(1000, 680)
    assert dialog.preview_column.isVisibleTo(dialog)
    dialog.setMinimumSize(0, 0)
    dialog.resize(500, 340)
    assert not dialog.preview_column.isVisibleTo(dialog)
    dialog.layout().activate()
    assert dialog.choices_column.geometry().right() <= dialog.width()
    dialog.resize(1000, 680)
    assert dialog.preview_column.isVisibleTo(dialog)


@pytest.fixture
def slow(monkeypatch):
    """Let what choices come to be known only once this is set."""
    known, describe = threading.Event(), KINDS["clip"].description
    monkeypatch.setattr("peviewer.live.worker.PATIENCE", 0)
    monkeypatch.setattr(KINDS["clip"], "description", lambda *asked: known.wait(60) and describe(*asked))
    yield known
    known.set()


def test_what_choices_come_to_is_shown_as_soon_as_it_is_known_and_nothing_waits_for_it(qtbot, make, slow, unseen):
    dialog = make()
    qtbot.waitUntil(lambda: dialog.target.path.suffix == ".png", timeout=SETTLED)
    dialog.choose_kind("clip")
    assert dialog.target.path.suffix == ".png"
    assert not any(form.isVisible() for form in dialog.choices_column.forms.values()), "nothing is known to show there"
    slow.set()
    qtbot.waitUntil(lambda: dialog.target.path.suffix == ".gif", timeout=SETTLED)
    assert dialog.choices_column.forms["clip"].isVisible()


def test_a_form_of_which_nothing_is_known_yet_is_not_shown(make, slow, unseen):
    dialog = make("clip")
    found = [name for name, form in dialog.choices_column.forms.items() if form.isVisible()]
    slow.set()  # the dialog's end waits for it
    assert found == []


@pytest.mark.slow
def test_an_export_that_was_asked_for_before_begins_then(qtbot, make, slow, unseen, tmp_path):
    dialog = make()
    dialog.choose_kind("clip")
    dialog.foot.export_button.click()
    assert dialog.job is None
    assert dialog.foot.line.label.text() == "Working it out …"
    slow.set()
    qtbot.waitUntil(lambda: names(tmp_path / "out") != [] and dialog.job is None, timeout=SETTLED)
    [name] = names(tmp_path / "out")
    assert name.endswith(".gif")


def test_an_export_is_forgotten_where_other_choices_are_made_meanwhile(qtbot, make, slow, unseen, tmp_path):
    dialog = make()
    dialog.choose_kind("clip")
    dialog.export()
    dialog.choose_kind("data")
    slow.set()
    qtbot.waitUntil(lambda: dialog.target.path.suffix == ".csv", timeout=SETTLED)
    assert dialog.job is None
    assert names(tmp_path / "out") == []


def test_an_export_is_forgotten_where_the_dialog_is_closed_meanwhile(qtbot, make, slow, unseen, tmp_path):
    dialog = make()
    dialog.choose_kind("clip")
    dialog.export()
    dialog.reject()
    slow.set()
    qtbot.waitUntil(lambda: dialog.target.path.suffix == ".gif", timeout=SETTLED)
    assert dialog.job is None
    assert names(tmp_path / "out") == []


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
@pytest.mark.parametrize("deed", ["choose", "drag", "zoom", "close"])
def test_playing_ends_where_another_clip_a_moment_a_pixel_or_nothing_is_to_be_seen(qtbot, make, deed):
    dialog = make("clip", "shift")
    dialog.toggle_playing()
    qtbot.waitUntil(lambda: dialog.player.made > 0, timeout=SETTLED)
    {
        "choose": lambda: dialog._choose("clip", "fps", 5),
        "drag": lambda: QTest.keyClick(dialog.preview_column.moment, Qt.Key.Key_End),
        "zoom": dialog.preview_column.zoom.click,
        "close": dialog.reject,
    }[deed]()
    assert not dialog.player.playing
    assert (dialog.player.made > 0) == (deed in ("drag", "zoom"))
    settle(qtbot, dialog)


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "plays"), [("picture", False), ("clip", True), ("deck", False)])
def test_only_a_clip_plays(make, kind, plays):
    assert make(kind).preview_column.play_button.isVisible() == plays
