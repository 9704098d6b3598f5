"""The numbers that decide: those the issue and the papers name, of one scheme and of two."""

import numpy as np
import pytest

from peviewer.document.document import Document
from peviewer.document.fields import compare_with
from peviewer.figures.panes.catalog import pane
from peviewer.figures.panes.claims.deciding import BETTER, WHY
from peviewer.figures.presets import preset

PANE = pane("deciding")


def listed(document):
    """Return the rows of each listing by their first words, without why they matter."""
    return [{row[0]: row[1:] for row in panel.marks[0].without(WHY).rows} for panel in PANE.figure(document).panels]


def test_llama_3_1_is_told_with_what_its_scaling_changes():
    """25 and 15 of 64 pairs: counted from the frequencies of the papers, base 500 000 and those slowed down 8 times."""
    document = compare_with(preset("rope-llama-3.1").document, "scaling=none")
    rows, apart = listed(document)
    assert rows["never turn once"] == ("25", "15", "≠ 1.67 ×")
    assert rows["turning pairs"] == ("64", "64", "")
    assert rows["score is 0 at lag"] == ("85\u2009133", "18\u2009438", "A, 4.62 ×")
    assert float(apart["score by lag"][0].removeprefix("at least ")) > 0.2
    columns = "", "A: scaling Llama 3", "B: scaling None", BETTER, WHY
    assert PANE.figure(document).panels[0].marks[0].columns == columns
    assert PANE.formula_text(document).startswith("qᵢ → e^(ⅈωᵢt)·qᵢ,  A: ωᵢ = ")
    assert PANE.formula_text(document).endswith("; B: ωᵢ = b^(−2i/D)")


def test_the_largest_differences_are_those_of_the_tables_and_sums():
    document = compare_with(Document().edited({"encoding.length": 60, "encoding.dim": 32}), "base=50,first=10")
    _, apart = listed(document)
    a, b = (one.encoding.table(np.arange(10, 60)) for one in (document, document.other))
    assert float(apart["cell"][0]) == pytest.approx(np.abs(a - b).max(), rel=1e-3)
    lags = np.arange(60)[:, None]
    means = [np.cos(lags * base ** (-np.arange(16) / 16)).mean(axis=1) for base in (1e4, 50)]
    assert float(apart["score by lag"][0]) == pytest.approx(np.abs(means[0] - means[1]).max(), rel=1e-3)


def test_the_strongest_bias_is_told_of_a_lag_that_there_is():
    short = Document().edited({"encoding.scheme": "alibi", "encoding.length": 50})
    assert listed(short)[0]["strongest bias, lag −49"] == ("−24.5",)  # half a lag, the steepest of 8 heads
    assert "a key 49 positions back" in PANE.explanation(short)
    both = compare_with(short.edited({"encoding.length": 80}), "length=30,heads=4")
    assert listed(both)[0]["strongest bias, lag −29"] == ("−14.5", "−7.25", "B, 2 ×")
    assert not any("bias" in row for row in listed(short.edited({"encoding.length": 1}))[0])


def test_alone_it_has_one_column_and_says_how_to_compare():
    (rows,) = listed(Document())
    assert rows["never turn once"] == ("79",)
    assert "Ctrl+B" in PANE.explanation(Document())
    assert "Ctrl+B" not in PANE.explanation(Document(), hints=False)


def test_a_side_that_never_comes_to_a_level_is_the_better_one_and_a_ratio_to_0_is_a_difference():
    (rows, *_) = listed(compare_with(Document().edited({"encoding.scheme": "rope"}), "base=5"))
    assert rows["score is 0 at lag"] == ("none", "4", "A, never")
    assert rows["score halves at lag"] == ("46", "2", "A, 23 ×")
    assert rows["never turn once"] == ("39", "0", "≠ by 39")
