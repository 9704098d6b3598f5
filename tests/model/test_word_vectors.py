"""Vectors of words: equal words have equal ones, those of a file are asked for by name or by place."""

import numpy as np
import pytest

from peviewer.model.content import DIMENSIONS, Content
from peviewer.model.embedded import Embedded
from peviewer.model.encodings.learned import Learned
from peviewer.model.encodings.sinusoidal import Sinusoidal
from peviewer.model.shifting import shift_matrix
from peviewer.model.word_vectors import spelling
from tests.blocks import block_means, centres

SENTENCE = "The cat saw the dog, and “THE” bird."
WORDS = tuple(SENTENCE.split())
DRAWN = Content(kind="words", seed=7)
FIRST = -5


def embedded(content=DRAWN, **fields):
    sinusoidal = Sinusoidal(sentence=SENTENCE, first=FIRST, **fields)
    return Embedded(sinusoidal, content)


def own_vector(spelled, dim, seed=7):
    """Return the vector of a word as it is documented."""
    drawn = np.random.default_rng([seed, *spelled.encode()])
    return drawn.standard_normal(dim, dtype=np.float32).astype(np.float64)


def test_a_word_is_known_in_any_case_and_with_any_punctuation_around_it():
    spellings = [spelling(word) for word in WORDS]
    assert spellings == ["the", "cat", "saw", "the", "dog", "and", "the", "bird"]
    assert spelling("caf\u00e9") == spelling("cafe\u0301") != spelling("cafe")
    assert spelling("की") != spelling("का"), "vowel signs are no punctuation"
    assert spelling("—") == "—"


@pytest.mark.parametrize("dim", [1, 6, 33])
def test_equal_words_have_equal_vectors_in_every_sentence_and_size(dim):
    rows = DRAWN.of_words(WORDS, dim)
    assert np.array_equal(rows, [own_vector(spelling(word), dim) for word in WORDS])
    assert np.array_equal(DRAWN.of_words(WORDS[::-1], dim), rows[::-1])
    assert np.array_equal(DRAWN.of_words(("dog",), dim), rows[4:5])
    content = Content(kind="words", seed=8)
    assert (content.of_words(WORDS, dim) != rows).all()
    assert DRAWN.of_words((), dim).shape == (0, dim)


def test_a_wide_one_repeats():
    (row,) = DRAWN.of_words(("cat",), 3 * DIMENSIONS - 5)
    assert np.array_equal(row[:DIMENSIONS], own_vector("cat", DIMENSIONS))
    assert np.array_equal(row[DIMENSIONS:], row[: 2 * DIMENSIONS - 5])


@pytest.mark.parametrize(
    ("scaled", "deviation", "factor"),
    [(True, "one", 4.0), (False, "inverse-root", 0.25), (True, "inverse-root", 1.0)],
)
def test_they_are_scaled_as_random_content_is(scaled, deviation, factor):
    content = Content(kind="words", seed=7, scaled=scaled, deviation=deviation)
    expected = factor * DRAWN.of_words(WORDS, 16)
    assert np.array_equal(content.of_words(WORDS, 16), expected)


@pytest.mark.parametrize("length", [3, 8, 20])
def test_row_t_gets_the_vector_of_word_t_and_nothing_where_there_is_none(length):
    of_words = embedded(length=length, dim=10)
    content = of_words.table() - of_words.encoding.table()
    expected = np.zeros((length, 10))
    expected[: len(WORDS)] = DRAWN.of_words(WORDS, 10)[:length]
    np.testing.assert_allclose(content, expected, atol=1e-12)
    beyond = np.array([FIRST - 1, FIRST - 2, FIRST + len(WORDS), 10**12])
    assert not of_words.content_rows(beyond).any()


def test_without_a_sentence_there_is_no_content():
    silent = Embedded(Sinusoidal(length=9, dim=4), DRAWN)
    assert silent.has_no_content
    assert silent.by_lag
    expected = silent.encoding.table()
    assert np.array_equal(silent.table(), expected)
    assert not embedded(length=9, dim=4).has_no_content


@pytest.mark.parametrize(
    ("rows", "columns", "phi", "operator"),
    [
        ((0, 1, 40), (0, 1, 12), 0.0, None),
        ((1, 3, 12), (0, 5, 2), 0.0, None),
        ((4, 9, 4), (2, 2, 5), -10.0, "concatenated"),
    ],
)
def test_a_pixel_is_the_mean_of_its_cells_also_across_the_last_word(rows, columns, phi, operator):
    of_words = embedded(length=40, dim=12)
    layout = operator or "interleaved"
    matrix = shift_matrix(of_words.encoding.model_copy(update={"layout": layout}), phi)
    expected = block_means(of_words.table() @ matrix.T, rows, columns)
    raster = of_words.raster(phi, operator)
    image = raster.sample(centres(*rows), centres(*columns))
    np.testing.assert_allclose(image, expected, atol=1e-5)
    exact = raster.exact(range(40), range(12))
    np.testing.assert_allclose(exact, of_words.table() @ matrix.T, atol=1e-12)


# ---- from a file


@pytest.fixture
def named(tmp_path):
    path = tmp_path / "vectors.txt"
    path.write_text("the 1.5 2 3\nBird 4 5.5 6\nthe 9 9 9\n")
    return Content(kind="words", path=str(path), deviation="inverse-root")


def test_a_file_that_names_its_rows_is_asked_for_the_word(named):
    expected = np.zeros((len(WORDS), 4))
    expected[[0, 3, 6], :3] = 1.5, 2, 3
    expected[7, :3] = 4, 5.5, 6
    assert np.array_equal(named.of_words(WORDS, 4), expected)
    assert np.array_equal(named.of_words(WORDS, 2), expected[:, :2])
    of_words = embedded(named, length=12, dim=4)
    assert np.array_equal(of_words.content_rows(np.arange(FIRST, FIRST + 8)), expected)


def test_rows_without_names_are_those_of_the_words_in_their_order():
    rows = np.arange(12.0).reshape(3, 4)
    content = Content(kind="words", path=rows, scaled=True)
    expected = np.zeros((5, 4))
    expected[:3] = 2 * rows
    assert np.array_equal(content.of_words(("a", "a", "b", "c", "d"), 4), expected)


def test_another_file_forgets_what_is_known_of_the_one_before(named, tmp_path):
    other = tmp_path / "other.npz"
    np.savez(other, first=np.ones((2, 2)), second=np.zeros((2, 2)))
    kept = named.fields_kept_with({"path": f"{other}:first"})
    moved = Content(**{**kept, "path": f"{other}:first"})
    assert moved.path == str(other)
    assert moved.key == "first"
    assert moved.table == Learned(f"{other}:first")
    assert (
        named.fields_kept_with({"seed": 3})["fingerprint"] == named.fingerprint != moved.fingerprint
    )


def test_what_is_no_table_is_refused_in_a_line(tmp_path):
    with pytest.raises(ValueError, match=r"^.*nothing\.npy cannot be read: No such file.*$"):
        Content(kind="words", path=tmp_path / "nothing.npy")
    with pytest.raises(ValueError, match="the array cannot be read: its rows have different"):
        Content(kind="words", path=[[1.0], [2.0, 3.0]])
