"""Panels whose cells are places of a grid: what is pointed at, what a click sets, and where the keys go."""

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from peviewer.figures.grammar import Places

ROWS, COLUMNS = 3, 4
TILES = Places("position", 100, (ROWS, COLUMNS), "tile"), Places("other", 100, (ROWS, COLUMNS), "within")
KEYS = (Places("other", 100, (ROWS, COLUMNS), sets="position"),)


@pytest.fixture
def show(view, heat, table):
    """Show a heatmap whose cells are places."""

    def show(places, shape):
        figure = heat(table(np.zeros(shape)))
        (panel,) = figure.panels
        axes = (replace(axis, quantity=name, cursor=None) for axis, name in ((panel.x, "column"), (panel.y, "row")))
        view.set_figure(replace(figure, rows=((replace(panel, x=next(axes), y=next(axes), places=places),),)))

    return show


def test_a_cell_of_tiles_is_a_patch_and_another(view, show, mouse, cells):
    show(TILES, (ROWS**2, COLUMNS**2))
    mouse.move(9.5 / 16, 4.5 / 9)  # column 9 and row 4: tile 2 of row 1, and in it column 1 of row 1
    assert cells == [{"position": 100 + 1 * 4 + 2, "other": 100 + 1 * 4 + 1}]
    assert view.clicked == cells[0]
    presses = []
    view.pressed.connect(presses.append)
    view.set_crosshair({}, cells[0])
    mouse.click(9.5 / 16, 4.5 / 9)
    mouse.click(1.5 / 16, 4.5 / 9)
    assert presses == [True, False]


def test_a_click_may_set_another_field_than_the_pointer(view, show, mouse, cells):
    show(KEYS, (ROWS, COLUMNS))
    assert view.clicked == {}
    mouse.move(0.9, 0.9)
    assert cells == [{"other": 111}]
    assert view.clicked == {"position": 111}


def test_beside_the_grid_there_is_no_place(view, show, mouse, cells):
    show(KEYS, (ROWS + 1, COLUMNS))
    mouse.move(0.9, 0.99)
    assert cells == [{}]


def test_arrows_go_from_cell_to_cell_and_return_pins(qtbot, view, show, cells):
    show(KEYS, (ROWS, COLUMNS))
    view.activateWindow()
    qtbot.waitUntil(view.isActiveWindow)
    view.enter()
    view.set_crosshair({}, {"other": 105})
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Down):
        QTest.keyClick(view, key)
    with qtbot.waitSignal(view.pressed):
        QTest.keyClick(view, Qt.Key.Key_Return)
    assert cells == [{"other": 106}, {"other": 110}]
    assert view.clicked == {"position": 110}
