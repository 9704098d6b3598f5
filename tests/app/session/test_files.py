import pytest

from peviewer.document.document import Document
from peviewer.exporters.picture import export
from peviewer.figures.panes.catalog import PANES
from peviewer.paper.style import Style


@pytest.mark.parametrize(
    ("content", "cause"),
    [
        (b"{", "not a peviewer session"),
        (b"\xff\xfe", "not a peviewer session"),
        (b'{"peviewer": 1, "encoding": {"dim": 0}}', "encoding.dim = 0 is not allowed"),
        (b'{"peviewer": 99}', "another version"),
        (None, "No such file"),
    ],
)
def test_a_broken_session_is_one_clear_line_and_loses_nothing(
    qtbot, session, files, tmp_path, content, cause
):
    path = tmp_path / "broken.peview"
    if content is not None:
        path.write_bytes(content)
    session.edit({"encoding.length": 77})
    before = session.document
    with qtbot.waitSignal(files.failed) as caught:
        assert not files.open(path)
    assert caught.args[0].startswith(f"Cannot open {path}")
    assert cause in caught.args[0]
    assert "\n" not in caught.args[0]
    assert session.document == before
    assert session.undo_stack.count() == 1


def test_an_exported_picture_opens_what_it_shows_and_is_never_saved_over(session, files, tmp_path):
    document = Document().edited({"encoding.length": 33, "shift.phi": 2.5})
    figure = PANES["encoding"].figure(document)
    export(
        figure,
        tmp_path / "a.pdf",
        document=document,
        style=Style(400, 300),
    )
    assert files.open(tmp_path / "a.pdf")
    assert session.document == document.edited({"view.panes": ["encoding"]})
    assert files.path is None


def test_a_session_that_cannot_be_saved_says_why_and_stays_unsaved(qtbot, session, files, tmp_path):
    files.save_to(tmp_path / "a.peview")
    session.edit({"encoding.dim": 10})
    missing = tmp_path / "missing" / "b.peview"
    with qtbot.waitSignal(files.failed) as caught:
        assert not files.save_to(missing)
    assert str(missing) in caught.args[0]
    assert files.unsaved


def test_a_file_is_unsaved_until_it_is_saved_or_given_up(session, files, tmp_path):
    assert not files.unsaved
    session.edit({"encoding.length": 78})
    assert not files.unsaved, "there is no file"
    files.save_to(tmp_path / "a.peview")
    assert not files.unsaved
    session.edit({"encoding.length": 79})
    assert files.unsaved
    session.open(Document(), "A preset gives the file up")
    assert files.path is None
    assert files.unsaved is False
