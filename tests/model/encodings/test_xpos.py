"""XPos against the formulas of its authors' code, written anew: what a score keeps, and that only the lag counts."""

import numpy as np
import pytest

from peviewer.exporters.code import code
from peviewer.figures.presets import Document
from peviewer.model.encodings.xpos import XPos

SCHEMES = {
    "default": XPos(length=40),
    "few": XPos(length=301, dim=6, base=50.0, decay_base=7.0, gamma=1.5),
    "halves": XPos(length=64, dim=16, layout="concatenated", decay_base=100.0),
}


@pytest.mark.parametrize("dim", [2, 6, 64])
def test_scales_and_frequencies_are_those_of_the_code(dim):
    scheme = XPos(dim=dim)
    assert scheme.scales() == pytest.approx((np.arange(0, dim, 2) + 0.4 * dim) / (1.4 * dim), rel=1e-14)
    assert scheme.frequencies() == pytest.approx(1.0 / 10000 ** (np.arange(0, dim // 2) / (dim // 2)), rel=1e-13)
    assert np.exp(512 * scheme.losses()) == pytest.approx(scheme.scales(), rel=1e-12)
    assert scheme.still == 0
    assert scheme.extent == (200, dim)


@pytest.mark.parametrize("scheme", SCHEMES.values(), ids=SCHEMES)
def test_scores_of_the_code_depend_on_the_lag_alone_and_lose_as_the_scheme_says(scheme):
    names = {}
    exec(code(Document(encoding=scheme)), names)
    (cos_q, sin_q), (cos_k, sin_k) = names["xpos_tables"]()
    q, k = np.random.default_rng(3).standard_normal((2, scheme.dim // 2, 2)).view(np.complex128)[..., 0]
    scores = ((cos_q + 1j * sin_q) * q) @ ((cos_k + 1j * sin_k) * k).conj().T
    lags = np.arange(scheme.length)[:, None] - np.arange(scheme.length)[None, :]  # query − key
    zeta = (2 * np.arange(scheme.dim // 2) + scheme.gamma * scheme.dim) / ((1 + scheme.gamma) * scheme.dim)
    theta = scheme.base ** (-2.0 * np.arange(scheme.dim // 2) / scheme.dim)
    kept = zeta ** (lags[..., None] / scheme.decay_base) * np.exp(1j * theta * lags[..., None])
    expected = (q * k.conj() * kept).sum(axis=-1).real
    assert np.allclose(scores.real, expected, rtol=1e-9, atol=1e-9)
    assert np.all(scheme.losses() < 0)
