"""What a panel says at a cell, against numbers of the tests' own."""

from dataclasses import replace

import numpy as np
import pytest

from peviewer.document.document import Document
from peviewer.figures.grammar import Axis, Curve, Heatmap, Panel
from peviewer.figures.panes.catalog import PANES, pane
from peviewer.figures.reading import Reading, differences, read
from peviewer.model.sampling.raster import ArrayRaster
from peviewer.model.sampling.series import Samples

ACROSS, UP = Axis("position", "", (9.5, 14.5), cursor="position", whole=True), Axis("value", "", (-2.0, 2.0))


def panels(name, changes=None):
    return pane(name).figure(Document().edited(changes or {})).panels


def said(panel, column, row=0, height=0.0):
    return [reading.text for reading in read(panel, column, row, height)]


def curve(values, label="", **more):
    return Curve(Samples(np.arange(10.0, 10.0 + len(values)), np.array(values, float)), label, **more)


def test_a_cell_is_read_where_it_lies_and_nothing_beside_the_raster():
    heatmap = Heatmap(ArrayRaster(np.arange(6.0).reshape(2, 3)), (0, 5), "grey", x0=10, y0=-1, bar="PE")
    panel = Panel(ACROSS, Axis("dimension", "", (-1.5, 0.5)), (heatmap,))
    assert read(panel, 12, -1, 0.0) == (Reading("PE", 2.0),)
    assert said(panel, 13, -1) == said(panel, 12, 1) == []


def test_every_curve_is_read_with_the_spot_where_it_stands():
    panel = Panel(ACROSS, UP, (curve([1, 0.5], "*a*", color="sine"), curve([-1, 0.25], "*b*", color="cosine")))
    assert read(panel, 11, 0, 0.0) == (
        Reading("*a*", 0.5, "", (11.0, 0.5), "sine"),
        Reading("*b*", 0.25, "", (11.0, 0.25), "cosine"),
    )
    assert said(panel, 13) == [], "the curves have ended"


def test_points_on_their_curve_are_read_once():
    panel = Panel(ACROSS, UP, (curve([1, 0.5], "PE"), curve([1, 0.5], "PE", style="points")))
    assert said(panel, 11) == ["PE = 0.5"]


def test_a_missing_value_is_not_read():
    assert said(Panel(ACROSS, UP, (curve([np.nan, 1], "PE"),)), 10) == []


@pytest.mark.parametrize(("log", "height", "nearest"), [(False, 2.4, "3"), (True, 2.4, "1")])
def test_of_many_curves_the_nearest_is_read_as_the_axis_measures(log, height, nearest):
    values = [0.01, 1.0, 10.0, 100.0, 1000.0] if log else [1, 2, 3, 4, 5]
    panel = Panel(ACROSS, replace(UP, log=log), tuple(curve([at], f"c{k}") for k, at in enumerate(values)))
    if not log:
        height = 3.9
    assert said(panel, 10, height=height) == [f"c{nearest} = {values[int(nearest)]:g}"]


def test_where_rows_have_cells_only_the_curve_of_the_pointers_row_is_read():
    changes = {"vectors.first": 7, "vectors.count": 5, "encoding.dim": 6}
    strips, ridges = panels("vectors", changes)
    for position in range(7, 12):
        for dimension in range(6):
            omega = 10_000.0 ** -(dimension // 2 / 3)
            number = (np.cos if dimension % 2 else np.sin)(omega * position)
            for panel in (strips, ridges):
                [reading] = read(panel, dimension, position, position + 0.45)
                assert (reading.called, reading.value) == ("PE", pytest.approx(number, abs=1e-6))


def test_differences_are_of_what_is_called_the_same():
    since = [Reading("*a*", 1.0), Reading("*c*", 5.0)]
    assert differences([Reading("*a*", 3.5), Reading("*b*", 1.0)], since) == (Reading("*a*", 2.5, is_change=True),)


@pytest.mark.parametrize(
    ("name", "panel", "cell", "text"),
    [
        ("encoding", 0, (12, 37), "PE = −0.8937"),
        ("shift", 0, (12, 37), "PE = −0.8937"),
        ("shift", 1, (12, 37), "*M*(*φ*)·PE = 0.8418"),
        ("distance", 0, (30, 20), "distance 9.115"),
        ("distance", 1, (60, 0), "distance 9.115"),
        ("binary", 0, (5, 2), "value 1"),
        ("binary", 1, (37, 12), "PE = −0.8937"),
        ("angles", 0, (6, 37), "modulo 360° = 296.7°"),
        ("frequencies", 0, (6, 0), "*ω* = 0.6494"),
        ("frequencies", 1, (6, 0), "*λ* = 9.676"),
        ("operator", 0, (1, 0), "*M*(*φ*) = −0.5064"),
        ("waves", 0, (37, 0), "PE, column 0 = −0.6435"),
        ("statistics", 0, (37, 0), "norm 11.31"),
    ],
)
def test_panes_say_what_their_numbers_are(name, panel, cell, text):
    assert text in said(panels(name)[panel], *cell)


def test_panes_of_biases_name_them():
    matrix, steepness, over_lag = panels("bias", {"encoding.scheme": "alibi"})
    assert said(matrix, 3, 5) == ["bias −1"]
    assert said(steepness, 1) == ["lost at lag 1 = 0.5"]
    assert said(over_lag, -2, height=-1.1) == ["head 1 = −1"]


def test_the_blocks_beside_the_operator_are_its_own():
    whole, corner = panels("operator")[:2]
    assert said(corner, 1, 0) == said(whole, 1, 0) == ["*M*(*φ*) = −0.5064"]


def test_with_content_the_shifted_table_is_called_what_it_is():
    changes = {"content.kind": "ones", "content.scaled": True}
    before, after, _ = panels("shift", changes)
    assert said(before, 3, 3)[0].startswith("√*d*·*x* + PE = ")
    assert said(after, 3, 3)[0].startswith("*M*(*φ*)·(√*d*·*x* + PE) = ")


@pytest.mark.parametrize("turned", [False, True])
def test_a_transposed_table_reads_the_same_cell(turned):
    [panel] = panels("encoding", {"view.transposed": turned, "encoding.first": 1000})
    assert said(panel, *((1037, 12) if turned else (12, 1037))) == ["PE = 0.8948"]


def test_every_curve_of_every_pane_is_read_somewhere():
    for scheme in ("sinusoidal", "alibi"):
        document = Document().edited({"encoding.scheme": scheme, "encoding.length": 20})
        document = document if scheme == "alibi" else document.edited({"encoding.dim": 8, "waves.step": 1})
        for name in PANES:
            for panel in pane(name).figure(document).panels:
                for mark in panel.marks:
                    if isinstance(mark, Curve):
                        low, high = (round(end) for end in panel.x.limits)
                        assert any(mark.series.read(at) for at in range(low, high + 1)), (name, mark)
