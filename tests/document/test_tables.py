"""Arrays of files in the Document: a table of positions, or biases of T5 or Swin, which are other schemes."""

import math

import numpy as np
import pytest

from peviewer.document.document import Document, DocumentError
from peviewer.document.tables import load_table, open_table
from peviewer.exporters.code import code
from peviewer.figures.grammar import Listing
from peviewer.figures.panes.catalog import pane
from tests.made_tables import save_safetensors
from tests.own_formulas import numbers

BIASES = np.random.default_rng(0).standard_normal((32, 12)).astype(np.float32)


def bucket(lag, *, bidirectional):
    """Return the bucket of 32 that transformers' T5 has for a lag, with distances up to 128."""
    count, start, distance = (
        (16, 16 * (lag > 0), abs(lag)) if bidirectional else (32, 0, max(0, -lag))
    )
    exact = count // 2
    far = exact + int(
        math.log(max(distance, 1) / exact) / math.log(128 / exact) * (count - exact) + 1e-9
    )
    return start + (distance if distance < exact else min(far, count - 1))


@pytest.mark.parametrize("part", ["encoder", "decoder"])
def test_biases_by_bucket_become_those_of_t5_in_all_heads(tmp_path, part):
    key = f"{part}.block.0.layer.0.SelfAttention.relative_attention_bias.weight"
    made = save_safetensors(
        tmp_path / "t5.safetensors", {"shared.weight": np.ones((9, 9), np.float32), key: BIASES}
    )
    document, known = open_table(Document(), str(made))
    assert known == "These are T5’s biases of 32 buckets in 12 heads."
    assert document.encoding.bidirectional == (part == "encoder")
    lags = np.arange(-150, 151)
    wanted = BIASES[[bucket(lag, bidirectional=part == "encoder") for lag in lags.tolist()]].T
    assert np.array_equal(document.encoding.by_lag(lags), wanted)
    again = Document.from_json(document.to_json())
    assert again == document
    names = {}
    exec(code(again.edited({"encoding.length": 151})), names)
    made = names["attention_bias"]()
    assert np.array_equal(made[:, -1], wanted[:, :151])
    assert np.array_equal(made[:, 0], wanted[:, 150:])


@pytest.mark.parametrize(("family", "rows"), [("Swin", 49), ("BEiT", 52)])
def test_biases_by_offset_become_those_of_a_window_in_all_heads(tmp_path, family, rows):
    """The index is computed in the steps of BEiT's code in transformers, which has Swin's and three rows more."""
    table = np.random.default_rng(1).standard_normal((rows, 3)).astype(np.float32)
    key = "blocks.0.attn.relative_position_bias_table"
    made = save_safetensors(
        tmp_path / "m.safetensors", {"shared.weight": np.ones((9, 9), np.float32), key: table}
    )
    document, known = open_table(Document(), str(made))
    left = "; the last 3, of its class token, are left out" if family == "BEiT" else ""
    assert (
        known
        == f"These are {family}’s biases of 49 offsets in a window of 4 × 4, in 3 heads{left}."
    )
    at = np.stack(np.meshgrid(range(4), range(4), indexing="ij")).reshape(2, -1)
    relative = at[:, :, None] - at[:, None, :] + 3  # the query's place less the key's
    wanted = table[relative[0] * 7 + relative[1]].transpose(2, 0, 1)
    numbers_by_offset = document.encoding.by_offset(3 - relative[0], 3 - relative[1])
    assert np.array_equal(numbers_by_offset, wanted)
    assert load_table(made) == document.encoding
    again = Document.from_json(document.to_json())
    assert again == document
    names = {}
    exec(code(again), names)
    assert np.array_equal(names["attention_bias"](), wanted)


def test_the_panes_of_t5_show_the_head_that_is_chosen_in_one_of_them(tmp_path):
    key = "encoder.block.0.layer.0.SelfAttention.relative_attention_bias.weight"
    made = save_safetensors(tmp_path / "t5.safetensors", {key: BIASES})
    document = open_table(Document(), str(made))[0].edited(
        {"cursor.head": 7, "encoding.length": 60}
    )
    (listing,) = (mark for panel in pane("bias").figure(document).panels for mark in panel.marks
                  if isinstance(mark, Listing))  # fmt: skip
    expected = BIASES[:, 6].tolist()
    assert [numbers(row[-1])[0] for row in listing.rows] == pytest.approx(expected, rel=1e-3)
    figure = pane("bias").figure(document)
    matrix = figure.panels[0].heatmap.raster.sample(np.arange(60), np.arange(60))
    assert matrix[10, 3] == BIASES[7, 6]
    assert "Head 7 looks" in pane("attention").explanation(document)
    _, table = pane("bias").tables(document)
    assert np.array_equal(table.columns["bias_of_head_12"], BIASES[:, 11])


def test_a_table_is_opened_by_its_key_or_refused_in_one_line(tmp_path):
    np.savez(tmp_path / "a.npz", left=BIASES, right=BIASES + 1)
    document, known = open_table(Document(), f"{tmp_path / 'a.npz'}:right")
    assert document.encoding.key == "right"
    assert known == ""
    with pytest.raises(
        DocumentError,
        match=r"^a.npz has 2 arrays of unknown names: choose one, as in a.npz:left: left, right$",
    ):
        open_table(Document(), str(tmp_path / "a.npz"))
    np.save(tmp_path / "b.npy", BIASES)
    with pytest.raises(DocumentError, match=r"^b.npy has no array x: its one array has no name$"):
        open_table(Document(), f"{tmp_path / 'b.npy'}:x")


def test_which_of_several_known_tables_is_shown_is_said(tmp_path):
    arrays = {
        f"{part}.embed_positions.weight": np.zeros((6, 4), np.float32)
        for part in ("encoder", "decoder")
    }
    made = save_safetensors(tmp_path / "m.safetensors", arrays)
    actual = open_table(Document(), str(made))[1]
    assert actual == (
        "Its positions begin at row 2: two rows before them are left from a padding row. "
        "Of m.safetensors encoder.embed_positions.weight is shown; it also has decoder.embed_positions.weight."
    )
    chosen = open_table(Document(), f"{made}:decoder.embed_positions.weight")[1]
    assert (
        chosen == "Its positions begin at row 2: two rows before them are left from a padding row."
    )
    blocks = {
        f"blocks.{k}.attn.relative_position_bias_table": np.zeros((9, 2), np.float32)
        for k in range(3)
    }
    known = open_table(Document(), str(save_safetensors(tmp_path / "s.safetensors", blocks)))[1]
    assert known.startswith(
        "These are Swin’s biases of 9 offsets in a window of 2 × 2, in 2 heads. Of s.safetensors "
    )
    others = ", ".join(f"blocks.{k}.attn.relative_position_bias_table" for k in (1, 2))
    assert known.endswith(f"is shown; it also has {others}.")
