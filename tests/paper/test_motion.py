"""Frames painted one after another are the pictures painted one by one; only what moves is painted anew."""

import threading
from concurrent.futures import ThreadPoolExecutor

import matplotlib as mpl
import numpy as np
import pytest

from peviewer.base.work import cancellable
from peviewer.document.document import Document
from peviewer.figures.panes.catalog import PANES
from peviewer.paper import motion
from peviewer.paper.motion import Motion
from peviewer.paper.page import builder, composition
from peviewer.paper.page.composition import Composition
from peviewer.paper.page.painter import paint, painting, settings
from peviewer.paper.style import Style

LIGHT, DARK = Style(640, 360), Style(641, 363, theme="slide-dark")
SMALL = Document().edited({"encoding.length": 40, "encoding.dim": 16})


def from_scratch(figure, style):
    with mpl.rc_context(settings(style)):
        page = paint(figure, style)
        page.canvas.draw()
        return np.asarray(page.canvas.buffer_rgba()).astype(int)


def alike(fast, figure, style):
    """Whether a frame is the picture: no level off by more than one on 99.9 % of the pixels, and none by much."""
    apart = np.abs(fast.astype(int) - from_scratch(figure, style)).max(axis=-1)
    return (apart <= 1).mean() >= 0.999 and apart.max() <= 8


@pytest.fixture
def counted(monkeypatch):
    """Count the pages that are painted as a whole."""
    calls = []
    for name in ("paint_content", "PartialPage"):
        real = getattr(motion, name)
        monkeypatch.setattr(motion, name, lambda *given, real=real, name=name: (calls.append(name), real(*given))[1])
    return calls


@pytest.mark.sampled(1)
@pytest.mark.parametrize(
    ("name", "path", "values", "style"),
    [
        ("shift", "shift.phi", (0.5, -7.0, 100.0), LIGHT),
        ("clocks", "shift.phi", (0.5, 3.25), DARK),
        ("operator", "shift.phi", (0.5, 3.25), LIGHT),
        ("encoding", "encoding.base", (10.0, 3e4), LIGHT),
        ("frequencies", "encoding.base", (10.0, 3e4), DARK),
        ("distance", "cursor.position", (3, 17), LIGHT),
        ("table", "encoding.base", (10.0, 50.0), DARK),
        ("waves", "encoding.base", (10.0, 50.0), LIGHT),
    ],
)
def test_every_frame_is_the_picture_of_its_document(name, path, values, style):
    moving = Motion(style)
    for value in values:
        figure = PANES[name].figure(SMALL.edited({path: value}))
        assert alike(moving.paint(figure), figure, style), value


@pytest.mark.slow
@pytest.mark.parametrize("style", [Style(800, 700, theme="paper", dpi=200), Style(640, 360, transparent=True)])
def test_on_paper_and_without_a_ground_too(style):
    moving = Motion(style)
    for phi in (1.5, 3.123, -7.0):
        figure = PANES["shift"].figure(SMALL.edited({"shift.phi": phi}))
        assert alike(moving.paint(figure), figure, style), phi


@pytest.mark.slow
def test_in_a_zoomed_window_cells_are_cut_where_the_picture_cuts_them():
    style, moving = Style(640, 480), Motion(Style(640, 480))
    for phi in (1.0, 2.0, 3.0):
        zoomed = SMALL.edited({"shift.phi": phi, "view.zoom": {"position": (3.3, 20.7), "dimension": (1.2, 9.9)}})
        figure = PANES["shift"].figure(zoomed)
        assert alike(moving.paint(figure), figure, style), phi


@pytest.mark.slow
def test_several_panes_on_one_page_move_together(counted):
    style, moving = Style(1200, 700), Motion(Style(1200, 700))
    for phi in (1.0, 2.0, 3.0):
        document = SMALL.edited({"shift.phi": phi})
        page = Composition((PANES["shift"].figure(document), PANES["clocks"].figure(document)))
        assert alike(moving.paint(page), page, style), phi
    assert counted == ["paint_content", "PartialPage"]


@pytest.mark.slow
def test_while_only_data_move_the_page_is_painted_once(counted):
    moving = Motion(Style(640, 360))
    for phi in range(6):
        moving.paint(PANES["shift"].figure(SMALL.edited({"shift.phi": phi})))
    assert counted == ["paint_content", "PartialPage"]


@pytest.mark.slow
@pytest.mark.parametrize("prepared", [True, False])
def test_the_first_picture_is_laid_out_once(monkeypatch, prepared):
    pages, real = [], builder.Page
    monkeypatch.setattr(builder, "Page", lambda **given: (pages.append(1), real(**given))[1])
    figures = [PANES["shift"].figure(SMALL.edited({"shift.phi": phi})) for phi in (1.0, 2.0)]
    moving = Motion(Style(640, 360))
    if prepared:
        moving.prepare(*figures)
    first = moving.paint(figures[0]).copy()
    assert len(pages) == 1
    assert alike(first, figures[0], Style(640, 360))


@pytest.mark.slow
def test_what_starts_to_move_late_is_learnt(counted):
    style, moving = Style(640, 360), Motion(Style(640, 360))
    edits = [{"shift.phi": 1}, {"shift.phi": 2}, {"shift.phi": 3, "encoding.base": 50}, {"shift.phi": 4}]
    for edit in edits:
        figure = PANES["shift"].figure(SMALL.edited(edit))
        assert alike(moving.paint(figure), figure, style), edit
    assert counted == ["paint_content", "PartialPage", "PartialPage"]


@pytest.mark.slow
def test_where_ticks_change_all_is_painted_again(counted):
    style, moving = Style(640, 360), Motion(Style(640, 360))
    for length in (10, 40, 41):
        figure = PANES["shift"].figure(SMALL.edited({"encoding.length": length}))
        assert alike(moving.paint(figure), figure, style), length
    assert counted == ["paint_content"] * 3


@pytest.mark.slow
def test_between_a_note_and_a_picture_all_is_painted_again():
    style, moving = Style(640, 360), Motion(Style(640, 360))
    for dim in (16, 15, 16, 16):
        figure = PANES["shift"].figure(SMALL.edited({"encoding.dim": dim}))
        assert alike(moving.paint(figure), figure, style), dim


def test_no_setting_of_matplotlib_is_left_changed():
    before = dict(mpl.rcParams)
    Motion(Style(640, 480)).paint(PANES["encoding"].figure(SMALL))
    assert dict(mpl.rcParams) == before


@pytest.mark.slow
def test_what_panes_share_is_worked_out_once_a_frame(monkeypatch):
    calls, real = [], composition.share_bars
    monkeypatch.setattr(composition, "share_bars", lambda *given: (calls.append(1), real(*given))[1])
    moving = Motion(Style(640, 360))
    for phi in range(4):
        moving.paint(PANES["shift"].draw(SMALL.edited({"shift.phi": phi})))
    assert len(calls) == 4 + 1  # once more before the first: what gives way for want of room is then known


@pytest.mark.slow
def test_a_frame_is_the_same_picture_whatever_another_thread_paints_while_it_waits():
    style, figure = Style(640, 360, font="serif"), PANES["shift"].figure(SMALL)
    alone, waits = Motion(style).paint(figure).copy(), threading.Event()

    def painted():
        with cancellable(waits.set):
            return Motion(style).paint(figure).copy()

    with ThreadPoolExecutor(1) as pool:
        with painting(settings(style)):
            again = pool.submit(painted)
            assert waits.wait(60)
        assert (again.result(60) == alone).all()
