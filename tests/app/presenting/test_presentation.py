"""The presentation: what it shows, in which size of type, and what its keys do."""

import pytest
from PySide6.QtCore import QEvent, QPointF, QSize, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QScrollBar

from peviewer.app.presenting.stage import LIVE_TICKS, TOGETHER, scale_for
from peviewer.cli.main import main
from peviewer.figures.stories import place, places
from tests.live.texts import canvas_of, collisions, written

KEY = Qt.Key


@pytest.fixture
def present(qtbot, open_window):
    """Return a function that presents some panes, or a step of a story, on a screen of a size."""

    def _present(panes=("encoding",), step=None, size=(960, 540)):
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


def move_pointer(shown):
    at = QPointF(shown.stage.viewport().rect().center())
    none = Qt.MouseButton.NoButton, Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier
    move = QMouseEvent(QEvent.Type.MouseMove, at, shown.stage.viewport().mapToGlobal(at), *none)
    QApplication.sendEvent(shown.stage.viewport(), move)


def test_ticks_of_a_pane_alone_are_as_large_as_on_a_slide_and_none_are_smaller_than_in_the_window():
    for width, height in ((1920, 1080), (1024, 768), (3840, 2160)):
        wide = min(height, width * 9 / 16)
        size = QSize(width, height)
        assert LIVE_TICKS * scale_for(size) == pytest.approx(26 * wide / 1080)
        together = scale_for(size, TOGETHER)
        assert 1 <= together < scale_for(size)
        assert scale_for(size, TOGETHER, 1.5) == pytest.approx(1.5 * together)


def test_it_shows_the_panes_of_the_window_and_one_of_them_on_request(present):
    _, shown = present(panes=("encoding", "distance"))
    assert shown.shown == ("encoding", "distance")
    boxes = [shown.slide.shown[name].geometry() for name in shown.shown]
    assert not boxes[0].intersects(boxes[1])
    press(shown, KEY.Key_2)
    assert shown.shown == ("distance",)
    assert shown.slide.shown["distance"].width() > 1.2 * boxes[1].width(), "in larger type"
    press(shown, KEY.Key_5)  # there is none
    assert shown.shown == ("distance",)
    press(shown, KEY.Key_0)
    assert shown.shown == ("encoding", "distance")


@pytest.mark.slow
def test_a_figure_is_edited_there_and_follows_what_is_edited_and_none_is_drawn_in_the_window_below(qtbot, present):
    window, shown = present(panes=("shift",))
    view, below = shown.slide.shown["shift"].view, window.docks["shift"].view
    before, covered = view.figure(), below.figure()
    window.session.edit({"shift.phi": 7})
    qtbot.waitUntil(lambda: view.figure() is not before and not view.is_pending)
    assert "*φ* = 7" in "".join(panel.title for panel in view.figure().panels)
    assert below.figure() is covered
    view.edited.emit("cursor.position", 12, "")
    assert window.session.document.cursor.position == 12
    press(shown, KEY.Key_Escape)
    qtbot.waitUntil(lambda: below.figure() is not covered)


@pytest.mark.nightly
def test_of_no_step_anything_is_cut_or_behind_a_scroll_bar(qtbot, present):
    window, shown = present(step="start-here", size=(1280, 720))
    for here in places():
        window.session.open_place(here)
        settled(qtbot, shown)
        slide = shown.slide
        qtbot.waitUntil(
            lambda words=(slide.title, slide.look): all(
                one.height() >= one.heightForWidth(one.width()) for one in words
            )
        )
        for name, pane in slide.shown.items():
            texts = written(canvas_of(pane.view), 2)
            assert [text.words for text in texts if text.is_cut] + collisions(texts) == [], (here.key, name)
            scrolled = any(bar.isVisible() for bar in pane.view.findChildren(QScrollBar))
            assert not scrolled or name == "table", (here.key, name)  # thousands of numbers


@pytest.mark.slow
def test_arrows_walk_the_story_with_its_type_in_one_size(qtbot, present):
    window, shown = present(step="start-here:3", size=(1920, 1080))
    sizes = set()
    for step in (3, 4):
        here = place(f"start-here:{step}")
        settled(qtbot, shown)
        assert shown.slide.title.text().startswith(here.title[:20])
        assert shown.slide.where.text() == f"Tour {step} of 8"
        assert shown.shown == window.session.document.view.panes
        sizes.add((shown.slide.title.font().pointSizeF(), shown.stage.type_scale))
        press(shown, KEY.Key_Right)
    assert len(sizes) == 1, "however many panels are below"
    press(shown, KEY.Key_PageUp)
    assert window.session.place.key == "start-here:4"
    for _ in range(5):
        press(shown, KEY.Key_Left)
    assert window.session.place.key == "start-here:1"


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
def test_type_grows_by_keys_is_remembered_never_zooms_and_leaves_cells_as_fine_as_the_screen(present):
    window, shown = present(size=(1920, 1080))
    zoom, scale = window.session.document.view.zoom, shown.stage.type_scale
    press(shown, KEY.Key_Plus, Qt.KeyboardModifier.ControlModifier)
    assert shown.stage.type_scale == pytest.approx(1.1 * scale)
    (panel,) = shown.slide.shown["encoding"].view.panels
    assert panel.area.getViewWidget().dots == pytest.approx(shown.devicePixelRatioF() * shown.stage.type_scale)
    assert window.settings.choices.type_size == pytest.approx(1.1)
    for _ in range(30):
        press(shown, KEY.Key_Minus, Qt.KeyboardModifier.ControlModifier)
    assert window.settings.choices.type_size == 0.6
    press(shown, KEY.Key_0, Qt.KeyboardModifier.ControlModifier)
    assert shown.stage.type_scale == pytest.approx(scale)
    assert window.session.document.view.zoom == zoom


@pytest.mark.slow
def test_black_and_light_cover_it_and_escape_takes_them_away_before_it_ends(qtbot, present):
    window, shown = present()
    press(shown, KEY.Key_L)
    shown.spotlight.move_to(shown.rect().center())
    image = shown.grab().toImage()
    lit, dark = (image.pixelColor(x, shown.height() // 2) for x in (shown.width() // 2, 8))
    assert dark.lightness() < 100 < lit.lightness()
    shown._hide_controls()
    move_pointer(shown)
    assert not shown.transport.isVisible(), "in the dark nothing bright comes up"
    press(shown, KEY.Key_B)
    assert shown.grab().toImage().pixelColor(20, 20).name() == "#000000"
    press(shown, KEY.Key_Escape)
    assert (shown.blank.isVisible(), shown.spotlight.isVisible()) == (False, True)
    press(shown, KEY.Key_Escape)
    assert not shown.spotlight.isVisible()
    with qtbot.waitSignal(shown.ended):
        press(shown, KEY.Key_Escape)
    assert not shown.isVisible()
    assert window.area.isVisible()


@pytest.mark.slow
def test_the_transport_hides_itself_while_its_keys_go_on_and_the_pointer_brings_it_back(qtbot, present):
    window, shown = present(panes=("shift",))
    assert shown.transport.isVisible()
    shown._idle.setInterval(0)
    shown._idle.start()
    qtbot.waitUntil(lambda: not shown.transport.isVisible())
    assert shown.cursor().shape() == Qt.CursorShape.BlankCursor
    shown._idle.setInterval(60_000)
    shown.activateWindow()
    qtbot.waitUntil(shown.isActiveWindow)
    for plays in (True, False):
        press(shown, KEY.Key_Space)
        assert window.player.playing is plays
    window.session.edit({"shift.phi": 50.0})
    press(shown, KEY.Key_Up)
    assert window.session.document.shift.phi == 51
    move_pointer(shown)
    qtbot.waitUntil(shown.transport.isVisible)
    assert shown.hint.isVisible()


def test_what_keys_do_is_read_whole_on_a_narrow_screen_and_on_one_line_on_a_wide_one(present):
    _, shown = present(size=(1280, 720))
    said = shown.hint.text()
    assert "\n" not in said
    for wide in (640, 320):
        shown.resize(wide, 480)
        assert shown.hint.geometry().left() > 0
        assert shown.hint.geometry().right() < wide
        assert shown.hint.width() >= shown.hint.sizeHint().width()
        assert shown.hint.text().replace("\n", "    ") == said


@pytest.mark.slow
def test_nothing_moves_by_itself_while_a_story_is_walked_and_play_plays_what_the_step_says(qtbot, present):
    window, shown = present(step="start-here:5")
    started = []
    window.player.started.connect(lambda: started.append(window.session.step))
    for key in ("start-here:6", "start-here:7"):
        press(shown, KEY.Key_Right)
        settled(qtbot, shown)
        assert window.session.document == place(key).step.document
    assert started == []
    press(shown, KEY.Key_Left)
    shown.transport.play_action.trigger()
    qtbot.waitUntil(lambda: window.session.document.shift.phi != place("start-here:6").step.document.shift.phi)
    shown.transport.play_action.trigger()
    assert not window.player.playing
    assert started == ["start-here:6"]


def test_an_unknown_story_is_named_by_the_command_line(capsys):
    assert main(["present", "chosing"]) == 2
    assert capsys.readouterr().err == "peviewer: 'chosing' is not a story; did you mean choosing?\n"
