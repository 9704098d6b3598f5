"""The presentation: what it shows, in which size of type, and what its keys do."""

import itertools

import pytest
from PySide6.QtCore import QEvent, QObject, QPointF, QSize, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from peviewer.app.presenting.panes import PresentedPane
from peviewer.app.presenting.stage import LIVE_TICKS, scale_for
from peviewer.cli.main import main
from peviewer.figures.stories import place

KEY = Qt.Key


@pytest.fixture
def present(qtbot, open_window):
    """Return a function that presents some panes, or a step of a story, on a screen of a size."""

    def _present(panes=("encoding", "distance"), step=None, size=(960, 540)):
        window = open_window(panes=panes, size=(640, 480))
        if step:
            window.session.open_place(place(step))
            QApplication.processEvents()
        window.present()
        shown = window.presentation
        shown.showNormal()
        shown.resize(*size)
        settled(qtbot, shown)
        return window, shown

    return _present


def settled(qtbot, shown):
    QApplication.processEvents()
    qtbot.waitUntil(lambda: shown.slide.shown and all(pane.view.figure() for pane in shown.slide.shown.values()))
    qtbot.waitUntil(lambda: not shown.slide.is_pending)


def press(shown, key, modifiers=Qt.KeyboardModifier.NoModifier):
    QTest.keyClick(shown, key, modifiers)
    QApplication.processEvents()


@pytest.mark.parametrize("size", [(1920, 1080), (1280, 720), (1024, 768), (3840, 2160)])
def test_ticks_are_as_large_as_on_a_slide_where_few_panels_share_it_and_never_smaller_than_in_the_window(size):
    height = min(size[1], size[0] * 9 / 16)
    assert LIVE_TICKS * scale_for(QSize(*size), 2, 2) == pytest.approx(26 * height / 1080)
    crowded = scale_for(QSize(*size), 5, 2)
    assert 1 <= crowded < scale_for(QSize(*size), 1, 1)
    assert scale_for(QSize(*size), 5, 2, 1.5) == pytest.approx(1.5 * crowded)


def test_it_shows_the_panes_of_the_window_and_one_of_them_on_request(qtbot, present):
    _, shown = present()
    assert shown.shown == ("encoding", "distance")
    boxes = [shown.slide.shown[name].geometry() for name in shown.shown]
    assert not boxes[0].intersects(boxes[1])
    press(shown, KEY.Key_2)
    assert shown.shown == ("distance",)
    assert shown.slide.shown["distance"].width() > 1.8 * boxes[1].width()
    press(shown, KEY.Key_5)  # there is none
    assert shown.shown == ("distance",)
    press(shown, KEY.Key_0)
    assert shown.shown == ("encoding", "distance")


class Sizes(QObject):
    """The sizes at which presented panes are seen."""

    def __init__(self):
        super().__init__()
        self.seen = []

    def eventFilter(self, watched, event):
        if isinstance(watched, PresentedPane) and event.type() in (QEvent.Type.Show, QEvent.Type.Resize):
            if watched.isVisible():
                self.seen.append(watched.size())
        return False


def test_panes_are_built_in_the_room_that_they_have(qtbot, open_window, monkeypatch):
    monkeypatch.setattr("peviewer.app.presenting.stage.TICKS", 0.06)  # as on a larger screen
    window = open_window(panes=("encoding", "shift", "binary"), size=(640, 480))
    window.present()
    settled(qtbot, window.presentation)
    window.presentation.close()
    QApplication.processEvents()
    sizes = Sizes()
    QApplication.instance().installEventFilter(sizes)
    window.present()
    settled(qtbot, window.presentation)
    QApplication.instance().removeEventFilter(sizes)
    assert len(sizes.seen) == 3
    assert sizes.seen == [pane.size() for pane in window.presentation.slide.shown.values()]


def test_panes_that_are_presented_first_are_never_seen_smaller_than_they_are(qtbot, open_window):
    window = open_window(panes=("encoding", "distance"), size=(640, 480))
    sizes = Sizes()
    QApplication.instance().installEventFilter(sizes)
    window.present()
    settled(qtbot, window.presentation)
    QApplication.instance().removeEventFilter(sizes)
    last = window.presentation.slide.shown["encoding"].size()
    assert all(size.height() > last.height() / 2 for size in sizes.seen)


@pytest.mark.slow
def test_a_figure_is_edited_there_and_follows_what_is_edited(qtbot, present):
    window, shown = present(panes=("shift",))
    view = shown.slide.shown["shift"].view
    before = view.figure()
    window.session.edit({"shift.phi": 7})
    qtbot.waitUntil(lambda: view.figure() is not before and not view.is_pending)
    assert "*φ* = 7" in "".join(panel.title for panel in view.figure().panels)
    view.edited.emit("cursor.position", 12, "")
    assert window.session.document.cursor.position == 12


@pytest.mark.slow
def test_arrows_walk_the_story_with_its_words_and_step_what_moves_outside_of_one(qtbot, present):
    window, shown = present(step="start-here:5")
    assert shown.slide.title.text().startswith("How far two positions are apart")
    assert shown.slide.where.text() == "Start here 5 of 8"
    press(shown, KEY.Key_Right)
    settled(qtbot, shown)
    assert window.session.place.key == "start-here:6"
    assert shown.slide.where.text() == "Start here 6 of 8"
    assert shown.shown == window.session.document.view.panes
    press(shown, KEY.Key_PageUp)
    assert window.session.place.key == "start-here:5"
    for _ in range(9):
        press(shown, KEY.Key_Left)
    assert window.session.place.key == "start-here:1"
    window.session.edit({"encoding.scheme": "alibi"})
    QApplication.processEvents()


@pytest.mark.slow
def test_outside_of_a_story_arrows_step_what_moves(present):
    window, shown = present(panes=("shift",))
    window.session.open(window.session.document.edited({"shift.phi": 3}), "mine.peview")
    QApplication.processEvents()
    press(shown, KEY.Key_Right)
    assert window.session.document.shift.phi == 4
    press(shown, KEY.Key_Left)
    assert window.session.document.shift.phi == 3
    assert shown.slide.look.isHidden()


@pytest.mark.slow
def test_words_above_the_panes_are_alike_however_many_panels_are_below(qtbot, present):
    _, shown = present(step="start-here:3", size=(1920, 1080))
    sizes = [shown.slide.title.font().pixelSize() * shown.stage.type_scale]
    press(shown, KEY.Key_Right)
    settled(qtbot, shown)
    QApplication.processEvents()
    sizes.append(shown.slide.title.font().pixelSize() * shown.stage.type_scale)
    assert sizes[0] == pytest.approx(sizes[1], rel=0.03)


@pytest.mark.slow
def test_type_grows_by_keys_is_remembered_and_never_zooms(present):
    window, shown = present()
    zoom, scale = window.session.document.view.zoom, shown.stage.type_scale
    press(shown, KEY.Key_Plus, Qt.KeyboardModifier.ControlModifier)
    assert shown.stage.type_scale == pytest.approx(1.1 * scale)
    assert window.settings.choices.type_size == pytest.approx(1.1)
    for _ in range(30):
        press(shown, KEY.Key_Minus, Qt.KeyboardModifier.ControlModifier)
    assert window.settings.choices.type_size == 0.6
    press(shown, KEY.Key_0, Qt.KeyboardModifier.ControlModifier)
    assert shown.stage.type_scale == pytest.approx(scale)
    assert window.session.document.view.zoom == zoom


@pytest.mark.slow
def test_cells_have_the_dots_of_the_screen_however_large_type_is(qtbot, present):
    """A heatmap is as fine as the screen, not as the widget that is drawn larger."""
    window, shown = present(panes=("encoding",), size=(1920, 1080))
    view = shown.slide.shown["encoding"].view
    window.session.edit({"encoding.dim": 8192})
    qtbot.waitUntil(lambda: not view.is_pending and view.figure().panels[0].x.limits[1] > 8000)
    QApplication.processEvents()
    assert shown.stage.type_scale == pytest.approx(26 / 12)
    (area,) = [panel.area for panel in view.panels]
    assert area.getViewWidget().dots == pytest.approx(shown.devicePixelRatioF() * shown.stage.type_scale)
    box = area.mapRectToScene(area.rect())
    image = shown.grab().toImage()
    # A pixel is a mean of several dimensions, none like the next; one drawn larger would be there twice.
    corner = shown.stage.mapFromScene(view.mapTo(view.window(), box.topLeft().toPoint()))
    ratio = shown.devicePixelRatioF()
    row = [image.pixel(int((corner.x() + k) * ratio), int((corner.y() + 100) * ratio)) for k in range(4, 300)]
    assert sum(one != other for one, other in itertools.pairwise(row)) > 0.8 * len(row)


@pytest.mark.slow
def test_black_and_light_cover_it_and_escape_takes_them_away_before_it_ends(qtbot, present):
    window, shown = present()
    press(shown, KEY.Key_L)
    assert shown.spotlight.isVisible()
    press(shown, KEY.Key_B)
    assert shown.blank.isVisible()
    assert shown.grab().toImage().pixelColor(20, 20).name() == "#000000"
    press(shown, KEY.Key_Escape)
    assert not shown.blank.isVisible()
    press(shown, KEY.Key_Escape)
    assert not shown.spotlight.isVisible()
    with qtbot.waitSignal(shown.ended):
        press(shown, KEY.Key_Escape)
    assert not shown.isVisible()
    assert window.area.isVisible()


@pytest.mark.slow
def test_the_light_follows_the_pointer(present):
    _, shown = present(panes=("encoding",))
    press(shown, KEY.Key_L)
    shown.spotlight.move_to(shown.rect().center())
    image = shown.grab().toImage()
    lit, dark = (image.pixelColor(x, shown.height() // 2) for x in (shown.width() // 2, 8))
    assert dark.lightness() < 100 < lit.lightness()


@pytest.mark.slow
def test_the_transport_hides_itself_and_the_pointer_brings_it_back(qtbot, present):
    _, shown = present(panes=("encoding",))
    assert shown.transport.isVisible()
    shown._idle.setInterval(0)
    shown._idle.start()
    qtbot.waitUntil(lambda: not shown.transport.isVisible())
    assert shown.cursor().shape() == Qt.CursorShape.BlankCursor
    shown._idle.setInterval(60_000)
    at = QPointF(shown.stage.viewport().rect().center())
    none = Qt.MouseButton.NoButton, Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier
    move = QMouseEvent(QEvent.Type.MouseMove, at, shown.stage.viewport().mapToGlobal(at), *none)
    QApplication.sendEvent(shown.stage.viewport(), move)
    qtbot.waitUntil(shown.transport.isVisible)
    assert shown.hint.isVisible()


def test_what_keys_do_is_read_whole_on_a_narrow_screen_and_on_one_line_on_a_wide_one(present):
    _, shown = present(panes=("encoding",), size=(1280, 720))
    said = shown.hint.text()
    assert "\n" not in said
    for wide in (640, 320):
        shown.resize(wide, 480)
        assert shown.hint.geometry().left() > 0
        assert shown.hint.geometry().right() < wide
        assert shown.hint.width() >= shown.hint.sizeHint().width()
        assert shown.hint.text().replace("\n", "    ") == said


@pytest.mark.slow
@pytest.mark.parametrize("hidden", [False, True])
def test_space_plays_what_the_window_plays_also_once_the_transport_is_hidden(qtbot, present, hidden):
    window, shown = present(panes=("shift",))
    shown.transport.setVisible(not hidden)
    shown.activateWindow()
    qtbot.waitUntil(shown.isActiveWindow)
    press(shown, KEY.Key_Space)
    assert window.player.playing
    press(shown, KEY.Key_Space)
    assert not window.player.playing
    window.session.edit({"shift.phi": 50.0})
    press(shown, KEY.Key_Up)
    assert window.session.document.shift.phi == 51


@pytest.mark.slow
def test_nothing_moves_by_itself_while_a_story_is_walked_and_play_plays_what_the_step_says(qtbot, present):
    window, shown = present(step="start-here:5")
    started = []
    window.player.started.connect(lambda: started.append(window.session.step))
    for key in ("start-here:6", "start-here:7"):
        press(shown, KEY.Key_Right)
        settled(qtbot, shown)
        QTest.qWait(0)
        assert window.session.document == place(key).step.document
    assert started == []
    press(shown, KEY.Key_Left)
    shown.transport.play_action.trigger()
    qtbot.waitUntil(lambda: window.session.document.shift.phi != place("start-here:6").step.document.shift.phi)
    shown.transport.play_action.trigger()
    assert not window.player.playing
    assert started == ["start-here:6"]


@pytest.mark.slow
def test_nothing_is_drawn_twice_while_it_covers_the_window(present, draws):
    window, shown = present(panes=("encoding",))
    draws.clear()
    window.session.edit({"encoding.base": 5000})
    QApplication.processEvents()
    assert draws["encoding"] == 1
    press(shown, KEY.Key_Escape)
    assert window.docks["encoding"].view.figure() is not None


def test_escape_leaves_plain_full_screen(qtbot, small_window):
    small_window.toggle_full_screen()
    QApplication.processEvents()
    QTest.keyClick(small_window, KEY.Key_Escape)
    qtbot.waitUntil(lambda: not small_window.isFullScreen())


def test_the_command_line_begins_with_a_step_of_a_story(monkeypatch, capsys):
    opened = []
    monkeypatch.setattr("peviewer.app.window.launch.launch", lambda *words, **more: opened.append((words, more)) or 0)
    assert main(["present", "choosing:3", "--theme", "dark"]) == 0
    assert main(["present"]) == 0
    (words, more), (_, usual) = opened
    step = place("choosing:3").step
    assert words == (step.document, step.opened.title, "dark")
    assert more == {"step": "choosing:3", "present": True}
    assert usual == {"step": "start-here:1", "present": True}
    assert main(["present", "chosing"]) == 2
    assert capsys.readouterr().err == "peviewer: 'chosing' is not a story; did you mean choosing?\n"
