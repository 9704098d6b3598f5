"""What stands around axes is measured as matplotlib does, and each tick found once."""

from collections import Counter

import pytest
from matplotlib.axis import Axis
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from peviewer.document.document import Document
from peviewer.figures.panes.catalog import PANES
from peviewer.paper.axes.extent import extent
from peviewer.paper.page.painter import paint
from peviewer.paper.style import Style


@pytest.fixture(params=["encoding", "frequencies", "shift"])
def page(request):
    return paint(PANES[request.param].figure(Document()), Style(700, 500))


def test_axes_stand_where_matplotlib_says(page):
    renderer = page.canvas.get_renderer()
    for axes in page.axes:
        assert extent(axes, renderer).bounds == axes.get_tightbbox(renderer).bounds
        axes.set_xlim(*(1e4 * end + 1 for end in axes.get_xlim()))
        axes.set_ylim(*(1e-3 * end + 1 for end in axes.get_ylim()))
        assert extent(axes, renderer).bounds == axes.get_tightbbox(renderer).bounds


@pytest.fixture
def found(monkeypatch):
    """How often the ticks of each axis were found."""
    counts, find = Counter(), Axis._update_ticks

    def counted(axis):
        counts[axis] += 1
        return find(axis)

    monkeypatch.setattr(Axis, "_update_ticks", counted)
    return counts


def test_the_ticks_of_an_axis_are_found_once_to_measure_it(page, found):
    for axes in page.axes:
        extent(axes, page.canvas.get_renderer())
    assert set(found.values()) == {1}
    assert len(found) == 2 * len(page.axes)


def test_and_once_to_draw_it(page, found):
    page.canvas.draw()
    assert set(found.values()) == {1}
    assert len(found) == 2 * len(page.axes)


def test_axes_that_find_their_size_while_they_are_drawn_find_their_ticks_then(page):
    texts = []
    for one in (page, Figure(figsize=page.get_size_inches(), dpi=page.dpi)):
        added = one.add_axes((0.3, 0.3, 0.3, 0.3), aspect="equal", adjustable="datalim")
        added.plot([0, 1], [0, 100])
        FigureCanvasAgg(one).draw()
        texts.append([tick.label1.get_text() for tick in added.xaxis.majorTicks])
    assert texts[0] == texts[1]
