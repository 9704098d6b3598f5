"""What scores are made of, found again by loops over positions written from the papers."""

import functools
import itertools
import math
import operator

import numpy as np
import pytest

import peviewer as pv
from peviewer.model.between.terms import Composition, content_width, equal_rows

COUNT = 4
HEAD = 1
REVERSED = tuple(reversed(range(COUNT)))
ROTATED = (1, 2, 3, 0)
XL = pv.TransformerXL(length=9, dim=6, heads=3, first=2)
SHAW = pv.Shaw(length=9, dim=6, heads=3, farthest=2)
BIASES = [
    pv.Alibi(length=9, heads=3),
    pv.Kerple(length=9, heads=2, values="drawn"),
    pv.Sandwich(length=9, heads=2, waves=8),
    pv.T5(length=9, heads=2, learned=np.sin(np.arange(64.0)).reshape(32, 2)),
]
TABLES = [
    pv.Sinusoidal(length=9, dim=6, first=3),
    pv.Sinusoidal(length=9, dim=5, layout="flipped"),
    pv.Tensor2Tensor(length=9, dim=6),
    pv.Sincos(rows=2, columns=3, dim=8),
]
TURNING = [
    pv.Rope(length=9, dim=8),
    pv.Rope(length=9, dim=8, layout="interleaved", first=7),
    pv.Rope(length=9, dim=8, rotated="part", share=0.5),
    pv.Rope(length=9, dim=8, rotated="part", share=0.5, scaling="yarn", trained=8),
    pv.XPos(length=9, dim=8),
    pv.AxialRope(rows=3, columns=3, dim=8),
]
OTHERS = [SHAW, XL, pv.NoPositions(length=9), pv.Swin(rows=3, columns=2, heads=2)]


def composed(scheme, matrices="none", **choices):
    generator = np.random.default_rng(7)
    content = generator.standard_normal((COUNT, content_width(scheme, matrices)))
    return Composition(scheme, content, matrices=matrices, seed=3, head=HEAD, **choices)


def drawn(rows, width, which):
    generator = np.random.default_rng([3, HEAD, which])
    return generator.standard_normal((rows, width)) / math.sqrt(rows)


def projected(here, which, rows):
    if here.matrices == "none":
        return rows
    return rows @ drawn(rows.shape[1], here.head_width, which)


def projections(here, rows=None):
    """Return the queries, the keys and the values of rows, without any of the content."""
    rows = here.content if rows is None else rows
    return [projected(here, which, rows) for which in range(3)]


def dot(left, right):
    products = map(operator.mul, left.tolist(), right.tolist())
    assert len(left) == len(right)
    return sum(products)


def check_terms(terms, expected_terms):
    """Compare every term's scores with numbers of each query and key, and return their sums."""
    assert [term.key for term in terms] == list(expected_terms)
    total = np.zeros((COUNT, COUNT))
    for term in terms:
        score = expected_terms[term.key]
        for t, s in itertools.product(range(COUNT), repeat=2):
            expected = score(t, s)
            assert term.scores[t, s] == pytest.approx(expected, rel=1e-11, abs=1e-12)
            total[t, s] += expected
    return total


def check(here, expected_terms, values=None):
    """Compare terms, scores, weights and outputs with numbers of each query and key."""
    total = check_terms(here.terms, expected_terms)
    for t in range(COUNT):
        seen = t + 1 if here.causal else COUNT
        powers = [math.exp(score) for score in total[t, :seen]]
        weights = np.array(powers) / sum(powers)
        assert np.allclose(here.weights[t, :seen], weights, rtol=1e-10)
        assert not here.weights[t, seen:].any()
        assert np.isnan(here.scores[t, seen:]).all()
        output = sum(weight * values(t, s) for s, weight in enumerate(weights))
        assert np.allclose(here.outputs[t], output, rtol=1e-10, atol=1e-12)


def product_terms(rows, product):
    """Return the terms that multiply each part of a query with each part of a key."""
    terms = {}
    for a, b in itertools.product(rows, repeat=2):
        terms[f"{a}_{b}"] = functools.partial(product, a, b)
    return terms


@pytest.mark.parametrize("causal", [False, True])
@pytest.mark.parametrize("matrices", ["none", "drawn"])
@pytest.mark.parametrize("scheme", TABLES, ids=lambda scheme: scheme.scheme)
def test_added_positions_make_four_terms(scheme, matrices, causal):
    here = composed(scheme, matrices, causal=causal)
    rows = {"content": here.content, "position": scheme.table()[:COUNT]}
    queries = {name: projected(here, 0, part) for name, part in rows.items()}
    keys = {name: projected(here, 1, part) for name, part in rows.items()}
    whole = rows["content"] + rows["position"]
    whole_queries, whole_keys, values = projections(here, whole)
    divisor = math.sqrt(here.head_width)

    def product(a, b, t, s):
        return dot(queries[a][t], keys[b][s]) / divisor

    check(here, product_terms(rows, product), lambda t, s: values[s])
    expected = pytest.approx(dot(whole_queries[0], whole_keys[0]) / divisor, rel=1e-11)
    assert here.scores[0, 0] == expected


@pytest.mark.parametrize(
    ("matrices", "kept"), [("none", 2), ("blocks", 2), ("drawn", 4)], ids=lambda case: str(case)
)
def test_side_by_side_the_mixed_terms_are_zero_unless_matrices_mix(matrices, kept):
    scheme = TABLES[0]
    here = composed(scheme, matrices, joined="concatenated")
    whole = np.hstack([here.content, scheme.table()[:COUNT]])
    width = 12
    all_matrices = [np.eye(width)] * 3
    if matrices != "none":
        all_matrices = [drawn(width, width, number) for number in range(3)]
    to_queries, to_keys, to_values = all_matrices
    if matrices == "blocks":
        for matrix in (to_queries, to_keys):
            matrix[:6, 6:] = matrix[6:, :6] = 0
    halves = {"content": slice(0, 6), "position": slice(6, 12)}

    def product(a, b, t, s):
        query = whole[t, halves[a]] @ to_queries[halves[a]]
        key = whole[s, halves[b]] @ to_keys[halves[b]]
        return dot(query, key) / math.sqrt(width)

    terms = product_terms(halves, product)
    if kept == 2:
        mixed = terms.pop("content_position")
        del terms["position_content"]
        assert not any(itertools.starmap(mixed, itertools.product(range(4), repeat=2)))
    check(here, terms, lambda t, s: whole[s] @ to_values)


@pytest.mark.parametrize("causal", [False, True])
@pytest.mark.parametrize("matrices", ["none", "drawn"])
@pytest.mark.parametrize("scheme", BIASES, ids=lambda scheme: scheme.scheme)
def test_biases_are_added_to_content_which_t5_does_not_divide(scheme, matrices, causal):
    here = composed(scheme, matrices, causal=causal)
    queries, keys, values = projections(here)
    divisor = 1 if scheme.scheme == "t5" else math.sqrt(here.head_width)
    terms = {}
    terms["content"] = lambda t, s: dot(queries[t], keys[s]) / divisor
    terms["bias"] = lambda t, s: scheme.by_lag([s - t])[HEAD, 0]
    check(here, terms, lambda t, s: values[s])


def xpos_scale(scheme, pair, exponent):
    zeta = (2 * pair / scheme.dim + scheme.gamma) / (1 + scheme.gamma)
    return zeta ** (exponent / scheme.decay_base)


def angles_at(scheme, position):
    """Return every pair's angle at a position, on a grid by the axis that turns the pair."""
    rates = scheme.frequencies()
    if scheme.scheme != "axial_rope":
        return rates * position
    [place] = scheme.places(position).reshape(1, -1)
    return rates * place[list(scheme.turned_by())]


def turned(scheme, row, position, *, is_key):
    """Return a query or a key whose pairs are turned by their position, number by number."""
    result = row.copy()
    angles = angles_at(scheme, position).tolist()
    half = len(angles)
    for pair, angle in enumerate(angles):
        is_interleaved = scheme.layout == "interleaved"
        a, b = (2 * pair, 2 * pair + 1) if is_interleaved else (pair, pair + half)
        scale = getattr(scheme, "attention_factor", 1.0)
        if scheme.scheme == "xpos":
            scale *= xpos_scale(scheme, pair, -position if is_key else position)
        sine = scale * math.sin(angle)
        cosine = scale * math.cos(angle)
        result[a] = row[a] * cosine - row[b] * sine
        result[b] = row[a] * sine + row[b] * cosine
    return result


@pytest.mark.parametrize("matrices", ["none", "drawn"])
@pytest.mark.parametrize("scheme", TURNING, ids=lambda scheme: f"{scheme.scheme}-{scheme.layout}")
def test_turned_queries_and_keys_make_one_term(scheme, matrices):
    here = composed(scheme, matrices)
    queries, keys, values = projections(here)

    def score(t, s):
        query = turned(scheme, queries[t], scheme.first + t, is_key=False)
        key = turned(scheme, keys[s], scheme.first + s, is_key=True)
        return dot(query, key) / math.sqrt(8)

    check(here, {"rotated": score}, lambda t, s: values[s])


@pytest.mark.parametrize("causal", [False, True])
@pytest.mark.parametrize("matrices", ["none", "drawn"])
def test_shaw_adds_query_times_vector_and_hands_on_vectors_of_values(matrices, causal):
    here = composed(SHAW, matrices, causal=causal)
    of_keys, of_values = SHAW.learned()
    queries, keys, values = projections(here)
    divisor = math.sqrt(6)

    def row(t, s):
        return max(-2, min(2, s - t)) + 2

    terms = {}
    terms["content"] = lambda t, s: dot(queries[t], keys[s]) / divisor
    terms["query_lag"] = lambda t, s: dot(queries[t], of_keys[row(t, s)]) / divisor
    check(here, terms, lambda t, s: values[s] + of_values[row(t, s)])


@pytest.mark.parametrize("matrices", ["none", "drawn"])
def test_transformer_xl_has_the_four_terms_of_its_paper(matrices):
    here = composed(XL, matrices)
    queries, keys, values = projections(here)
    u, v = XL.added_to_queries(HEAD)
    divisor = math.sqrt(6)

    def wave(i, j):
        angles = [(i - j) / 10_000 ** (2 * pair / 6) for pair in range(3)]
        wave = np.array([*map(math.sin, angles), *map(math.cos, angles)])
        return wave if matrices == "none" else wave @ drawn(6, 6, 3)

    terms = {}
    terms["content"] = lambda t, s: dot(queries[t], keys[s]) / divisor
    terms["query_lag"] = lambda t, s: dot(queries[t], wave(t, s)) / divisor
    terms["all_content"] = lambda t, s: dot(u, keys[s]) / divisor
    terms["all_lag"] = lambda t, s: dot(v, wave(t, s)) / divisor
    check(here, terms, lambda t, s: values[s])


def test_side_by_side_without_matrices_a_wide_table_takes_no_matrix():
    wide = pv.Sinusoidal(length=3, dim=65_536)
    content = np.ones((3, wide.dim))
    here = Composition(wide, content, joined="concatenated")
    assert [term.key for term in here.terms] == ["content_content", "position_position"]
    table = wide.table()
    products = content @ content.T + table @ table.T
    np.testing.assert_allclose(here.scores, products / math.sqrt(2 * wide.dim))


def test_without_positions_there_is_one_term_and_on_a_grid_the_bias_of_its_offset():
    plain = composed(OTHERS[2])
    rows = plain.content
    terms = {"content": lambda t, s: dot(rows[t], rows[s]) / 4}
    check(plain, terms, lambda t, s: rows[s])
    swin = OTHERS[3]
    here = composed(swin)
    terms["bias"] = lambda t, s: swin.by_offset(s // 2 - t // 2, s % 2 - t % 2)[HEAD]
    check(here, terms, lambda t, s: here.content[s])


@pytest.mark.parametrize("matrices", ["none", "drawn"])
@pytest.mark.parametrize(
    "scheme", [*TABLES, *BIASES, *TURNING, *OTHERS], ids=lambda scheme: scheme.scheme
)
def test_only_without_positions_and_mask_any_order_gives_the_same_rows(scheme, matrices):
    here = composed(scheme, matrices)
    is_blind = scheme.scheme == "none"
    is_symmetric = scheme.scheme in ("none", "alibi", "kerple", "sandwich")
    assert equal_rows(here, ROTATED).are_all == is_blind
    assert equal_rows(here, REVERSED).are_all == is_symmetric
    assert equal_rows(here, range(COUNT)).are_all
    masked = composed(scheme, matrices, causal=True)
    assert not equal_rows(masked, REVERSED).are_all
    assert equal_rows(masked, ROTATED).equal_count < COUNT
    assert equal_rows(here, REVERSED).rounding < 1e-13
