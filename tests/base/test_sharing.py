import pytest
from hypothesis import given
from hypothesis import strategies as st

from peviewer.base.sharing import share_length, whole_lengths

PARTS = st.lists(
    st.tuples(st.floats(0.1, 10), st.floats(0, 40), st.floats(40, 90)), min_size=1, max_size=6
)


@given(PARTS, st.floats(1, 400))
def test_every_part_is_within_its_limits_and_the_rest_in_proportion(parts, length):
    shares = [share for share, _, _ in parts]
    minima = {part: low for part, (_, low, _) in enumerate(parts)}
    maxima = {part: high for part, (_, _, high) in enumerate(parts)}
    lengths = share_length(length, shares, minima, maxima)

    assert all(minima[part] <= got <= maxima[part] for part, got in enumerate(lengths))
    free = [part for part, got in enumerate(lengths) if minima[part] < got < maxima[part]]
    units = [lengths[part] / shares[part] for part in free]
    assert units == pytest.approx(units[:1] * len(units))
    if free:
        assert sum(lengths) == pytest.approx(length)


@given(PARTS)
def test_least_lengths_alone_are_kept_where_they_do_not_fit(parts):
    minima = {part: low for part, (_, low, _) in enumerate(parts)}
    lengths = share_length(0, [share for share, _, _ in parts], minima)
    assert lengths == pytest.approx(list(minima.values()))


@given(st.lists(st.floats(0, 1000), min_size=1, max_size=20))
def test_whole_lengths_keep_their_sum_and_are_off_by_less_than_a_pixel(lengths):
    whole = whole_lengths(lengths)
    assert sum(whole) == round(sum(lengths))
    assert all(abs(rounded - exact) <= 1.001 for rounded, exact in zip(whole, lengths, strict=True))
