"""Where ticks stand: inside, not too many, and three wherever there is room for them."""

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from peviewer.base import ticks
from peviewer.base.ticks import log_tick_texts, tick_texts

spans = st.tuples(st.floats(-1e7, 1e7), st.floats(1e-3, 1e7)).map(
    lambda pair: (pair[0], pair[0] + pair[1])
)


@given(spans, st.integers(2, 12), st.booleans())
def test_ticks_are_inside_not_too_many_and_tell_apart(span, most, whole):
    values = ticks.linear(*span, most, whole=whole)
    little = 1e-6 * (span[1] - span[0])
    assert len(values) <= most
    assert all(span[0] - little <= value <= span[1] + little for value in values)
    assert not whole or all(value.is_integer() for value in values)
    texts = tick_texts(values)
    assert len(set(texts)) == len(texts)


@given(spans, st.integers(3, 12), st.booleans())
def test_there_are_three_where_there_is_room(span, most, whole):
    assume(not whole or span[1] - span[0] >= 8)
    assert len(ticks.linear(*span, most, whole=whole)) >= 3


@pytest.mark.parametrize(
    "span", [(0.195, 0.57), (0.47, 0.67), (0.36, 0.74), (0.433, 0.68), (-0.05, 0.025)]
)
def test_three_on_a_short_axis_are_round_and_written_as_they_are(span):
    values = ticks.linear(*span, 3)
    step = values[1] - values[0]
    assert float(f"{step:.1e}") == pytest.approx(step)
    assert f"{step:.1e}"[:3] in ("1.0", "1.5", "2.0", "2.5", "3.0", "4.0", "5.0")
    texts = [float(text.replace("−", "-")) for text in tick_texts(values)]
    assert texts == pytest.approx(values, abs=1e-9)
    assert not span[0] <= 0 <= span[1] or 0 in texts


@given(st.floats(-12, 12), st.floats(0.02, 24), st.integers(3, 12))
def test_there_are_three_on_a_logarithmic_axis_too_of_less_than_a_decade_or_many(
    low, decades, most
):
    exponents = ticks.logarithmic(low, low + decades, most)
    assert 3 <= len(exponents) <= most
    assert exponents == sorted(exponents)
    assert low - 1e-6 <= exponents[0] < exponents[-1] <= low + decades + 1e-6
    texts = log_tick_texts([10.0**exponent for exponent in exponents])
    assert len(set(texts)) == len(texts)
    actual = len(
        {"10" in text and ("⁻" in text or "⁰" in text or text[-1] in "¹²³⁴⁵⁶⁷⁸⁹") for text in texts}
    )
    assert actual == 1


@pytest.mark.parametrize(
    ("count", "said"), [(40, [0, 15, 30]), (400, [0, 150, 300]), (38, [0, 15, 30]), (9, [0, 4, 8])]
)
def test_three_numbers_reach_over_most_of_their_range(count, said):
    assert ticks.linear(-0.5, count - 0.5, 3, whole=True) == said


@pytest.mark.parametrize(("count", "reach"), [(256, 0.97), (512, 0.97), (64, 0.93), (1000, 0.79)])
def test_three_reach_nearly_from_end_to_end_where_a_low_axis_needs_it(count, reach):
    *_, values = ticks.far_apart(-0.5, count - 0.5, whole=True)
    assert values[-1] - values[0] > reach * count


@given(st.integers(1, 50), st.integers(1, 60), st.integers(2, 9))
def test_whole_numbers_on_a_logarithmic_axis_are_whole(first, more, most):
    low, high = np.log10([first - 0.1, first + more + 0.1])
    found = [10.0**exponent for exponent in ticks.logarithmic(low, high, most, whole=True)]
    assert [round(value) for value in found] == pytest.approx(found)
    assert found
