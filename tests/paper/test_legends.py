"""A legend stands above what it names, and the title of a bar beside its bar."""

from matplotlib.legend import Legend

from peviewer.document.document import Document
from peviewer.figures.panes.catalog import PANES
from peviewer.paper.page.painter import paint
from peviewer.paper.style import Style


def page_of(pane, document=None):
    page = paint(PANES[pane].figure(document or Document()), Style())
    page.canvas.draw()
    return page


def axes_with(page, label):
    return next(axes for axes in page.axes if axes.get_ylabel() == label)


def test_a_legend_of_one_plot_stands_above_that_plot_alone():
    page = page_of("spectrum")
    (legend,) = page.findobj(Legend)
    plot = axes_with(page, "$ω$ (rad/position)")
    assert legend.get_window_extent().x0 >= plot.bbox.x0 - 1


def test_the_title_of_a_bar_stands_between_its_data_and_the_bar():
    page = page_of("distance")
    data, bar = page.axes[:2]
    title = bar.yaxis.label.get_window_extent()
    assert data.bbox.x1 < title.x0
    assert title.x1 < bar.bbox.x0
