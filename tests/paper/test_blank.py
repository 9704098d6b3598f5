"""Less than a third of a picture is blank."""

from functools import cache

import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg

from peviewer.figures.panes.catalog import PANES
from peviewer.paper.page.page import PaperPage
from peviewer.paper.page.painter import paint
from peviewer.paper.sizing import NAMED_SIZES
from tests.paper.blank import LARGEST_SHARE, blank_share
from tests.thumbnails import document_of

SIZES = ("single", "double", "1080p", "lecture")
QUICK = ("encoding", "distance", "score", "properties")
"""Panes of each kind, a matrix, two plots, curves and a table, that are measured at two sizes."""

BLANK = {
    "waves": {"single", "1080p", "lecture"},
    "clocks": {"single", "double", "1080p", "lecture"},
    "binary": {"1080p", "lecture"},
    "distance": {"single"},
    "tiles": {"single", "1080p", "lecture"},
    "table": {"1080p"},
    "spectrum": {"single", "1080p", "lecture"},
    "shift": {"single", "double", "1080p", "lecture"},
    "operator": {"single", "double", "1080p", "lecture"},
    "bias": {"single"},
    "offsets": {"single", "double", "1080p"},
    "attention": {"lecture"},
    "criteria": {"single", "double", "1080p", "lecture"},
}
"""The sizes at which panes are still blanker. Whoever mends one takes it out: none is added."""


@cache
def figure_of(name):
    """Return the Figure of a pane, of the Document of its thumbnail."""
    pane = PANES[name]
    return pane.figure_for_file(document_of(pane))


def painted(name, size, theme=None):
    return paint(figure_of(name), NAMED_SIZES[size].style(theme))


def test_blank_is_what_lies_outside_plots_and_words_that_overlap_once():
    page = PaperPage(figsize=(4, 2), dpi=100)
    FigureCanvasAgg(page)
    for place in ((0.0, 0.0, 0.5, 0.5), (0.25, 0.0, 0.5, 0.5)):
        axes = page.add_axes(place)
        axes.set(xticks=(), yticks=())
        axes.spines[:].set_linewidth(0)

    share = blank_share(page)

    assert share == pytest.approx(1 - 0.75 * 0.5, abs=0.01)


@pytest.mark.parametrize("size", ["single", "lecture"])
@pytest.mark.parametrize("name", QUICK)
def test_panes_of_each_kind_leave_less_than_a_third_blank(name, size):
    is_exception = size in BLANK.get(name, ())
    page = painted(name, size)
    share = blank_share(page)
    assert (share >= LARGEST_SHARE) == is_exception


@pytest.mark.slow
@pytest.mark.parametrize("name", PANES)
def test_a_pane_leaves_less_than_a_third_blank_but_where_it_is_known_not_to(name):
    shares = {size: blank_share(painted(name, size)) for size in SIZES}
    blank_sizes = {size for size, share in shares.items() if share >= LARGEST_SHARE}
    assert blank_sizes == BLANK.get(name, set()), shares


def test_a_dark_slide_is_as_blank_as_a_light_one():
    light = blank_share(painted("distance", "1080p", "slide-light"))
    dark = blank_share(painted("distance", "1080p", "slide-dark"))
    assert dark == pytest.approx(light, abs=1e-6)
