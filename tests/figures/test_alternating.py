"""Sines and cosines that alternate are drawn as two curves where a zigzag would be a solid mass; nothing else is."""

from dataclasses import replace

import numpy as np
import pytest

from peviewer.document.document import Document
from peviewer.figures.alternating import told_apart
from peviewer.figures.grammar import Curve, Figure
from peviewer.figures.panes.catalog import pane

WIDE = {"encoding.dim": 256, "encoding.length": 300}


def _curves(name, changes=()):
    document = Document().edited({**WIDE, **dict(changes)})
    return document, [m for m in pane(name).figure(document).panels[-1].marks if isinstance(m, Curve)]


@pytest.mark.parametrize("changes", [{}, {"content.kind": "ones"}, {"shift.phi": -7.25, "encoding.first": -40}])
@pytest.mark.parametrize("pixels", [40, 300, 2000])
def test_each_half_has_the_numbers_of_its_side(changes, pixels):
    document, (sines, cosines, *moved) = _curves("shift", changes)
    row, phi = document.cursor.position, document.shift.phi
    expected = document.embedded.table(np.array([row + phi]))[0]
    for curve, side in ((sines, 0), (cosines, 1)):
        x, y = curve.series.sample(-0.5, 255.5, pixels)
        own = expected[side::2]
        assert (y.min(), y.max()) == pytest.approx((own.min(), own.max()), abs=1e-12)
        if pixels == 2000:
            assert x.tolist() == list(range(side, 256, 2))
            assert y == pytest.approx(own, abs=1e-12)
    assert [curve.color for curve in (sines, cosines)] == ["sine", "cosine"]
    assert all((curve.color, curve.style) == ("reference", "dashed") for curve in moved)
    assert len(moved) == 2


def test_a_place_is_read_on_its_own_side_and_kept_once_in_files():
    _, (sines, cosines, *_) = _curves("shift")
    assert sines.series.read(4)[0] == cosines.series.whole.read(4)[0]
    assert sines.series.read(5) is None
    assert cosines.series.read(4) is None
    assert (sines.key, cosines.key) == ("row_expected", None)
    assert sines.series.exact(0, 256)[0].tolist() == list(range(256))


@pytest.mark.parametrize(
    "changes",
    [
        {"encoding.layout": "concatenated"},
        {"encoding.layout": "flipped"},
        {"encoding.dim": 64},
        {"view.zoom": {"dimension": (9.5, 60.5)}},
    ],
)
@pytest.mark.parametrize("name", ["shift", "vectors"])
def test_elsewhere_nothing_changes(name, changes):
    _, curves = _curves(name, changes)
    assert not {curve.color for curve in curves} & {"sine", "cosine"}


@pytest.mark.parametrize("name", ["shift", "vectors"])
@pytest.mark.parametrize("shows", ["both", "difference"])
def test_of_two_schemes_sines_and_cosines_are_apart_in_plots_of_one_or_of_differences(name, shows):
    changes = {"compare.against": {"scheme": "sinusoidal", "base": 100.0, "dim": 256}, "compare.shows": shows}
    _, curves = _curves(name, changes)
    assert {curve.color for curve in curves} >= {"sine", "cosine"}


def test_two_schemes_in_one_plot_keep_the_colours_that_tell_them_apart():
    _, (sines, *_) = _curves("shift")
    sides = [
        Curve(sines.series.whole, label, color, alternates=True) for label, color in (("A", "accent"), ("B", "curve-1"))
    ]
    panel = replace(pane("shift").figure(Document().edited(WIDE)).panels[-1], marks=tuple(sides))
    found = [mark for mark in told_apart(Figure("", ((panel,),))).panels[0].marks if isinstance(mark, Curve)]
    assert [(curve.color, curve.label) for curve in found] == [
        ("accent", "A"), ("accent", ""), ("curve-1", "B"), ("curve-1", ""),
    ]  # fmt: skip


def test_vectors_keep_one_line_a_position():
    _, curves = _curves("vectors", {"vectors.count": 3})
    assert [curve.color for curve in curves] == ["sine", "cosine"] * 3
    assert [curve.y0 for curve in curves] == [0, 0, 1, 1, 2, 2]


def test_sines_and_cosines_of_many_rows_are_named_once():
    _, panel = told_apart(pane("vectors").figure(Document())).panels
    assert panel.legend
    assert [(mark.label, mark.color) for mark in panel.named] == [("sin", "sine"), ("cos", "cosine")]
    assert len({mark.color for mark in panel.marks if isinstance(mark, Curve)}) == 2
