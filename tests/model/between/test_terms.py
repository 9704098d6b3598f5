"""What scores are made of, found again by loops over positions written from the papers."""

import math

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
    width = content_width(scheme, matrices)
    content = np.random.default_rng(7).standard_normal((COUNT, width))
    return Composition(scheme, content, matrices=matrices, seed=3, head=HEAD, **choices)


def drawn(rows, width, which):
    generator = np.random.default_rng([3, HEAD, which])
    return generator.standard_normal((rows, width)) / math.sqrt(rows)


def projected(here, which, rows):
    return rows if here.matrices == "none" else rows @ drawn(rows.shape[1], here.head_width, which)


def dot(left, right):
    return sum(a * b for a, b in zip(left.tolist(), right.tolist(), strict=True))


def check(here, expected_terms, values=None):
    """Compare terms, scores, weights and outputs with numbers of each query and key."""
    assert [term.key for term in here.terms] == list(expected_terms)
    total = np.zeros((COUNT, COUNT))
    for term in here.terms:
        for t in range(COUNT):
            for s in range(COUNT):
                expected = expected_terms[term.key](t, s)
                assert term.scores[t, s] == pytest.approx(expected, rel=1e-11, abs=1e-12)
                total[t, s] += expected
    for t in range(COUNT):
        seen = range(t + 1 if here.causal else COUNT)
        powers = [math.exp(total[t, s]) for s in seen]
        assert np.allclose(here.weights[t, list(seen)], np.array(powers) / sum(powers), rtol=1e-10)
        assert not here.weights[t, len(seen) :].any()
        assert np.isnan(here.scores[t, len(seen) :]).all()
        output = sum(
            power / sum(powers) * values(t, s) for s, power in zip(seen, powers, strict=True)
        )
        assert np.allclose(here.outputs[t], output, rtol=1e-10, atol=1e-12)


@pytest.mark.parametrize("causal", [False, True])
@pytest.mark.parametrize("matrices", ["none", "drawn"])
@pytest.mark.parametrize("scheme", TABLES, ids=lambda scheme: scheme.scheme)
def test_added_positions_make_four_terms(scheme, matrices, causal):
    here = composed(scheme, matrices, causal=causal)
    rows = {"content": here.content, "position": scheme.table()[:COUNT]}
    queries = {name: projected(here, 0, part) for name, part in rows.items()}
    keys = {name: projected(here, 1, part) for name, part in rows.items()}
    values = projected(here, 2, rows["content"] + rows["position"])
    divisor = math.sqrt(here.head_width)
    check(
        here,
        {
            f"{a}_{b}": lambda t, s, a=a, b=b: dot(queries[a][t], keys[b][s]) / divisor
            for a in rows
            for b in rows
        },
        lambda t, s: values[s],
    )
    whole = (here.content + rows["position"])[0]
    product = dot(projected(here, 0, whole[None])[0], projected(here, 1, whole[None])[0])
    expected = pytest.approx(product / divisor, rel=1e-11)
    assert here.scores[0, 0] == expected


@pytest.mark.parametrize(
    ("matrices", "kept"), [("none", 2), ("blocks", 2), ("drawn", 4)], ids=lambda case: str(case)
)
def test_side_by_side_the_mixed_terms_are_zero_unless_matrices_mix(matrices, kept):
    scheme = TABLES[0]
    here = composed(scheme, matrices, joined="concatenated")
    whole = np.hstack([here.content, scheme.table()[:COUNT]])
    width = 12

    def matrix_of(number):
        return np.eye(width) if matrices == "none" else drawn(width, width, number)

    to_queries = matrix_of(0)
    to_keys = matrix_of(1)
    to_values = matrix_of(2)
    if matrices == "blocks":
        for matrix in (to_queries, to_keys):
            matrix[:6, 6:] = matrix[6:, :6] = 0
    halves = {"content": slice(0, 6), "position": slice(6, 12)}

    def product(t, s, a, b):
        query = whole[t, halves[a]] @ to_queries[halves[a]]
        return dot(query, whole[s, halves[b]] @ to_keys[halves[b]]) / math.sqrt(width)

    pairs = [(a, b) for a in halves for b in halves if kept == 4 or a == b]
    check(
        here,
        {f"{a}_{b}": lambda t, s, a=a, b=b: product(t, s, a, b) for a, b in pairs},
        lambda t, s: whole[s] @ to_values,
    )
    if kept == 2:
        mixed = [product(t, s, "content", "position") for t in range(4) for s in range(4)]
        assert not np.any(mixed)


@pytest.mark.parametrize("causal", [False, True])
@pytest.mark.parametrize("matrices", ["none", "drawn"])
@pytest.mark.parametrize("scheme", BIASES, ids=lambda scheme: scheme.scheme)
def test_biases_are_added_to_content_which_t5_does_not_divide(scheme, matrices, causal):
    here = composed(scheme, matrices, causal=causal)
    queries = projected(here, 0, here.content)
    keys = projected(here, 1, here.content)
    values = projected(here, 2, here.content)
    divisor = 1 if scheme.scheme == "t5" else math.sqrt(here.head_width)
    check(
        here,
        {
            "content": lambda t, s: dot(queries[t], keys[s]) / divisor,
            "bias": lambda t, s: scheme.by_lag([s - t])[HEAD, 0],
        },
        lambda t, s: values[s],
    )


def turned(scheme, row, position, *, is_key):
    """Return a query or a key whose pairs are turned by their position, number by number."""
    result = row.copy()
    if scheme.scheme == "axial_rope":
        [place] = scheme.places(position).reshape(1, -1).tolist()
        angles = [
            rate * place[axis]
            for rate, axis in zip(scheme.frequencies(), scheme.turned_by(), strict=True)
        ]
    else:
        angles = [rate * position for rate in scheme.frequencies()]
    half = len(angles)
    for pair, angle in enumerate(angles):
        is_interleaved = scheme.layout == "interleaved"
        a, b = (2 * pair, 2 * pair + 1) if is_interleaved else (pair, pair + half)
        scale = 1.0
        if scheme.scheme == "xpos":
            zeta = (2 * pair / scheme.dim + scheme.gamma) / (1 + scheme.gamma)
            scale = zeta ** ((-position if is_key else position) / scheme.decay_base)
        scale *= getattr(scheme, "attention_factor", 1.0)
        result[a] = scale * (row[a] * math.cos(angle) - row[b] * math.sin(angle))
        result[b] = scale * (row[a] * math.sin(angle) + row[b] * math.cos(angle))
    return result


@pytest.mark.parametrize("matrices", ["none", "drawn"])
@pytest.mark.parametrize("scheme", TURNING, ids=lambda scheme: f"{scheme.scheme}-{scheme.layout}")
def test_turned_queries_and_keys_make_one_term(scheme, matrices):
    here = composed(scheme, matrices)
    queries = projected(here, 0, here.content)
    keys = projected(here, 1, here.content)
    values = projected(here, 2, here.content)

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
    queries = projected(here, 0, here.content)
    keys = projected(here, 1, here.content)
    values = projected(here, 2, here.content)

    def row(t, s):
        return max(-2, min(2, s - t)) + 2

    check(
        here,
        {
            "content": lambda t, s: dot(queries[t], keys[s]) / math.sqrt(6),
            "query_lag": lambda t, s: dot(queries[t], of_keys[row(t, s)]) / math.sqrt(6),
        },
        lambda t, s: values[s] + of_values[row(t, s)],
    )


@pytest.mark.parametrize("matrices", ["none", "drawn"])
def test_transformer_xl_has_the_four_terms_of_its_paper(matrices):
    here = composed(XL, matrices)
    queries = projected(here, 0, here.content)
    keys = projected(here, 1, here.content)
    values = projected(here, 2, here.content)
    u, v = XL.added_to_queries(HEAD)

    def wave(i, j):
        angles = [(i - j) / 10_000 ** (2 * pair / 6) for pair in range(3)]
        wave = np.array([*map(math.sin, angles), *map(math.cos, angles)])
        return wave if matrices == "none" else wave @ drawn(6, 6, 3)

    check(
        here,
        {
            "content": lambda t, s: dot(queries[t], keys[s]) / math.sqrt(6),
            "query_lag": lambda t, s: dot(queries[t], wave(t, s)) / math.sqrt(6),
            "all_content": lambda t, s: dot(u, keys[s]) / math.sqrt(6),
            "all_lag": lambda t, s: dot(v, wave(t, s)) / math.sqrt(6),
        },
        lambda t, s: values[s],
    )


def test_side_by_side_without_matrices_a_wide_table_takes_no_matrix():
    wide = pv.Sinusoidal(length=3, dim=65_536)
    content = np.ones((3, wide.dim))
    here = Composition(wide, content, joined="concatenated")
    assert [term.key for term in here.terms] == ["content_content", "position_position"]
    expected = (content @ content.T + wide.table() @ wide.table().T) / math.sqrt(2 * wide.dim)
    np.testing.assert_allclose(here.scores, expected)


def test_without_positions_there_is_one_term_and_on_a_grid_the_bias_of_its_offset():
    plain = composed(OTHERS[2])
    content = {"content": lambda t, s: dot(plain.content[t], plain.content[s]) / 4}
    check(plain, content, lambda t, s: plain.content[s])
    swin = OTHERS[3]
    here = composed(swin)
    bias = {"bias": lambda t, s: swin.by_offset(s // 2 - t // 2, s % 2 - t % 2)[HEAD]}
    check(here, {**content, **bias}, lambda t, s: here.content[s])


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
