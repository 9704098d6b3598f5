"""Is my rotation right? ``peviewer check --table … --against scheme=rope …`` on arrays with known faults."""

import json

import numpy as np
import pytest

import peviewer as pv
from peviewer.cli.main import main
from tests.plain_sines import as_bfloat16

PAIRS = np.arange(32) / 32
RIGHT = 10_000.0**-PAIRS
AGREES = "every pair agrees"


def cache(frequencies=RIGHT, positions=range(300), sign=1):
    """Return cosines and sines of halves, as most models keep them."""
    angles = sign * np.asarray(positions, dtype=float)[:, None] * frequencies
    both = np.concatenate([angles, angles], axis=1)
    return {"cos": np.cos(both), "sin": np.sin(both)}


def neighbours():
    angles = np.repeat(np.arange(300.0)[:, None] * RIGHT, 2, axis=1)
    return {"cos": np.cos(angles), "sin": np.sin(angles)}


def swapped():
    right = cache()
    return {"cos": right["sin"], "sin": right["cos"]}


def turned(vectors, frequencies=RIGHT, halves=True):
    """Return vectors, heads × positions × columns, turned by a plain loop over their pairs."""
    after = vectors.copy()
    count = len(frequencies)
    for pair, frequency in enumerate(frequencies):
        left, right = (pair, pair + count) if halves else (2 * pair, 2 * pair + 1)
        angles = np.arange(vectors.shape[1]) * frequency
        cosines = np.cos(angles)
        sines = np.sin(angles)
        after[..., left] = vectors[..., left] * cosines - vectors[..., right] * sines
        after[..., right] = vectors[..., right] * cosines + vectors[..., left] * sines
    return after


QUERIES = np.random.default_rng(3).standard_normal((4, 300, 64))


def checked(capsys, folder, arrays, *against):
    """Return the exit status and the claim about the rotation."""
    np.savez(folder / "mine.npz", **arrays)
    command = ["check", "--table", str(folder / "mine.npz"), "--json", "--against", "scheme=rope"]
    status = main([*command, *against])
    claims = json.loads(capsys.readouterr().out)["a"]
    [claim] = [claim for claim in claims if claim["name"] == "rotation"]
    return status, claim["detail"].replace("\u2009", " ")


@pytest.mark.parametrize(
    "arrays",
    [
        {"inv_freq": RIGHT},
        {"inv_freq": RIGHT.astype(np.float32)},
        cache(),
        {name: part.astype(np.float32) for name, part in cache().items()},
        {name: part.astype(np.float16) for name, part in cache().items()},
        {"q": QUERIES, "q_rotated": turned(QUERIES)},
        {"q_before": QUERIES.astype("f4"), "q_after": turned(QUERIES).astype("f4")},
    ],
    ids=["ω", "ω, single", "waves", "single", "half", "vectors", "vectors, single"],
)
def test_a_right_rotation_ends_with_0_whatever_other_claims_say(capsys, tmp_path, arrays):
    status, detail = checked(capsys, tmp_path, arrays)
    assert status == 0
    assert AGREES in detail


@pytest.mark.parametrize(
    ("arrays", "told"),
    [
        ({"inv_freq": RIGHT**2}, "base 100 000 000, not 10 000: the exponent is doubled"),
        (cache(RIGHT**2), "base 100 000 000, not 10 000: the exponent is doubled"),
        (cache(500_000.0**-PAIRS), "base 500 000, not 10 000"),
        (swapped(), "sines stand where cosines should"),
        (neighbours(), "pairs are neighbours, not halves"),
        (cache(positions=range(1, 301)), "the first row is position 1, not 0"),
        (cache(positions=as_bfloat16(np.arange(300.0))), "positions are rounded to bfloat16"),
        (cache(sign=-1), "angles have the other sign"),
        (cache(RIGHT / 8), "every pair is slower by 8"),
        ({"q": QUERIES, "q_rotated": turned(QUERIES, halves=False)}, "pairs are neighbours, not halves"),
    ],
    ids=["ω doubled", "doubled", "base", "swapped", "layout", "offset", "bf16", "sign", "scaled", "q"],
)  # fmt: skip
def test_each_fault_of_a_rotation_is_named_and_ends_with_1(capsys, tmp_path, arrays, told):
    status, detail = checked(capsys, tmp_path, arrays)
    assert status == 1
    assert told in detail
    assert AGREES not in detail


@pytest.mark.parametrize("kind", ["complex64", "complex128"])
def test_complex_waves_as_of_llama_are_held_against_rope(capsys, tmp_path, kind):
    right = np.exp(1j * np.arange(300.0)[:, None] * RIGHT).astype(kind)
    status, detail = checked(capsys, tmp_path, {"freqs_cis": right})
    assert status == 0
    assert AGREES in detail
    status, detail = checked(capsys, tmp_path, {"freqs_cis": 1.5 * right.conj()})
    assert status == 1
    assert "angles have the other sign" in detail
    assert "times 1.5, not 1" in detail


def test_a_pair_that_differs_is_named_with_its_factor(capsys, tmp_path):
    wrong = RIGHT.copy()
    wrong[5] *= 1.25
    status, detail = checked(capsys, tmp_path, {"inv_freq": wrong})
    assert status == 1
    assert "pair 5 is the first that differs, 1.25 times as fast" in detail


def test_a_share_that_does_not_turn_is_told_from_queries(capsys, tmp_path):
    part = turned(QUERIES, 10_000.0 ** (-np.arange(8) / 8))
    arrays = {"q": QUERIES, "q_rotated": part}
    status, detail = checked(capsys, tmp_path, arrays)
    assert status == 1
    assert "8 pairs turn, not 32" in detail
    status, detail = checked(capsys, tmp_path, arrays, "rotated=part", "share=0.25")
    assert status == 0
    assert (AGREES in detail) is True


def test_the_reference_has_its_own_base_scaling_and_first_position(capsys, tmp_path):
    scaled = pv.Rope(dim=64, scaling="llama3", base=500_000.0)
    waves = cache(scaled.frequencies(), range(1, 301))
    status, detail = checked(capsys, tmp_path, waves, "base=500000", "scaling=llama3", "first=1")
    assert status == 0
    assert (AGREES in detail) is True
    status, detail = checked(capsys, tmp_path, waves, "base=500000", "first=1")
    assert status == 1
    assert "Llama 3’s scaling, factor 8, trained length 8 192" in detail


def test_python_compares_arrays_with_rope_in_one_call():
    rope = pv.Rope(dim=64)
    right = pv.compare({"inv_freq": RIGHT}, rope)
    wrong = pv.compare(cache(sign=-1), rope)
    assert right.numbers()["rotation"][0] == 32
    assert wrong.numbers()["rotation"][0] == 0
    assert "angles have the other sign" in wrong._repr_html_()
    assert pv.compare(RIGHT, rope).numbers()["rotation"][0] == 32
