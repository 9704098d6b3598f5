"""The frequencies pane as data: both axes logarithmic, the length marked, the ends spelled out."""

from itertools import pairwise
from math import ceil

import mpmath
import numpy as np
import pytest

from peviewer.document.document import Document
from peviewer.figures.grammar import Band, Curve, Listing, Rule
from peviewer.figures.panes.catalog import pane
from peviewer.model.encodings.sinusoidal import Sinusoidal
from tests.figures.drawn import of, panels
from tests.own_formulas import CONFIGURATIONS, configured, frequencies, numbers

THIN = "\N{THIN SPACE}"


def _curves(panel):
    return {mark.label: mark.series.sample(-1, 1e9, 10**9)[1] for mark in of(panel, Curve)}


@pytest.mark.parametrize("schedule", ["paper", "endpoint"])
def test_both_schedules_are_drawn_over_the_pairs(schedule):
    rate, wave, _ = panels("frequencies", {"encoding.schedule": schedule, "encoding.dim": 100})
    for name in ("paper", "endpoint"):
        encoding = Sinusoidal(dim=100, schedule=name)
        assert np.array_equal(_curves(rate)[name], encoding.frequencies())
        assert np.allclose(_curves(wave)[name], encoding.wavelengths())
    assert of(rate, Curve)[-1].label == schedule, "the chosen one lies on top"
    assert [mark.style for mark in of(rate, Curve)] == ["dashed", "line"]
    assert rate.x == wave.x
    assert rate.x.quantity == "pair"
    assert rate.x.cursor == "pair"
    assert rate.y.log
    assert wave.y.log
    assert rate.legend


@pytest.mark.parametrize(
    ("base", "length", "count"),
    [(1e4, 4096, 18), (5e5, 8192, 29), (5e5, 131_072, 15), (1e4, 10_000_000, 0)],
)
def test_pairs_that_never_turn_are_counted_and_shaded(base, length, count):
    changes = {"encoding.base": base, "encoding.length": length, "encoding.dim": 128}
    rate, wave, spelled = panels("frequencies", changes)
    assert Document().edited(changes).encoding.never_turning_pairs == count
    assert spelled.title.startswith(f"{count} of 64 " if count else "Every pair completes")
    for panel in (rate, wave):
        expected = [(63.5 - count, 63.5)] if count else []
        assert [(band.low, band.high) for band in of(panel, Band)] == (expected)
    assert length - 1 in [rule.at for rule in of(wave, Rule)]


def test_the_end_of_the_paper_s_schedule_is_not_two_pi_times_the_base():
    _, wave, spelled = panels("frequencies", {"encoding.dim": 512})
    (listing,) = of(spelled, Listing)
    first, second, last, limit = listing.rows
    assert first == ("first", "*i* = 0", "1", "6.283", "31.67")
    assert second[:4] == ("second", "*i* = 1", "0.9647", "6.513")
    assert last[1] == "*i* = 255"
    assert last[3] == f"60{THIN}611"
    assert limit[:4] == ("1/*b* and 2π*b*", "not reached", "0.0001", f"62{THIN}832")
    assert 2 * np.pi * 10_000 in [rule.at for rule in of(wave, Rule)]


RULES = {
    "ω₀ = 1": lambda i, e: 1,
    "ωᵢ = b^(−2i/d)": lambda i, e: e.base ** (-2 * i / e.dim),
    "ωᵢ = b^(−i/(d/2−1))": lambda i, e: e.base ** (-i / (e.dim / 2 - 1)),
    "ωᵢ = b^(−i/(⌈d/2⌉−1))": lambda i, e: e.base ** (-i / (ceil(e.dim / 2) - 1)),
    "ωᵢ = c·b^(−i/(d/2−δ))": lambda i, e: e.scale * e.base ** (-i / (e.dim / 2 - e.freq_shift)),
    "ωᵢ = τ₀·(τ₁/τ₀)^(−i/(d/2−1))": lambda i, e: (
        e.min_timescale * (e.max_timescale / e.min_timescale) ** (-i / (e.dim / 2 - 1))
    ),
}


def test_the_formula_gives_the_frequencies_that_are_drawn():
    for changes in CONFIGURATIONS.values():
        document = Document().edited(changes)
        rule = pane("frequencies").formula_text(document).partition(",  ")[0]
        figure = pane("frequencies").figure(document)
        drawn = _curves(figure.panels[0])
        expected = [RULES[rule](i, document.encoding) for i in range(document.encoding.pairs)]
        assert drawn[document.encoding.schedule_name].tolist() == pytest.approx(
            expected, rel=1e-12
        ), rule


@pytest.mark.parametrize("transposed", [False, True])
def test_angles_are_positions_by_pairs_on_colours_that_close_or_in_radians(transposed):
    changes = {"encoding.first": -7, "view.transposed": transposed, "frequencies.shows": "degrees"}
    document = Document().edited(changes)
    angles = np.outer(np.arange(-7, -4), document.encoding.frequencies()[:3])
    panel = pane("frequencies").figure(document).panels[1]
    heatmap = panel.heatmap
    assert heatmap.levels == (0, 360)
    assert heatmap.colormap == "phases"
    expected = ("position", "pair") if transposed else ("pair", "position")
    assert (panel.x.quantity, panel.y.quantity) == (expected)
    image = heatmap.raster.sample(np.arange(3), np.arange(3))
    expected = np.degrees(angles) % 360
    assert np.allclose(image.T if transposed else image, expected)
    edited_document = document.edited({"frequencies.shows": "radians"})
    figure = pane("frequencies").figure(edited_document)
    radians = figure.panels[1].heatmap
    assert radians.levels == (-7, 192)
    image = radians.raster.sample(np.arange(3), np.arange(3))
    assert np.allclose(image.T if transposed else image, angles)


@pytest.mark.parametrize("name", CONFIGURATIONS)
def test_what_is_said_of_the_pace_is_so(name):
    document = configured(name)
    text = pane("frequencies").explanation(document)
    omegas = frequencies(document)
    length = document.encoding.length
    if len(omegas) > 1:
        expected = pytest.approx(float(omegas[0] / omegas[1]), rel=5e-4)
        assert numbers(text)[0] == expected
        assert all(abs(a / b * omegas[1] / omegas[0] - 1) < 1e-30 for a, b in pairwise(omegas))
    slow = sum(2 * mpmath.pi / omega > length - 1 for omega in omegas)
    said = {0: "Every pair completes", len(omegas): "No pair completes"}
    completes = "completes" if slow == 1 else "complete"
    who = said.get(slow, f"{slow} of {len(omegas)} pairs never {completes}")
    assert (
        f"The only pair {'never ' if slow else ''}completes" if len(omegas) == 1 else who
    ) in text
    figure = pane("frequencies").figure(document)
    title = figure.panels[2].title
    if len(omegas) == 1:
        assert title.startswith(
            "The only pair never completes" if slow else "The only pair completes"
        )
    elif 0 < slow < len(omegas):
        expected = [slow, len(omegas)]
        assert numbers(title)[:2] == expected
        assert "never complete" in title
    else:
        assert title.startswith("No pair completes" if slow else "Every pair completes")
    assert numbers(title)[-1] == length
    listing = pane("frequencies").figure(document).panels[2].marks[0]
    for row, omega in zip(
        (listing.rows[0], listing.rows[-2]), (omegas[0], omegas[-1]), strict=True
    ):
        expected = pytest.approx([float(omega)], rel=1e-3)
        assert numbers(row[2]) == expected
        expected = pytest.approx([float(2 * mpmath.pi / omega)], rel=5e-4)
        assert numbers(row[3]) == expected
        expected = [float((length - 1) * omega / 2 / mpmath.pi)]
        assert numbers(row[4]) == pytest.approx(expected, rel=1e-2)
