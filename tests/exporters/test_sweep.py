"""One field through several values."""

from pathlib import Path

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


def test_of_one_pane_what_all_values_have_in_common_stands_above_them():
    documents = of_mapping(Document(), "encoding.base=100,1e4")
    ((_, page, _),) = pages(panes("distance"), documents, None, Path("a.png"))
    assert page.heading == "Distance between positions"
    assert [figure.title for figure in page.figures] == ["*b* = 100", "*b* = 10\u2009000"]
    assert page.formula == panes("distance")[0].figure(Document()).formula
    assert not any(figure.formula for figure in page.figures)
    assert page.figures[0].panels[0].heatmap.levels == page.figures[1].panels[0].heatmap.levels


@pytest.mark.parametrize(("sweep", "names"), [
    ({"encoding.base": (100, 1e4, 2.5)}, ["100", "10000", "2.5"]),
    ("encoding.schedule=paper,endpoint", ["paper", "endpoint"]),
    ("view.transposed=true,false", ["true", "false"]),
    ("shift.phi=-3,1e-7", ["-3", "1e-07"]),
    ({"encoding.base": (100, 100.0)}, ["1", "2"]),
])  # fmt: skip
def test_a_file_for_each_is_named_by_its_value_and_all_have_the_same_scales(tmp_path, sweep, names):
    documents = of_mapping(Document(), sweep)
    found = pages(panes("distance"), documents, None, tmp_path / "it-{}.svg")
    assert [file.name for file, *_ in found] == [f"it-{name}.svg" for name in names]
    assert [one for *_, one in found] == [one for _, one, _ in documents]
    assert len({(page.figures[0].panels[0].heatmap.levels, page.figures[0].panels[1].y) for _, page, _ in found}) == 1
    assert [page.figures[0].title.partition(",  ")[2] for _, page, _ in found] == [said for said, *_ in documents]


@pytest.mark.parametrize("rows", ["[0, -1], [0, -0.5, -2]", "0, -1; 0, -0.5, -2"])
def test_a_row_of_numbers_is_one_value(rows):
    t5 = Document().edited({"encoding.scheme": "t5", "encoding.values": "chosen"})
    documents = Sweep(sweep=f"encoding.learned={rows}").of(t5)
    assert [one.document.encoding.learned for one in documents] == [(0, -1), (0, -0.5, -2)]


@pytest.mark.parametrize("sweep", ["x", "x=", "=3", "encoding.base=1e2,x", "encoding.bse=1", {"a": 1, "b": 2}])
def test_what_is_no_sweep_is_refused(sweep):
    with pytest.raises(DocumentError, match="is not"):
        of_mapping(Document(), sweep)
