"""Claims, their verdicts and numbers, against independent figures."""

import math

import numpy as np
import pytest

import peviewer as pv
from peviewer.model.claims.properties import properties
from peviewer.model.claims.report import Property, as_html
from peviewer.model.claims.subject import CELL
from peviewer.model.claims.turning import last_falling_lag
from peviewer.model.content import Content
from peviewer.model.embedded import Embedded
from peviewer.model.encodings.sinusoidal import Sinusoidal

NAMES = [
    "unique", "bounded", "deterministic", "extends", "constant-norm", "constant-step",
    "distance-by-lag", "dot-by-lag", "symmetric", "monotone", "linear-shift", "orthogonal", "position-free",
    "row-mean", "least-cosine", "still-dims",
]  # fmt: skip
TUTORIAL = Sinusoidal(length=50, dim=100, schedule="endpoint")


def claims_of(encoding, **how):
    return {claim.name: claim for claim in properties(encoding, **how)}


def failing(encoding, **how):
    return broken(claims_of(encoding, **how))


def broken(claims):
    return {name for name, claim in claims.items() if claim.verdict not in ("holds", "informs")}


def test_the_names_and_their_order_are_stable():
    assert [claim.name for claim in properties(Sinusoidal())] == NAMES


@pytest.mark.parametrize(
    ("length", "schedule", "layout"),
    [
        (1, "paper", "interleaved"),
        (2, "endpoint", "concatenated"),
        (200, "endpoint", "flipped"),
        (1_000_000, "paper", "concatenated"),
    ],
)
def test_every_claim_holds_for_the_encoding_as_published(layout, schedule, length):
    sinusoidal = Sinusoidal(length=length, dim=64, layout=layout, schedule=schedule)
    actual = failing(sinusoidal, phi=-3.5)
    assert actual == set()


def test_published_numbers():
    claims = claims_of(Sinusoidal(length=1000, dim=500))
    expected = pytest.approx(3.67198566, abs=5e-9)
    assert claims["constant-step"].value == expected
    expected = pytest.approx(math.sqrt(250), rel=1e-12)
    assert claims["constant-norm"].value == expected
    sinusoidal = Sinusoidal(length=512, dim=512)
    assert claims_of(sinusoidal)["monotone"].value == 43


@pytest.mark.parametrize(
    ("operator", "kind", "error"),
    [
        ("interleaved", "none", 4e-15),
        ("concatenated", "none", 2.4060343889946796),
        ("concatenated", "ones", 4.807303352817307),
    ],
)
def test_the_tutorials_transition_matrix(operator, kind, error):
    claim = claims_of(TUTORIAL, phi=-10, operator=operator, content=Content(kind=kind))[
        "linear-shift"
    ]
    assert claim.holds == (error < 1e-9)
    expected = pytest.approx(error, rel=1e-9, abs=5e-15)
    assert claim.value == expected
    assert "of 40 rows tried, those whose row t+φ is in the table, " in claim.detail
    if not claim.holds:
        assert "concatenated" in claim.detail
    if kind == "ones":
        assert "content" in claim.detail


def test_what_odd_dimensions_break_and_why():
    claims = claims_of(Sinusoidal(length=200, dim=7))
    failed = broken(claims)
    expected = {
        "constant-norm",
        "constant-step",
        "distance-by-lag",
        "dot-by-lag",
        "linear-shift",
        "orthogonal",
        "position-free",
    }
    assert failed == expected
    assert all("odd d" in claims[name].detail for name in failed)
    assert math.isnan(claims["linear-shift"].value)


@pytest.mark.parametrize("kind", ["ones", "normal"])
def test_what_content_breaks(kind):
    failed = failing(TUTORIAL, content=Content(kind=kind))
    assert {"bounded", "constant-norm", "dot-by-lag", "linear-shift", "position-free"} <= failed
    assert "unique" not in failed
    assert ("distance-by-lag" in failed) == ("constant-step" in failed) == (kind == "normal")


@pytest.mark.parametrize(
    ("dim", "content"), [(7, Content()), (511, Content()), (64, Content(kind="normal", seed=2))]
)
def test_where_similarity_stops_falling_is_where_the_rows_themselves_say(dim, content):
    encoding = Sinusoidal(length=100, dim=dim, first=5)
    rows = Embedded(encoding, content).table()
    means = [(rows[:51] * rows[lag : lag + 51]).sum(axis=1).mean() for lag in range(50)]
    expected = int(np.argmax(np.diff(means) > 0))
    assert claims_of(encoding, content=content)["monotone"].value == expected


EVERYWHERE = pytest.mark.parametrize("first", [0, -(10**9) - 1, 9 * 10**15])


@EVERYWHERE
@pytest.mark.parametrize(
    ("length", "dim", "kind"),
    [(2, 5, "ones"), (60, 7, "normal"), (60, 16, "none")],
)
def test_verdicts_on_small_tables_are_those_of_the_table_wherever_it_lies(first, kind, length, dim):
    encoding = Sinusoidal(length=length, dim=dim, first=first)
    content = Content(kind=kind)
    claims = claims_of(encoding, content=content, phi=0.0)
    table = Embedded(encoding, content).table()
    norms = np.linalg.norm(table, axis=1)
    distances = np.linalg.norm(table[:, None] - table[None, :], axis=2)
    dots = table @ table.T
    close = 2e-11

    def varies(matrix):
        return max(np.ptp(np.diagonal(matrix, lag)) for lag in range(length)) > close

    expected = np.abs(table).max() <= 1 + 1e-12
    assert claims["bounded"].holds == (expected)
    expected = pytest.approx(np.abs(table).max(), abs=1e-12)
    assert claims["bounded"].value == expected
    expected = np.abs(norms - math.sqrt(dim / 2)).max() <= close
    assert claims["constant-norm"].holds == (expected)
    if length > 1:
        steps = np.diagonal(distances, 1)
        expected = np.ptp(steps) <= close
        assert claims["constant-step"].holds == (expected)
        expected = pytest.approx(steps.mean(), rel=1e-9)
        assert claims["constant-step"].value == expected
        assert claims["distance-by-lag"].holds == (not varies(distances))
        assert claims["dot-by-lag"].holds == (not varies(dots))
        closest = (distances + np.eye(length) * 1e9).min()
        expected = pytest.approx(closest, rel=1e-9, abs=1e-12)
        assert claims["unique"].value == expected
        assert claims["unique"].holds == (closest > 1e-12)


@EVERYWHERE
def test_a_wrong_operator_fails_wherever_the_table_lies(first):
    encoding = Sinusoidal(length=100, dim=16, first=first)
    assert failing(encoding, operator="interleaved") == set()
    wrong = claims_of(encoding, operator="concatenated")["linear-shift"]
    assert wrong.holds is False
    assert wrong.value > 1


@pytest.mark.parametrize(("first", "phi", "holds"), [
    (1000, 0.3, True), (10**13, 0.3, True), (10**14, 0.3, None), (9 * 10**15, 0.3, None), (9 * 10**15, 3.0, True),
])  # fmt: skip
def test_no_verdict_is_given_where_rounding_a_position_costs_over_a_thousandth(first, phi, holds):
    sinusoidal = Sinusoidal(length=50, dim=16, first=first)
    claims = claims_of(sinusoidal, phi=phi)
    for name in ("linear-shift", "position-free"):
        assert claims[name].holds is holds
        assert ("cannot be decided here" in claims[name].detail) == (holds is None)
    if holds and not phi.is_integer():
        assert ("rounding t+φ costs" in claims["linear-shift"].detail) == (first > 1000)
    undecided = {name for name, claim in claims.items() if claim.verdict == "undecided"}
    assert undecided == (set() if holds else {"linear-shift", "position-free"})


@pytest.mark.parametrize("phi", [0.0, 1e-15, 1e-13, 1e-9])
def test_a_wrong_operator_or_content_does_not_pass_where_little_is_moved(phi):
    encoding = Sinusoidal(length=50, dim=16)
    wrong = claims_of(encoding, operator="flipped", phi=phi)["linear-shift"]
    added = claims_of(encoding, content=Content(kind="ones"), phi=phi)
    expected = "holds" if phi == 0 else "undecided" if phi < 1e-14 else "fails"
    actual = [claim.verdict for claim in (wrong, added["linear-shift"], added["position-free"])]
    assert actual == [expected] * 3
    assert failing(encoding, phi=phi) == set()


VERDICTS_OF_CLAIMS = [
    (Property("monotone", None, 43.0, "the lag", informs=True), "· informs"),
    (Property("constant-step", None, 43.0, "the mean step"), "? undecided"),
    (Property("unique", True, 0.5, "the distance"), "✓ holds"),
]


def test_a_claim_that_only_informs_and_one_that_rounding_hides_are_told_apart():
    for claim, verdict in VERDICTS_OF_CLAIMS:
        assert f">{verdict}</td>" in as_html([claim], {})


def long_table(encoding):
    """Return the table of the paper's schedule in the widest floating point there is."""
    pairs = np.arange(encoding.dim) // 2
    rates = np.longdouble(encoding.base) ** (-2 * pairs.astype(np.longdouble) / encoding.dim)
    angles = np.arange(encoding.length).astype(np.longdouble)[:, None] * rates
    return np.where(np.arange(encoding.dim) % 2, np.cos(angles), np.sin(angles))


@pytest.mark.skipif(np.finfo(np.longdouble).eps > 1e-18, reason="float64 is the widest here")
@pytest.mark.parametrize(("length", "dim", "base"), [
    pytest.param(200, 33, 1e4, marks=pytest.mark.nightly), pytest.param(195, 511, 1e4, marks=pytest.mark.nightly),
    (50, 33, 1e4), (50, 32, 1e4), (30, 17, 1e12), (3, 511, 1e12),
])  # fmt: skip
def test_what_rounding_cannot_explain_fails_and_what_it_hides_says_so(length, dim, base):
    encoding = Sinusoidal(length=length, dim=dim, base=base)
    table = long_table(encoding)
    claims = claims_of(encoding)
    distances = np.sqrt(np.square(table[:, None] - table[None, :]).sum(axis=2))
    varied = {
        "constant-step": np.ptp(np.diagonal(distances, 1)),
        "distance-by-lag": max(np.ptp(np.diagonal(distances, lag)) for lag in range(length)),
        "dot-by-lag": max(np.ptp(np.diagonal(table @ table.T, lag)) for lag in range(length)),
    }
    for name, spread in varied.items():
        angles = length * np.linalg.norm(float(base) ** (-np.arange(0, dim, 2) / dim))
        moved = CELL * dim**0.5 + 2 * 2.0**-53 * angles  # how far rounding moves a row
        hidden = 4 * moved * (max(1.0, dim / 2) ** 0.5 if name == "dot-by-lag" else 1)
        holds = dim % 2 == 0 or bool(spread <= hidden)
        assert claims[name].holds is holds, (name, spread)
        assert ("odd d" in claims[name].detail) == (dim % 2 == 1)
        assert ("equal to rounding" in claims[name].detail) == (holds and dim % 2 == 1)


@pytest.mark.skipif(np.finfo(np.longdouble).eps > 1e-18, reason="float64 is the widest here")
def test_cells_are_as_right_as_the_bound_of_rounding_has_them():
    encoding = Sinusoidal(length=2000, dim=63)
    table = encoding.table(np.arange(2000.0))
    off = np.abs(table - long_table(encoding)).max()
    assert off <= CELL < 1e-14


def test_of_a_narrow_table_only_some_rows_are_all_compared_with_each_other():
    claims_of = properties(np.random.default_rng(0).standard_normal((9000, 2)))
    assert "of the first 2\u2009000" in claims_of["unique"].detail


DRAWN = np.random.default_rng(4).standard_normal((40, 6)) * [1, 1, 1, 1, 1, 1e-3]


@pytest.mark.parametrize("scheme", [
    pv.Sinusoidal(length=50, dim=512), pv.Sinusoidal(length=9, dim=7), pv.Table(DRAWN), pv.Sincos(rows=4, columns=5),
])  # fmt: skip
def test_summaries_are_those_of_the_rows(scheme):
    claims = pv.properties(scheme)
    rows = scheme.table()
    units = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    expected = pytest.approx(rows.mean())
    assert claims["row-mean"].value == expected
    expected = pytest.approx((units @ units.T).min())
    assert claims["least-cosine"].value == expected
    expected = (rows.std(axis=0) < 0.01).sum()
    assert claims["still-dims"].value == expected
    actual = {claims[name].verdict for name in ("row-mean", "least-cosine", "still-dims")}
    assert actual == {"informs"}


@pytest.mark.parametrize(("base", "schedule", "dim"), [
    (1.01, "paper", 2), (1e6, "endpoint", 100), (1.01, "paper", 256), (1e6, "endpoint", 4096),
])  # fmt: skip
def test_the_last_falling_lag_is_found_however_far(dim, schedule, base):
    encoding = Sinusoidal(length=1500, dim=dim, schedule=schedule, base=base)
    kernel = np.cos(np.arange(1500)[:, None] * encoding.frequencies()).sum(axis=1)
    expected = int(np.argmax(np.diff(kernel) > 0))
    assert last_falling_lag(encoding) == expected


def test_a_short_encoding_falls_at_every_lag():
    assert last_falling_lag(Sinusoidal(length=40, dim=512)) is None
    assert last_falling_lag(Sinusoidal(length=1)) is None
