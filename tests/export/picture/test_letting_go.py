"""Pages that are done with are empty at once, and do not wait until garbage is collected."""

import gc

import pytest
from matplotlib.axes import Axes

from peviewer.document.document import Document
from peviewer.export.picture.render import render
from peviewer.figures.panes.catalog import pane
from peviewer.paper.motion.motion import Motion
from peviewer.paper.style import Style

DOCUMENT = Document().edited({"encoding.length": 20, "encoding.dim": 16})
CROWDED = Style.of_pixels(480, 400)


def _picture():
    render(pane("operator").figure(DOCUMENT), "png", document=DOCUMENT, style=CROWDED)


def _drawing():
    render(pane("encoding").figure(DOCUMENT), "svg", document=DOCUMENT, style=Style())


def _frames():
    motion = Motion(CROWDED)
    for length in (20, 200, 2_000):
        motion.paint(pane("table").figure(DOCUMENT.edited({"encoding.length": length})))


@pytest.mark.parametrize("paint", [_picture, _drawing, _frames])
def test_nothing_is_left_on_pages_that_are_done_with(paint):
    gc.collect()
    known = {id(thing) for thing in gc.get_objects() if isinstance(thing, Axes)}
    gc.disable()
    try:
        paint()
        made = [thing for thing in gc.get_objects() if isinstance(thing, Axes) and id(thing) not in known]
        assert [axes for axes in made if vars(axes)] == []
    finally:
        gc.enable()
