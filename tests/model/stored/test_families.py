"""Known tables of positions: found by their names, in the layout of their family."""

import numpy as np
import pytest

from peviewer.model.encodings.learned import Learned
from peviewer.model.stored.entry import TableError
from peviewer.model.stored.reading import choices, chosen
from tests.made_tables import save_safetensors

CONV = ("model.encoder.conv1.weight",)


def layout_of(folder, key, shape, *others):
    arrays = {
        "aaa.weight": np.zeros((9, 9), np.float32),
        **{other: np.zeros((2, 2), np.float32) for other in others},
    }
    return chosen(
        save_safetensors(folder / "m.safetensors", {**arrays, key: np.zeros(shape, np.float32)})
    ).layout


KNOWN_TABLES = [
    ("wpe.weight", (1024, 8), (), "GPT-2", 0, (0, 0)),
    ("bert.embeddings.position_embeddings.weight", (512, 8), (), "BERT", 0, (0, 0)),
    ("roberta.embeddings.position_embeddings.weight", (514, 8), (), "RoBERTa", 2, (0, 0)),
    ("model.decoder.embed_positions.weight", (2050, 8), (), "OPT", 2, (0, 0)),
    ("model.encoder.embed_positions.weight", (1026, 8), (), "BART", 2, (0, 0)),
    ("model.encoder.embed_positions.weight", (1500, 8), CONV, "Whisper’s encoder", 0, (0, 0)),
    ("model.decoder.embed_positions.weight", (448, 8), CONV, "Whisper’s decoder", 0, (0, 0)),
    ("vit.embeddings.position_embeddings", (1, 197, 8), (), "ViT or DINOv2", 1, (14, 14)),
    ("pos_embed", (1, 198, 8), (), "timm’s ViT", 2, (14, 14)),
    (
        "vision_model.embeddings.position_embedding.weight",
        (50, 8),
        (),
        "CLIP’s image encoder",
        1,
        (7, 7),
    ),
    (
        "text_model.embeddings.position_embedding.weight",
        (77, 8),
        (),
        "CLIP’s text encoder",
        0,
        (0, 0),
    ),
    ("visual.positional_embedding", (257, 8), (), "CLIP’s image encoder", 1, (16, 16)),
    ("pos_emb.emb.weight", (1024, 8), (), "minGPT or x-transformers", 0, (0, 0)),
    (
        "image_encoder.pos_embed",
        (1, 16, 16, 8),
        (),
        "Segment Anything’s image encoder",
        0,
        (16, 16),
    ),
    ("pos_embed", (1, 6, 9, 8), (), "timm’s ViT", 0, (6, 9)),
    ("freqs_cis", (32, 8), (), "a model with RoPE", 0, (0, 0)),
    ("pos_encoder.pe", (5000, 1, 8), (), "PyTorch’s tutorial", 0, (0, 0)),
]


def test_a_known_name_is_found_first_in_its_layout(tmp_path):
    for key, shape, others, family, apart, grid in KNOWN_TABLES:
        actual = layout_of(tmp_path, key, shape, *others)
        assert actual.family == family
        assert actual.extra_rows == apart
        assert actual.grid == grid
        assert actual.note.endswith(".")


def test_patches_that_are_no_square_have_no_grid(tmp_path):
    assert layout_of(tmp_path, "pos_embed", (1, 120, 8)).grid == (0, 0)


@pytest.mark.parametrize(("shape", "grid"), [((1, 6, 9, 5), (6, 9)), ((1, 7, 7, 7), (7, 7))])
def test_a_grid_by_its_shape_is_not_guessed(shape, grid, tmp_path):
    numbers = np.arange(np.prod(shape), dtype=float).reshape(shape)
    np.save(tmp_path / "a.npy", numbers)
    for table in (Learned(tmp_path / "a.npy"), Learned(numbers)):
        assert table.grid == grid
        assert table.is_grid_guessed is False
        expected = numbers.reshape(-1, shape[-1])
        assert np.array_equal(table.table(), expected)


def test_a_model_that_turns_says_so_and_names_the_next_step(tmp_path):
    for key in ("layers.0.self_attn.rotary_emb.inv_freq", "rope.freqs", "rope_freqs.weight"):
        others = {
            "embed_tokens.weight": np.zeros((9, 4)),
            "layers.0.post_attention_layernorm.weight": np.ones(4),
        }
        np.savez(tmp_path / "a.npz", **others, **{key: np.ones(2)})
        with pytest.raises(TableError, match=rf"by RoPE, as {key} says. Open its config.json"):
            chosen(tmp_path / "a.npz")
        assert chosen(tmp_path / "a.npz", "embed_tokens.weight").shape == (9, 4)
        np.savez(tmp_path / "a.npz", **others, **{key: np.ones(2), "wpe.weight": np.ones((4, 4))})
        assert chosen(tmp_path / "a.npz").key == "wpe.weight"
    np.savez(tmp_path / "a.npz", **others, **{"transformer.pos_emb.inv_freq": np.ones(2)})
    assert chosen(tmp_path / "a.npz").key == "embed_tokens.weight"


def test_names_that_speak_of_positions_come_before_others_and_class_tokens_never(tmp_path):
    arrays = {
        name: np.zeros((4, 4), np.float32) for name in ("head", "my_positions", "class_token")
    }
    actual = choices(save_safetensors(tmp_path / "m.safetensors", arrays))
    assert [choice.key for choice in actual] == ["my_positions", "head"]


def test_biases_by_bucket_are_no_table(tmp_path):
    key = "encoder.block.0.layer.0.SelfAttention.relative_attention_bias.weight"
    save_safetensors(tmp_path / "m.safetensors", {key: np.zeros((32, 8), np.float32)})
    for expected in ("", key):
        with pytest.raises(
            TableError, match="has T5’s biases by bucket and head, no vectors: load_table"
        ):
            chosen(tmp_path / "m.safetensors", expected)
    actual = [choice.title for choice in choices(tmp_path / "m.safetensors")]
    assert actual == [f"{key}, 32 × 8, float32: T5’s biases"]
