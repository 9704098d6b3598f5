"""Column orders: where each layout keeps its sines and cosines, odd dimensions included."""

import pytest

from peviewer.model.turning.pairs import columns

_ORDERS = {
    ("interleaved", 6): "s0 c0 s1 c1 s2 c2",
    ("concatenated", 6): "s0 s1 s2 c0 c1 c2",
    ("flipped", 6): "c0 c1 c2 s0 s1 s2",
    ("interleaved", 5): "s0 c0 s1 c1 s2",
    ("concatenated", 5): "s0 s1 s2 c0 c1",
    ("flipped", 5): "c0 c1 s0 s1 s2",
    ("interleaved", 1): "s0",
    ("concatenated", 1): "s0",
    ("flipped", 1): "s0",
}


@pytest.mark.parametrize(("layout", "dim"), _ORDERS)
def test_each_layout_orders_its_columns(layout, dim):
    order = columns(layout, dim)
    names = [f"{'c' if cosine else 's'}{pair}" for pair, cosine in zip(order.pairs, order.is_cosine, strict=True)]
    assert " ".join(names) == _ORDERS[layout, dim]
    assert [names[column] for column in order.sines] == [f"s{pair}" for pair in range((dim + 1) // 2)]
    assert [names[column] for column in order.cosines] == [f"c{pair}" for pair in range(dim // 2)]
