import itertools

import numpy as np
import pytest
from PySide6.QtCore import QLibraryInfo, QMimeData, QPoint, QPointF, Qt, QUrl, QVersionNumber
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QGraphicsView, QMessageBox

from peviewer.app.controls.choice import ChoiceBox
from peviewer.app.controls.number_box import NumberBox
from peviewer.app.controls.panel import ParametersPanel
from peviewer.app.panes.header import PaneChoice
from peviewer.app.stories.highlight import Ring
from peviewer.document.document import Document
from peviewer.figures.palette import LIGHT
from peviewer.figures.presets import presets


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


def test_the_first_launch_shows_every_pane_and_nothing_is_cut_off(open_window):
    window = open_window("endpoint", size=(1280, 800))
    assert all(dock.seen for dock in window.docks.values())
    assert window.parameters.width() == 300
    for dock in window.docks.values():
        header = dock.header
        assert header.height() == 28
        assert header.sizeHint().width() <= header.width()
    assert window.transport.minimumSizeHint().width() <= window.transport.width()


@pytest.mark.slow
def test_panes_parameters_and_the_transport_have_a_ground_of_their_own(window):
    picture = window.grab().toImage()
    sides = window.parameters.chooser.parentWidget(), window.findChild(ParametersPanel), window.transport
    for part in (*sides, *(dock.header for dock in window.docks.values())):
        corner = part.mapTo(window, QPoint(8, 4))  # within its border, before its first letter
        assert picture.pixelColor(corner).name().upper() == LIGHT.panel, part


def overlapping(parent):
    shown = [child for child in parent.children() if child.isWidgetType() and child.isVisible()]
    shown = [child for child in shown if not isinstance(child, Ring)]  # around another on purpose
    return [(a, b) for a, b in itertools.combinations(shown, 2) if a.geometry().intersects(b.geometry())]


@pytest.mark.slow
def test_the_window_fits_the_smallest_screens_and_gives_its_description_up_first(open_window):
    window = open_window("shift", size=(628, 294))  # what 1280 × 672 at 200 % leave
    assert (window.width(), window.height()) == (628, 294)
    assert not window.description.isVisible()
    assert overlapping(window.transport) == []
    for size, told in (((1280, 800), True), ((760, 440), False), ((1024, 660), True)):
        window.resize(*size)
        assert window.description.isVisible() is told, "a small window is for its panes"


@pytest.mark.slow
def test_in_a_small_window_what_has_no_room_is_left_out_and_nothing_overlaps(qapp, open_window):
    window = open_window(size=(900, 600))
    assert (window.width(), window.height()) == (900, 600)
    for bar in (window.transport, *(dock.header for dock in window.docks.values())):
        assert overlapping(bar) == []
        assert all(bar.rect().contains(child.geometry()) for child in bar.findChildren(PaneChoice) if child.isVisible())
    header = window.docks["distance"].header
    assert header.more.isVisible()
    header.more.click()
    menu = QApplication.activePopupWidget()
    next(action for action in menu.actions() if action.text() == "Maximise distance").trigger()
    menu.close()
    qapp.processEvents()
    assert window.area.maximised == "distance"
    assert not header.more.isVisible()


@pytest.mark.slow
def test_every_preset_opens_and_is_named(qtbot, window):
    window.session.edit({"encoding.length": 5})  # or the first would change nothing
    for chosen in presets().values():
        with qtbot.waitSignal(window.session.changed):
            window.session.open(chosen.document, chosen.title)
        assert window.windowTitle().startswith(chosen.title)
        assert not any(dock._failure.isVisible() for dock in window.docks.values()), chosen.title
        assert window.area.open == chosen.document.view.panes
        assert all(window.docks[name].seen for name in window.area.open[:6])
        for name in window.area.open:
            dock = window.docks[name]
            qtbot.waitUntil(lambda view=dock.view: not view.is_pending)
            assert dock.view.figure() == dock.pane.figure(chosen.document), (chosen.title, name)


def test_an_edit_redraws_only_the_panes_that_read_it(qtbot, draws, window):
    before = draws.copy()
    with qtbot.waitSignal(window.session.changed):
        window.session.edit({"pairwise.metric": "dot"})
    drawn = {name: draws[name] - before[name] for name in window.docks}
    assert drawn == {"encoding": 0, "shift": 0, "binary": 0, "distance": 1}


def test_maximised_the_other_panes_rest_and_escape_brings_them_back(qtbot, draws, window):
    window.docks["shift"].view.panels[0].area.hovered.emit(3.0, 4.0)
    assert window.pointing.hovered
    window.docks["shift"].maximiseRequested.emit("shift")
    qtbot.waitUntil(lambda: window.pointing.hovered == {})  # what was under the pointer has moved away
    before = draws.copy()
    with qtbot.waitSignal(window.session.changed):
        window.session.edit({"encoding.dim": 64})
    drawn = [name for name in window.docks if draws[name] > before[name]]
    assert drawn == ["shift"]
    QTest.keyClick(window, Qt.Key.Key_Escape)
    assert window.area.maximised == ""
    assert all(draws[name] > before[name] for name in window.docks)


@pytest.mark.slow
def test_a_theme_recolours_the_whole_window_and_is_remembered(qapp, window):
    def darkness():
        image = window.grab().toImage()
        spots = [(x, y) for x in range(5, image.width(), 40) for y in range(5, image.height(), 40)]
        return sum(image.pixelColor(x, y).lightness() < 60 for x, y in spots) / len(spots)

    light = darkness()
    window.choose_theme("dark")
    qapp.processEvents()
    assert light < 0.2
    assert darkness() > 0.55
    assert window.settings.choices.theme == "dark"


@pytest.mark.slow
def test_a_hidden_pane_takes_the_theme_when_it_is_shown(window, monkeypatch):
    dock = window.docks["binary"]
    dock.close()
    window.choose_theme("dark")
    recoloured = []
    monkeypatch.setattr(dock.view, "set_palette", recoloured.append)
    window.area.reveal("binary")
    assert [palette.name for palette in recoloured] == ["dark"]


def test_the_status_bar_reads_what_is_pointed_at_and_says_when_it_is_kept(qtbot, window):
    view = window.docks["encoding"].view
    view.hovered.emit({"position": 37, "dimension": 12})
    assert window.status.readout.text().startswith("t = 37, j = 12 (pair 6, sin)")
    assert not window.status.pinned.isVisible()
    view.pressed.emit(False)
    qtbot.waitUntil(window.status.pinned.isVisible)
    assert window.status.pinned.text() == "Cursor pinned; click to release"
    view.left.emit()
    assert window.status.readout.text().startswith("t = 37")
    window.status.pinned.click()
    qtbot.waitUntil(window.status.pinned.isHidden)
    assert window.status.readout.text().startswith("Point at a pane")


def test_the_mouse_pins_moves_and_releases_the_cursor(qtbot, window):
    view = window.docks["encoding"].view
    viewport = view.findChild(QGraphicsView).viewport()

    def click(x, y):
        at = view.panels[0].area.mapToScene(QPointF(x, y)).toPoint()
        QTest.mouseMove(viewport, at)
        with qtbot.waitSignal(window.session.changed):
            QTest.mouseClick(viewport, Qt.MouseButton.LeftButton, pos=at)
        return window.pointing.pinned

    first, second = click(100, 90), click(200, 30)
    assert first["dimension"] < second["dimension"]
    assert first["position"] > second["position"]
    assert click(200, 30) == {}


def plays_on_space(window):
    """Press Space where the focus is, and again; return whether the first one played."""
    played = []
    for _ in range(2):
        QTest.keyClick(QApplication.focusWidget() or window, Qt.Key.Key_Space)
        played.append(window.player.playing)
    return played == [True, False]


@pytest.mark.slow
def test_space_plays_after_a_preset_was_chosen_with_the_mouse(qtbot, window):
    window.activateWindow()
    chooser = window.preset_chooser
    QTest.mouseClick(chooser, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(window.guide.chooser.isVisible)
    rows = window.guide.chooser.list
    item = rows.item(rows.currentRow() + 1)
    with qtbot.waitSignal(window.session.opened):
        QTest.mouseClick(rows.viewport(), Qt.MouseButton.LeftButton, pos=rows.visualItemRect(item).center())
    assert window.session.place.key == "shift:2"
    assert not window.guide.chooser.isVisible()
    assert plays_on_space(window)
    assert not window.guide.chooser.isVisible()


@pytest.mark.slow
def test_the_focus_stays_in_the_picture_where_its_pane_is_closed(window):
    window.activateWindow()
    window.docks["encoding"].view.setFocus()
    window.area.close_pane("encoding")
    assert window.docks["shift"].view.hasFocus()


@pytest.mark.slow
def test_space_plays_after_a_number_and_return(qtbot, window):
    window.activateWindow()
    box = window.parameters.findChild(ParametersPanel).control("encoding.length").findChild(NumberBox)
    box.setFocus()
    box.selectAll()
    QTest.keyClicks(box, "300")
    QTest.keyClick(box, Qt.Key.Key_Return)
    assert window.docks["encoding"].view.hasFocus()
    assert plays_on_space(window)
    assert window.session.document.encoding.length == 300
    assert box.value() == 300


@pytest.mark.slow
def test_a_choice_in_a_panes_header_gives_the_focus_back(qtbot, window):
    window.activateWindow()
    metric = window.docks["distance"].header.choices[0]
    metric.findChild(ChoiceBox).setFocus()
    metric.finished.emit()
    assert window.docks["encoding"].view.hasFocus()


@pytest.mark.slow
def test_figures_follow_a_click_and_not_the_pointer(qtbot, window, draws):
    """Profiles would jump whenever the pointer crosses a pane on its way."""
    drawn = draws.copy()
    profile = window.docks["distance"].view.panels[1]
    for position in (37, 38, 39):
        window.docks["encoding"].view.hovered.emit({"position": position, "dimension": 12})
    QApplication.processEvents()
    assert draws == drawn
    with qtbot.waitSignal(window.session.changed):
        window.docks["encoding"].view.pressed.emit(False)
    assert draws - drawn == dict.fromkeys(window.area.open, 1)
    assert profile.panel.title == "From position *t* = 39"


@pytest.mark.slow
def test_what_keys_point_at_is_kept_where_its_pane_is_maximised_and_goes_where_another_is(qtbot, window):
    view = window.docks["encoding"].view
    view.enter()
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Right):
        QTest.keyClick(view, key)
    pointed = window.pointing.hovered
    assert pointed
    window.area.maximise("encoding")
    assert window.pointing.hovered == pointed
    window.area.maximise("shift")
    assert window.pointing.hovered == {}


@pytest.mark.slow
def test_what_plays_suits_the_pane_that_alone_is_seen(window):
    window.session.edit({"view.panes": ("shift", "frequencies")})
    QApplication.processEvents()
    assert window.animated_field.path == "shift.phi"
    window.area.maximise("frequencies")
    assert window.animated_field.path == "encoding.base"
    window.area.restore()
    assert window.animated_field.path == "shift.phi"


@pytest.mark.slow
def test_escape_lets_go_of_the_pin_and_then_of_the_maximised_pane(qtbot, window):
    window.activateWindow()
    view = window.docks["encoding"].view
    view.hovered.emit({"position": 37})
    view.pressed.emit(False)
    window.area.maximise("encoding")
    qtbot.waitUntil(window.status.pinned.isVisible)
    QTest.keyClick(window, Qt.Key.Key_Escape)
    assert (window.pointing.pinned, window.area.maximised) == ({}, "encoding")
    QTest.keyClick(window, Qt.Key.Key_Escape)
    assert window.area.maximised == ""


@pytest.mark.slow
def test_a_hover_is_read_out_once_and_again_when_what_is_read_has_changed(qtbot, window, monkeypatch):
    texts, text = [], window.pointing.text
    monkeypatch.setattr(window.pointing, "text", lambda: texts.append(text()) or texts[-1])
    window.docks["encoding"].view.hovered.emit({"position": 37, "dimension": 12})
    assert len(texts) == 1
    with qtbot.waitSignal(window.session.changed):
        window.session.edit({"shift.phi": 1})
    assert len(texts) == 1
    with qtbot.waitSignal(window.session.changed):
        window.session.edit({"encoding.base": 100})
    assert len(texts) == 2
    assert texts[0] != texts[1] == window.status.readout.text()


@pytest.mark.slow
def test_what_is_open_and_its_size_stand_at_the_right(qtbot, window):
    with qtbot.waitSignal(window.session.changed):
        window.session.edit({"encoding.length": 10_000})
    assert window.status.opened.text() == "200 × 256, shifted by 100 · 10\u2009000 × 256"
    bar = window.status
    bar.resize(bar.opened.sizeHint().width() + 300, bar.height())
    assert bar.opened.isHidden(), "where a readout would lose its value"
    bar.resize(bar.opened.sizeHint().width() + 900, bar.height())
    assert not bar.opened.isHidden()


def test_a_session_or_a_picture_dropped_on_the_window_opens(window, tmp_path):
    document = Document().edited({"encoding.length": 41})
    (tmp_path / "a.peview").write_text(document.to_json())
    assert drop(window, tmp_path / "a.peview")
    assert window.session.document == document


@pytest.mark.slow
def test_a_table_dropped_on_the_window_opens_once_the_drag_has_ended(qtbot, window, tmp_path):
    np.save(tmp_path / "a.npy", np.eye(6))
    assert drop(window, tmp_path / "a.npy")
    qtbot.waitUntil(lambda: window.session.document.encoding.scheme == "learned")
    assert window.windowTitle().startswith("a.npy")


@pytest.mark.slow
def test_panes_leave_drops_to_the_window(window):
    for dock in window.docks.values():
        assert not any(part.acceptDrops() for part in dock.findChildren(QGraphicsView))
        assert not any(part.viewport().acceptDrops() for part in dock.findChildren(QGraphicsView))


@pytest.mark.slow
def test_other_files_cannot_be_dropped(window, tmp_path):
    (tmp_path / "a.txt").write_text("text")
    assert not drop(window, tmp_path / "a.txt")


@pytest.mark.slow
def test_a_broken_session_is_said_in_the_window_until_something_works(window, tmp_path):
    (tmp_path / "a.peview").write_text("{")
    drop(window, tmp_path / "a.peview")
    assert window.notice.isVisible()
    assert str(tmp_path / "a.peview") in window.notice.label.text()
    window.files.save_to(tmp_path / "b.peview")
    assert not window.notice.isVisible()


def test_changes_to_a_session_file_are_asked_about_before_closing(window, tmp_path, monkeypatch):
    asked = []

    def answer(*_arguments):
        asked.append(True)
        return QMessageBox.StandardButton.Cancel

    monkeypatch.setattr(QMessageBox, "question", answer)
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
def test_the_title_says_that_what_is_shown_was_changed(qapp, window):
    title = window.windowTitle()
    window.session.edit({"encoding.length": 5})
    qapp.processEvents()
    assert window.windowTitle() == title.replace("[*] –", ", changed[*] –") != title
    window.session.edit({"encoding.length": 200})
    qapp.processEvents()
    assert window.windowTitle() == title


@pytest.mark.slow
def test_a_preset_can_be_changed_and_left_without_being_asked(window, monkeypatch):
    monkeypatch.setattr(QMessageBox, "question", lambda *_arguments: pytest.fail("asked"))
    window.session.edit({"encoding.length": 5})
    assert window.close()


@pytest.mark.slow
def test_broken_settings_are_named_in_the_status_bar(open_window, tmp_path):
    (tmp_path / "config").mkdir()
    (tmp_path / "config" / "settings.json").write_text("{")
    window = open_window()
    assert "settings.json.broken" in window.status.currentMessage()


@pytest.mark.slow
def test_a_pane_dragged_out_and_let_go_over_the_window_changes_nothing(window, tmp_path, monkeypatch):
    (tmp_path / "a.peview").write_text(Document().to_json())
    monkeypatch.setattr("PySide6.QtGui.QDragEnterEvent.source", lambda _event: window)
    assert not drop(window, tmp_path / "a.peview")


@pytest.mark.slow
def test_a_pane_that_is_opened_is_the_current_one(window):
    window.area.reveal("clocks")
    assert window.current.name == "clocks"
    window.area.reveal("distance")
    assert window.current.name == "distance"
