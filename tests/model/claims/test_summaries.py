"""What a table is like on the whole: numbers beside the claims, of every kind of table."""

import numpy as np
import pytest

import peviewer as pv

DRAWN = np.random.default_rng(4).standard_normal((40, 6)) * [1, 1, 1, 1, 1, 1e-3]


@pytest.mark.parametrize("scheme", [
    pv.Sinusoidal(length=50, dim=512), pv.Sinusoidal(length=9, dim=7), pv.Table(DRAWN), pv.Sincos(rows=4, columns=5),
])  # fmt: skip
def test_summaries_are_those_of_the_rows(scheme):
    claims, rows = pv.properties(scheme), scheme.table()
    units = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    assert claims["row-mean"].value == pytest.approx(rows.mean())
    assert claims["least-cosine"].value == pytest.approx((units @ units.T).min())
    assert claims["still-dims"].value == (rows.std(axis=0) < 0.01).sum()
    assert {claims[name].verdict for name in ("row-mean", "least-cosine", "still-dims")} == {"informs"}
