"""The verdict and the number of every claim, about each scheme in several sizes and about tables, is what is kept."""

from itertools import product

import numpy as np
import pytest

from peviewer.document.document import Document, DocumentError
from peviewer.model.claims.properties import properties
from peviewer.model.content import Content
from peviewer.model.encodings.catalog import SCHEMES
from peviewer.model.encodings.sinusoidal import Sinusoidal
from tests.numbers import check, numbers_in, reduced

SIZES = {
    "small": {"encoding.length": 40, "encoding.dim": 12, "encoding.first": -5},
    "odd": {"encoding.length": 33, "encoding.dim": 7, "encoding.first": 3},
    "long": {"encoding.length": 3000, "encoding.dim": 16, "encoding.base": 100},
    "alone": {"encoding.length": 1, "encoding.dim": 4},
    "far": {"encoding.length": 64, "encoding.dim": 8, "encoding.first": 10**9},
}
FAR = 10**4, 10**8, 10**10, 10**12, 10**14
EXACT = 1e-4
"""Smaller numbers are of rounding, which differs from machine to machine."""


def edited(changes):
    document = Document()
    for path, value in changes.items():
        try:
            document = document.edited({path: value})
        except DocumentError:  # a scheme has no such field, or not so many
            continue
    return document.encoding


def of_schemes(name):
    for called, changes in SIZES.items():
        encoding = edited({"encoding.scheme": name, **changes})
        yield called, properties(encoding)
        if called == "small":
            yield "with content", properties(encoding, content=Content(kind="normal"))
            yield "other operator", properties(encoding, operator="concatenated", phi=-2.5)


def of_scales():
    """Yield claims about positions so far out that rounding their angles costs more and more."""
    for scale, offset in product((1.0, 1e3, 1e6), (1e2, 1e4, 1e6)):
        fields = {"scheme": "sincos", "dim": 8, "span": "unit", "scale": scale, "offset": offset}
        grid = edited({f"encoding.{name}": value for name, value in fields.items()})
        yield f"grid {scale:g} {offset:g}", properties(grid)
    for first in FAR:
        yield f"first {first:g}", properties(Sinusoidal(length=40, dim=8, first=first))


def tables():
    """Return tables as a file may hold them: sines in several precisions, and what is no table of sines."""
    table = Sinusoidal(length=50, dim=16).table()
    far = Sinusoidal(length=50, dim=16, first=10**6)
    angles_in_single = far.angles().astype(np.float32)
    by_chance = np.random.default_rng(3).normal(size=(30, 8))
    lengths = np.linalg.norm(by_chance, axis=1, keepdims=True)
    ramp = np.linspace(-1, 1, 24)
    return {
        "double": table,
        "single": table.astype(np.float32),
        "half": table.astype(np.float16),
        "decimals": table.round(3),
        "turned": table[:, ::-1].copy(),
        "far": far.table(),
        "far in single": np.sin(angles_in_single).repeat(2, axis=1),
        "by chance": by_chance,
        "twice": np.concatenate([by_chance, by_chance[3:9]]),
        "of length 1": by_chance / lengths,
        "of ones": np.ones((9, 4)),
        "ramp": np.outer(ramp, [1.0, 2.0, -1.0]),
    }


def of_tables():
    for called, values in tables().items():
        yield called, properties(values)


def kept(claims):
    """Return the verdict and the number of each claim, and what the numbers of its sentence come to."""
    found = {}
    for claim in claims:
        is_exact = abs(claim.value) >= EXACT and claim.verdict != "undecided"
        value = claim.value if is_exact else 0.0
        count, first, *_, weighted = reduced([value, *numbers_in(claim.detail)])
        found[claim.name] = [claim.verdict, count, round(first, 5), round(weighted, 5)]
    return found


def cases(name):
    made = {"scales": of_scales, "tables": of_tables}.get(name, lambda: of_schemes(name))
    return {f"{name}/{called}": kept(claims) for called, claims in made()}


NAMES = (*SCHEMES, "scales", "tables")


def all_cases():
    return {case: now for name in NAMES for case, now in cases(name).items()}


@pytest.mark.parametrize("name", NAMES)
def test_claims_have_the_verdicts_that_are_kept(name):
    check("model/claims", cases(name))
