import numpy as np

from peviewer.figures.palette import DARK, LIGHT
from peviewer.live.view import FigureView


def test_a_switched_view_equals_one_born_in_that_palette(qtbot, view, table, stack, pixels):
    figure = stack(table(np.random.default_rng(0).uniform(-1, 1, (9, 40))))
    born = FigureView(DARK)
    qtbot.addWidget(born, before_close_func=lambda w: w.dispose())
    born.resize(view.size())
    for widget in (view, born):
        widget.set_figure(figure)
        widget.set_crosshair({"position": 7})
    light = pixels(view)
    view.set_palette(DARK)
    np.testing.assert_array_equal(pixels(view), pixels(born))
    view.set_palette(LIGHT)
    np.testing.assert_array_equal(pixels(view), light)


def test_no_light_colour_is_left_after_the_switch(view, table, heat, pixels, rgb):
    view.set_figure(heat(table(np.zeros((5, 5))), colormap="grey", bar="PE"))
    view.grab()
    view.set_palette(DARK)
    shown = pixels(view)
    edge = int(view.panels[0].area.sceneBoundingRect().left())
    assert tuple(shown[2, 2]) == rgb(DARK.panel)
    for name in (LIGHT.panel, LIGHT.secondary, LIGHT.line):
        assert not np.all(shown[:, :edge] == rgb(name), axis=2).any()
