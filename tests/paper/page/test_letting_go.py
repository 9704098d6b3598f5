"""A page that is done with goes at once: collecting it, and the thousands of parts it is made of, comes late."""

import gc
from contextlib import contextmanager
from itertools import count

import pytest
from matplotlib.artist import Artist

from peviewer.base.work import Cancelled, cancellable
from peviewer.document.document import Document
from peviewer.export.picture.render import render
from peviewer.figures.panes.catalog import PANES
from peviewer.paper.motion.motion import Motion
from peviewer.paper.page.composition import Composition
from peviewer.paper.style import Style, StyleError

SIZE = Style(900, 500)
FEW = 50
"""So many parts of a thousand may stay, as a legend that was just being made."""


def parts():
    return sum(isinstance(one, Artist) and bool(vars(one)) for one in gc.get_objects())


@contextmanager
def nothing_left():
    gc.collect()
    gc.disable()
    try:
        before = parts()
        yield
        assert parts() - before < FEW
    finally:
        gc.enable()


def page(document=None):
    return Composition(tuple(PANES[name].figure(document or Document()) for name in ("statistics", "shift")))


@pytest.mark.parametrize("turns", [0, 8, 16])
def test_a_picture_that_is_cancelled_leaves_no_page_behind(turns):
    figures, asked = page(), count()
    with nothing_left():
        with cancellable(lambda: next(asked) >= turns), pytest.raises(Cancelled):
            render(figures, "png", document=Document(), style=SIZE)


def test_nor_does_one_that_is_finished():
    figures = page()
    with nothing_left():
        render(figures, "png", document=Document(), style=SIZE)


def test_nor_does_one_that_is_refused():
    figure = PANES["statistics"].figure(Document())
    with nothing_left(), pytest.raises(StyleError):
        render(figure, "png", document=Document(), style=Style(150, 100))


def test_nor_does_a_clip_whose_moving_parts_are_found_anew():
    changes = {"shift.phi": 1.0}, {"shift.phi": 2.0}, {"encoding.base": 9.0}, {"encoding.dim": 6}
    figures = [page(Document().edited(change)) for change in changes]
    with nothing_left():
        motion = Motion(SIZE)
        motion.prepare(figures[0], figures[1])
        for figure in figures:
            assert motion.paint(figure).shape == (SIZE.height, SIZE.width, 4)
        motion.let_go()
