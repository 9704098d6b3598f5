"""One field through several values."""

import pytest

from peviewer.document.document import Document, DocumentError
from peviewer.export.sweep import Sweep, of_mapping, pages, saying, suggested
from peviewer.figures.panes.catalog import panes
from peviewer.paper.style import Style


def test_each_value_is_a_document_and_said_in_its_title(tmp_path):
    documents = Sweep(sweep="encoding.schedule=paper, endpoint").of(Document())
    assert [(said, one.encoding.schedule) for said, one in documents] == [
        ("schedule = paper", "paper"), ("schedule = endpoint", "endpoint"),
    ]  # fmt: skip
    ((file, page, carried),) = pages(panes("encoding,waves"), documents, None, tmp_path / "a.png")
    assert file == tmp_path / "a.png"
    said = [figure.title.partition(",  ")[2] for figure in page.figures]
    assert said == ["schedule = paper", "schedule = paper", "schedule = endpoint", "schedule = endpoint"]
    assert carried == documents[0][1]


def test_a_name_with_a_place_for_a_number_is_a_file_for_each(tmp_path):
    documents = of_mapping(Document(), {"encoding.base": (100, 1e4)})
    found = pages(panes("encoding"), documents, None, tmp_path / "base-{}.svg")
    assert [file.name for file, *_ in found] == ["base-1.svg", "base-2.svg"]
    assert [one.encoding.base for *_, one in found] == [100, 1e4]


@pytest.mark.parametrize("rows", ["[0, -1], [0, -0.5, -2]", "0, -1; 0, -0.5, -2"])
def test_a_row_of_numbers_is_one_value(rows):
    t5 = Document().edited({"encoding.scheme": "t5", "encoding.values": "chosen"})
    documents = Sweep(sweep=f"encoding.learned={rows}").of(t5)
    assert [one.encoding.learned for _, one in documents] == [(0, -1), (0, -0.5, -2)]


@pytest.mark.parametrize("named", ["encoding", "clocks,distance", "bias"])
def test_what_is_suggested_can_go_through_its_values_and_changes_what_is_shown(named):
    document = Document().edited({"encoding.scheme": "alibi"} if named == "bias" else {"encoding.length": 9})
    found = suggested(document, panes(named))
    assert found
    for sweep in found:
        drawn = [[pane.read(one) for pane in panes(named)] for _, one in Sweep(sweep=sweep).of(document)]
        assert any(one != drawn[0] for one in drawn[1:]), sweep
    assert {"shift.start", "vectors.count", "view.panes"}.isdisjoint(sweep.partition("=")[0] for sweep in found)


@pytest.mark.parametrize(
    ("changes", "named"),
    [
        ({"encoding.dim": 6}, "shift"),
        ({"encoding.dim": 2}, "shift,operator"),
        ({"encoding.scheme": "rope", "encoding.dim": 6}, "score"),
        ({}, "encoding,distance"),
        ({"encoding.scheme": "alibi"}, "bias,attention"),
    ],
)
def test_every_value_that_is_suggested_can_be_shown_by_every_pane(changes, named):
    document = Document().edited(changes)
    for sweep in suggested(document, panes(named)):
        for said, one in Sweep(sweep=sweep).of(document):
            assert all(pane.serves(one) for pane in panes(named)), said


def test_titles_are_shown_where_they_say_what_differs():
    paper, documents = Style(theme="paper"), of_mapping(Document(), "shift.phi=1,2")
    assert saying(paper, documents).titled
    assert not saying(paper, documents[:1]).titled
    assert not saying(paper.but(title=False), documents).titled


@pytest.mark.parametrize("sweep", ["x", "x=", "=3", "encoding.base=1e2,x", "encoding.bse=1", {"a": 1, "b": 2}])
def test_what_is_no_sweep_is_refused(sweep):
    with pytest.raises(DocumentError, match="is not"):
        of_mapping(Document(), sweep)
