"""The status line: what is known of the cell under the cursor."""

import mpmath
import pytest

from peviewer.document.document import Document
from peviewer.figures.reading import Reading
from peviewer.figures.readout import readout


@pytest.mark.parametrize(
    ("changes", "pointed", "text"),
    [
        ({}, {}, ""),
        ({}, {"position": 37}, "t = 37"),
        ({}, {"position": -1234567}, "t = −1_234_567"),
        ({}, {"other": 3}, "s = 3"),
        ({}, {"dimension": 12}, "j = 12 (pair 6, sin) · ω = 0.6494 rad/position · λ = 9.676"),
        (
            {"encoding.layout": "concatenated"},
            {"dimension": 130},
            "j = 130 (pair 2, cos) · ω = 0.866 rad/position · λ = 7.256",
        ),
        (
            {},
            {"position": 37, "dimension": 12},
            "t = 37, j = 12 (pair 6, sin) · ω = 0.6494 rad/position · λ = 9.676 · angle 1_377° ≡ 297° · PE = −0.8937",
        ),
        (
            {},
            {"position": 0, "dimension": 1},
            "t = 0, j = 1 (pair 0, cos) · ω = 1 rad/position · λ = 6.283 · angle 0° · PE = 1",
        ),
        (
            {},
            {"position": -1, "dimension": 0},
            "t = −1, j = 0 (pair 0, sin) · ω = 1 rad/position · λ = 6.283 · angle −57° ≡ 303° · PE = −0.8415",
        ),
        ({}, {"bit": 3}, "bit 3, period 16 · nearest pair 13, λ = 16.01"),
        ({}, {"bit": 1, "position": 6}, "t = 6 · bit 1, period 4 · value 1 · nearest pair 0, λ = 6.283"),
        ({}, {"position": 20, "other": 20}, "t = 20, s = 20 · lag 0 · distance 0"),
        ({"encoding.dim": 500}, {"position": 20, "other": 21}, "t = 20, s = 21 · lag 1 · distance 3.672"),
        (
            {"pairwise.metric": "cosine", "encoding.dim": 2},
            {"position": 5, "other": 2},
            "t = 5, s = 2 · lag −3 · cosine similarity −0.99",
        ),
        (
            {"encoding.dim": 2, "encoding.length": 800},
            {"position": 0, "other": 710},
            "t = 0, s = 710 · lag 710 · distance 6.029×10⁻⁵",
        ),
        ({"encoding.dim": 1}, {"position": 1, "other": 0}, "t = 1, s = 0 · lag −1 · distance 0.8415"),
        ({}, {"pair": 6}, "pair 6 · ω = 0.6494 rad/position · λ = 9.676"),
        ({"encoding.dim": 3}, {"pair": 600}, "pair 1 · ω = 0.002154 rad/position · λ = 2_916"),
        (
            {},
            {"position": 37, "pair": 6},
            "t = 37, pair 6 · ω = 0.6494 rad/position · λ = 9.676 · angle 1_377° ≡ 297°",
        ),
        (
            {"encoding.dim": 4},
            {"dimension": 1, "row": 2},
            "r = 2 (pair 1, sin) · j = 1 (pair 0, cos)",
        ),
        ({"encoding.dim": 512}, {"lag": 43}, "lag Δ = 43 · Σ cos ωᵢΔ = 134.8 · d − 2 Σ cos = 242.5"),
        ({"encoding.dim": 7}, {"lag": -3}, "lag Δ = −3"),
        (
            {"encoding.dim": 2, "encoding.first": 9 * 10**15},
            {"position": 9 * 10**15, "pair": 0},  # 515 662 015 617 740 887.89…°
            "t = 9_000_000_000_000_000, pair 0 · ω = 1 rad/position · λ = 6.283 · angle 515_662_015_617_740_888° ≡ 8°",
        ),
    ],
)
def test_one_line_says_it(changes, pointed, text):
    assert readout(Document().edited(changes), pointed) == text.replace("_", "\N{THIN SPACE}")


@pytest.mark.parametrize(
    ("pointed", "reading", "text"),
    [
        (
            {"position": 37, "dimension": 12},
            Reading("PE", -0.5),
            "t = 37, j = 12 (pair 6, sin) · ω = 0.6494 rad/position · λ = 9.676 · angle 1_377° ≡ 297° · PE = −0.5",
        ),
        (
            {"position": 37, "dimension": 12},  # the angle is not that of what is read
            Reading("*M*(*φ*)·PE", -0.5),
            "t = 37, j = 12 (pair 6, sin) · ω = 0.6494 rad/position · λ = 9.676 · M(φ)·PE = −0.5",
        ),
        ({"position": 2, "other": 5}, Reading("distance", 9.767), "t = 2, s = 5 · lag 3 · distance 9.767"),
        ({"lag": 43}, Reading("measured", 134.8), "lag Δ = 43 · measured 134.8"),
        (
            {"bit": 1, "position": 6},
            Reading("value", 1.0),
            "t = 6 · bit 1, period 4 · nearest pair 0, λ = 6.283 · value 1",
        ),
        (
            {"position": 37, "pair": 6},
            Reading("modulo 360°", 296.7, "°"),
            "t = 37, pair 6 · ω = 0.6494 rad/position · λ = 9.676 · angle 1_377° · modulo 360° = 296.7°",
        ),
    ],
)
def test_what_a_panel_says_stands_in_the_place_of_what_the_encoding_would(pointed, reading, text):
    assert readout(Document(), pointed, (reading,)) == text.replace("_", "\N{THIN SPACE}")


def test_a_dimension_beyond_the_last_means_the_last():
    document = Document().edited({"encoding.dim": 4})
    assert readout(document, {"dimension": 40}) == readout(document, {"dimension": 3})


def test_a_full_turn_is_written_as_zero():
    document = Document().edited({"encoding.dim": 2})
    assert " ≡ 0° " in readout(document, {"position": -710, "dimension": 0}), "−710 rad is 359.997°"


@pytest.mark.parametrize("position", [10**7 + 1, -(10**12) + 3, 9 * 10**15 - 7, -(2**53) + 10_000_001])
def test_angles_are_right_however_far_out(position):
    document = Document().edited({"encoding.dim": 16, "encoding.first": position})
    for pair in range(8):
        text = readout(document, {"position": position, "pair": pair}).replace("\N{THIN SPACE}", "").replace("−", "-")
        angle, _, turn = text.partition("angle ")[2].partition("°")
        with mpmath.workdps(60):
            degrees = mpmath.degrees(position * mpmath.mpf(10_000) ** (-mpmath.mpf(pair) / 8))
            assert abs(int(angle) - degrees) <= 0.5
        assert int(turn.strip(" ≡°")) == int(angle) % 360


@pytest.mark.parametrize("pointed", [{"dimension": 84}, {"row": 90, "dimension": 127}, {"pair": 60, "position": 3}])
def test_what_was_pointed_at_in_a_scheme_that_was_left_breaks_nothing(pointed):
    document = Document().edited({"encoding.scheme": "rope", "encoding.rotated": "part"})
    said = readout(document, pointed)
    assert said == "" or "pair 15 · ω = 0.0001778" in said
