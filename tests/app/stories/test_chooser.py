"""The chooser lists every step and every other preset, is searched, shows what is pointed at, and opens it."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from peviewer.app.stories.chooser import OTHERS, choices
from peviewer.figures.presets import presets
from peviewer.figures.stories import places


def test_every_step_and_every_preset_is_offered_once():
    found = list(choices())
    steps = [choice.name for choice in found if not choice.group.startswith(OTHERS)]
    assert steps == [place.key for place in places()]
    named = {place.step.preset for place in places()} | {choice.name for choice in found[len(steps) :]}
    assert named == set(presets())
    assert len({choice.name for choice in found}) == len(found)


@pytest.fixture
def chooser(small_window, qtbot):
    small_window.activateWindow()
    small_window.guide.choose()
    qtbot.waitUntil(small_window.guide.chooser.isVisible)
    return small_window.guide.chooser


@pytest.mark.slow
def test_it_begins_at_what_is_open_and_is_searched_by_any_word(chooser):
    assert chooser.list.currentItem().text() == "1  One matrix shifts every row"
    QTest.keyClicks(chooser.search, "yarn")
    assert {choice.name for choice in chooser.found} >= {"choosing:5", "published:5"}
    assert len(chooser.found) < 10
    headings = [chooser.list.item(row) for row in range(chooser.list.count())]
    shown = [item.text() for item in headings if not item.isHidden() and not item.flags()]
    assert shown[:2] == ["Choosing", "Published models"]
    chooser.search.setText("no such words at all")
    assert chooser.found == []
    assert "No step" in chooser.text.text()


def test_keys_choose_and_escape_leaves(small_window, chooser, qtbot):
    QTest.keyClicks(chooser.search, "soft bits")
    QTest.keyClick(chooser.search, Qt.Key.Key_Return)
    assert small_window.session.place.key == "start-here:3"
    assert not chooser.isVisible()
    small_window.session._announce()
    small_window.guide.choose()
    QTest.keyClick(chooser.search, Qt.Key.Key_Down)
    assert "Fast pairs" in chooser.text.text()
    QTest.keyClick(chooser.search, Qt.Key.Key_Escape)
    assert not chooser.isVisible()
    assert small_window.session.place.key == "start-here:3"


@pytest.mark.slow
def test_what_is_pointed_at_is_shown_with_its_picture(chooser, qtbot):
    item = next(i for i in chooser.rows() if i.text().startswith("2  The shifted row"))
    chooser.list.itemEntered.emit(item)
    assert "Play the shift" in chooser.text.text()
    qtbot.waitUntil(lambda: not chooser.picture.pixmap().isNull(), timeout=20_000)
    assert chooser.list.currentItem() is not item, "pointing chooses nothing"
