"""The Bias pane: one head's matrix, every head over the lag, and the numbers they show."""

import numpy as np
import pytest

from peviewer.document.document import Document
from peviewer.figures.panes.catalog import PANES, pane
from tests.own_formulas import numbers

BIAS = pane("bias")


def alibi(**changes):
    return Document().edited({"encoding.scheme": "alibi", "encoding.length": 50, **changes})


def test_heads_are_compared_where_there_are_some_and_a_position_costs_each_something():
    figure = BIAS.figure(alibi(**{"encoding.heads": 2}))
    assert len(figure.panels) == 3
    assert len(BIAS.figure(alibi(**{"encoding.heads": 1})).panels) == 2
    document = Document().edited({"encoding.scheme": "t5"})
    assert len(BIAS.figure(document).panels) == 3


@pytest.mark.parametrize("heads", [2, 3, 8, 12, 100])
def test_the_formula_gives_the_slopes_that_are_drawn(heads):
    document = alibi(**{"encoding.heads": heads})
    text = BIAS.formula_text(document)
    steepness = BIAS.figure(document).panels[1].marks[0]
    power_text, _, _ = text.partition("h ≤ P = ")[2].partition(")")
    power = int(power_text or heads)
    divisor = "H)" if power == heads else "P)"

    def slope(head):
        if head <= power:
            return 2 ** (-8 * head / power)
        return 2 ** (-4 * (2 * (head - power) - 1) / power)

    expected = [slope(head) for head in range(1, heads + 1)]
    assert text.startswith(f"bias = −mₕ·|s − t|,  mₕ = 2^(−8h/{divisor}")
    assert ("2^(−4(2(h−P)−1)/P) (h > P)" in text) is (power < heads)
    assert steepness.series.y.tolist() == pytest.approx(expected, rel=1e-14)


def kerple(**changes):
    return Document().edited({"encoding.scheme": "kerple", **changes})


@pytest.mark.parametrize(
    ("changes", "are_alike"),
    [({}, True), ({"encoding.values": "drawn"}, False), ({"encoding.form": "power"}, True)],
)
def test_heads_that_are_alike_are_not_said_to_differ(changes, are_alike):
    """KERPLE's heads share the numbers that are chosen, and no two that are drawn are alike."""
    document = kerple(**{"encoding.heads": 6, **changes})
    biases = document.encoding.by_lag(-np.arange(200.0))
    ranges_over_heads = np.ptp(biases, axis=0)
    attention = PANES["attention"].explanation(document)
    assert (ranges_over_heads == 0).all() == are_alike
    assert ("Steep heads" in BIAS.explanation(document)) is not are_alike
    assert ("All heads look about equally far." in attention) is are_alike


def test_of_one_head_nothing_is_said_of_heads():
    explanation = BIAS.explanation(kerple(**{"encoding.heads": 1}))
    assert "heads" not in explanation


# ---- over a grid of configurations, against the authors' own rule


@pytest.mark.parametrize("changes", [
    {}, {"encoding.length": 1}, {"encoding.length": 60, "encoding.bidirectional": False, "encoding.first": -37},
    {"encoding.length": 10_000_000, "encoding.bucket_count": 512, "encoding.max_distance": 1_000_000},
])  # fmt: skip
def test_buckets_part_all_lags_there_are_and_what_is_said_of_them_is_counted(changes):
    document = Document().edited({"encoding.scheme": "t5", **changes})
    scheme = document.encoding
    biases = scheme.biases()[0]
    _, listing, _ = BIAS.figure(document).panels
    counts = []
    for number, (bucket, lags, count, bias) in enumerate(listing.marks[0].rows):
        assert numbers(bucket) == [number]
        assert numbers(bias) == [pytest.approx(biases[number], rel=1e-3)]
        counts += numbers(count)
        ends = numbers(lags)
        if ends:
            first = ends[0]
            last = ends[-1]
            assert last - first + 1 == counts[-1]
            assert scheme.buckets([first, last]).tolist() == [number, number]
    assert sum(counts) == 2 * scheme.length - 1

    said = numbers(BIAS.explanation(document).partition("share one")[2])
    expected = [counts.count(1), max(counts)]
    if 0 in counts:
        expected.append(counts.count(0))
    assert said == expected


def test_the_only_lag_of_one_position_is_a_point():
    figure = BIAS.figure(alibi(**{"encoding.length": 1}))
    over_lag = figure.panels[-1]
    assert {curve.style for curve in over_lag.marks} == {"points"}


def t5(**changes):
    return Document().edited({"encoding.scheme": "t5", "encoding.length": 40, **changes})


@pytest.mark.parametrize(("fall", "title"), [
    (0.25, "What attention loses with distance"), (-0.25, "What attention gains with distance"),
    (0.0, "What is added to attention by lag"),
])  # fmt: skip
def test_what_rises_with_the_distance_is_gained(fall, title):
    figure = BIAS.figure(t5(**{"encoding.ramp": fall}))
    assert figure.title == title


def test_placeholders_for_learned_numbers_are_called_so_wherever_they_are_shown():
    note = "The numbers are placeholders: a model learns its own."
    given = {"encoding.values": "chosen", "encoding.learned": tuple(np.arange(32.0))}
    for name in ("bias", "attention"):
        assert note in pane(name).explanation(t5())
        assert note not in pane(name).explanation(t5(**given))
        assert note not in pane(name).explanation(alibi())
    document = Document().edited({"encoding.scheme": "swin"})
    assert note in pane("offsets").explanation(document)


@pytest.mark.parametrize("heads", [1, 2])
def test_the_listing_of_buckets_names_its_head_where_there_are_several(heads):
    document = t5(**{"encoding.length": 12, "encoding.heads": heads})
    panels = {panel.title: panel for panel in BIAS.figure(document).panels}
    assert bool(panels["What each bucket holds"].fact) is (heads > 1)
