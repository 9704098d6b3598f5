"""Labels of rules: each is beside its own, and none covers another."""

from itertools import combinations

import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg

from peviewer.figures.panes.catalog import PANES
from peviewer.figures.presets import preset
from peviewer.paper.marks.labels import LABEL
from peviewer.paper.page.painter import paint
from peviewer.paper.sizes import named_size


@pytest.mark.slow
@pytest.mark.parametrize("phi", [-30, 5, 100])
@pytest.mark.parametrize("pane", ["binary", "shift", "distance"])
def test_no_label_of_a_rule_lies_on_the_ground_of_another(pane, phi):
    document = preset("counter-64").document.edited({"shift.phi": phi})
    page = paint(PANES[pane].figure(document), named_size("single").style())
    canvas = FigureCanvasAgg(page)
    canvas.draw()
    renderer = canvas.get_renderer()
    found = 0
    for axes in page.axes:
        labels = [text for text in axes.texts if text.get_gid() == LABEL]
        found += len(labels)
        for one, other in combinations(labels, 2):
            words = one.get_window_extent(renderer)
            assert not words.overlaps(other.get_bbox_patch().get_window_extent(renderer)), (one, other)
    assert found > 1
