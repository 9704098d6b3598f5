"""One field through several values."""

import pytest

from peviewer.document.document import Document, DocumentError
from peviewer.exporters.sweep import Sweep, of_mapping, pages
from peviewer.figures.panes.catalog import panes


def test_each_value_is_a_document_and_said_in_its_title(tmp_path):
    documents = Sweep(sweep="encoding.schedule=paper, endpoint").of(Document())
    assert [(said, one.encoding.schedule) for said, one, _ in documents] == [
        ("schedule = paper", "paper"), ("schedule = endpoint", "endpoint"),
    ]  # fmt: skip
    ((file, page, carried),) = pages(panes("encoding,waves"), documents, None, tmp_path / "a.png")
    assert file == tmp_path / "a.png"
    said = [figure.title.partition(",  ")[2] for figure in page.figures]
    assert said == ["schedule = paper", "schedule = endpoint", "schedule = paper", "schedule = endpoint"]
    assert [figure.name for figure in page.figures] == ["encoding", "encoding", "waves", "waves"]
    assert (page.columns, page.even) == (2, True)
    assert carried == documents[0][1]


def test_a_file_for_each_is_named_by_its_value_and_all_have_the_same_scales(tmp_path):
    documents = of_mapping(Document(), {"encoding.base": (100, 1e4, 2.5)})
    found = pages(panes("distance"), documents, None, tmp_path / "it-{}.svg")
    assert [file.name for file, *_ in found] == ["it-100.svg", "it-10000.svg", "it-2.5.svg"]
    assert [one for *_, one in found] == [one for _, one, _ in documents]
    assert len({(page.figures[0].panels[0].heatmap.levels, page.figures[0].panels[1].y) for _, page, _ in found}) == 1


def test_what_is_no_sweep_is_refused():
    for sweep in ("x", "x=", "encoding.base=1e2,x", "encoding.bse=1", {"a": 1, "b": 2}):
        with pytest.raises(DocumentError, match="is not"):
            of_mapping(Document(), sweep)
