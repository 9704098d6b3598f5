"""The L×L matrix with random content under pixels: what a block of positions adds to norms is drawn, not guessed."""

import numpy as np
import pytest

from peviewer.model.between.with_content import ContentPairwiseRaster, pairwise_raster
from peviewer.model.content.content import Content
from peviewer.model.content.embedded import Embedded
from peviewer.model.encodings.sinusoidal import Sinusoidal

SCALED = Content(kind="normal", scaled=True)


@pytest.mark.parametrize("first", [-7, 9 * 10**15])
@pytest.mark.parametrize("metric", ["sse", "cosine", "dot"])
@pytest.mark.parametrize(("dim", "run"), [(16, 2), (16, 5), (7, 4)])
def test_blocks_of_positions_are_compared_by_their_own_norms(first, metric, dim, run):
    embedded = Embedded(Sinusoidal(length=60, dim=dim, first=first), SCALED)
    table, count = embedded.table(), 60 // run
    dots = (table @ table.T).reshape(count, run, count, run).mean(axis=(1, 3))
    squares = np.square(table).sum(axis=1).reshape(count, run).mean(axis=1)
    expected = {
        "dot": dots,
        "sse": squares[:, None] + squares[None, :] - 2 * dots,
        "cosine": dots / np.sqrt(np.outer(squares, squares)),
    }[metric]
    centres = (run - 1) / 2 + run * np.arange(count)
    found = ContentPairwiseRaster(embedded, metric).sample(centres, centres)
    np.testing.assert_allclose(found, expected, rtol=0, atol=2e-6 * max(1, np.abs(expected).max()))


@pytest.mark.parametrize("kind", ["none", "ones"])
def test_no_cosine_is_beyond_one(kind):
    embedded = Embedded(Sinusoidal(length=40, dim=1, first=9 * 10**15), Content(kind=kind))
    found = pairwise_raster(embedded, "cosine").sample(np.arange(40), np.arange(40))
    assert np.abs(found).max() == 1


def test_rows_that_all_but_vanish_have_cosines_too():
    embedded = Embedded(Sinusoidal(length=1_000_000, dim=1), Content(kind="ones"))  # sin t + 1
    vanishing = np.argsort(embedded.table()[:, 0])[:200]
    for row in vanishing:
        found = pairwise_raster(embedded, "cosine").sample([row], [0])
        assert np.isfinite(found).all()


@pytest.mark.parametrize("metric", ["euclidean", "sse"])
@pytest.mark.parametrize("dim", [7, 64])
def test_constant_content_cancels_in_distances_to_the_last_digit_of_a_pixel(metric, dim):
    encoding = Sinusoidal(length=40, dim=dim)
    table = encoding.table() + np.sqrt(dim)
    squares = np.square(table[:, None] - table[None, :]).sum(axis=2)
    found = pairwise_raster(Embedded(encoding, Content(kind="ones", scaled=True)), metric)
    expected = squares if metric == "sse" else np.sqrt(squares)
    np.testing.assert_allclose(
        found.sample(np.arange(40), np.arange(40)), expected, rtol=1e-6, atol=2e-5 if metric == "sse" else 3e-3
    )
    np.testing.assert_allclose(found.exact(range(40), range(40)), expected, rtol=1e-9, atol=1e-12)
