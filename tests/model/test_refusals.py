"""What cannot be computed is refused in one line that names the argument, its value and what is allowed."""

import numpy as np
import pytest

import peviewer as pv
from peviewer.model import binary_table, lag_profile, pairwise, profile, shift, shift_matrix
from peviewer.model.encodings.alibi import Alibi
from peviewer.model.encodings.grids.axial_rope import AxialRope
from peviewer.model.encodings.grids.sincos import Sincos
from peviewer.model.encodings.grids.swin import Swin
from peviewer.model.encodings.rope import Rope
from peviewer.model.encodings.sinusoidal import Sinusoidal
from peviewer.model.encodings.t5 import T5

FEW = Sinusoidal(length=5, first=2)
SIX = Sinusoidal(dim=6)
ODD = Sinusoidal(dim=7)
REFUSED = {
    "comparisons": [
        (lambda: pairwise(FEW, "manhattan"), "metric = 'manhattan' is not allowed: it must be one of eucl"),
        (lambda: lag_profile(FEW, 0, "l1"), "metric = 'l1' is not allowed"),
        (lambda: lag_profile(ODD, 1), "dim = 7 is not allowed: it must be even"),
        (lambda: lag_profile(FEW, [1, np.nan]), "lags = .* is not allowed: they must be finite"),
        (lambda: profile(FEW, 7), "position = 7 is not allowed: it must be from 2 to 6"),
        (lambda: profile([[1.0, 2.0]], 1), "position = 1 is not allowed: it must be from 0 to 0"),
        (lambda: pairwise([1.0, 2.0]), r"table of shape \(2,\) is not allowed"),
    ],
    "shifts": [
        (lambda: shift_matrix(ODD, 1), "dim = 7 is not allowed: it must be even"),
        (lambda: shift(ODD.table(), ODD, 1), "dim = 7 is not allowed: it must be even"),
        (lambda: shift([[0.0] * 5], SIX, 1), r"table of shape \(1, 5\) is not allowed: it must have 6 columns"),
        (lambda: shift(3.0, SIX, 1), "must have 6 columns"),
        (lambda: shift([[0.0] * 6], SIX, np.nan), "phi = nan is not allowed"),
        (lambda: shift([[0.0] * 6], SIX, 1, "magic"), "method = 'magic' is not allowed: it must be one of pairs, mat"),
    ],
    "positions": [
        (lambda: FEW.table(positions=np.nan), "positions = nan is not allowed: they must be finite"),
        (lambda: FEW.table(positions=[0.0, -np.inf]), r"positions = .* is not allowed: they must be finite"),
        (lambda: Sincos(rows=3, columns=5, first=10).table([12, 25]), "position = 25 .* has whole ones from 10 to 24"),
        (lambda: Sincos(rows=3, columns=5).table(1.5), r"position = 1\.5 "),
        (lambda: AxialRope(rows=2, columns=2).places(4), "position = 4"),
    ],
    "bits": [
        (lambda: binary_table(0), "length = 0 is not allowed"),
        (lambda: binary_table(4, 0), "bits = 0 is not allowed: it must be a whole number from 1 to 64"),
        (lambda: binary_table(4, 65), "bits = 65 is not allowed"),
    ],
    "biases": [
        (lambda: T5(bucket_count=5), "bucket_count = 5 is not allowed: in both directions it must be an even number"),
        (lambda: T5(bucket_count="x"), "bucket_count = 'x' is not allowed: it must be a whole number"),
        (lambda: T5(max_distance=8), "max_distance = 8 is not allowed: it must be greater than 8"),
        (lambda: T5(bidirectional=False, max_distance=16), "greater than 16"),
        (lambda: T5(values="chosen", learned=(0.0,) * 31),
         "^learned = 31 numbers is not allowed: it must be 32, one for each of 32 buckets in each head$"),
        (lambda: Swin(rows=1, columns=1, heads=1, values="chosen", learned=(1, 2)), "learned = 2 numbers"),
        (lambda: Swin(rows=3, columns=3).indices(3, 0), r"offset = \(3, 0\) is not allowed"),
        (lambda: Alibi(heads=1025), "heads = 1025"),
    ],
    "rotary": [
        (lambda: Rope(layout="flipped"), "layout = 'flipped' is not allowed"),
        (lambda: Rope(slow=33.0), "slow = 33 is not allowed: it must be at most fast = 32"),
        (lambda: Rope(scaling="longrope", long_factors=(1.0, 2.0, 3.0)),
         "long_factors = 3 numbers is not allowed: 64 pairs turn"),
        (lambda: Rope(long_factors=(1.0, -2.0)), "long_factors = -2 is not allowed: they must be greater than 0"),
        (lambda: Rope(dim=3), "dim = 3 is not allowed"),
        (lambda: Rope(factor=0.5), "factor = 0.5 is not allowed"),
        (lambda: AxialRope(dim=6), "dim = 6"),
    ],
    "grids": [
        (lambda: Sincos(dim=2, kept=True), "dim = 2 is not allowed: beside 2 coordinates"),
        (lambda: Sincos(rates="octaves", dim=4004), "dim = 4004 is not allowed: with octaves it must be at most 4000"),
        (lambda: Sincos(shares=(1, 2, 3)), r"shares = \(1, 2, 3\) is not allowed: 2 axes need a number from 1 on each"),
        (lambda: Sincos(shares=(1, 3), layout="frequencies"), "frequency by frequency all axes share alike"),
        (lambda: Sincos(rows=3, columns=5, length=7), "length = 7 is not allowed: a grid of 3 × 5 has 15 positions"),
        (lambda: AxialRope(rows=0), "rows = 0 is not allowed: it must be a whole number from 1 to 128"),
    ],
    "arrays": [
        (lambda: pv.Table([1.0, 2.0]), "the array has one axis"),
        (lambda: pv.Table(np.zeros((2, 2, 2, 2))), "the array has 4 axes"),
        (lambda: pv.Table(np.zeros((0, 4))), "the array is empty"),
        (lambda: pv.Table([[1.0, np.nan]]), "1 number that is not finite.*row 0, column 1"),
        (lambda: pv.Table([[np.inf, 1e31], [0, 0]]), "2 numbers that are not finite"),
        (lambda: pv.Table([["a"]]), "the array is of type"),
        (lambda: pv.Table([[1.0], [1.0, 2.0]]), "the array cannot be read: its rows have different lengths"),
        (lambda: pv.Table(np.zeros((1, 65_537))), "65\u2009537 dimensions"),
        (lambda: pv.Table(np.zeros((24, 2)), patch_rows=25), "patch_rows = 25 is not allowed: the table has 24 rows"),
        (lambda: pv.Table(np.zeros((24, 2)), patch_rows=25), "patch_rows = 25 is not allowed: the table has 24 rows"),
    ],
    "other sizes": [
        (lambda: pv.Table(np.eye(35), resize="x"), "resize = 'x' is not allowed: it must be how many positions"),
        (lambda: pv.Table(np.eye(35), resize="0x4"), "resize = '0x4' is not allowed"),
        (lambda: pv.Table(np.eye(35), resize="4x4"), "no square grid: give its rows, as in patch_rows"),
        (lambda: pv.Table(np.eye(35), patch_rows=7, resize="3000x3000").table(), "resize is not allowed: with 35 dim"),
    ],
}  # fmt: skip


@pytest.mark.parametrize("subject", REFUSED)
def test_what_cannot_be_is_refused_in_one_line(subject):
    for call, message in REFUSED[subject]:
        with pytest.raises(ValueError, match=message) as caught:
            call()
        assert "\n" not in str(caught.value)
