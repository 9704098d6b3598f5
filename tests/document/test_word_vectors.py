"""A file of word vectors in a Document: kept in sessions, found beside them, known again, refused where it changed."""

import json

import numpy as np
import pytest

from peviewer.document.document import Document, DocumentError
from peviewer.document.tables import place_files, take_changed_tables, without_folders


@pytest.fixture
def document(tmp_path):
    np.save(tmp_path / "words.npy", np.arange(12.0).reshape(3, 4))
    changes = {"encoding.sentence": "a b c", "encoding.dim": 4, "content.kind": "words"}
    return Document().edited(changes | {"content.path": str(tmp_path / "words.npy")})


def test_a_session_opens_with_the_same_vectors(document):
    opened = Document.from_json(document.to_json())
    assert opened == document
    expected = np.arange(12.0).reshape(3, 4)
    assert np.array_equal(opened.embedded.content_rows(np.arange(3)), expected)
    assert document.edited({"content.path": ""}).content.table is None
    edited_document = document.edited({"content.seed": 3})
    assert edited_document.content.table == document.content.table


def test_a_file_to_share_names_it_without_folders_and_finds_it_beside_itself(document, tmp_path):
    shared = without_folders(document)
    assert shared["content"]["path"] == "words.npy"
    place_files(shared, tmp_path)
    assert Document.from_session(shared) == document


def test_a_changed_file_is_refused_or_taken_as_it_is_now(document, tmp_path):
    np.save(tmp_path / "words.npy", np.ones((3, 4)))
    with pytest.raises(DocumentError, match=r"its table .*words\.npy has changed since"):
        Document.from_json(document.to_json())
    session = json.loads(document.to_json())
    assert take_changed_tables(session) == [str(tmp_path / "words.npy")]
    taken = Document.from_session(session)
    expected = np.ones((3, 4))
    assert np.array_equal(taken.embedded.content_rows(np.arange(3)), expected)
