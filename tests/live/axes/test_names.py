"""Ticks that carry names in place of numbers."""

from dataclasses import replace

import numpy as np


def test_named_whole_numbers_are_written_by_their_names(view, table, heat):
    figure = heat(table(np.zeros((2, 9))))
    (panel,) = figure.panels
    named = replace(panel, y=replace(panel.y, names=("· sin", "· cos")))
    view.set_figure(replace(figure, rows=((named,),)))
    view.grab()
    left = view.panels[0].left
    assert [(value, text) for _, value, text in left.placed()] == [(0, "· sin"), (1, "· cos")]
    view.set_figure(figure)
    view.grab()
    assert [text for *_, text in view.panels[0].left.placed()] == ["0", "1"]
