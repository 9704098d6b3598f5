"""What stands around axes is measured as matplotlib does, and each tick found once."""

from collections import Counter

import pytest
from matplotlib.axis import Axis

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


def test_the_ticks_of_an_axis_are_found_once(page, monkeypatch):
    found, find = Counter(), Axis._update_ticks

    def counted(axis):
        found[axis] += 1
        return find(axis)

    monkeypatch.setattr(Axis, "_update_ticks", counted)
    for axes in page.axes:
        extent(axes, page.canvas.get_renderer())
    assert set(found.values()) == {1}
    assert len(found) == 2 * len(page.axes)
