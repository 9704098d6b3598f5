"""RoPE, its scalings and xPos against formulas of papers and code, written anew, and published figures."""

import math
import re

import numpy as np
import pytest

from peviewer.exporters.code import code
from peviewer.figures.presets import Document, preset, presets
from peviewer.model.between.score import TurnedScore
from peviewer.model.encodings.rope import Rope
from peviewer.model.encodings.xpos import XPos


def plain(dim, base, count=None):
    return [1 / base ** (2 * i / dim) for i in range(dim // 2 if count is None else count)]


@pytest.mark.parametrize(
    ("base", "length", "slow"), [(1e4, 4096, 18), (5e5, 8192, 29), (5e5, 131_072, 15)]
)
def test_so_many_of_64_pairs_never_turn_in_the_context(base, length, slow):
    rope = Rope(dim=128, base=base, length=length)
    assert rope.never_turning_pairs == slow


def test_a_part_has_a_schedule_of_its_own_and_p_rope_the_first_pairs_of_all():
    part = Rope(dim=96, rotated="part", share=0.25)
    assert part.pairs == 12
    expected = pytest.approx(plain(24, 1e4), rel=1e-14)
    assert part.frequencies() == expected
    fastest = Rope(dim=96, rotated="proportional", share=0.25)
    expected = pytest.approx(plain(96, 1e4, 12), rel=1e-14)
    assert fastest.frequencies() == expected
    rope = Rope(dim=2, rotated="part", share=0.01)
    assert rope.pairs == 1
    assert Rope(dim=96, rotated="part", share=1).pairs == 48


def test_interpolation_divides_every_frequency():
    expected = np.array(plain(32, 1e4)) / 8
    rope = Rope(dim=32, scaling="linear", factor=8)
    assert rope.frequencies() == pytest.approx(expected)


def test_ntk_keeps_the_fastest_pair_and_divides_the_slowest_by_the_factor():
    rope = Rope(dim=128, scaling="ntk", factor=8)
    scaled = rope.frequencies()
    before = plain(128, 1e4)
    assert scaled[0] == 1
    expected = pytest.approx(before[-1] / 8, rel=1e-12)
    assert scaled[-1] == expected
    assert scaled == pytest.approx(plain(128, 1e4 * 8 ** (128 / 126)), rel=1e-12)


@pytest.mark.parametrize(("length", "alpha"), [(1000, 1.0), (2048, 1.0), (4096, 3.0), (8192, 7.0)])
def test_dynamic_ntk_follows_the_length(length, alpha):
    rope = Rope(dim=64, scaling="dynamic", factor=2, trained=2048, length=length)
    actual = rope.frequencies()
    assert actual == pytest.approx(plain(64, 1e4 * alpha ** (64 / 62)), rel=1e-12)


def yarn_by_code(dim, base, trained, factor, fast=32, slow=1):
    """Return what transformers' _compute_yarn_parameters computes, pair by pair."""

    def correction(rotations):
        return dim * math.log(trained / (rotations * 2 * math.pi)) / (2 * math.log(base))

    low = max(math.floor(correction(fast)), 0)
    high = min(math.ceil(correction(slow)), dim - 1)
    if low == high:
        high += 0.001
    actual = []
    for i, omega in enumerate(plain(dim, base)):
        extrapolated = 1 - min(max((i - low) / (high - low), 0), 1)
        actual.append(omega / factor * (1 - extrapolated) + omega * extrapolated)
    return actual


@pytest.mark.parametrize(
    ("dim", "base", "trained", "factor"),
    [(128, 1e4, 4096, 8.0), (128, 1e6, 32_768, 4.0), (64, 5e5, 8192, 32.0)],
)
def test_yarn_is_what_the_code_of_its_authors_does(dim, base, trained, factor):
    scheme = Rope(dim=dim, base=base, scaling="yarn", trained=trained, factor=factor)
    expected = yarn_by_code(dim, base, trained, factor)
    assert scheme.frequencies() == pytest.approx(expected, rel=1e-13)
    expected = pytest.approx(0.1 * math.log(factor) + 1)
    assert scheme.attention_factor == expected


def test_yarn_in_the_paper_goes_by_turns_and_is_up_to_two_thirds_off_the_code():
    dim = 128
    base = 1e4
    trained = 4096
    factor = 16.0
    scheme = Rope(dim=dim, base=base, scaling="yarn-paper", trained=trained, factor=factor)
    expected = []
    for omega in plain(dim, base):
        turns = trained * omega / (2 * math.pi)
        gamma = 0.0 if turns < 1 else 1.0 if turns > 32 else (turns - 1) / 31
        expected.append((1 - gamma) * omega / factor + gamma * omega)
    assert scheme.frequencies() == pytest.approx(expected, rel=1e-13)
    apart = np.abs(scheme.frequencies() / yarn_by_code(dim, base, trained, factor) - 1).max()
    assert 0.5 < apart < 0.75


def test_the_constants_of_a_scaling_are_the_published_ones_until_others_are_given():
    llama = Rope(scaling="llama3")
    assert llama.factor == 8
    assert llama.trained == 8192
    assert llama.slow == 1
    assert llama.fast == 4
    rope = Rope(scaling="llama3", fast=32.0, trained=4096)
    assert rope.fast == 32
    assert Rope(scaling="llama3", fast=32.0, trained=4096).trained == 4096
    for scaling in ("yarn", "yarn-paper"):
        assert Rope(scaling=scaling).slow == 1
        assert Rope(scaling=scaling).fast == 32
    turns = 8192 * llama.unscaled_frequencies() / (2 * math.pi)
    expected = llama.frequencies()[turns >= 4]
    assert llama.unscaled_frequencies()[turns >= 4] == pytest.approx(expected)


def test_llama_3_keeps_blends_and_stretches_by_wavelength():
    scheme = Rope(
        dim=128, base=5e5, scaling="llama3", factor=8, trained=8192, slow=1, fast=4, length=131_072
    )
    expected = []
    for omega in plain(128, 5e5):  # as apply_scaling of llama-models has it
        wavelength = 2 * math.pi / omega
        if wavelength < 8192 / 4:
            expected.append(omega)
        elif wavelength > 8192 / 1:
            expected.append(omega / 8)
        else:
            smooth = (8192 / wavelength - 1) / (4 - 1)
            expected.append((1 - smooth) * omega / 8 + smooth * omega)
    assert scheme.frequencies() == pytest.approx(expected, rel=1e-13)
    assert scheme.attention_factor == 1


def test_longrope_divides_each_pair_by_the_list_for_its_length():
    lists = {"short_factors": (1.0, 1.5, 1.0, 1.0), "long_factors": (2.0, 4.0, 8.0, 16.0)}
    short, long = (Rope(dim=8, scaling="longrope", trained=4096, factor=32, length=length, **lists)
                   for length in (4096, 4097))  # fmt: skip
    before = plain(8, 1e4)
    expected = pytest.approx([before[0], before[1] / 1.5, before[2], before[3]])
    assert short.frequencies() == expected
    expected = [omega / by for omega, by in zip(before, (2, 4, 8, 16), strict=True)]
    assert long.frequencies() == pytest.approx(expected)
    expected = pytest.approx(math.sqrt(1 + math.log(32) / math.log(4096)))
    assert long.attention_factor == expected


PUBLISHED = [  # preset, width, heads, what turns of a head, trained positions, positions, base: where each stands
    (
        "rope-neox",
        6144,
        64,
        24,
        2048,
        2048,
        1e4,
    ),  # EleutherAI/gpt-neox configs/20B.yml; rotary_emb_base
    (
        "rope-gpt-j",
        4096,
        16,
        64,
        2048,
        2048,
        1e4,
    ),  # transformers configuration_gptj.py; the model's card: RoPE base
    (
        "rope-llama-2",
        4096,
        32,
        128,
        4096,
        4096,
        1e4,
    ),  # config.json of Llama-2-7b-hf; meta-llama/llama llama/model.py
    (
        "rope-llama-3",
        4096,
        32,
        128,
        8192,
        8192,
        5e5,
    ),  # config.json of Meta-Llama-3-8B; llama3: llama/model.py
    ("rope-llama-3.1", 4096, 32, 128, 8192, 131_072, 5e5),  # config.json of Meta-Llama-3.1-8B
    (
        "rope-mistral",
        4096,
        32,
        128,
        8192,
        8192,
        1e4,
    ),  # arXiv 2310.06825 table 1; config.json of Mistral-7B-v0.1
    (
        "rope-gemma",
        4096,
        16,
        256,
        8192,
        8192,
        1e4,
    ),  # google/gemma_pytorch gemma/config.py: head_dim on its own
    (
        "rope-qwen-yarn",
        3584,
        28,
        128,
        32_768,
        131_072,
        1e6,
    ),  # config.json and the card of Qwen2.5-7B-Instruct
    ("rope-phi-3.5", 3072, 32, 96, 4096, 131_072, 1e4),  # config.json of Phi-3.5-mini-instruct
]


@pytest.mark.parametrize(
    ("name", "width", "heads", "rotated", "trained", "length", "base"), PUBLISHED
)
def test_presets_have_the_published_sizes(name, width, heads, rotated, trained, length, base):
    scheme = preset(name).document.encoding
    assert scheme.dim == width // heads
    assert 2 * scheme.pairs == rotated
    assert scheme.trained == trained
    assert scheme.length == length
    assert scheme.base == base
    assert scheme.layout == ("interleaved" if name == "rope-gpt-j" else "concatenated")


def test_presets_have_the_published_scalings():
    llama = preset("rope-llama-3.1").document.encoding
    qwen = preset("rope-qwen-yarn").document.encoding
    assert llama.scaling == "llama3"
    assert llama.factor == 8
    assert llama.slow == 1
    assert llama.fast == 4
    # the betas of transformers
    assert qwen.scaling == "yarn"
    assert qwen.factor == 4
    assert qwen.slow == 1
    assert qwen.fast == 32


def test_every_preset_of_a_model_is_checked():
    rotary = [
        chosen for chosen in map(preset, presets()) if chosen.document.encoding.scheme == "rope"
    ]
    of_models = {chosen.name for chosen in rotary if re.search(r"RoPE of ", chosen.title)}
    assert of_models == {row[0] for row in PUBLISHED}


def test_the_lists_of_phi_3_5_are_the_published_ones():
    # config.json of microsoft/Phi-3.5-mini-instruct: some of its numbers, in single precision
    scheme = preset("rope-phi-3.5").document.encoding
    assert scheme.dim == 3072 // 32
    assert scheme.trained == 4096
    assert scheme.length == 131_072
    assert scheme.factor == 32
    assert len(scheme.short_factors) == len(scheme.long_factors) == 48
    expected = [1.08, 32.59, 64.84]
    assert [scheme.long_factors[i] for i in (0, 20, 47)] == pytest.approx(expected, rel=1e-6)
    actual = [scheme.short_factors[i] for i in (0, 17, 47)]
    assert actual == pytest.approx([1.0, 1.68, 2.84], rel=1e-6)
    expected = pytest.approx(1828.04, abs=1e-3)
    assert sum(scheme.long_factors) == expected  # all of them, as published
    expected = pytest.approx(83.47, abs=1e-3)
    assert sum(scheme.short_factors) == expected
    assert sorted(scheme.long_factors) == list(scheme.long_factors)
    assert scheme.attention_factor == pytest.approx(1.1902380714)  # as transformers works it out


@pytest.mark.parametrize(
    "scheme",
    [
        Rope(dim=16),
        Rope(dim=16, rotated="part", share=0.5),
        Rope(dim=8, scaling="yarn", length=9000),
        XPos(dim=8),
    ],
    ids=lambda scheme: f"{scheme.scheme}-{scheme.pairs}",
)
def test_scores_by_lag_are_those_of_turned_vectors(scheme):
    lags = np.array([0, -1, -7, -40.0])
    assert scheme.by_lag(lags).shape == (1, 4)
    expected = pytest.approx(TurnedScore(scheme).at(-lags))
    assert scheme.by_lag(lags)[0] == expected


SCHEMES = {
    "default": XPos(length=40),
    "few": XPos(length=301, dim=6, base=50.0, decay_base=7.0, gamma=1.5),
    "halves": XPos(length=64, dim=16, layout="concatenated", decay_base=100.0),
}


@pytest.mark.parametrize("dim", [2, 6, 64])
def test_scales_and_frequencies_are_those_of_the_code(dim):
    scheme = XPos(dim=dim)
    expected = (np.arange(0, dim, 2) + 0.4 * dim) / (1.4 * dim)
    assert scheme.scales() == pytest.approx(expected, rel=1e-14)
    expected = pytest.approx(1.0 / 10000 ** (np.arange(0, dim // 2) / (dim // 2)), rel=1e-13)
    assert scheme.frequencies() == expected
    expected = pytest.approx(scheme.scales(), rel=1e-12)
    assert np.exp(512 * scheme.log_decays()) == expected
    assert scheme.still_pairs == 0
    assert scheme.extent == (200, dim)


@pytest.mark.parametrize("scheme", SCHEMES.values(), ids=SCHEMES)
def test_scores_of_the_code_depend_on_the_lag_alone_and_lose_as_the_scheme_says(scheme):
    names = {}
    exec(code(Document(encoding=scheme)), names)
    (cos_q, sin_q), (cos_k, sin_k) = names["xpos_tables"]()
    q, k = (
        np.random.default_rng(3)
        .standard_normal((2, scheme.dim // 2, 2))
        .view(np.complex128)[..., 0]
    )
    scores = ((cos_q + 1j * sin_q) * q) @ ((cos_k + 1j * sin_k) * k).conj().T
    lags = np.arange(scheme.length)[:, None] - np.arange(scheme.length)[None, :]  # query − key
    zeta = (2 * np.arange(scheme.dim // 2) + scheme.gamma * scheme.dim) / (
        (1 + scheme.gamma) * scheme.dim
    )
    theta = scheme.base ** (-2.0 * np.arange(scheme.dim // 2) / scheme.dim)
    kept = zeta ** (lags[..., None] / scheme.decay_base) * np.exp(1j * theta * lags[..., None])
    expected = (q * k.conj() * kept).sum(axis=-1).real
    assert np.allclose(scores.real, expected, rtol=1e-9, atol=1e-9)
    assert np.all(scheme.log_decays() < 0)


@pytest.mark.parametrize(
    "scaling", ["dynamic", "doubling", "yarn", "yarn-paper", "llama3", "longrope"]
)
def test_a_scaling_that_needs_the_trained_length_refuses_none(scaling):
    with pytest.raises(ValueError, match="needs the trained length"):
        Rope(scaling=scaling, trained=0)
    rope = Rope(scaling="linear", trained=0)
    assert rope.frequencies()[0] == 0.25


@pytest.mark.parametrize("trained", [1, 7])
def test_a_trained_length_of_a_few_positions_is_refused(trained):
    with pytest.raises(ValueError, match="it must be at least 8, or 0 where it is not given"):
        Rope(trained=trained)


@pytest.mark.parametrize("scaling", ["llama3", "yarn-paper"])
def test_equal_ends_of_the_ramp_are_a_step(scaling):
    scheme = Rope(dim=64, scaling=scaling, factor=8, trained=8192, slow=2, fast=2)
    turns = 8192 * scheme.unscaled_frequencies() / (2 * math.pi)
    slowed = scheme.unscaled_frequencies() / scheme.frequencies()
    assert slowed == pytest.approx(np.where(turns < 2, 8, 1))


def test_equal_ends_of_yarn_are_rounded_to_two_pairs():
    scheme = Rope(dim=64, base=50_000, scaling="yarn", factor=64, trained=4096, slow=1, fast=1)
    slowed = scheme.unscaled_frequencies() / scheme.frequencies()
    expected = pytest.approx([1, 64])
    assert slowed[19:21] == expected


@pytest.mark.parametrize(
    ("length", "stretch"), [(100, 1), (4096, 1), (4097, 3), (8192, 3), (8193, 7)]
)
def test_doublings_stretch_by_one_less_than_the_power_after_next(length, stretch):
    scheme = Rope(dim=128, scaling="doubling", trained=4096, length=length)
    expected = pytest.approx(10_000 * stretch ** (128 / 126))
    assert scheme.scaled_base() == expected


def test_keys_that_xpos_kept_are_off_by_how_far_the_middle_has_moved():
    dim = 8
    gamma = 0.4
    decay_base = 512
    short = 100
    long = 301
    scheme = XPos(length=short, dim=dim, gamma=gamma, decay_base=decay_base)

    zeta = np.array([(2 * pair + gamma * dim) / ((1 + gamma) * dim) for pair in range(dim // 2)])
    any_key = 7
    kept_sizes = zeta ** ((short // 2 - any_key) / decay_base)
    new_sizes = zeta ** ((long // 2 - any_key) / decay_base)
    assert np.allclose(scheme.new_key_factors(long), new_sizes / kept_sizes, rtol=1e-12)


GIVEN = (1.0, 0.3, 0.002, 0.0001)


def test_given_frequencies_are_those_that_turn():
    scheme = Rope(dim=8, scaling="given", given=GIVEN, base=1e4)
    assert scheme.frequencies().tolist() == list(GIVEN)
    expected = pytest.approx([1, 0.1, 0.01, 0.001])
    assert scheme.unscaled_frequencies() == expected
    assert scheme.stretch == pytest.approx(10)
    assert scheme.other_schedules().keys() == {"base 10\u2009000"}
    assert scheme.attention_factor == 1
    assert scheme.replace(attention=1.2).attention_factor == 1.2
    rope = Rope(dim=8, scaling="given")
    expected = pytest.approx([1, 0.1, 0.01, 0.001])
    assert rope.frequencies() == expected


def test_the_code_of_given_frequencies_turns_by_them():
    scheme = Rope(dim=8, scaling="given", given=GIVEN, length=5, attention=1.5)
    names = {}
    exec(code(Document().opening(scheme)), names)
    angles = np.arange(5)[:, None] * GIVEN
    expected = 1.5 * np.stack([np.cos(angles), np.sin(angles)])
    assert np.allclose(names["rotary_tables"](), expected)


@pytest.mark.parametrize(
    ("given", "message"),
    [((1.0, 0.5), "4 pairs turn"), ((1.0, 0.5, -0.1, 0.01), "they must be greater than 0")],
)
def test_given_frequencies_are_as_many_as_pairs_and_positive(given, message):
    with pytest.raises(ValueError, match=message):
        Rope(dim=8, scaling="given", given=given)
