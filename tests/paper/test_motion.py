"""Frames drawn one after another are the pictures painted one by one, though only what changes is drawn anew."""

import matplotlib as mpl
import numpy as np
import pytest

from peviewer.document.document import Document
from peviewer.figures.panes.catalog import PANES
from peviewer.paper.motion import Motion
from peviewer.paper.page.composition import Composition
from peviewer.paper.page.painter import paint, settings
from peviewer.paper.style import Style

LIGHT = Style(640, 360)
DARK = Style(641, 363, theme="slide-dark")
PAPER = Style(800, 700, theme="paper", dpi=200)
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


@pytest.mark.parametrize(
    ("name", "path", "values", "style"),
    [
        pytest.param("shift", "shift.phi", (0.5, -7.0, 100.0), LIGHT, marks=pytest.mark.slow),
        pytest.param("clocks", "shift.phi", (0.5, 3.25), PAPER, marks=pytest.mark.slow),
        pytest.param(
            "distance",
            "cursor.position",
            (3, 17),
            LIGHT.but(transparent=True),
            marks=pytest.mark.slow,
        ),
        pytest.param("table", "encoding.base", (10.0, 50.0), DARK, marks=pytest.mark.slow),
        pytest.param(
            "distance", "view.colormap", ("viridis", "magma"), LIGHT, marks=pytest.mark.slow
        ),
        pytest.param(
            "shift", "encoding.length", (40, 41, 60), LIGHT, marks=pytest.mark.slow
        ),  # other ticks
        pytest.param(
            "shift", "encoding.dim", (16, 15, 16, 16), LIGHT, marks=pytest.mark.slow
        ),  # a note between
    ],
)
def test_every_frame_is_the_picture_of_its_document(name, path, values, style):
    moving = Motion(style)
    for value in values:
        figure = PANES[name].figure(SMALL.edited({path: value}))
        assert alike(moving.paint(figure), figure, style), value


@pytest.mark.slow
def test_several_panes_on_one_page_move_together_and_in_a_zoomed_window():
    style = Style(800, 450)
    moving = Motion(Style(800, 450))
    for phi in (1.0, 2.0, 3.0):
        zoom = {"position": (3.3, 20.7), "dimension": (1.2, 9.9)}
        document = SMALL.edited({"shift.phi": phi, "view.zoom": zoom})
        page = Composition(tuple(PANES[name].figure(document) for name in ("encoding", "clocks")))
        assert alike(moving.paint(page), page, style), phi
