"""Which panes go into a picture: a row each, of which the last one stays."""

import pytest

from peviewer.app.export.choices import PanePicker
from peviewer.figures.palette import LIGHT
from peviewer.figures.panes.catalog import PANES


@pytest.fixture
def picker(qtbot, themed):
    made = PanePicker(PANES, LIGHT)
    qtbot.addWidget(made)
    made.show()
    return made


def removable(picker):
    return [row.remove_button.isVisibleTo(row) for row in picker.rows]


def test_the_only_pane_cannot_be_left_out_and_of_several_each_can(picker):
    picker.choose(["shift"])
    assert removable(picker) == [False]
    picker.choose(["shift", "table", "waves"])
    assert removable(picker) == [True] * 3
    picker.rows[1].remove_button.click()
    assert picker.chosen == ("shift", "waves")
    picker.rows[0].remove_button.click()
    assert picker.chosen == ("waves",)
    assert removable(picker) == [False]


def test_it_says_pane_of_one_and_panes_of_several(picker):
    picker.choose(["shift"])
    assert picker._heading.text() == "Pane"
    picker.choose(["shift", "table"])
    assert picker._heading.text() == "Panes"
    picker.set_several(False)
    assert picker._heading.text() == "Pane"
    assert picker.chosen == ("shift",)
