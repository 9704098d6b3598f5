"""Frequencies, cosines and sines of files: which rotation they are."""

import numpy as np
import pytest

from peviewer.document.document import Document, DocumentError
from peviewer.document.tables import open_table
from tests.document.arrays.opened import opened
from tests.plain_sines import as_bfloat16

PAIRS = np.arange(32) / 32


def frequencies(base):
    return base**-PAIRS


def llama3(base=500_000.0, factor=8.0, trained=8192, low=1.0, high=4.0):
    """Return the frequencies that Llama 3's scaling leaves, as transformers computes them."""
    plain = frequencies(base)
    turns = trained * plain / (2 * np.pi)
    share = np.clip((turns - low) / (high - low), 0, 1)
    return plain * (share + (1 - share) / factor)


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
@pytest.mark.parametrize("base", [10_000.0, 1_000_000.0, 500_000.0])
def test_powers_of_a_base_are_recognised(tmp_path, dtype, base):
    document, known = opened(tmp_path, frequencies(base).astype(dtype))
    assert document.encoding.base == base
    assert document.encoding.scaling == "none"
    assert document.encoding.dim == 64
    named = f"base {base:,.0f}".replace(",", " ")
    assert known.startswith(f"These are 32 frequencies of RoPE, {named}, to ")
    assert (document.compare.against is None) == (base == 10_000)


def test_the_first_pair_that_differs_from_the_usual_base_is_named(tmp_path):
    document, known = opened(tmp_path, frequencies(10_000.0**2))
    assert document.encoding.base == 1e8
    assert document.compare.against.base == 10_000
    ratio = f"{10_000 ** (-1 / 32):.4g}"
    assert known.endswith(
        f"Beside base 10 000 pair 1 is the first that differs, {ratio} times as fast. That is the exponent doubled."
    )


def test_frequencies_in_half_precision_are_recognised_as_exactly_as_they_are_known(tmp_path):
    document, known = opened(tmp_path, frequencies(10_000.0).astype(np.float16))
    assert document.encoding.base == 10_000
    assert known == "These are 32 frequencies of RoPE, base 10 000, to 0.0004."


def test_frequencies_that_a_scaling_made_are_given_beside_their_base(tmp_path):
    scaled = llama3()
    document, known = opened(tmp_path, scaled)
    assert document.encoding.scaling == "given"
    assert np.array_equal(document.encoding.frequencies(), scaled)
    assert document.compare.against.base == 500_000
    first = np.flatnonzero(np.abs(scaled / frequencies(500_000.0) - 1) > 1e-6)[0]
    assert f"Beside base 500 000 pair {first} is the first that differs, " in known
    assert "are no powers of a base" in known
    assert Document.from_json(document.to_json()) == document


def test_numbers_that_fall_from_1_are_frequencies_only_alone_or_by_their_name(tmp_path):
    falling = frequencies(10_000.0).astype(np.float32)
    others = {"head": np.ones((4, 4), np.float32)}
    by_name = "layers.0.rotary_emb.inv_freq"
    document, _ = opened(tmp_path, {**others, by_name: falling}, by_name)
    assert document.encoding.scheme == "rope"
    with pytest.raises(DocumentError, match=r"slopes of model\.safetensors has one axis"):
        opened(tmp_path, {**others, "slopes": falling}, "slopes")
    with pytest.raises(DocumentError, match="one axis"):
        opened(tmp_path, falling[::-1])
    with pytest.raises(DocumentError, match="one axis"):
        opened(tmp_path, 2.0 ** -np.arange(1, 9))  # slopes of ALiBi


def waves(base=10_000.0, positions=range(50), layout="halves", factor=1.0):
    """Return cosines and sines as models keep them: each pair once, or twice."""
    angles = np.asarray(positions)[:, None] * frequencies(base)
    if layout == "halves":
        angles = np.concatenate([angles, angles], axis=1)
    if layout == "neighbours":
        angles = np.repeat(angles, 2, axis=1)
    return factor * np.cos(angles), factor * np.sin(angles)


def open_waves(folder, cosines, sines, names=("cos", "sin")):
    path = folder / "cache.npz"
    np.savez(path, **dict(zip(names, (cosines, sines), strict=True)))
    document, known = open_table(Document(), str(path))
    return document.encoding, known.replace("\u2009", " ")


@pytest.mark.parametrize(
    ("layout", "told"),
    [
        ("halves", "halves"),
        ("neighbours", "neighbours"),
        ("once", "halves or neighbours, which it does not tell"),
    ],
)
@pytest.mark.parametrize("names", [("cos", "sin"), ("rope.cos_cached", "rope.sin_cached")])
def test_cosines_and_sines_are_a_rotation_of_their_layout(tmp_path, layout, told, names):
    rope, known = open_waves(tmp_path, *waves(layout=layout), names)
    assert rope.base == 10_000
    assert rope.dim == 64
    assert rope.length == 50
    assert rope.first == 0
    assert rope.layout == ("interleaved" if layout == "neighbours" else "concatenated")
    assert known.startswith(f"These are the cosines and sines of RoPE, base 10 000, {told}, to ")


@pytest.mark.parametrize(
    ("positions", "told"), [(range(7, 57), "position t + 7"), (range(0, -50, -1), "position −t")]
)
def test_the_positions_of_a_rotation_are_told(tmp_path, positions, told):
    rope, known = open_waves(tmp_path, *waves(positions=positions))
    assert f"halves, {told}, to " in known
    assert rope.first == positions[0]


def test_a_factor_of_queries_and_keys_is_told_and_kept(tmp_path):
    rope, known = open_waves(tmp_path, *waves(factor=1.2))
    assert "base 10 000, halves, times 1.2, to " in known
    assert rope.attention_factor == pytest.approx(1.2)
    assert rope.frequencies() == pytest.approx(frequencies(10_000.0))


def test_a_rotation_of_a_scaling_has_its_frequencies(tmp_path):
    angles = np.arange(500)[:, None] * llama3()
    rope, known = open_waves(tmp_path, np.cos(angles), np.sin(angles))
    assert known.startswith("These are the cosines and sines of RoPE with frequencies of no base")
    expected = pytest.approx(llama3(), rel=1e-9)
    assert rope.frequencies() == expected


@pytest.mark.parametrize(
    ("rounded", "error"), [(np.float32, "4×10⁻⁸"), (np.float16, "0.0003"), (as_bfloat16, "0.003")]
)
def test_waves_in_shorter_types_are_recognised(tmp_path, rounded, error):
    cosines, sines = waves(positions=range(2000))
    rope, known = open_waves(tmp_path, rounded(cosines), rounded(sines))
    assert rope.base == 10_000
    assert known.endswith(f"base 10 000, halves, to {error}.")


def test_angles_computed_in_single_precision_far_out_are_recognised(tmp_path):
    exponents = np.arange(0, 64, 2, dtype=np.float32) / np.float32(64)
    angles = np.outer(np.arange(9000, dtype=np.float32), np.float32(1e4) ** -exponents)
    rope, known = open_waves(tmp_path, np.cos(angles), np.sin(angles))
    assert rope.base == 10_000
    assert "base 10 000" in known


@pytest.mark.parametrize("shape", ["side by side", "in the last axis"])
def test_a_single_array_may_have_both(tmp_path, shape):
    cosines, sines = waves(layout="once")
    if shape == "side by side":
        arrays = {"rotary.cos_sin_cache": np.hstack([cosines, sines]).astype(np.float32)}
    else:
        arrays = {"rope.cache": np.stack([cosines, sines], axis=-1).astype(np.float32)}
    document, known = opened(tmp_path, arrays)
    assert document.encoding.base == 10_000
    assert document.encoding.dim == 64
    assert known.startswith("These are the cosines and sines of RoPE, base 10 000, ")


def test_cosines_and_sines_that_do_not_turn_evenly_are_refused(tmp_path):
    angles = np.square(np.arange(50.0))[:, None] * frequencies(10_000.0)
    with pytest.raises(DocumentError, match="is no rotation: pairs do not turn evenly with rows"):
        open_waves(tmp_path, np.cos(angles), np.sin(angles))


def test_cosines_without_sines_of_their_size_are_a_table(tmp_path):
    cosines, sines = waves()
    np.savez(tmp_path / "a.npz", cos=cosines, sin=sines[:-1])
    document, _ = open_table(Document(), f"{tmp_path / 'a.npz'}:cos")
    assert np.array_equal(document.encoding.table(), cosines)


def test_a_rotation_of_a_file_opens_on_what_agrees_and_beside_the_right_one(tmp_path):
    cosines, sines = waves(positions=range(1, 51))
    np.savez(tmp_path / "cache.npz", cos=cosines, sin=-sines)
    document, _ = open_table(Document(), str(tmp_path / "cache.npz"))
    assert document.encoding.best_panes[0] == "deciding"
    assert document.compare.against == document.encoding.replace(measured=None, first=0)
    assert Document.from_json(document.to_json()) == document
