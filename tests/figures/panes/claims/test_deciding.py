"""What decides: the numbers the issue and the papers name, of one scheme, of A and B, and of several."""

from math import isnan

import numpy as np
import pytest

import peviewer as pv
from peviewer.document.document import Document
from peviewer.document.fields import compare_with, with_several
from peviewer.exporters.data.arrays import arrays
from peviewer.figures.panes.catalog import pane
from peviewer.figures.panes.claims.deciding import WHY
from peviewer.figures.presets import preset

PANE = pane("deciding")
ALIBI = Document(encoding={"scheme": "alibi"})
LONG = {"base": 500_000.0, "length": 131_072, "trained": 32_768}


def listed(document):
    """Return the rows of each listing by their first words, without why they matter."""
    listings = [panel.marks[0].without(WHY) for panel in PANE.figure(document).panels]
    return [{row[0]: row[1:] for row in listing.rows} for listing in listings]


def row_of(document, title):
    """Return the texts of one number, with usual spaces."""
    texts = listed(document)[0][title]
    return [text.replace("\u2009", " ") for text in texts]


def value_of(document, title):
    """Return the number of the first side."""
    text = row_of(document, title)[0]
    return float(text.replace("−", "-"))


def rope(**fields):
    return Document(encoding={"scheme": "rope", **fields})


def beside(a, b):
    return Document(encoding=a, compare={"against": b})


def in_files(document):
    """Return the rows of the only array that files hold, by the keys of their numbers."""
    [part] = arrays(PANE, document)
    assert part.key == "numbers"
    columns = dict(part.columns)
    keys = columns.pop("number")
    values = zip(*columns.values(), strict=True)
    rows = [dict(zip(columns, row, strict=True)) for row in values]
    return dict(zip(keys, rows, strict=True))


def test_angles_never_met_are_counted_from_each_trained_length():
    scaled = compare_with(rope(**LONG), "scaling=yarn,factor=4")
    assert row_of(scaled, "angles never met within *L₀*") == ["22", "0", "A by 22"]
    assert row_of(scaled, "trained length *L₀*") == ["32 768", "32 768", ""]
    shorter = compare_with(rope(**LONG), "trained=8192")
    assert row_of(shorter, "trained length *L₀*") == ["32 768", "8 192", "A 4 ×"]
    assert row_of(shorter, "angles never met within *L₀*") == ["22", "29", "B 1.32 ×"]


def test_llama_3_1_is_listed_with_what_its_scaling_changes():
    """25 and 15 of 64 pairs: from the frequencies of the papers, base 500 000 and those slowed down 8 times."""
    document = compare_with(preset("rope-llama-3.1").document, "scaling=none")
    assert row_of(document, "pairs below one turn within *L*") == ["25", "15", "A 1.67 ×"]
    assert row_of(document, "turning pairs") == ["64", "64", ""]
    assert row_of(document, "score is 0 at lag") == ["85 133", "18 438", "A 4.62 ×"]
    columns = "", "A: scaling Llama 3", "B: scaling None", "ratio", WHY
    assert PANE.figure(document).panels[0].marks[0].columns == columns


def test_its_formula_has_what_both_share_once():
    document = compare_with(preset("rope-llama-3.1").document, "scaling=none")
    text = PANE.formula_text(document)
    assert text.startswith("qᵢ → e^(ⅈωᵢt)·qᵢ,  A: ωᵢ = ")
    assert text.endswith("; B: ωᵢ = b^(−2i/D)")


def test_both_are_followed_as_far_as_the_longer_reaches():
    document = compare_with(rope(length=1000), "length=4096")
    rows = listed(document)[0]
    differing = [title for title, (*_, ratio) in rows.items() if ratio]
    assert differing == ["positions"]
    assert row_of(document, "positions") == ["1 000", "4 096", "B 4.1 ×"]
    assert row_of(document, "score is 0 at lag") == ["1 707", "1 707", ""]
    said = "as far as the longest reaches, *L* = 4\u2009096."
    assert said in PANE.explanation(document)
    explanation = PANE.explanation(compare_with(rope(length=1000), "base=50"))
    assert "longest" not in explanation


def test_a_bias_is_of_a_lag_that_the_longer_has():
    short = ALIBI.edited({"encoding.length": 50})
    half_a_lag = "−24.5"  # of the steepest of 8 heads
    assert row_of(short, "strongest bias, lag −49") == [half_a_lag]
    assert "a key 49 positions back" in PANE.explanation(short)
    longer = ALIBI.edited({"encoding.length": 80})
    both = compare_with(longer, "length=30,heads=4")
    assert row_of(both, "strongest bias, lag −79") == ["−39.5", "−19.8", "A 2 ×"]
    [alone] = listed(ALIBI.edited({"encoding.length": 1}))
    assert not any("bias" in title for title in alone)


@pytest.mark.parametrize(
    "other", ["scheme=t5", "scheme=t5,values=chosen", "scheme=kerple,values=drawn"]
)
def test_a_placeholder_is_called_so_and_compared_with_nothing(other):
    document = compare_with(ALIBI, other)
    assert row_of(document, "strongest bias, lag −100") == ["−50", "placeholder", ""]
    assert row_of(document, "attention span, most") == ["195", "placeholder", ""]
    has_no_differences = len(listed(document)) == 1
    assert has_no_differences
    assert "A placeholder stands for numbers that a model learns" in PANE.explanation(document)
    lost = in_files(document)["lost"]
    assert lost["a"] == -50
    assert lost["lag"] == -100
    assert isnan(lost["b"])


def test_drawn_biases_of_a_window_and_the_example_of_a_table_are_placeholders():
    assert row_of(Document(encoding={"scheme": "swin"}), "strongest bias") == ["placeholder"]
    assert row_of(Document(encoding={"scheme": "learned"}), "equal rows") == ["placeholder"]
    learned = [[0.5, 1.0], [-3.0, 0.0], [2.0, 1.0]]
    given = pv.Swin(rows=1, columns=2, learned=learned)
    assert row_of(Document(encoding=given), "strongest bias") == ["−3"]


def test_learned_biases_are_compared_with_the_lag_of_the_largest_difference():
    biases = np.zeros((32, 2))
    bucket_of_lag = 3  # −3; that of lag 3 is another one
    biases[bucket_of_lag] = 7.0, -9.0
    a = pv.T5(length=20, learned=biases)
    learned = np.zeros((32, 2))
    b = pv.T5(length=20, learned=learned)
    document = beside(a, b)
    assert listed(document)[1] == {"bias of head 1, lag −3": ("7",)}
    row = in_files(document)["difference_of_bias"]
    assert row["a_minus_b"] == 7.0
    assert row["lag"] == -3.0
    assert isnan(row["a"])


def test_the_strongest_bias_is_the_farthest_from_0_of_all_heads():
    biases = np.zeros((32, 3))
    last_bucket_before = 15
    biases[last_bucket_before] = -2.0, 5.0, 1.0
    document = Document(encoding=pv.T5(learned=biases))
    assert row_of(document, "strongest bias, lag −100") == ["5"]


def test_the_strongest_biases_of_kerple_and_sandwich_are_those_of_their_papers():
    kerple = Document(encoding=pv.Kerple(p=2.0, a=0.25, heads=3, length=9))
    of_eight_back = -2 * np.log(1 + 0.25 * 8)
    expected = pytest.approx(of_eight_back, rel=5e-3)
    assert value_of(kerple, "strongest bias, lag −8") == expected
    sandwich = Document(encoding=pv.Sandwich(heads=6, length=51))
    waves = 10_000.0 ** (-2 * np.arange(1, 65) / 128)
    of_fifty_back = (np.cos(50 * waves).sum() - 64) * 6 / 8
    expected = pytest.approx(of_fifty_back, rel=5e-3)
    assert value_of(sandwich, "strongest bias, lag −50") == expected


def test_the_largest_difference_of_cells_is_that_of_the_tables():
    a = pv.Sinusoidal(length=60, dim=32)
    b = pv.Sinusoidal(length=60, dim=32, base=50.0, first=10)
    common = np.arange(10, 60)
    apart = np.abs(a.table(common) - b.table(common)).max()
    [text] = listed(beside(a, b))[1]["cell"]
    assert float(text) == pytest.approx(apart, rel=1e-3)


def test_the_largest_difference_of_scores_is_that_of_the_sums():
    encoding = {"length": 60, "dim": 32}
    document = compare_with(Document(encoding=encoding), "base=50")
    back = np.arange(60)[:, None]
    exponents = -np.arange(16) / 16
    score_a = np.cos(back * 10_000.0**exponents).mean(axis=1)
    score_b = np.cos(back * 50.0**exponents).mean(axis=1)
    apart = np.abs(score_a - score_b)
    [text] = listed(document)[1][f"score, lag −{apart.argmax()}"]
    expected = pytest.approx(apart.max(), rel=1e-3)
    assert float(text) == expected


def test_the_same_differs_by_0_at_no_lag():
    encoding = {"length": 40, "dim": 16}
    same = compare_with(Document(encoding=encoding), "first=0")
    expected = {"cell": ("0",), "score": ("0",)}
    assert listed(same)[1] == expected


def test_rows_of_a_table_stand_beside_those_of_a_rule():
    rule = pv.Sinusoidal(length=50, dim=8)
    table = rule.table()
    table[7] = table[3]
    document = beside(pv.Table(table), rule)
    steps = np.linalg.norm(np.diff(table, axis=0), axis=1)
    expected = pytest.approx(steps.mean(), rel=1e-3)
    assert value_of(document, "distance of neighbours") == expected
    assert row_of(document, "equal rows") == ["1", "0", "A by 1"]
    assert row_of(document, "explained by sinusoids")[1] == "100 %"
    assert row_of(document, "turning pairs") == ["–", "4", ""]


def test_grids_have_rows_for_each_axis():
    document = compare_with(Document(encoding={"scheme": "sincos"}), "rows=7")
    assert row_of(document, "positions") == ["14 × 14", "7 × 14", "A 2 ×"]
    titles = listed(document)[0].keys()
    assert {"distance of neighbours, rows", "distance of neighbours, columns"} <= titles
    axial = Document(encoding={"scheme": "axial_rope"})
    expected = ["16", "16", ""]
    assert row_of(compare_with(axial, "base=100"), "pairs turned by the row") == expected
    assert "along each axis" in PANE.explanation(compare_with(axial, "rows=5"))


def test_cells_of_other_places_are_not_compared():
    sincos = Document(encoding={"scheme": "sincos"})
    assert len(listed(compare_with(sincos, "rows=7"))) == 1
    document = compare_with(sincos, "base=7")
    assert listed(document)[1].keys() == {"cell"}


def test_several_values_have_a_column_each():
    document = with_several(rope(**LONG), "scaling=none,yarn,linear")
    listing = PANE.figure(document).panels[0].marks[0]
    expected = ("", "no scaling", "YaRN (factor 4)", "Position interpolation (factor 4)")
    assert listing.columns == expected
    assert row_of(document, "angles never met within *L₀*") == ["22", "0", "0"]


def test_alone_it_has_one_column_and_says_how_to_compare():
    alone = Document()
    assert row_of(alone, "pairs below one turn within *L*") == ["79"]
    a_table_has_no_trained_length = "angles never met within *L₀*" not in listed(alone)[0]
    assert a_table_has_no_trained_length
    assert "Ctrl+B" in PANE.explanation(alone)
    assert "Ctrl+B" not in PANE.explanation(alone, hints=False)


def test_a_ratio_names_the_larger_side_and_0_or_none_have_no_ratio():
    document = compare_with(rope(), "base=5")
    assert row_of(document, "score is 0 at lag") == ["none", "4", ""]
    assert row_of(document, "score halves at lag") == ["46", "2", "A 23 ×"]
    assert row_of(document, "pairs below one turn within *L*") == ["39", "0", "A by 39"]
    narrower = compare_with(rope(dim=128), "dim=126")
    assert row_of(narrower, "turning pairs") == ["64", "63", "A by 1"]


def test_files_hold_what_the_pane_lists():
    encoding = {"length": 40, "dim": 16}
    document = compare_with(Document(encoding=encoding), "base=50")
    found = in_files(document)
    rows, differences = listed(document)
    assert len(found) == len(rows) + len(differences)
    for side, base in (("a", 10_000.0), ("b", 50.0)):
        rates = base ** (-np.arange(8) / 8)
        below_one_turn = (39 * rates < 2 * np.pi).sum()
        assert found["slow"][side] == below_one_turn
    [text] = differences["cell"]
    expected = pytest.approx(float(text), rel=1e-3)
    assert found["difference_of_cells"]["a_minus_b"] == expected
