"""Square cells, on request: on the screen and on paper a matrix of positions is as wide as high."""

import pytest

from peviewer.document.document import Document
from peviewer.figures.palette import LIGHT
from peviewer.figures.panes.catalog import PANES
from peviewer.live.view import FigureView
from peviewer.paper.page.painter import paint
from peviewer.paper.style import Style

SIZES = [(900, 500), (500, 900), (700, 620)]
MATRICES = {"distance": 1, "operator": 2, "bias": 1}
ZOOM = {"view.zoom": {"position": (10.0, 40.0)}}


def _document(name, square, changes=()):
    scheme = {"encoding.scheme": "alibi"} if name == "bias" else {}
    return Document().edited({**scheme, **dict(changes), "view.square": square})


def _even(figure):
    return [place for place, panel in enumerate(figure.panels) if panel.square_cells]


@pytest.mark.parametrize("name", MATRICES)
def test_they_are_asked_for(name):
    assert len(_even(PANES[name].figure(_document(name, True)))) == MATRICES[name]
    always = name == "operator"  # it has as many rows as columns, whatever they are
    assert len(_even(PANES[name].figure(_document(name, False)))) == (MATRICES[name] if always else 0)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("changes", [{}, ZOOM])
@pytest.mark.parametrize("name", MATRICES)
def test_on_screen_cells_are_square_and_what_is_below_stays_aligned(qtbot, name, size, changes):
    view = FigureView(LIGHT)
    qtbot.addWidget(view, before_close_func=lambda shown: shown.dispose())
    view.resize(*size)
    view.set_figure(PANES[name].figure(_document(name, True, changes)))
    with qtbot.waitExposed(view):
        view.show()
    rects = [view.panels[place].area.sceneBoundingRect() for place in _even(view.figure())]
    assert [rect.width() for rect in rects] == pytest.approx([rect.height() for rect in rects], abs=1)
    if name == "distance":
        below = view.panels[1].area.sceneBoundingRect()
        assert (below.left(), below.right()) == (rects[0].left(), rects[0].right())


@pytest.mark.sampled(1)
@pytest.mark.parametrize("size", [(1200, 700), (800, 1100)])
@pytest.mark.parametrize("name", ["distance", "operator"])
def test_on_paper_too(name, size):
    figure = PANES[name].figure(_document(name, True))
    page = paint(figure, Style(*size))
    boxes = [axes.bbox for axes in page.axes if axes.get_xlabel() or axes.get_ylabel()]
    across = [round(box.width) for box in boxes]
    assert sum(abs(round(box.width) - round(box.height)) <= 1 for box in boxes) >= 1, across
    if name == "distance":
        assert across[0] == across[-1]
