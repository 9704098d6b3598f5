"""One field through several values."""

from pathlib import Path

import pytest

from peviewer.document.document import Document, DocumentError
from peviewer.document.fields import compare_with
from peviewer.exporters.sweep import Sweep, of_mapping, pages, suggested
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


def test_a_table_has_a_column_for_each_value_and_says_what_no_longer_holds():
    documents = of_mapping(Document(), {"encoding.dim": [31, 32]})
    ((_, page, _),) = pages(panes("properties"), documents, None, Path("a.png"))
    (panel,) = page.figures[0].panels
    (table,) = panel.marks
    assert panel.title == "*d* = 31: 7 of 12 claims fail; *d* = 32: All claims hold"
    assert table.columns == ("Claim", "*d* = 31", "*d* = 32")
    alone = [panes("properties")[0].figure(one.document).panels[0].marks[0] for one in documents]
    for verdict, (claim, *told), *rows in zip(table.verdicts, table.rows, *(one.rows for one in alone), strict=True):
        judged = [one.verdicts[one.rows.index(row)] for one, row in zip(alone, rows, strict=True)]
        words = [
            "" if len(set(judged)) == 1 else {True: "holds, ", False: "fails, ", None: ""}[holds] for holds in judged
        ]
        assert told == [word + row[1] for word, row in zip(words, rows, strict=True)]
        assert {row[0] for row in rows} == {claim}
        assert verdict == (judged[0] if len(set(judged)) == 1 else None)


def test_tables_of_other_claims_stay_apart():
    documents = of_mapping(Document(), {"encoding.scheme": ["sinusoidal", "rope"]})
    ((_, page, _),) = pages(panes("properties"), documents, None, Path("a.png"))
    assert len(page.figures) == 2


def test_of_one_pane_what_all_values_have_in_common_stands_above_them():
    documents = of_mapping(Document(), "encoding.base=100,1e4")
    ((_, page, _),) = pages(panes("distance"), documents, None, Path("a.png"))
    assert page.heading == "Distance between positions"
    assert [figure.title for figure in page.figures] == ["*b* = 100", "*b* = 10\u2009000"]
    assert page.formula == panes("distance")[0].figure(Document()).formula
    assert not any(figure.formula for figure in page.figures)
    assert page.figures[0].panels[0].heatmap.levels == page.figures[1].panels[0].heatmap.levels


def test_formulas_and_titles_that_differ_stand_with_each():
    documents = of_mapping(Document(), "encoding.schedule=paper,endpoint")
    ((_, page, _),) = pages(panes("frequencies"), documents, None, Path("a.png"))
    assert not page.formula
    assert len({figure.formula for figure in page.figures}) == 2
    both = of_mapping(compare_with(Document(), "base=9"), "encoding.base=100,1e4")
    ((_, page, _),) = pages(panes("distance"), both, None, Path("a.png"))
    assert page.heading == "Distance between positions · B: base 9"
    assert [figure.title for figure in page.figures] == ["*b* = 100", "*b* = 10\u2009000"]


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


def test_files_of_values_without_a_short_name_are_numbered(tmp_path):
    t5 = Document().edited({"encoding.scheme": "t5", "encoding.values": "chosen"})
    documents = of_mapping(t5, {"encoding.learned": [[0.1 * k for k in range(20)], [0, -1]]})
    assert [file.name for file, *_ in pages(panes("bias"), documents, None, tmp_path / "{}.png")] == ["1.png", "2.png"]


@pytest.mark.parametrize("rows", ["[0, -1], [0, -0.5, -2]", "0, -1; 0, -0.5, -2"])
def test_a_row_of_numbers_is_one_value(rows):
    t5 = Document().edited({"encoding.scheme": "t5", "encoding.values": "chosen"})
    documents = Sweep(sweep=f"encoding.learned={rows}").of(t5)
    assert [one.document.encoding.learned for one in documents] == [(0, -1), (0, -0.5, -2)]


@pytest.mark.parametrize("named", ["encoding", "clocks,distance", "bias"])
def test_what_is_suggested_can_go_through_its_values_and_changes_what_is_shown(named):
    document = Document().edited({"encoding.scheme": "alibi"} if named == "bias" else {"encoding.length": 9})
    found = suggested(document, panes(named))
    assert found
    for sweep in found:
        drawn = [[pane.read(one.document) for pane in panes(named)] for one in Sweep(sweep=sweep).of(document)]
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
        for said, one, _ in Sweep(sweep=sweep).of(document):
            assert all(pane.serves(one) for pane in panes(named)), said


@pytest.mark.parametrize("sweep", ["x", "x=", "=3", "encoding.base=1e2,x", "encoding.bse=1", {"a": 1, "b": 2}])
def test_what_is_no_sweep_is_refused(sweep):
    with pytest.raises(DocumentError, match="is not"):
        of_mapping(Document(), sweep)
