"""The functions of exported code take other arguments than those they were exported with, each of which counts."""

import inspect
import re
from itertools import product

import numpy as np
import pytest

from peviewer.document.document import Document
from peviewer.exporters.code import code
from peviewer.model.encodings.catalog import SCHEMES
from peviewer.model.encodings.grids.axial_rope import AxialRope
from peviewer.model.encodings.grids.swin import Swin
from peviewer.model.encodings.lagged import Lagged
from peviewer.model.encodings.rope import Rope
from peviewer.model.encodings.turning import Rotating
from peviewer.model.encodings.xpos import XPos

OTHER = {
    "length": 23, "dim": 24, "base": 77.0, "first": 4, "schedule": "endpoint", "freq_shift": 0.25, "scale": 2.5,
    "min_timescale": 0.5, "max_timescale": 300.0, "heads": 6, "decay_base": 40.0, "gamma": 0.9, "share": 0.6,
    "factor": 2.5, "trained": 9, "fast": 3.0, "slow": 0.5, "frames": 3, "rows": 5, "columns": 6,
    "frame_pairs": 3, "row_pairs": 4, "spread": 3.0, "seed": 5,
}  # fmt: skip
# A table is read, and has the size it has. The others need a query, or have nothing to add.
WITHOUT_CODE = ("learned", "shaw", "transformer_xl", "none")
SCALINGS = Rope.model_fields["scaling"].annotation.__args__
TURNED = ("all", "part", "proportional")
SINCOS_LAYOUTS = (
    ("interleaved", "powers"),
    ("functions", "octaves"),
    ("frequencies", "drawn"),
)
LISTS = {"short_factors": (1.0, 1.5, 1.25) * 4, "long_factors": tuple(1 + i / 4 for i in range(12))}


def small(kind):
    """Return a scheme of a class in a size of its own, where that has fields for it."""
    sizes = {"length": 12, "dim": 16}
    chosen_fields = [name for name in kind.model_fields if name not in kind.derived_fields]
    return kind(**{name: size for name, size in sizes.items() if name in chosen_fields})


def scaled_ropes():
    """Yield RoPE with every scaling and every share that turns, in and beyond the trained length."""
    for scaling, rotated, trained in product(SCALINGS, TURNED, (8, 16)):
        rope = Rope(
            length=12,
            dim=16,
            trained=trained,
            scaling=scaling,
            first=-3,
            rotated=rotated,
            share=0.5,
            fast=4.0,
            **LISTS,
        )
        yield rope


def grids():
    """Yield the column orders, frequencies and coordinates of schemes on a grid."""
    for layout, rates in SINCOS_LAYOUTS:
        yield SCHEMES["sincos"](rows=2, columns=5, dim=8, layout=layout, rates=rates)
    for sharing in ("halves", "alternating", "sections", "interleaved", "apart"):
        axial_rope = AxialRope(rows=4, columns=3, frames=2, dim=12, sharing=sharing)
        yield axial_rope
    for span, times in (("unit", "pi"), ("signed", "2pi"), ("places", "1")):
        yield AxialRope(rows=4, columns=3, dim=12, span=span, offset=0.5, times=times)
    for values in ("ramp", "chosen"):
        swin = Swin(rows=3, columns=4, heads=2, values=values, learned=range(70))
        yield swin


def schemes():
    """Return every rule, and the variants whose code differs."""
    rules = [kind for name, kind in SCHEMES.items() if name not in WITHOUT_CODE]
    rope = Rope(length=40, dim=16, trained=8, scaling="llama3", slow=2.0, fast=2.0)
    variants = [
        SCHEMES["sinusoidal"](length=12, dim=9, schedule="endpoint", first=5),
        SCHEMES["sandwich"](length=12, waves=8, terms="code"),
        SCHEMES["kerple"](length=12, form="power", values="drawn"),
        SCHEMES["t5"](length=150, bidirectional=False),
        SCHEMES["alibi"](length=12, heads=6, largest=12.0),
        rope,
    ]
    return [*map(small, rules), *variants, *scaled_ropes(), *grids()]


def wanted(scheme):
    """Return what the model makes, in the form of the exported function's result."""
    if isinstance(scheme, Lagged):
        places = np.arange(scheme.length)
        lags = places[None, :] - places[:, None]
        found = scheme.by_lag(lags.ravel()).reshape(-1, *lags.shape)
        return found[0] if scheme.scheme == "t5" else found
    if isinstance(scheme, AxialRope):
        return np.stack([np.cos(scheme.angles()), np.sin(scheme.angles())])
    if isinstance(scheme, Swin):
        places = scheme.places(np.arange(scheme.length))
        return scheme.by_offset(*np.moveaxis(places[None, :] - places[:, None], -1, 0))
    if not isinstance(scheme, Rotating):
        return scheme.table()
    places = np.array(scheme.positions, dtype=float)
    angles = places[:, None] * scheme.frequencies()
    turns = np.stack([np.cos(angles), np.sin(angles)]) * scheme.attention_factor
    if isinstance(scheme, XPos):
        sizes = np.exp((places[:, None] - scheme.first - scheme.length // 2) * scheme.log_decays())
        return np.stack([turns * sizes, turns / sizes])
    return turns


def field_of(scheme, argument):
    """Return the field that an argument of the exported function is."""
    return "waves" if scheme.scheme == "sandwich" and argument == "dim" else argument


def test_every_argument_counts_as_the_field_does():
    for scheme in schemes():
        names = {}
        exec(code(Document(encoding=scheme)), names)
        # Where pairs turn, a second function turns queries and keys by the table.
        build, *_ = filter(inspect.isfunction, names.values())
        arguments = list(inspect.signature(build).parameters)
        assert np.allclose(build(), wanted(scheme), rtol=1e-12, atol=1e-12), scheme
        for changed in [*([name] for name in arguments), arguments]:
            values = {name: OTHER[name] for name in changed}
            fields = {field_of(scheme, name): value for name, value in values.items()}
            expected = wanted(scheme.replace(**fields))
            actual = build(**values)
            assert np.allclose(actual, expected, rtol=1e-12, atol=1e-12), (scheme, changed)


@pytest.mark.parametrize(
    ("fields", "columns"),
    [
        ({"rotated": "part", "share": 0.25}, "(i, i + 12)"),
        ({"rotated": "proportional", "share": 0.25}, "(i, i + dim // 2)"),
        ({"rotated": "part", "share": 0.25, "layout": "interleaved"}, "(2 * i, 2 * i + 1)"),
        ({}, "(i, i + dim // 2)"),
    ],
)
def test_the_columns_that_are_named_are_those_of_the_pairs(fields, columns):
    scheme = Rope(dim=96, **fields)
    (said,) = re.findall(r"columns (.*)\.\n", code(Document(encoding=scheme)))
    assert columns in said
    built = eval(f"[{columns} for i in range({scheme.pairs})]", {"dim": 96})
    sines = scheme.columns.sines.tolist()
    cosines = scheme.columns.cosines.tolist()
    assert built == list(zip(sines, cosines, strict=True))
