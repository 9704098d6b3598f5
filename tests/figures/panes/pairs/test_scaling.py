"""The Scaling pane: regions, factors and turns are those of the frequencies, whatever the scaling."""

import math

import numpy as np
import pytest

from peviewer.document.document import Document
from peviewer.figures.grammar import Band, Curve, Listing, Rule
from peviewer.figures.panes.catalog import pane
from tests.figures.drawn import of
from tests.own_formulas import numbers

RAMPS = "yarn", "yarn-paper", "llama3"
SCALING = pane("scaling")
FREQUENCIES = pane("frequencies")
DOCUMENTS = [
    {},
    {"encoding.dim": 2},
    {"encoding.scaling": "linear", "encoding.factor": 8.0, "encoding.length": 100},
    {"encoding.scaling": "ntk", "encoding.length": 32_768},
    {"encoding.scaling": "dynamic", "encoding.length": 20_000, "encoding.trained": 2048},
    {"encoding.scaling": "yarn", "encoding.length": 10_000_000, "encoding.first": -37},
    {"encoding.scaling": "yarn-paper", "encoding.rotated": "part", "encoding.share": 0.5},
    {
        "encoding.scaling": "llama3",
        "encoding.fast": 4.0,
        "encoding.length": 131_072,
        "encoding.base": 5e5,
    },
    {
        "encoding.scaling": "longrope",
        "encoding.length": 9000,
        "encoding.long_factors": (1, 3, 2, 2, 0.5) + 59 * (1,),
    },
]


def full(scheme):
    """Return what a pair is slowed down by that is in full.

    Dynamic NTK's is what transformers has.
    """
    if scheme.scaling == "dynamic":
        return scheme.factor * max(scheme.length, scheme.trained) / scheme.trained - (
            scheme.factor - 1
        )
    return 1 if scheme.scaling == "none" else scheme.factor


def between(scheme):
    """Return which pairs are slowed down, or sped up, and not in full."""
    by = scheme.unscaled_frequencies() / scheme.frequencies()
    return (np.abs(by - 1) > 1e-6) & (by < full(scheme) * (1 - 1e-6))


@pytest.fixture(params=DOCUMENTS, ids=lambda given: given.get("encoding.scaling", str(len(given))))
def document(request):
    return Document().edited({"encoding.scheme": "rope", **request.param})


def test_curves_show_each_pair_before_and_after(document):
    scheme = document.encoding
    wavelengths, slowed, _ = SCALING.figure(document).panels
    before, after = (curve.series.y for curve in of(wavelengths, Curve))
    (by,) = (curve.series.y for curve in of(slowed, Curve))
    assert after == pytest.approx(2 * math.pi / scheme.frequencies())
    assert after / before == pytest.approx(by)
    for panel, values in ((wavelengths, [*before, *after]), (slowed, by)):
        assert panel.y.limits[0] < min(values)
        assert max(values) < panel.y.limits[1]
    lines = {rule.at for rule in of(wavelengths, Rule)}
    assert lines == {scheme.length - 1.0, scheme.trained - 1.0}
    assert ("queries and keys" in slowed.fact) == (scheme.attention_factor != 1)


def test_a_factor_on_turned_pairs_alone_is_said_to_be_so():
    changes = {"encoding.rotated": "part", "encoding.share": 0.75}
    document = Document().edited(
        {
            "encoding.scheme": "rope",
            "encoding.scaling": "yarn",
            "encoding.factor": 1.0,
            "encoding.attention": 1.25,
        }
    )
    of_a_part = document.edited(changes)

    _, slowed, _ = SCALING.figure(of_a_part).panels

    assert slowed.fact == "turned pairs of queries and keys × 1.25"
    sentence = "Turned pairs of queries and keys alone are multiplied, by 1.25."
    assert sentence in SCALING.explain(of_a_part)
    assert "Queries and keys alone are multiplied, by 1.25." in SCALING.explain(document)


def test_the_list_parts_the_pairs_into_three_regions(document):
    scheme = document.encoding
    *_, panel = SCALING.figure(document).panels
    (listing,) = of(panel, Listing)
    by = scheme.unscaled_frequencies() / scheme.frequencies()
    expected = ["kept", "blended" if scheme.scaling in RAMPS else "in part", "stretched"]
    assert [row[0] for row in listing.rows] == expected
    assert sum(numbers(row[2])[0] for row in listing.rows) == scheme.pairs
    for name, pairs, count, slower, turns in listing.rows:
        if numbers(count) == [0]:
            assert pairs == "none"
            continue
        ends = numbers(pairs)
        chosen = [int(end) for end in ends]
        assert numbers(slower)[0] <= by[chosen].min() * 1.005
        assert by[chosen].max() * 0.995 <= numbers(slower)[-1]
        if name == "kept":
            assert by[chosen] == pytest.approx(1)
        if name == "stretched":
            assert (by[chosen] >= full(scheme) * (1 - 1e-6)).all()
        told = (scheme.length - 1) * scheme.frequencies()[chosen] / (2 * math.pi)
        assert numbers(turns)[0] >= told.max() * 0.995
    never = int((scheme.wavelengths() > scheme.length - 1).sum())
    counted = [never, scheme.pairs] if 0 < never < scheme.pairs else []
    assert numbers(panel.title) == [*counted, scheme.length]


def test_the_shade_is_where_pairs_are_blended(document):
    scheme = document.encoding
    for panel in SCALING.figure(document).panels[:2]:
        shaded = {
            pair
            for band in of(panel, Band)
            for pair in range(math.ceil(band.low), math.floor(band.high) + 1)
        }
        assert shaded == (set(np.flatnonzero(between(scheme)).tolist()) if scheme.blends else set())


@pytest.mark.parametrize("scaling", ["none", "linear", "ntk"])
def test_without_a_trained_length_no_line_is_drawn_at_it(scaling):
    given = {"encoding.scaling": scaling, "encoding.trained": 0, "encoding.length": 32_768}
    document = Document().edited({"encoding.scheme": "rope", **given})
    wavelengths, _, _ = SCALING.figure(document).panels
    assert {rule.at for rule in of(wavelengths, Rule)} == {32_767.0}
    assert not any("never trained" in mark.label for mark in wavelengths.legend_marks)
    assert ("trained length is not given" in SCALING.explain(document)) == (scaling != "none")
    for panel in pane("score").figure(document).panels:
        assert not any("trained" in rule.label for rule in of(panel, Rule))


@pytest.mark.parametrize(("changes", "why"), [
    ({"encoding.scaling": "longrope", "encoding.length": 9000}, "the list of long factors is empty"),
    ({"encoding.scaling": "longrope", "encoding.length": 900}, "the list of short factors is empty"),
    ({"encoding.scaling": "longrope", "encoding.length": 900, "encoding.short_factors": (1.0,) * 64},
     "Every factor of LongRoPE is 1"),
    ({"encoding.scaling": "dynamic", "encoding.length": 4096}, "scales only beyond the trained length"),
    ({"encoding.scaling": "doubling", "encoding.length": 4096}, "scales only beyond the trained length"),
    ({"encoding.scaling": "linear", "encoding.factor": 1.0}, "With a factor of 1 Position interpolation leaves"),
])  # fmt: skip
def test_a_scaling_that_scales_nothing_says_why(changes, why):
    document = Document().edited({"encoding.scheme": "rope", "encoding.dim": 128, **changes})
    assert why in SCALING.explanation(document)
    assert why in FREQUENCIES.explanation(document)
    assert document.encoding.schedule_name.endswith(", nothing scaled")
    assert "Choose a scaling" not in SCALING.explanation(document)


def test_a_scaling_that_scales_something_gives_no_reason():
    document = Document().edited({"encoding.scheme": "rope", "encoding.scaling": "yarn"})
    assert document.encoding.why_unscaled == ""
    assert document.encoding.schedule_name == "YaRN"
