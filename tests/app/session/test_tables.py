"""Tables opened in the window: by the menu or a drop, one of several, undone, restored."""

import threading

import numpy as np
import pytest
from PySide6.QtWidgets import QInputDialog

from peviewer.app.session.slow_edits import compute, takes_long
from peviewer.base import work
from peviewer.document.document import Document, DocumentError
from peviewer.document.tables import lacking_array
from peviewer.figures.panes.catalog import PANES
from peviewer.model.content import Content
from peviewer.model.encodings.learned import Learned
from tests.made_tables import save_safetensors

TABLE = np.random.default_rng(3).standard_normal((12, 5)).astype(np.float32)


@pytest.fixture
def path(tmp_path):
    np.save(tmp_path / "table.npy", TABLE)
    return tmp_path / "table.npy"


def test_a_table_is_opened_on_panes_that_show_it_and_undone(session, files, path):
    before = session.document
    assert files.open(path)
    document = session.document
    assert np.array_equal(document.encoding.table(), TABLE.astype(np.float64))
    assert all(PANES[name].serves(document) for name in document.view.panes)
    assert files.title == "table.npy"
    assert files.path is None  # saving asks for a session's name
    session.undo_stack.undo()
    assert session.document == before
    session.undo_stack.redo()
    assert session.document == document


def test_patches_of_a_known_grid_are_opened_with_their_tile_picture(session, files, tmp_path):
    save_safetensors(
        tmp_path / "vit.safetensors",
        {"vit.embeddings.position_embeddings": np.ones((1, 10, 4), "f4")},
    )
    assert files.open(tmp_path / "vit.safetensors")
    expected = {"encoding", "tiles", "distance", "similarity"}
    assert set(session.document.view.panes) == expected


def test_a_table_that_takes_long_may_be_cancelled_and_nothing_changes(
    session, files, told, tmp_path, cancelled, monkeypatch
):
    (tmp_path / "large.csv").write_text(6000 * (63 * "0.123456, " + "0.5\n"))
    monkeypatch.setattr("peviewer.app.session.waiting.PATIENCE_MS", 0)
    begun = threading.Event()
    time_to_go = threading.Event()
    ended = threading.Event()
    shares = []

    def reach(share):
        shares.append(share)
        begun.set()
        time_to_go.wait(60)
        try:
            work.report_progress(share)
        finally:
            ended.set()

    monkeypatch.setattr("peviewer.model.stored.text_files.report_progress", reach)
    before = session.document
    cancelled(begun.is_set)
    assert not files.open(tmp_path / "large.csv")
    time_to_go.set()
    assert ended.wait(60)
    assert told == ["Cancelled: large.csv was not opened"]
    assert len(shares) == 1, "it ended at its next word"
    assert session.document is before
    assert session.undo_stack.count() == 0


def test_the_array_is_asked_for_where_there_are_several(session, files, tmp_path, monkeypatch):
    arrays = {"a": TABLE, "wpe.weight": 2 * TABLE, "b": TABLE[0]}
    made = save_safetensors(tmp_path / "m.safetensors", arrays)
    offered = []

    def choose(_parent, _title, _label, titles, *_):
        offered.extend(titles)
        return titles[0], True

    monkeypatch.setattr(QInputDialog, "getItem", choose)
    assert files.open(made)
    expected = [
        "wpe.weight, 12 × 5, float32: GPT-2",
        "a, 12 × 5, float32",
        "b has one axis, (5,): a table has two, positions × dimensions",
    ]
    assert offered == expected
    assert session.document.encoding.key == "wpe.weight"
    before = session.document
    monkeypatch.setattr(QInputDialog, "getItem", lambda *_: ("", False))
    assert not files.open(made)
    assert session.document is before


def test_what_cannot_be_shown_changes_nothing_and_is_said(session, files, told, tmp_path):
    np.save(tmp_path / "nan.npy", np.array([[1.0, np.nan]]))
    before = session.document
    assert not files.open(tmp_path / "nan.npy")
    assert not files.open(tmp_path / "missing.npy")
    assert session.document is before
    assert ["not finite" in told[0], "No such file" in told[1]] == [True, True]


@pytest.mark.parametrize(("rows", "lacks"), [(100, False), (40_000, True)])
def test_a_session_without_its_array_says_so_when_it_is_saved(
    session, files, tmp_path, rows, lacks
):
    learned = Learned(np.ones((rows, 5)))
    document = Document(encoding=learned)
    session.open(document, "an array")
    said = []
    files.noted.connect(said.append)
    assert files.save_to(tmp_path / "a.peview")
    assert said == [lacking_array(document)] * lacks
    assert ("Arrays over 512 KiB are" in lacking_array(document)) == lacks
    edited_document = Document().edited({"compare.against": document.encoding})
    actual = lacking_array(edited_document)
    assert actual == lacking_array(document)


def test_word_vectors_are_read_beside_the_window_and_refused_in_a_line(session, path):
    words = {"encoding.sentence": "a b", "encoding.dim": 5, "content.kind": "words"}
    changes = {"content.path": str(path)}
    assert not takes_long(session.document, words)
    assert takes_long(session.document, changes)
    session.edit(words)
    session.edit(changes)
    session.flush()
    assert np.array_equal(session.document.content.of_words(("a", "b"), 5), TABLE[:2])
    assert not takes_long(session.document, {"content.path": ""})
    with pytest.raises(DocumentError, match=r"none\.npy cannot be read"):
        compute(session.document, {"content.path": str(path.with_name("none.npy"))})
    content = Content(kind="words", path=np.ones((40_000, 5)))
    large = Document(content=content)
    assert lacking_array(large)


def test_a_session_without_its_table_is_refused_and_with_a_new_one_keeps_the_rest(
    session, files, told, path, tmp_path
):
    files.open(path)
    session.edit(
        {"compare.against": Learned(TABLE), "view.panes": ["distance"], "encoding.first": 2}
    )
    assert files.save_to(tmp_path / "a.peview")
    before = session.document
    path.unlink()
    assert not files.open(tmp_path / "a.peview")
    assert "table.npy cannot be read: No such file" in told[-1]
    assert session.document is before
    np.save(path, TABLE[:9] + 1)
    assert files.open(tmp_path / "a.peview")
    assert (
        told[-1] == "table.npy has changed since it was last shown here: it is shown as it is now."
    )
    document = session.document
    assert document.view.panes == ("distance",)
    assert document.compare.against == Learned(TABLE)
    assert np.array_equal(document.encoding.table(), (TABLE[:9] + 1).astype(np.float64))
