"""Ticks that carry names in place of numbers, on paper."""

from dataclasses import replace

from peviewer.paper.page.painter import paint
from peviewer.paper.style import Style
from tests.made_figures import made

__all__ = ["made"]


def test_named_whole_numbers_are_written_by_their_names(made):
    figure = made.figure((made.heat(2, 9),))
    (panel,) = figure.panels
    named = replace(panel, y=replace(panel.y, names=("· sin", "· cos")))
    page = paint(replace(figure, rows=((named,),)), Style())
    page.canvas.draw()
    labels = [label.get_text() for label in page.axes[0].get_yticklabels()]
    assert [label for label in labels if label] == ["· sin", "· cos"]
