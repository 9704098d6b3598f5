"""Arrays of files in the Document: a table of positions, or T5's biases, which are of another scheme."""

import numpy as np
import pytest

from peviewer.document.document import Document, DocumentError
from peviewer.document.tables import open_table
from tests.made_tables import save_safetensors

BIASES = np.random.default_rng(0).standard_normal((32, 4)).astype(np.float32)


@pytest.mark.parametrize("part", ["encoder", "decoder"])
def test_biases_by_bucket_become_those_of_t5(tmp_path, part):
    key = f"{part}.block.0.layer.0.SelfAttention.relative_attention_bias.weight"
    made = save_safetensors(tmp_path / "t5.safetensors", {"shared.weight": np.ones((9, 9), np.float32), key: BIASES})
    document, known = open_table(Document(), str(made))
    assert known == "These are T5’s biases of 32 buckets, those of the first of 4 heads."
    assert document.encoding.bidirectional == (part == "encoder")
    assert np.array_equal(document.encoding.biases(), BIASES[:, 0].astype(np.float64))
    assert document.encoding.by_lag([-3])[0, 0] == BIASES[3, 0]


def test_a_table_is_opened_by_its_key_or_refused_in_one_line(tmp_path):
    np.savez(tmp_path / "a.npz", left=BIASES, right=BIASES + 1)
    document, known = open_table(Document(), f"{tmp_path / 'a.npz'}:right")
    assert (document.encoding.key, known) == ("right", "")
    with pytest.raises(DocumentError, match=r"^a.npz has 2 arrays: choose one, as in a.npz:left: left, right$"):
        open_table(Document(), str(tmp_path / "a.npz"))
    np.save(tmp_path / "b.npy", BIASES)
    with pytest.raises(DocumentError, match=r"^b.npy has no array x: its one array has no name$"):
        open_table(Document(), f"{tmp_path / 'b.npy'}:x")
