"""The window as a whole: what is on show at which size, the pointer and the keys, files dropped, and how it closes."""

import itertools
import json

import numpy as np
import pytest
from PySide6.QtCore import QLibraryInfo, QMimeData, QPointF, Qt, QUrl, QVersionNumber
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QGraphicsView, QMessageBox

from peviewer.app.controls.choice import ChoiceBox
from peviewer.app.panes.header import PaneChoice
from peviewer.app.window.status import HINT
from peviewer.app.window.story_guide import Ring
from peviewer.base.numbers import number
from peviewer.document.document import Document
from peviewer.figures.presets import FIRST, preset


def drop(window, path):
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path))])
    keys = Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    where = QPointF(window.rect().center())
    exact = QLibraryInfo.version() >= QVersionNumber(6, 12)  # earlier ones take whole pixels alone
    entered = QDragEnterEvent(where if exact else where.toPoint(), *keys)
    QApplication.sendEvent(window, entered)
    if entered.isAccepted():
        QApplication.sendEvent(window, QDropEvent(where, *keys))
    return entered.isAccepted()


def figures(window):
    return {name: dock.view.figure() for name, dock in window.docks.items()}


def redrawn(window, before):
    """Return the panes that show another Figure than before."""
    return {name for name, figure in figures(window).items() if figure is not before[name]}


def overlapping(parent):
    shown = [child for child in parent.children() if child.isWidgetType() and child.isVisible()]
    shown = [child for child in shown if not isinstance(child, Ring)]  # around another on purpose
    return [
        (a, b) for a, b in itertools.combinations(shown, 2) if a.geometry().intersects(b.geometry())
    ]


@pytest.mark.slow
def test_the_window_fits_the_smallest_screens_and_gives_its_description_up_first(open_window):
    window = open_window("shift", size=(628, 294))  # what 1280 × 672 at 200 % leave
    assert window.width() == 628
    assert window.height() == 294
    assert not window.description.isVisible()
    assert overlapping(window.transport) == []
    for size, told in (((1280, 800), True), ((760, 440), False), ((1024, 660), True)):
        window.resize(*size)
        assert window.description.isVisible() is told, "a small window is for its panes"


def test_in_a_small_window_what_has_no_room_is_left_out_and_nothing_overlaps(qapp, open_window):
    window = open_window("four-panes", size=(900, 600))
    assert window.width() == 900
    assert window.height() == 600
    assert all(dock.seen for dock in window.docks.values())
    for bar in (window.transport, *(dock.header for dock in window.docks.values())):
        assert overlapping(bar) == []
        assert all(
            bar.rect().contains(child.geometry())
            for child in bar.findChildren(PaneChoice)
            if child.isVisible()
        )
    header = window.docks["distance"].header
    assert header.more.isVisible()
    header.more.click()
    menu = QApplication.activePopupWidget()
    next(action for action in menu.actions() if action.text() == "Maximise Distance").trigger()
    menu.close()
    qapp.processEvents()
    assert window.area.maximised == "distance"
    assert not header.more.isVisible()


def test_maximised_the_other_panes_rest_and_escape_brings_them_back(qtbot, open_window):
    window = open_window(panes=("encoding", "shift"))
    window.docks["shift"].view.panels[0].area.hovered.emit(3.0, 4.0)
    assert window.pointing.hovered
    window.docks["shift"].asked.emit("maximise", "shift")
    qtbot.waitUntil(
        lambda: window.pointing.hovered == {}
    )  # what was under the pointer has moved away
    before = figures(window)
    with qtbot.waitSignal(window.session.changed):
        window.session.edit({"encoding.dim": 64})
    assert redrawn(window, before) == {"shift"}
    QTest.keyClick(window, Qt.Key.Key_Escape)
    assert window.area.maximised == ""
    assert redrawn(window, before) == {"encoding", "shift"}


@pytest.mark.slow
def test_a_theme_recolours_the_whole_window_hidden_panes_too_and_is_remembered(qapp, open_window):
    def darkness(widget):
        image = widget.grab().toImage()
        spots = [(x, y) for x in range(5, image.width(), 40) for y in range(5, image.height(), 40)]
        return sum(image.pixelColor(x, y).lightness() < 60 for x, y in spots) / len(spots)

    window = open_window(panes=("frequencies", "binary"))
    assert darkness(window) < 0.2
    window.docks["binary"].close()
    window.choose_theme("dark")
    window.area.reveal("binary")
    qapp.processEvents()
    for part in (window, window.docks["binary"].header, window.docks["binary"].view):
        assert darkness(part) > 0.5
    assert window.settings.choices.theme == "dark"


def test_the_status_bar_reads_what_is_pointed_at_and_says_when_it_is_pinned(qtbot, small_window):
    view = small_window.docks["encoding"].view
    status = small_window.status
    view.hovered.emit({"position": 37, "dimension": 12}, ())
    first = status.readout.text()
    assert first.startswith("t = 37, j = 12 (pair 6, sin)")
    with qtbot.waitSignal(small_window.session.changed):
        small_window.session.edit({"encoding.base": 100})
    assert status.readout.text() != first
    assert not status.pinned.isVisible()
    view.pressed.emit(False)
    qtbot.waitUntil(status.pinned.isVisible)
    assert status.pinned.text() == "Cursor pinned; click to release"
    view.left.emit()
    assert status.readout.text().startswith("t = 37")
    status.pinned.click()
    qtbot.waitUntil(status.pinned.isHidden)
    assert status.readout.text() == HINT


@pytest.mark.slow
def test_the_focus_comes_back_to_the_picture_where_space_plays(qtbot, open_window):
    """After a preset chosen with the mouse, a choice in a header, and a pane that is closed."""
    window = open_window(panes=("encoding", "distance"))
    window.activateWindow()

    def plays_on_space():
        played = []
        for _ in range(2):
            QTest.keyClick(QApplication.focusWidget() or window, Qt.Key.Key_Space)
            played.append(window.player.playing)
        return played == [True, False]

    QTest.mouseClick(window.preset_chooser, Qt.MouseButton.LeftButton)
    menu = QApplication.activePopupWidget()
    with qtbot.waitSignal(window.session.opened):
        for key in (Qt.Key.Key_Down, Qt.Key.Key_Right, Qt.Key.Key_Return):
            QTest.keyClick(QApplication.activePopupWidget(), key)
    assert window.session.title == preset(FIRST).title
    assert not menu.isVisible()
    window.activateWindow()  # offscreen no window manager does
    qtbot.waitUntil(lambda: QApplication.focusWidget() is not None)
    assert plays_on_space()
    window.session.edit({"view.panes": ("encoding", "distance"), "view.arrangement": None})
    window.session.flush()
    metric = window.docks["distance"].header.choices[0]
    metric.findChild(ChoiceBox).setFocus()
    metric.finished.emit()
    assert window.docks["encoding"].view.hasFocus()
    window.area.close_pane("encoding")
    assert window.docks["distance"].view.hasFocus()


@pytest.mark.slow
def test_escape_ends_the_pin_then_the_maximised_pane_then_the_full_screen(qtbot, open_window):
    window = open_window(panes=("encoding", "binary"))
    window.activateWindow()
    view = window.docks["encoding"].view
    view.hovered.emit({"position": 37}, ())
    view.pressed.emit(False)
    window.area.maximise("encoding")
    window.toggle_full_screen()
    qtbot.waitUntil(window.status.pinned.isVisible)
    qtbot.waitUntil(window.isFullScreen)
    QTest.keyClick(window, Qt.Key.Key_Escape)
    assert window.pointing.pinned == {}
    assert window.area.maximised == "encoding"
    QTest.keyClick(window, Qt.Key.Key_Escape)
    assert window.area.maximised == ""
    assert window.isFullScreen() is True
    QTest.keyClick(window, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: not window.isFullScreen())


def test_a_dropped_session_opens_whatever_its_name(small_window, tmp_path, qapp):
    for length, name in enumerate(("a.peview", "a.peview.bak", "peview"), 41):
        document = Document().edited({"encoding.length": length})
        (tmp_path / name).write_text(document.to_json())
        assert drop(small_window, tmp_path / name)
        qapp.processEvents()
        assert small_window.session.document == document


def test_each_dropped_file_gets_an_answer_wherever_in_the_window_it_is_dropped(
    small_window, tmp_path, qapp
):
    window = small_window
    notice = small_window.notice
    for part in window.docks["encoding"].findChildren(QGraphicsView):
        assert not part.acceptDrops()
        assert not part.viewport().acceptDrops()
    for name, content, said in [
        ("a.peview", b"{", str(tmp_path / "a.peview")),
        ("a.gguf", b"GGUF\3", "by gguf and numpy.save"),
        ("a.jpg", b"\xff\xd8\xff", "it is no text in UTF-8"),
        ("words.txt", b"the 1 2\na 3 4\nof 5 6\n", "names the positions"),
        ("pos.csv", b"pos,0,1\n0,1,2\n1,3,4\n2,5,6\n", "first column counts by 1"),
    ]:
        (tmp_path / name).write_bytes(content)
        assert drop(window, tmp_path / name)
        qapp.processEvents()
        assert notice.isVisible(), name
        assert said in notice.label.text()
        expected = name in ("a.peview", "a.gguf", "a.jpg")
        assert notice.sign.isVisible() == (expected)
    table = window.session.document.encoding.table()
    assert table.tolist() == [[1, 2], [3, 4], [5, 6]]
    window.files.save_to(tmp_path / "b.peview")
    assert not notice.isVisible()


def test_changes_to_a_session_file_are_asked_about_before_closing(
    small_window, tmp_path, monkeypatch
):
    asked = []
    monkeypatch.setattr(
        QMessageBox, "question", lambda *_: asked.append(True) or QMessageBox.StandardButton.Cancel
    )
    window = small_window
    window.files.save_to(tmp_path / "a.peview")
    window.session.edit({"encoding.length": 5})
    assert not window.close()
    assert window.isVisible()
    assert window.isWindowModified()
    assert "changed" not in window.windowTitle(), "the star says it"
    assert asked == [True]
    window.files.save()
    assert window.close()
    assert asked == [True]


@pytest.mark.slow
def test_a_changed_preset_is_said_in_the_title_and_left_without_being_asked(
    qapp, small_window, monkeypatch
):
    monkeypatch.setattr(QMessageBox, "question", lambda *_: pytest.fail("asked"))
    known = preset("rope-llama-2")
    small_window.session.open(known.document, known.title)
    for length, changed in ((5, ", changed"), (4096, ""), (7, ", changed")):
        small_window.session.edit({"encoding.length": length})
        qapp.processEvents()
        assert (
            small_window.windowTitle()
            == f"RoPE of LLaMA 2{changed} · {number(length)} × 128[*] – peviewer"
        )
    assert small_window.close()


@pytest.mark.slow
def test_what_rows_are_is_said_by_an_answer_or_a_field_until_another_table_opens(
    small_window, qapp, tmp_path
):
    table = np.random.default_rng(3).standard_normal((12, 5))
    np.save(tmp_path / "wide.npy", table.T)
    np.save(tmp_path / "tall.npy", table)
    window = small_window
    asking = small_window.table_question
    for end, shown in (
        (lambda: asking.buttons["Rows are positions"].click(), table.T),
        (lambda: asking.buttons["Rows are dimensions"].click(), table),
        (lambda: window.session.edit({"encoding.rows": "dimensions"}), table),
        (lambda: window.files.open(tmp_path / "tall.npy"), table),
    ):
        assert not asking.isVisible()
        window.files.open(tmp_path / "wide.npy")
        qapp.processEvents()
        assert asking.isVisible()
        expected = window.session.document.encoding.question
        assert asking.label.text() == expected
        end()
        qapp.processEvents()
        assert np.array_equal(window.session.document.encoding.table(), shown)
    assert not asking.isVisible()


ARRAYS_WITH_ANSWERS = (
    ("noise.npy", ["Channels are first", "Channels are last"], "Channels are first", (7, 9)),
    ("swin.npz", ["It is 2 × 3", "It is 3 × 2"], "It is 3 × 2", (3, 2)),
    ("swin.npz", ["It is 2 × 3", "It is 3 × 2"], "It is 2 × 3", (2, 3)),
)


@pytest.mark.slow
def test_what_only_the_user_knows_of_an_array_is_asked_with_what_it_may_be(
    small_window, qapp, tmp_path
):
    window = small_window
    asking = small_window.table_question
    np.save(tmp_path / "noise.npy", np.random.default_rng(0).standard_normal((6, 7, 9)))
    biases = np.random.default_rng(0).standard_normal((15, 2))
    np.savez(tmp_path / "swin.npz", relative_position_bias_table=biases)
    for file_name, answers, chosen, grid in ARRAYS_WITH_ANSWERS:
        assert window.files.open(tmp_path / file_name)
        qapp.processEvents()
        assert asking.isVisible()
        assert list(asking.buttons) == answers
        expected = window.session.document.encoding.question
        assert asking.label.text() == expected
        asking.buttons[chosen].click()
        qapp.processEvents()
        assert window.session.document.encoding.grid == grid
        assert not asking.isVisible()


def test_a_configuration_offers_its_tower_beside_what_is_said_of_its_text(
    small_window, qtbot, tmp_path
):
    path = tmp_path / "config.json"
    vision = {"model_type": "pixtral", "image_size": 64, "patch_size": 16}
    path.write_text(json.dumps({"text_config": {"model_type": "llama"}, "vision_config": vision}))
    assert small_window.files.open(path)
    notice = small_window.notice
    assert small_window.session.document.encoding.scheme == "rope"
    assert notice.isVisible() is True
    [button] = notice.offers
    assert button.text() == "Open vision_config"
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert small_window.session.document.encoding.size == "4 × 4 positions, 64 dimensions"
    assert notice.offers == []


@pytest.mark.parametrize(("width", "share"), [(700, 0.4), (1200, 300 / 1200)])
def test_parameters_leave_the_panes_of_a_small_window_room(open_window, width, share):
    window = open_window(size=(width, 700), panes=("encoding",))

    assert window.parameters.width() == round(share * width)
