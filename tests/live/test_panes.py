import numpy as np
import pytest

from peviewer.figures.palette import DARK
from peviewer.figures.panes.catalog import PANES
from peviewer.figures.presets import presets
from tests.served import served


@pytest.mark.sampled(6)
@pytest.mark.parametrize("size", [(240, 200), (560, 380)])
@pytest.mark.parametrize("pane", PANES)
def test_every_pane_draws_its_data_at_any_size(view, pane, size, data_pixels):
    _draws(view, pane, presets()["shift"].document, size, data_pixels)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("preset", presets())
def test_the_panes_of_a_preset_draw_their_data(view, preset, data_pixels):
    document = presets()[preset].document
    for pane in document.view.panes:
        _draws(view, pane, document, (560, 380), data_pixels)


def colours(pixels):
    """Count colours, each as one number: rows of three bytes are far slower to sort."""
    return len(np.unique(pixels @ (1 << 16, 1 << 8, 1)))


def _draws(view, pane, document, size, data_pixels):
    view.resize(*size)
    view.set_palette(DARK)
    view.set_figure(PANES[pane].figure(served(pane, document)))
    for panel in range(len(view.panels)):
        if view.panels[panel].panel.square and not view.panels[panel].area.isVisible():
            continue  # an expression that has no room
        pixels = data_pixels(view, panel)
        crowded = (pixels == rgb(DARK.panel)).all(axis=2).mean() < 0.5  # one colour covers most, as of an envelope
        assert crowded or colours(pixels) > 2


def rgb(color):
    return [int(color[start : start + 2], 16) for start in (1, 3, 5)]


def test_panes_of_an_enormous_table_draw_as_well(view, data_pixels):
    document = presets()["shift"].document.edited({"encoding.length": 10_000_000, "encoding.dim": 4096})
    for name in ("encoding", "shift", "binary"):
        view.set_figure(PANES[name].figure(document))
        assert colours(data_pixels(view)) > 2


def test_the_shift_moves_through_the_same_items(view, data_pixels):
    document = presets()["shift"].document
    view.set_figure(PANES["shift"].figure(document))
    items = [item for panel in view.panels for item in panel.items]
    above = slice(0, 70)  # of the line of row t + φ, which moves
    still, moving = data_pixels(view, 0)[above], data_pixels(view, 1)
    view.set_figure(PANES["shift"].figure(document.edited({"shift.phi": 100.5})))
    assert [item for panel in view.panels for item in panel.items] == items
    np.testing.assert_array_equal(data_pixels(view, 0)[above], still)
    assert (data_pixels(view, 1) != moving).any()
