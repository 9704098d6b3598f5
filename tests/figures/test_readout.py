"""What is read at the pointer: the numbers of a panel, and the line about the cell."""

from dataclasses import replace

import numpy as np
import pytest

from peviewer.document.document import Document
from peviewer.figures.grammar import Axis, Curve, Heatmap, Panel
from peviewer.figures.panes.catalog import PANES, pane
from peviewer.figures.readings import Reading, read_panel
from peviewer.figures.readout import readout_text
from peviewer.model.encodings.grids.sincos import Sincos
from peviewer.model.encodings.grids.swin import Swin
from peviewer.model.encodings.learned import Learned
from peviewer.model.sampling.raster import ArrayRaster
from peviewer.model.sampling.series import Samples
from tests.figures.drawn import panels

ACROSS = Axis("position", "", (9.5, 14.5), cursor="position", whole=True)
UP = Axis("value", "", (-2.0, 2.0))


def said(panel, column, row=0, height=0.0):
    return [reading.text for reading in read_panel(panel, column, row, height)]


def curve(values, label="", **more):
    samples = Samples(np.arange(10.0, 10.0 + len(values)), np.array(values, float))
    return Curve(samples, label, **more)


def test_a_cell_is_read_where_it_lies_and_nothing_beside_the_raster():
    heatmap = Heatmap(
        ArrayRaster(np.arange(6.0).reshape(2, 3)), (0, 5), "grey", x0=10, y0=-1, bar="PE"
    )
    axis = Axis("dimension", "", (-1.5, 0.5))
    panel = Panel(ACROSS, axis, (heatmap,))
    expected = (Reading("PE", 2.0),)
    assert read_panel(panel, 12, -1, 0.0) == expected
    assert said(panel, 13, -1) == said(panel, 12, 1) == []


def test_every_curve_is_read_with_the_spot_where_it_stands():
    panel = Panel(
        ACROSS, UP, (curve([1, 0.5], "*a*", color="sine"), curve([-1, 0.25], "*b*", color="cosine"))
    )
    expected = (
        Reading("*a*", 0.5, "", (11.0, 0.5), "sine"),
        Reading("*b*", 0.25, "", (11.0, 0.25), "cosine"),
    )
    assert read_panel(panel, 11, 0, 0.0) == expected
    assert said(panel, 13) == [], "the curves have ended"


def test_a_missing_value_is_not_read():
    assert said(Panel(ACROSS, UP, (curve([np.nan, 1], "PE"),)), 10) == []


@pytest.mark.parametrize(("log", "height", "nearest"), [(False, 2.4, "3"), (True, 2.4, "1")])
def test_of_many_curves_the_nearest_is_read_as_the_axis_measures(log, height, nearest):
    values = [0.01, 1.0, 10.0, 100.0, 1000.0] if log else [1, 2, 3, 4, 5]
    panel = Panel(
        ACROSS, replace(UP, log=log), tuple(curve([at], f"c{k}") for k, at in enumerate(values))
    )
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
                [reading] = read_panel(panel, dimension, position, position + 0.45)
                assert reading.name == "PE"
                assert reading.value == pytest.approx(number, abs=1e-6)


NAMED_READINGS = [
    ("encoding", 0, (12, 37), "PE = −0.8937"),
    ("shift", 1, (12, 37), "*M*(*φ*)·PE = 0.8418"),
    ("distance", 0, (30, 20), "distance 9.115"),
    ("binary", 0, (5, 4), "bit 2 = 1"),
    ("binary", 0, (37, 5), "sin *ω*₃*t* = −0.9996"),
    ("frequencies", 0, (6, 0), "*ω* = 0.6494"),
    ("operator", 0, (1, 0), "*M*(*φ*) = −0.5064"),
    ("waves", 0, (37, 0), "PE, column 0 = −0.6435"),
]


def test_readings_of_panes_have_names():
    for name, panel, cell, text in NAMED_READINGS:
        assert text in said(panels(name)[panel], *cell), name


READOUTS_OF_CELLS = [
    ({}, {"position": 37}, "t = 37"),
    (
        {},
        {"position": 37, "dimension": 12},
        "t = 37, j = 12 (pair 6, sin) · ω = 0.6494 rad/position · λ = 9.676 · angle 1_377° ≡ 297° · PE = −0.8937",
    ),
    (
        {},
        {"position": -1, "dimension": 0},
        "t = −1, j = 0 (pair 0, sin) · ω = 1 rad/position · λ = 6.283 · angle −57° ≡ 303° · PE = −0.8415",
    ),
    ({}, {"bit": 1, "position": 6}, "t = 6 · bit 1, period 4 · nearest pair 0, λ = 6.283"),
    ({}, {"position": 20, "other": 20}, "t = 20, s = 20 · lag 0"),
    ({"encoding.dim": 3}, {"pair": 600}, "pair 1 · ω = 0.002154 rad/position · λ = 2_916"),
    (
        {"encoding.dim": 4},
        {"dimension": 1, "row": 2},
        "r = 2 (pair 1, sin) · j = 1 (pair 0, cos)",
    ),
    ({"encoding.dim": 7}, {"lag": -3}, "lag Δ = −3"),
    (
        {"encoding.dim": 2, "encoding.first": 9 * 10**15},
        {"position": 9 * 10**15, "pair": 0},  # 515 662 015 617 740 887.89…°
        "t = 9_000_000_000_000_000, pair 0 · ω = 1 rad/position · λ = 6.283 · angle 515_662_015_617_740_888° ≡ 8°",
    ),
]


def test_the_readout_is_one_line_about_the_cell():
    for changes, pointed, text in READOUTS_OF_CELLS:
        expected = text.replace("_", "\N{THIN SPACE}")
        assert readout_text(Document().edited(changes), pointed) == expected


def test_numbers_of_the_panel_replace_those_of_the_encoding():
    at = {"position": 37, "dimension": 12}
    cell = "t = 37, j = 12 (pair 6, sin) · ω = 0.6494 rad/position · λ = 9.676"
    pair = "t = 37, pair 6 · ω = 0.6494 rad/position · λ = 9.676"
    for pointed, reading, text in [
        (at, Reading("PE", -0.5), f"{cell} · angle 1_377° ≡ 297° · PE = −0.5"),
        ({"lag": 43}, Reading("measured", 134.8), "lag Δ = 43 · measured 134.8"),
        (
            {"position": 37, "pair": 6},
            Reading("modulo 360°", 296.7, "°"),
            f"{pair} · angle 1_377° ≡ 297° · modulo 360° = 296.7°",
        ),
    ]:
        expected = text.replace("_", "\N{THIN SPACE}")
        assert readout_text(Document(), pointed, (reading,)) == expected


@pytest.mark.parametrize(
    ("encoding", "pointed", "text"),
    [
        (Sincos(), {"position": 31}, "t = 31 (row 2, column 3)"),
        (Sincos(first=5), {"other": 36}, "s = 36 (row 2, column 3)"),
        (Sincos(axes=3, rows=7, columns=7), {"position": 60}, "t = 60 (frame 1, row 1, column 4)"),
        (
            Swin(),
            {"position": 8, "other": 3},
            "t = 8 (row 1, column 1), s = 3 (row 0, column 3) · Δrow = −1, Δcolumn = 2",
        ),
        (Learned(np.eye(9)), {"position": 7}, "t = 7 (row 2, column 1)"),
        (Learned(np.eye(10)), {"position": 7}, "t = 7"),
    ],
)
def test_a_position_on_a_grid_has_its_place_beside_it(encoding, pointed, text):
    assert readout_text(Document(encoding=encoding), pointed, (Reading("", 0.0),)) == text


def test_a_cell_that_no_field_of_the_cursor_names_has_its_place_in_words():
    swin = Swin(rows=3, columns=5)
    figure = PANES["offsets"].figure(Document(encoding=swin))
    panel = figure.panels[0]
    (reading,) = read_panel(panel, 4, -2, -2.0)
    assert reading.at == "rows to the key −2, columns to the key 4"
    assert readout_text(Document(), {}, (reading,)) == f"{reading.at} · {reading.text}"


@pytest.mark.parametrize(
    "pointed", [{"dimension": 84}, {"row": 90, "dimension": 127}, {"pair": 60, "position": 3}]
)
def test_a_cell_of_an_earlier_scheme_breaks_nothing(pointed):
    document = Document().edited({"encoding.scheme": "rope", "encoding.rotated": "part"})
    said = readout_text(document, pointed)
    assert said == "" or "pair 15 · ω = 0.0001778" in said


def read_at(document, name, place, column, row):
    """Return the line about a cell of a panel, and what was read there, as the window has it."""
    panel = pane(name).figure(document).panels[place]
    axes = (panel.x, column), (panel.y, row)
    pointed = {axis.cursor: axis.cursor_at(cell) for axis, cell in axes if axis.cursor}
    readings = read_panel(panel, column, row, float(row))
    return readout_text(document, pointed, readings), readings


OTHER_LAYOUT = {
    "shift.operator": "concatenated",
    "shift.phi": -7.5,
    "encoding.dim": 12,
    "encoding.length": 30,
}


@pytest.mark.parametrize(("column", "row", "said"), [
    (1, 7, "r = 7 (pair 1, cos of M) · j = 1 (pair 1, sin of M)"),
    (8, 8, "r = 8 (pair 2, cos of M) · j = 8 (pair 2, cos of M)"),
])  # fmt: skip
def test_an_entry_of_an_operator_for_another_layout_is_of_its_own_pair(column, row, said):
    document = Document().edited(OTHER_LAYOUT)
    text, [entry] = read_at(document, "operator", 0, column, row)
    angle = -7.5 * 10_000.0 ** (-2 * (column % 6) / 12)
    expected = np.cos(angle) if row == column else -np.sin(angle)
    assert entry.value == pytest.approx(expected, abs=1e-6)
    assert text.startswith(said)


def test_factors_of_an_operator_for_another_layout_are_of_its_own_pair():
    document = Document().edited(OTHER_LAYOUT)
    text, (first, second) = read_at(document, "operator", 1, 7, 0)
    omega = 10_000.0 ** (-1 / 6)
    assert text.startswith("j = 7 (pair 1, cos of M) · ω = 0.2154 rad/position")
    expected = (np.cos(-7.5 * omega), -np.sin(-7.5 * omega))
    assert (first.value, second.value) == pytest.approx(expected)


def test_a_cell_of_the_enlarged_pairs_is_named_by_row_and_column_of_the_whole():
    document = Document().edited({"shift.operator": "concatenated", "encoding.dim": 64})
    text, _ = read_at(
        document,
        "operator",
        0,
        8,
        11,
    )
    assert text.startswith("row r = 35, column j = 32 · M(φ) = ")


def test_a_cell_of_the_shifted_table_has_the_angle_that_its_number_is_of():
    document = Document().edited(
        {"shift.phi": 10.5, "encoding.dim": 12, "encoding.layout": "flipped"}
    )
    text, [cell] = read_at(document, "shift", 1, 8, 37)
    omega = 10_000.0 ** (-1 / 3)
    expected = pytest.approx(np.sin(47.5 * omega), abs=1e-6)
    assert cell.value == expected
    assert f"angle at t + φ = 47.5: {round(np.degrees(47.5 * omega))}° · M(φ)·PE = " in text
    before, _ = read_at(document, "shift", 0, 8, 37)
    assert f"angle {round(np.degrees(37 * omega))}° · PE = " in before


def test_a_cell_that_an_operator_for_another_layout_made_is_of_no_pair_and_no_angle():
    document = Document().edited(OTHER_LAYOUT)
    text, [cell] = read_at(document, "shift", 1, 6, 20)
    assert text == f"t = 20, j = 6 · M(φ)·PE = {cell.number}"


def test_where_there_is_no_operator_nothing_is_read():
    for name, place in (("shift", 1), ("operator", 0)):
        document = Document().edited({"encoding.dim": 7})
        assert read_at(document, name, place, 1, 1) == ("", ())


def test_each_side_of_a_comparison_is_read_by_its_own_frequencies():
    document = Document().edited({"compare.against": {"scheme": "sinusoidal", "base": 100.0}})
    omegas = [base ** (-6 / 128) for base in (10_000.0, 100.0)]
    for side, omega in enumerate(omegas):
        text, [cell] = read_at(document, "encoding", side, 12, 37)
        expected = pytest.approx(np.sin(37 * omega), abs=1e-5)
        assert cell.value == expected
        assert f"ω = {omega:.4f} rad/position" in text
        assert f"ω = {omegas[1 - side]:.4f}" not in text
    text, _ = read_at(document, "frequencies", 0, 6, 0)
    assert f"pair 6 · A: ω = {omegas[0]:.4f} rad/position" in text
    assert f"B: ω = {omegas[1]:.4f} rad/position" in text


def test_of_several_values_nothing_is_said_that_is_of_one_alone():
    document = Document().edited({"compare.several": [{"scheme": "sinusoidal", "base": 100.0}]})
    text, _ = read_at(document, "frequencies", 0, 6, 0)
    assert (
        text
        == f"pair 6 · b = 10\N{THIN SPACE}000: {10_000 ** (-6 / 128):.4f} · b = 100: {100 ** (-6 / 128):.4f}"
    )


@pytest.mark.parametrize(("name", "place", "cell", "said"), [
    ("spectrum", 0, (5, 3), "j = 5 · cycles 3 · amplitude "),
    ("spectrum", 2, (3, 0), "cycles 3 · share of the variance "),
    ("components", 1, (2, 0), "components 2 · variance explained "),
    ("encoding", 0, (5, 3), "t = 3, j = 5 · PE = "),
])  # fmt: skip
def test_numbers_along_axes_without_a_cursor_say_where_they_are(name, place, cell, said):
    table = np.random.default_rng(0).normal(size=(20, 8))
    text, _ = read_at(Document(encoding=Learned(table)), name, place, *cell)
    assert text.startswith(said)
