"""The angles pane as data: one heatmap, positions × pairs, on colours that close."""

import mpmath
import numpy as np
import pytest

from peviewer.document.document import Document
from peviewer.figures.palette import colormap
from peviewer.figures.panes.catalog import pane
from tests.own_formulas import configured, frequencies, numbers


def _draw(changes=()):
    (panel,) = pane("angles").figure(Document().edited(dict(changes))).panels
    (heatmap,) = panel.marks
    return panel, heatmap


@pytest.mark.parametrize("transposed", [False, True])
def test_positions_and_pairs_are_its_axes(transposed):
    panel, heatmap = _draw({"encoding.first": -7, "view.transposed": transposed})
    positions, pairs = (panel.x, panel.y) if transposed else (panel.y, panel.x)
    assert (positions.quantity, positions.limits, positions.cursor) == ("position", (-7.5, 192.5), "position")
    assert (pairs.quantity, pairs.limits, pairs.cursor) == ("pair", (-0.5, 127.5), "pair")
    assert panel.y.inverted
    assert (heatmap.x0, heatmap.y0) == ((-7, 0) if transposed else (0, -7))
    image = heatmap.raster.sample(np.arange(3), np.arange(2))
    assert heatmap.raster.shape == ((128, 200) if transposed else (200, 128))
    expected = np.degrees(np.outer(np.arange(-7, -4), Document().encoding.frequencies()[:3])) % 360
    assert np.allclose(image if not transposed else image.T, expected.T[:2, :3].T if not transposed else expected[:2])


def test_a_full_turn_has_the_colour_of_none():
    _, heatmap = _draw()
    assert heatmap.levels == (0, 360)
    assert heatmap.bar == "degrees"
    colours = colormap(heatmap.colormap).astype(int)
    assert np.abs(colours[0] - colours[-1]).max() <= 3


def test_unwrapped_the_colours_span_all_radians():
    _, heatmap = _draw({"angles.unwrapped": True, "encoding.first": -50})
    assert heatmap.levels == (-50, 149)
    assert heatmap.bar == "radians"
    assert heatmap.colormap == "viridis"
    assert heatmap.raster.sample([0], [0])[0, 0] == -50
    assert _draw({"angles.unwrapped": True, "view.colormap": "grey"})[1].colormap == "grey"


def test_what_is_said_of_the_first_and_the_last_pair_is_so():
    for name in ("concatenated", "flipped, odd", "time step"):
        document = configured(name)
        omegas, places = frequencies(document), document.encoding.positions
        stated = numbers(pane("angles").explanation(document).replace("360°", "").replace("°", ""))
        turns = [float(omega * (len(places) - 1) / 2 / mpmath.pi) for omega in (omegas[0], omegas[-1])]
        expected = [places[0], places[-1], 0, turns[0], len(omegas) - 1, turns[1]]
        assert stated == pytest.approx(expected, rel=1e-2), name


def test_the_formula_of_angles_gives_what_is_drawn():
    for name, unwrapped in (("concatenated", False), ("flipped, odd", True), ("time step", False)):
        document = configured(name, {"angles.unwrapped": unwrapped, "encoding.first": -40})
        text = pane("angles").formula_text(document)
        assert text.startswith("angle(t, i) = ωᵢt" + ("," if unwrapped else " · 180°/π mod 360°,"))
        heatmap = pane("angles").figure(document).panels[0].marks[0]
        radians = [[float(omega * t) for omega in frequencies(document)] for t in range(-40, -37)]
        expected = np.array(radians) if unwrapped else np.degrees(radians) % 360
        assert np.allclose(heatmap.raster.exact(range(3), range(document.encoding.pairs)), expected, rtol=1e-9)
