"""What a frame of something that moves paints again: all that differs, at once, and little else."""

import numpy as np
import pyqtgraph as pg
import pytest
from PySide6.QtCore import QEvent, QObject, QPoint
from PySide6.QtGui import QRegion
from PySide6.QtWidgets import QApplication, QGraphicsView, QHBoxLayout, QWidget

from peviewer.document.document import Document
from peviewer.figures.palette import DARK, LIGHT
from peviewer.figures.panes.catalog import PANES
from peviewer.figures.presets import preset
from peviewer.live.view import FigureView
from tests.screen import different_pixels, settle, standing

PHIS = 40.25, 71.5, -33.0, 5000.0, 0.0, 12.5
"""Some where rows t and t + φ are not in the table."""


@pytest.fixture
def two(qtbot):
    """Return a shown window with two views, and them."""
    window = QWidget()
    row = QHBoxLayout(window)
    views = [FigureView(LIGHT), FigureView(LIGHT)]
    for view in views:
        row.addWidget(view)
    qtbot.addWidget(window, before_close_func=lambda _: [view.dispose() for view in views])
    window.resize(900, 400)
    with qtbot.waitExposed(window):
        window.show()
    return window, views


class Painted(QObject):
    """Counts how often a window is painted, and gathers what of a view is."""

    def __init__(self, view):
        super().__init__()
        self.viewport = view.findChild(QGraphicsView).viewport()
        self.times = 0
        self.region = QRegion()
        for part in (self.viewport, view.window()):
            part.installEventFilter(self)

    def eventFilter(self, _part, event):
        self.times += event.type() == QEvent.Type.UpdateRequest
        if event.type() == QEvent.Type.Paint:
            self.region += event.region()
        return False


def turns(qapp):
    """Let the event loop turn: what changed is computed, gathered in the next turn, and then painted."""
    for _ in range(4):
        qapp.processEvents()


@pytest.fixture
def unmarked(monkeypatch):
    """Let no view say that its picture is being computed, however busy the machine is."""
    monkeypatch.setattr("peviewer.live.pending.PATIENCE_MS", 60_000)


def screens(view):
    """Return what stood on the screen in each turn of the event loop, until a view is complete."""
    found = [standing(view)]
    while view.is_pending:
        QApplication.processEvents()
        found.append(standing(view))
    settle(view)
    return [*found, standing(view)]


def built_plots(view):
    scene = view.findChild(QGraphicsView).scene()
    return sum(isinstance(item, pg.PlotItem) for item in scene.items())


def shifted(name, phi, **changes):
    return PANES[name].figure(preset("shift").document.edited({"shift.phi": phi, **changes}))


@pytest.mark.parametrize("name", ["shift", "clocks", "table"])
def test_the_old_picture_stays_until_all_panels_of_the_next_one_are_built(unmarked, two, name):
    view, _ = two[1]
    view.set_figure(shifted("encoding", 0.0))
    settle(view)
    view.make(lambda: shifted(name, 0.0))
    old, *between, new = screens(view)
    assert len(different_pixels(old, new)) > 0
    for screen in between:
        is_whole = [len(different_pixels(screen, whole)) == 0 for whole in (old, new)]
        assert any(is_whole)


def test_one_panel_is_built_a_turn(two):
    view, _ = two[1]
    view.set_figure(shifted("encoding", 0.0))
    settle(view)
    view.make(lambda: shifted("shift", 0.0))
    counts = [built_plots(view)]
    while view.is_pending:
        QApplication.processEvents()
        counts.append(built_plots(view))
    assert counts[-1] > 2
    assert np.diff(counts).max() == 1


@pytest.mark.parametrize("ending", ["another Figure", "Cancel", "clearing", "an error"])
def test_panels_that_were_built_for_a_figure_that_is_not_shown_are_removed(two, ending):
    view, _ = two[1]
    view.set_figure(shifted("encoding", 0.0))
    settle(view)
    view.make(lambda: shifted("shift", 0.0))
    while built_plots(view) < 2:
        QApplication.processEvents()
    if ending == "another Figure":
        view.make(lambda: shifted("encoding", 1.0))
    elif ending == "Cancel":
        view.cancel()
    elif ending == "clearing":
        view.clear()
    else:
        view.make(lambda: 1 / 0)
    settle(view)
    assert built_plots(view) == len(view.graphics)


@pytest.mark.parametrize(
    ("names", "width"), [(("shift", "shift"), 700), (("encoding", "distance"), 1200)]
)
def test_panes_that_move_together_are_painted_at_once(two, qapp, names, width):
    window, views = two
    window.resize(width, 400)
    for phi in (40.25, 41.25):
        painted = Painted(views[0])
        for view, name in zip(views, names, strict=True):
            view.set_figure(shifted(name, phi))
        turns(qapp)
    assert painted.times == 1


def test_what_is_painted_with_its_window_is_not_painted_again(two, qapp):
    window, views = two
    figure = PANES["waves"].figure(preset("shift").document)
    views[0].set_figure(figure)
    turns(qapp)
    painted = Painted(views[0])
    views[0].set_palette(DARK)
    window.update()
    turns(qapp)
    assert painted.times == 1


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "transposed"),
    [("encoding", True), ("shift", False), ("binary", False), ("distance", True)],
)
def test_all_that_a_shift_changes_is_painted_again(view, qapp, pixels, name, transposed):
    for phi in PHIS:
        turns(qapp)
        was = pixels(view).astype(int)
        painted = Painted(view)
        view.set_figure(shifted(name, phi, **{"view.transposed": transposed}))
        turns(qapp)
        painted.viewport.removeEventFilter(painted)  # taking a picture paints everything
        differs = np.argwhere((pixels(view) != was).any(axis=2))
        actual = [at for at in differs.tolist() if not painted.region.contains(QPoint(*at[::-1]))]
        assert actual == []


def test_what_a_new_figure_draws_is_computed_in_the_turn_that_makes_it(view, qapp, table, stack):
    view.set_figure(stack(table(np.ones((9, 40)))))
    turns(qapp)
    other = table(np.zeros((9, 40)))
    view.make(lambda: stack(other), quick=True)
    assert len(other.calls) == 1


def test_an_equal_figure_neither_repaints_nor_samples(view, qapp, table, stack):
    view.set_figure(stack(table(np.ones((9, 40)))))
    turns(qapp)
    painted = Painted(view)
    again = table(np.ones((9, 40)))
    view.set_figure(stack(again))
    turns(qapp)
    assert painted.region.isEmpty() is True
    assert again.calls == []


def test_a_table_that_moves_leaves_the_axes_and_their_numbers_alone(view, qapp):
    view.set_figure(shifted("shift", 40.25))
    turns(qapp)
    painted = Painted(view)
    view.set_figure(shifted("shift", 41.25))
    turns(qapp)
    sides = [
        part for panel in view.panels[:2] for part in (panel.bottom, panel.left) if part.isVisible()
    ]
    assert not painted.region.isEmpty()
    for part in sides:
        inner = part.sceneBoundingRect().toRect().adjusted(3, 3, -3, -3)
        assert not painted.region.intersects(inner)


def test_what_changed_with_a_range_is_painted_though_a_part_was_before(view, qapp):
    figures = [
        PANES["frequencies"].figure(Document().edited({"encoding.dim": dim})) for dim in (256, 32)
    ]
    for figure in figures:
        settle(view)
        view.set_figure(figure)
    view.findChild(QGraphicsView).viewport().repaint(0, 0, 9, 9)
    settle(view)
    was = standing(view)
    view.findChild(QGraphicsView).viewport().repaint()
    assert len(different_pixels(was, standing(view))) == 0


def test_where_panels_are_elsewhere_all_is_painted_again(view, qapp):
    for square in (False, True, False):
        turns(qapp)
        painted = Painted(view)
        view.set_figure(shifted("distance", 40.25, **{"view.square": square}))
        turns(qapp)
        assert (QRegion(painted.viewport.rect()) - painted.region).isEmpty(), (
            "on a desktop, remains were seen"
        )


@pytest.mark.parametrize("name", ["shift", "table", "properties"])
def test_a_switched_view_equals_one_born_in_that_palette(qtbot, view, pixels, name):
    figure = PANES[name].figure(Document())
    born = FigureView(DARK)
    qtbot.addWidget(born, before_close_func=lambda w: w.dispose())
    born.resize(view.size())
    born.show()
    for widget in (view, born):
        widget.set_figure(figure)
        widget.set_crosshair({"position": 7})
    light = pixels(view)
    view.set_palette(DARK)
    np.testing.assert_array_equal(pixels(view), pixels(born))
    view.set_palette(LIGHT)
    np.testing.assert_array_equal(pixels(view), light)
