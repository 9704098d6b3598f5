"""Which array of a file is shown, and as what: by its name first, then by its shape."""

import numpy as np
import pytest

from peviewer.document.document import DocumentError
from tests.document.arrays.opened import opened

OTHER = {"head.weight": np.ones((9, 9), np.float32)}


@pytest.mark.parametrize(
    ("key", "shape", "family"),
    [
        ("model.decoder_pos_embed.weight", (100, 512), "ACT’s decoder"),
        ("encoder.pos_table", (1, 200, 64), "a transformer’s encoder or decoder"),
        ("query_pos.weight", (100, 256), "DETR’s queries"),
        ("model.time_embed", (1, 8, 768), "TimeSformer’s time axis"),
        ("timesformer.embeddings.time_embeddings", (1, 8, 768), "TimeSformer’s time axis"),
        ("temporal_embedding", (1, 16, 32), "frames of a video"),
        ("image_encoder.blocks.2.attn.rel_pos_h", (27, 64), "Segment Anything or ViTDet"),
    ],
)
def test_names_of_tables_come_before_other_arrays(tmp_path, key, shape, family):
    numbers = np.random.default_rng(0).standard_normal(shape).astype(np.float32)
    document, _ = opened(tmp_path, {**OTHER, key: numbers})
    table = document.encoding
    assert table.key == key
    assert table.layout.family == family
    expected = numbers.reshape(-1, shape[-1])[3]
    assert np.array_equal(table.table(positions=[table.first + 3])[0], expected)


def test_the_rows_of_relative_positions_are_called_by_their_offsets(tmp_path):
    numbers = np.arange(27.0 * 4).reshape(27, 4).astype(np.float32)
    document, _ = opened(tmp_path, {**OTHER, "attn.rel_pos_w": numbers})
    assert document.encoding.positions == range(-13, 14)
    table = document.encoding.table(positions=[0])
    assert np.array_equal(table[0], numbers[13])
    assert "offsets along one side of a grid" in document.encoding.remarks


@pytest.mark.parametrize(
    ("key", "shape", "why"),
    [
        ("shared_image_embedding.positional_embedding.gaussian_matrix", (2, 128), "random waves"),
        ("attn.relative_position_index", (49, 49), "says which bias two places get"),
        ("attention_bias_idxs", (196, 196), "says which bias two places get"),
        ("embeddings.position_ids", (1, 512), "only counts positions"),
        ("attn.pos_bias_u", (8, 64), "a number for each head and dimension"),
        ("encoder.rel_embeddings.weight", (512, 768), "a vector for every distance"),
        ("self_attn.linear_pos.weight", (256, 256), "a projection"),
        ("encoder.pos_conv_embed.conv.weight", (768, 48, 128), "a convolution"),
        ("time_embedding.linear_1.weight", (1280, 320), "a layer"),
    ],
)
def test_names_that_are_no_tables_are_refused_with_a_reason(tmp_path, key, shape, why):
    arrays = {key: np.ones(shape, np.float32)}
    with pytest.raises(DocumentError, match=rf"{key} .*{why}"):
        opened(tmp_path, arrays, key)
    document, _ = opened(tmp_path, {**OTHER, **arrays})
    assert document.encoding.key == "head.weight"


@pytest.mark.parametrize(
    ("key", "shape", "note"),
    [
        ("vit.embeddings.position_embeddings", (1, 197, 8), "Its first row is the class token’s"),
        ("pos_embed", (1, 198, 8), "Its first 2 rows are the class and other tokens’"),
        ("roberta.embeddings.position_embeddings.weight", (514, 8), "begin at row 2"),
    ],
)
def test_rows_that_are_left_out_are_named(tmp_path, key, shape, note):
    document, known = opened(tmp_path, {**OTHER, key: np.zeros(shape, np.float32)})
    assert note in known
    assert known.startswith(document.encoding.layout.note.split(";")[0].replace("\u2009", " "))


def test_nothing_is_said_of_a_table_without_such_rows(tmp_path):
    assert opened(tmp_path, {**OTHER, "wpe.weight": np.zeros((64, 8), np.float32)})[1] == ""


def test_frames_of_timesformer_are_resized_by_the_nearest_row(tmp_path):
    numbers = np.random.default_rng(0).standard_normal((1, 8, 32)).astype(np.float32)
    document, _ = opened(tmp_path, {**OTHER, "model.time_embed": numbers})
    resized = document.edited({"encoding.resize": "16"}).encoding
    expected = numbers[0].repeat(2, axis=0)
    assert np.array_equal(resized.table(), expected)
    assert "by the nearest row" in resized.remarks
