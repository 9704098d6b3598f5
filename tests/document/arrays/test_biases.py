"""Biases of files: by the offset in a window, and by lag beside ALiBi's."""

import numpy as np
import pytest

from peviewer.document.document import DocumentError
from peviewer.figures.panes.catalog import pane
from tests.document.arrays.opened import opened

LENGTH = 32
LAGS = np.arange(LENGTH)[None, :] - np.arange(LENGTH)[:, None]


def alibi(heads=8, length=LENGTH):
    """Return the biases of ALiBi, heads × queries × keys."""
    slopes = 2.0 ** (-8 * np.arange(1, heads + 1) / heads)
    lags = np.arange(length)[None, :] - np.arange(length)[:, None]
    return -slopes[:, None, None] * np.abs(lags)


def test_alibis_biases_are_recognised_and_shown_beside_alibi(tmp_path):
    document, known = opened(tmp_path, alibi())
    assert known == "These are biases of 8 heads. They are ALiBi’s."
    assert np.array_equal(document.encoding.by_lag(np.arange(-31, 32))[:, 31 + LAGS], alibi())
    assert document.compare.against.scheme == "alibi"
    assert document.compare.against.heads == 8
    assert document.compare.against.length == 32
    assert document.encoding.own_name == "array.npy"


def test_slopes_are_compared_with_alibis_head_by_head(tmp_path):
    mixed = alibi()
    mixed[2] *= 2
    mixed[6] *= 0.5
    sentences = {
        "every": opened(tmp_path, 2 * alibi())[1],
        "some": opened(tmp_path, mixed)[1],
        "falling": opened(tmp_path, -alibi())[1],
    }
    assert sentences["every"].endswith("8 heads. Every head: slope 2.000 × ALiBi’s.")
    assert sentences["some"].endswith(
        "Head 3: slope 2.000 × ALiBi’s; head 7: slope 0.500 × ALiBi’s; the others are ALiBi’s."
    )
    assert sentences["falling"].endswith("Every head: slope -1.000 × ALiBi’s.".replace("-", "−"))


def test_of_many_heads_that_differ_a_few_are_named(tmp_path):
    slopes = alibi() * np.arange(2, 10)[:, None, None]
    _, known = opened(tmp_path, slopes)
    assert known.endswith("head 5: slope 6.000 × ALiBi’s, and 3 more.")


@pytest.mark.parametrize("dtype", [np.float32, np.float16])
def test_slopes_in_shorter_types_are_told_as_exactly_as_they_are_known(tmp_path, dtype):
    slopes = 1.1 * alibi()
    assert opened(tmp_path, alibi().astype(dtype))[1].endswith("They are ALiBi’s.")
    assert opened(tmp_path, slopes.astype(dtype))[1].endswith("slope 1.100 × ALiBi’s.")


def test_biases_that_are_no_straight_lines_are_said_to_be_none(tmp_path):
    _, known = opened(tmp_path, -np.sqrt(np.abs(LAGS))[None].repeat(3, axis=0))
    assert known == (
        "These are biases of 3 heads. They do not fall along straight lines, as ALiBi’s do."
    )


def test_masked_keys_get_the_biases_of_those_before_and_that_is_said(tmp_path):
    document, known = opened(tmp_path, np.where(LAGS > 0, -np.inf, alibi()))
    assert known == (
        "These are biases of 8 heads. They are ALiBi’s. "
        "Keys after the query have none; here they get the biases of those before it."
    )
    expected = document.encoding.by_lag([-3])
    assert np.array_equal(document.encoding.by_lag([3]), expected)


@pytest.mark.parametrize("shape", [(8, 1, 32), (1, 8, 1, 32)])
def test_biases_of_keys_alone_are_shown_less_the_querys_own(tmp_path, shape):
    """As the buffers of BLOOM and MPT, which every query shares."""
    slopes = 2.0 ** -np.arange(1.0, 9)
    stored = (slopes[:, None] * np.arange(1 - LENGTH, 1)).reshape(shape).astype(np.float32)
    document, known = opened(tmp_path, {"alibi": stored, "x": np.ones((2, 2), np.float32)}, "alibi")
    assert known.startswith("These are biases of 8 heads. They are ALiBi’s. Each is shown less ")
    expected = pytest.approx(-5 * slopes)
    assert document.encoding.by_lag([-5])[:, 0] == expected
    assert document.encoding.own_name == "alibi of model.safetensors"


def test_biases_that_depend_on_more_than_the_lag_are_refused_by_their_name(tmp_path):
    noise = np.random.default_rng(0).standard_normal((8, 15, 15)).astype(np.float32)
    with pytest.raises(DocumentError, match=r"attn_bias of .* depend on more than the lag"):
        opened(tmp_path, {"attn_bias": noise, "x": noise[0]}, "attn_bias")


def test_the_pane_of_biases_draws_the_files_numbers_and_alibis(tmp_path):
    document, _ = opened(tmp_path, 2 * alibi())
    figure = pane("bias").figure(document)
    matrices = [panel.heatmap.raster for panel in figure.panels if panel.heatmap]
    expected = 2 * alibi()[0, 20, 3]
    assert matrices[0].sample([20], [3])[0, 0] == expected


@pytest.mark.parametrize(
    ("key", "shape", "window", "title", "question"),
    [
        ("relative_position_bias_table", (15, 2), (2, 3), "Swin’s biases of 15 offsets", "3 × 2"),
        ("relative_position_bias_table", (2535, 3), (8, 7, 7), "Swin’s biases of 2 535", "20 × 33"),
        ("relative_position_bias_table", (18, 2), (2, 3), "BEiT’s biases of 15 offsets", "3 × 2"),
        ("attention_biases", (4, 196), (14, 14), "LeViT’s biases of 196 distances", ""),
        ("block.rpb", (2, 5, 7), (3, 4), "biases by offset of 35 offsets", ""),
    ],
)
def test_biases_by_offset_open_in_their_window_or_ask(
    tmp_path, key, shape, window, title, question
):
    biases = np.random.default_rng(0).standard_normal(shape).astype(np.float32)
    document, known = opened(tmp_path, {key: biases})
    assert document.encoding.grid == window
    assert known.startswith(f"These are {title}")
    assert f"in a window of {' × '.join(map(str, window))}, in " in known
    assert (f"or of {question}" in document.encoding.question) == bool(question)
    assert bool(document.encoding.question) == bool(question)


def test_an_index_tells_the_window_so_that_nothing_is_asked(tmp_path):
    places = np.array([(row, column) for row in range(3) for column in range(2)])
    away = places[:, None] - places[None, :]
    index = (away[:, :, 0] + 2) * 3 + away[:, :, 1] + 1
    biases = np.random.default_rng(0).standard_normal((15, 2)).astype(np.float32)
    arrays = {"relative_position_bias_table": biases, "relative_position_index": index}
    document, _ = opened(tmp_path, arrays)
    assert document.encoding.grid == (3, 2)
    assert document.encoding.question == ""
    assert np.array_equal(document.encoding.table(), biases)


def test_biases_of_every_query_and_key_in_a_window_are_those_of_offsets(tmp_path):
    numbers = np.random.default_rng(0).standard_normal((4, 5, 5))
    places = np.array([(row, column) for row in range(3) for column in range(3)])
    away = places[:, None] - places[None, :] + 2
    document, known = opened(tmp_path, numbers[:, away[:, :, 0], away[:, :, 1]])
    assert known == "These are biases by offset of 25 offsets in a window of 3 × 3, in 4 heads."
    assert np.array_equal(document.encoding.table(), numbers.reshape(4, 25).T)


def test_biases_that_fit_no_window_are_refused(tmp_path):
    arrays = {"relative_position_bias_table": np.zeros((17, 3), np.float32)}
    with pytest.raises(DocumentError, match="fits no window of attention"):
        opened(tmp_path, arrays)
