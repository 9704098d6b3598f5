"""The presentation: what it shows, in which size of type, what its keys do, and the window after it."""

import pytest
from PySide6.QtCore import QPoint, QSize, Qt
from PySide6.QtGui import QTextDocumentFragment
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QScrollBar

from peviewer.base.words import unstarred
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
        window.showNormal()
        window.resize(*size)
        settled(qtbot, window)
        return window, window.presentation

    return _present


def settled(qtbot, window):
    QApplication.processEvents()
    qtbot.waitUntil(lambda: window.area.shown and all(
        window.docks[name].view.figure() and not window.docks[name].view.is_pending for name in window.area.shown
    ))  # fmt: skip


def press(window, key, modifiers=Qt.KeyboardModifier.NoModifier):
    window.activateWindow()
    QTest.qWaitForWindowActive(window)
    QTest.keyClick(window, key, modifiers)
    QApplication.processEvents()


def move_pointer(window):
    QTest.mouseMove(window.windowHandle(), QPoint(9, 9))
    QTest.mouseMove(window.windowHandle(), window.rect().center())
    QApplication.processEvents()


def plain_text(label):
    """Return the text of a label without its formatting."""
    fragment = QTextDocumentFragment.fromHtml(label.text().replace("<br>", " "))
    return fragment.toPlainText().replace("\N{WORD JOINER}", "")


def type_scales(window):
    return {window.docks[name].view.type_scale for name in window.area.shown}


def test_it_shows_all_panes_or_one_and_then_the_window_as_it_was(qtbot, present):
    window, shown = present(panes=("encoding", "distance"))
    dock = window.docks["distance"]
    document = window.session.document
    bars = window.menuBar(), window.statusBar(), window.parameters, dock.header.buttons["close"]
    assert not any(bar.isVisible() for bar in bars)
    assert window.description.height() == 0
    assert window.saved().geometry == window.usual_geometry, "it comes back as it was before"
    together = type_scales(window)
    wide = dock.width()
    press(window, KEY.Key_2)
    assert window.area.shown == ("distance",)
    assert dock.width() > 1.2 * wide
    assert min(type_scales(window)) > max(together)
    press(window, KEY.Key_5)  # there is none
    assert window.area.shown == ("distance",)
    press(window, KEY.Key_0)
    assert window.area.shown == ("encoding", "distance")
    press(window, KEY.Key_1)
    press(window, KEY.Key_F5)
    assert not shown.is_on
    assert window.area.maximised == ""
    assert window.size() == QSize(640, 480)
    assert window.session.document == document
    assert all(bar.isVisible() for bar in bars[:3])
    assert type_scales(window) == {1.0}
    assert not shown.heading.isVisible()
    assert window.transport.geometry().top() > window.area.geometry().bottom()


@pytest.mark.nightly
def test_of_no_step_anything_is_cut_or_behind_a_scroll_bar(qtbot, present):
    window, shown = present(step="start-here", size=(1280, 720))
    for here in places():
        window.session.open_place(here)
        settled(qtbot, window)
        words = shown.heading.title, shown.heading.look, shown.heading.to_do
        qtbot.waitUntil(
            lambda words=words: all(
                one.height() >= one.heightForWidth(one.width()) for one in words
            )
        )
        for name in window.area.shown:
            view = window.docks[name].view
            texts = written(canvas_of(view), 2)
            assert [text.words for text in texts if text.is_cut] + collisions(texts) == [], (
                here.key,
                name,
            )
            scrolled = any(bar.isVisible() for bar in view.findChildren(QScrollBar))
            assert not scrolled or name == "table", (here.key, name)  # thousands of numbers


@pytest.mark.slow
def test_arrows_walk_the_story_with_its_type_in_one_size(qtbot, present):
    window, shown = present(step="start-here:3", size=(1920, 1080))
    sizes = set()
    for step in (3, 4):
        here = place(f"start-here:{step}")
        settled(qtbot, window)
        assert plain_text(shown.heading.title) == here.title
        assert shown.heading.where.text() == f"Tour {step} of 8"
        assert plain_text(shown.heading.look) == here.words.look
        assert plain_text(shown.heading.to_do) == f"Try: {unstarred(here.words.do)}"
        assert window.area.shown == window.session.document.view.panes
        sizes |= {(shown.heading.title.font().pixelSize(), *type_scales(window))}
        press(window, KEY.Key_1)
        press(window, KEY.Key_Right)
    assert len(sizes) == 1, "however many panels are below"
    press(window, KEY.Key_PageUp)
    assert window.session.place.key == "start-here:4"
    for _ in range(5):
        press(window, KEY.Key_Left)
    assert window.session.place.key == "start-here:1"


@pytest.mark.slow
def test_the_words_of_a_step_follow_what_is_played_or_say_that_they_do_not(qtbot, present):
    window, shown = present(step="shift:5", size=(1280, 720))
    settled(qtbot, window)
    assert "is off by 3.032 from row 13." in shown.heading.look.text()
    height = shown.heading.height()
    for phi, words in ((7.25, "M(7.25) expects"), (12.5, "from row 22.5.")):
        window.session.edit({"shift.phi": phi})
        settled(qtbot, window)
        assert words in shown.heading.look.text()
        assert not shown.heading.mark.isVisible()
    window.session.edit({"content.kind": "none"})
    settled(qtbot, window)
    assert "is off by 3.032 from row 13." in shown.heading.look.text()
    assert shown.heading.mark.isVisible()
    assert shown.heading.mark.text() == "at the start of this step"
    assert shown.heading.height() == height, "the panes stay"
    window.session.edit({"encoding.scheme": "alibi"})
    settled(qtbot, window)
    assert shown.heading.title.text() == "ALiBi"
    assert shown.heading.where.text() == ""


@pytest.mark.slow
def test_outside_of_a_story_arrows_step_what_moves(present):
    window, shown = present(panes=("shift",))
    window.session.open(window.session.document.edited({"shift.phi": 3}), "mine.peview")
    for key, phi in ((KEY.Key_Right, 4), (KEY.Key_Left, 3), (KEY.Key_Up, 4), (KEY.Key_Down, 3)):
        press(window, key)
        assert window.session.document.shift.phi == phi
    assert shown.heading.look.isHidden()


@pytest.mark.slow
def test_type_grows_by_keys_is_remembered_and_never_zooms(present):
    window, _ = present(size=(1920, 1080))
    zoom = window.session.document.view.zoom
    (scale,) = type_scales(window)
    press(window, KEY.Key_Plus, Qt.KeyboardModifier.ControlModifier)
    assert type_scales(window) == {1.1 * scale}
    assert window.settings.choices.type_size == pytest.approx(1.1)
    assert window.settings.choices.pane_type_size == 1.0, "that of the window is another"
    for _ in range(8):
        press(window, KEY.Key_Minus, Qt.KeyboardModifier.ControlModifier)
    assert window.settings.choices.type_size == 0.6
    press(window, KEY.Key_0, Qt.KeyboardModifier.ControlModifier)
    assert type_scales(window) == {scale}
    assert window.session.document.view.zoom == zoom


@pytest.mark.slow
def test_black_and_light_cover_it_and_escape_takes_them_away_before_it_ends(present):
    window, shown = present()
    press(window, KEY.Key_L)
    move_pointer(window)
    image = window.grab().toImage()
    shown.cover.hide()
    uncovered = window.grab().toImage()
    middle = window.rect().center()
    beside = QPoint(8, middle.y())
    assert image.pixelColor(middle) == uncovered.pixelColor(middle)
    assert image.pixelColor(beside).lightness() < uncovered.pixelColor(beside).lightness() / 2
    shown.cover.show()
    shown.hide_controls()
    move_pointer(window)
    assert not window.transport.isVisible(), "in the dark nothing bright comes up"
    press(window, KEY.Key_B)
    assert window.grab().toImage().pixelColor(20, 20).name() == "#000000"
    press(window, KEY.Key_Escape)
    assert not shown.cover.isVisible()
    assert shown.is_on
    press(window, KEY.Key_Escape)
    assert not shown.is_on


@pytest.mark.slow
def test_the_transport_hides_itself_its_keys_go_on_and_the_pointer_brings_it_back(qtbot, present):
    window, shown = present(panes=("shift",))
    assert window.transport.isVisible()
    shown.idle.setInterval(0)
    shown.idle.start()
    qtbot.waitUntil(lambda: not window.transport.isVisible())
    assert window.cursor().shape() == Qt.CursorShape.BlankCursor
    shown.idle.setInterval(60_000)
    for plays in (True, False):
        press(window, KEY.Key_Space)
        assert window.player.playing is plays
    move_pointer(window)
    assert window.transport.isVisible()
    assert shown.hint.isVisible()


@pytest.mark.slow
def test_nothing_moves_by_itself_in_a_story_and_play_plays_what_the_step_says(qtbot, present):
    window, _ = present(step="start-here:6")
    started = []
    window.player.started.connect(lambda: started.append(window.session.step))
    for key in ("start-here:7", "start-here:8"):
        press(window, KEY.Key_Right)
        settled(qtbot, window)
        assert window.session.document == place(key).step.document
    assert started == []
    press(window, KEY.Key_Left)
    window.transport.play_action.trigger()
    qtbot.waitUntil(
        lambda: window.session.document.shift.phi != place("start-here:7").step.document.shift.phi
    )
    window.transport.play_action.trigger()
    assert not window.player.playing
    assert started == ["start-here:7"]


@pytest.mark.slow
@pytest.mark.parametrize("type_size", [1.0, 1.5, 2.0])
def test_the_panes_have_at_least_three_fifths_of_the_screen(present, type_size):
    window, _ = present(step="choosing:5", size=(1280, 720))
    window.settings.remember(type_size=type_size)
    window.resize(1281, 720)
    QApplication.processEvents()
    area = window.area.width() * window.area.height()
    assert area >= 0.6 * window.width() * window.height()
