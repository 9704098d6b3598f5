"""A header in any width: what there is room for is shown, whole, and nothing else."""

from itertools import pairwise

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QFont, QFontDatabase
from PySide6.QtTest import QSignalSpy
from PySide6.QtWidgets import QLabel, QWidget

from peviewer.app.panes.header import PaneChoice, PaneHeader
from peviewer.base.shipped_type import SHIPPED_FAMILY, shipped_faces
from peviewer.figures.panes.catalog import PANES
from peviewer.figures.stories import place


class Choice(QWidget):
    def sizeHint(self):
        return QSize(70, 24)

    minimumSizeHint = sizeHint


@pytest.fixture
def header(qtbot, themed):
    made = PaneHeader(PANES["distance"], [Choice(), Choice()])
    qtbot.addWidget(made)
    with qtbot.waitExposed(made):
        made.show()
    return made


def shown(header, width):
    """Return what is shown at a width, from left to right."""
    header.resize(width, header.height())
    header.layout().activate()
    parts = [header.title, *header.choices, header.reset, *header.buttons.values(), header.more]
    return [part for part in parts if part.isVisible()]


def test_what_is_shown_is_whole_and_the_less_important_gives_way_first(header):
    first, second = header.choices
    header.resize(header.minimumSizeHint())
    found = []
    changes = QSignalSpy(header.choicesChanged)
    for width in range(header.minimumSizeHint().width(), 500):
        parts = shown(header, width)
        assert all(
            part.width() >= min(part.sizeHint().width(), part.maximumWidth()) for part in parts
        )
        assert all(a.geometry().right() < b.geometry().left() for a, b in pairwise(parts))
        assert parts[-1].geometry().right() < width
        key = [part for part in (first, second, header.more) if part in parts]
        if not found or key != found[-1]:
            found.append(key)
    expected = [[header.more], [first, header.more], [first, second, header.more], [first, second]]
    assert found == expected
    assert changes.count() == 2


def test_below_a_tab_there_is_no_title_and_a_maximised_pane_is_restored(header):
    for tabbed in (True, False):
        header.set_tabbed(tabbed)
        assert (header.title in shown(header, 500)) != tabbed
    for maximised, text in ((True, "Show all panes"), (False, "Maximise Distance")):
        header.set_maximised(maximised)
        assert header.buttons["maximise"].accessibleName() == text


def test_the_button_that_resets_the_view_is_there_while_it_is_zoomed(header):
    header.reveal(False)
    for is_zoomed in (False, True):
        header.set_zoomed(is_zoomed)
        for width in (header.minimumSizeHint().width() + 30, 600):
            assert (header.reset in shown(header, width)) == is_zoomed
    assert header.reset.revealed


def test_the_title_of_a_choice_goes_first_unless_a_step_names_it(qtbot, themed, session):
    choices = [PaneChoice(session, path) for path in ("shift.operator", "frequencies.shows")]
    header = PaneHeader(PANES["operator"], choices)
    qtbot.addWidget(header)
    with qtbot.waitExposed(header):
        header.show()

    def titles(width):
        header.resize(width, header.height())
        labels = [choice.findChild(QLabel) for choice in choices]
        return [label.isVisible() for label in labels]

    assert titles(900) == [True, True]
    assert titles(400) == [False, False]
    session.open_place(place("tensor2tensor:6"))
    session.flush()
    header.fit()
    assert titles(400) == [True, False]


def test_boxes_lie_inside_their_header_in_a_font_with_tall_lines(themed, open_window):
    for face in shipped_faces():
        QFontDatabase.addApplicationFont(str(face))
    font = QFont(SHIPPED_FAMILY)
    font.setPixelSize(13)
    themed.setFont(font)
    window = open_window()

    choices = [choice for dock in window.docks.values() for choice in dock.header.shown_choices]

    assert len(choices) >= 4
    for choice in choices:
        boxes = [
            box
            for box in choice.findChildren(QWidget)
            if box.parent() is choice and box.isVisible()
        ]
        assert boxes
        assert [box.geometry() for box in boxes if not choice.rect().contains(box.geometry())] == []
