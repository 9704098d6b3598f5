"""Any two schemes in any pane: side by side and apart."""

import numpy as np
import pytest

from peviewer.document.document import Document
from peviewer.document.fields import compare_with
from peviewer.figures.compare.listings import DIFFERS, merge_listings
from peviewer.figures.grammar import Band, Curve, Listing, Note, Path, line_style
from peviewer.figures.panes.catalog import PANES, pane
from peviewer.figures.presets import preset
from tests.figures.drawn import of

SHOWS = "both", "difference"


def compared(a, b, shows="both", length=200, other=200):
    """Return a Document of two schemes."""
    document = Document().edited(
        {"encoding.scheme": a, "encoding.length": length, "compare.shows": shows}
    )
    return compare_with(document, f"scheme={b},length={other}")


def test_each_side_says_why_where_it_has_nothing():
    figure = pane("distance").figure(compared("sinusoidal", "alibi"))
    *_, last = figure.panels
    assert last.marks == (Note(f"B: {pane('distance').reason_empty(compared('alibi', 'alibi'))}"),)
    figure = pane("bias").figure(compared("sinusoidal", "alibi"))
    assert figure.panels[-1].marks[0].text.startswith("A: ")
    assert figure.panels[0].title.startswith("B: ")


def test_two_that_are_the_same_look_like_one():
    document = Document().edited({"encoding.length": 60, "encoding.dim": 64})
    twice = document.edited({"compare.against": document.encoding})
    for known in PANES.values():
        if known.serves(document) and not known.draws_comparison_itself:
            assert known.figure(twice).panels == known.figure(document).panels, known.name


@pytest.mark.parametrize("transposed", [False, True])
def test_the_difference_is_that_of_the_tables_on_what_both_have(transposed):
    document = Document().edited(
        {"encoding.dim": 20, "encoding.first": 5, "view.transposed": transposed}
    )
    document = compare_with(document, "base=50,dim=12,length=150,first=0").edited(
        {"compare.shows": "difference"}
    )
    (panel,) = pane("encoding").figure(document).panels
    heat = panel.marks[0]
    expected = document.encoding.table(np.arange(5, 150))[
        :, :12
    ] - document.compared_document.encoding.table(np.arange(5, 150))
    cells = heat.raster.exact(range(heat.raster.shape[0]), range(heat.raster.shape[1]))
    assert np.allclose(cells.T if transposed else cells, expected, atol=1e-12)
    assert heat.levels == (-np.abs(expected).max(), np.abs(expected).max())
    assert heat.colormap == "diverging"
    assert (heat.x0, heat.y0) == ((5, 0) if transposed else (0, 5))
    positions, dimensions = (panel.x, panel.y) if transposed else (panel.y, panel.x)
    assert positions.limits == (4.5, 149.5)
    assert dimensions.limits == (-0.5, 11.5)
    assert panel.fact.startswith("largest ")


def test_each_side_has_its_own_schemes_wavelengths_and_their_difference_has_none():
    document = compare_with(Document(), "base=100")
    slower = Document().edited({"encoding.base": 100.0})
    a, b = pane("encoding").figure(document).panels
    figure = pane("encoding").figure(Document())
    assert a.x.far_numbers == figure.panels[0].x.far_numbers
    assert (
        b.x.far_numbers
        == pane("encoding").figure(slower).panels[0].x.far_numbers
        != a.x.far_numbers
    )
    edited_document = document.edited({"compare.shows": "difference"})
    (apart,) = pane("encoding").figure(edited_document).panels
    assert apart.x.far_numbers == ()


def test_sides_share_their_colours_and_their_range():
    figure = pane("distance").figure(compare_with(Document(), "dim=64,length=90"))
    left, right = figure.rows[0]
    assert left.title == "A"
    assert right.title == "B"
    assert left.x == right.x
    assert left.x.limits == left.y.limits == (-0.5, 199.5), "all of both"
    assert left.marks[0].levels == right.marks[0].levels
    assert left.heatmap.bar is None
    assert right.heatmap.bar == "distance"
    assert left.marks[0].raster.shape == (200, 200)
    assert right.marks[0].raster.shape == (90, 90)
    document = Document().edited({"pairwise.metric": "dot", "view.levels": {"distance": "full"}})
    left, right = pane("distance").figure(compare_with(document, "dim=64")).rows[0]
    assert left.marks[0].levels == right.marks[0].levels == (-128, 128)


def test_curves_share_a_plot_each_in_the_colour_of_its_side():
    document = compare_with(Document(), "base=50")
    figure = pane("distance").figure(document)
    (panel,) = figure.rows[1]
    found = {curve.label[:1]: curve for curve in panel.marks if isinstance(curve, Curve)}
    assert found["A"].color == "accent"
    assert found["B"].color == "compared"
    assert found["A"].style == "line"
    assert found["B"].style == "dashed"


def test_on_a_logarithmic_axis_curves_are_apart_by_their_ratio():
    document = compare_with(Document(), "base=100").edited({"compare.shows": "difference"})
    figure = pane("frequencies").figure(document)
    panel = figure.rows[0][0]
    (curve,) = (mark for mark in panel.marks if isinstance(mark, Curve))
    x, y = curve.series.exact(-0.5, 127.5)
    assert panel.y.label == "A / B"
    assert panel.title == "A / B: *ω*"
    assert np.allclose(y, 100.0 ** (-2 * x / 256))
    document = preset("attention").document.edited({"compare.shows": "difference"})
    panel = PANES["attention"].figure(compare_with(document, "scheme=kerple")).panels[0]
    expected = pytest.approx((1e-12, 1e12))
    assert panel.y.limits == expected, "it ends where ratios say nothing any more"


def test_what_b_alone_has_stands_where_it_stands_there():
    one = Document().edited({"encoding.scheme": "alibi", "encoding.heads": 1})
    for shows in SHOWS:
        figure = pane("attention").figure(
            compare_with(one.edited({"compare.shows": shows}), "heads=8")
        )
        expected = dict.fromkeys(("weights", "shares", "heads"))
        assert dict.fromkeys(figure.names) == expected
        assert figure.panels[-1].title == "B: How far each head looks"


def test_titles_and_captions_name_a_and_b_and_what_both_have():
    document = compare_with(Document(), "base=50,length=90")
    figure = pane("shift").figure(document)
    assert figure.title.endswith(" · A: length 200, base 10\u2009000 · B: length 90, base 50")
    actual = pane("shift").caption(document, 2)
    assert actual == (
        "A has length 200, base 10\u2009000; B has length 90, base 50. Both have positions 0 to 89."
    )
    expected = pane("shift").caption(Document())
    assert pane("shift").caption(document.without_comparison) == expected


def test_listings_stand_in_two_columns_where_they_differ():
    a = Listing(
        ("claim", "n", "why"),
        (("x", "1", "long"), ("y", "2", "long")),
        (True, True),
        spare_column="why",
    )
    b = Listing(
        ("claim", "n", "why"),
        (("x", "1", "other"), ("z", "3", "other")),
        (True, False),
        spare_column="why",
    )
    both = merge_listings(a, b)
    expected = ("claim", "A: holds", "B: holds", "A: n", "B: n", "")
    assert both.columns == expected
    expected = (
        ("x", "yes", "yes", "1", "1", ""),
        ("z", "–", "no", "–", "3", DIFFERS),
        ("y", "yes", "–", "2", "–", DIFFERS),
    )
    assert both.rows == expected
    expected = (("x", "1"), ("y", "2"))
    assert merge_listings(a, a).rows == expected
    assert merge_listings(a, a).verdicts == (True, True)


def test_formulas_that_differ_are_told_apart():
    document = Document().edited({"encoding.scheme": "kerple"})
    document = compare_with(document, "scheme=alibi")
    assert pane("bias").formula_text(document).startswith("A: bias")
    assert "; B: bias" in pane("bias").formula_text(document)
    assert r"\quad \mathrm{B:}\ " in pane("bias").figure(document).formula
    same = compare_with(Document(), "base=50")
    expected = pane("encoding").formula_text(Document())
    assert pane("encoding").formula_text(same) == expected


def test_what_is_said_of_one_is_said_to_be_of_it():
    """A sentence about A alone names it; one that is true of both stands as it is."""
    base = compare_with(Document(), "base=50")
    assert "B has base 50. Of A: Each row is the vector" in pane("encoding").explanation(base)
    same = compare_with(Document(), "scheme=sinusoidal")
    assert (
        pane("encoding").explanation(same)
        == f"A and B are the same. {pane('encoding').explanation(Document())}"
    )
    bias = pane("bias").explanation(compared("sinusoidal", "alibi"))
    assert (
        f"{pane('bias').reason_empty(Document())} Of B: {pane('bias').explanation(compared('alibi', 't5').without_comparison)}"
        in bias
    )


def test_what_both_have_is_in_no_colour_of_a_side_and_no_part_of_their_difference():
    plots = {
        shows: pane("binary").figure(compared("sinusoidal", "tensor2tensor", shows)).panels[-2]
        for shows in SHOWS
    }
    curves = {shows: of(plot, Curve) for shows, plot in plots.items()}
    assert {curve.label: curve.color for curve in curves["both"]}["bit 4"] == "ink"
    (apart,) = curves["difference"]
    assert apart.label == "sin *ω*₂₃*t* − sin *ω*₂₂*t*"


def test_rounding_on_both_sides_is_no_difference():
    for name, errors in (("operator", "Error"), ("properties", "Number")):
        document = compare_with(Document(), "base=50")
        figure = pane(name).figure(document)
        listing = figure.panels[-1].marks[0]
        a, b = (listing.columns.index(f"{side}: {errors}") for side in "AB")
        rounded = [row for row in listing.rows if "×10⁻¹" in row[a] and "×10⁻¹" in row[b]]
        assert rounded
        assert any(row[a] != row[b] for row in rounded)
        assert {row[-1] for row in rounded} == {""}
    errors = [Listing(("way", "error"), (("one", text),)) for text in ("3×10⁻¹³", "2×10⁻⁹")]
    assert merge_listings(*errors).rows[0][-1] == DIFFERS


def test_heads_that_one_side_alone_has_are_shown():
    document = compare_with(preset("alibi").document, "heads=4")
    panels = [panel for panel in pane("bias").figure(document).panels if panel.x.quantity == "head"]
    expected = [(0.5, 8.5)] * 2
    assert [panel.x.limits for panel in panels] == expected
    edited_document = document.edited({"compare.shows": "difference"})
    ratio = pane("bias").figure(edited_document)
    expected = [(0.5, 4.5)]
    assert [panel.x.limits for panel in ratio.panels if panel.x.quantity == "head"] == expected


def test_paths_of_two_are_whole_on_axes_that_hold_both_and_not_subtracted():
    edited_document = Document().edited({"encoding.length": 60, "encoding.dim": 64})
    document = compare_with(edited_document, "base=100")
    for panel in PANES["components"].figure(document).panels[:2]:
        (path,) = (mark for mark in panel.marks if isinstance(mark, Path))
        for axis, values in ((panel.x, path.x), (panel.y, path.y)):
            assert axis.limits[0] <= min(values) < max(values) <= axis.limits[1]
    figure = PANES["components"].figure(document.edited({"compare.shows": "difference"}))
    apart = figure.panels
    titles = [panel.title for panel in apart]
    actual = [title for title in titles if "Along" in title]
    assert actual == ["A: Along the positions", "B: Along the positions"]
    assert "A − B: Explained by the first" in titles


@pytest.mark.parametrize(("a", "b"), [("dim=256", "dim=64"), ("dim=64", "dim=256")])
def test_the_axes_of_curves_cover_the_pairs_of_both(a, b):
    edited_document = Document().edited({"encoding.dim": int(a.removeprefix("dim="))})
    document = compare_with(edited_document, b)
    for panel in pane("frequencies").figure(document).panels[:2]:
        assert panel.x.limits == (-0.5, 127.5)
        ends = sorted(
            float(curve.series.exact(-0.5, 127.5)[0][-1]) for curve in of(panel, Curve)[-2:]
        )
        assert ends == [31, 127]


def test_of_shades_that_differ_only_the_edges_are_drawn():
    edited_document = Document().edited({"encoding.dim": 64, "encoding.base": 100})
    document = compare_with(edited_document, "schedule=endpoint")
    panel = pane("frequencies").figure(document).panels[0]
    bands = {band.label: (band.low, band.framed, line_style(band)) for band in of(panel, Band)}
    expected = {"A: *λ* > *L* − 1": (24.5, True, "line"), "B: *λ* > *L* − 1": (23.5, True, "line")}
    assert bands == expected


def test_a_choice_is_named_without_its_explanation():
    document = compare_with(Document(), "schedule=endpoint")
    figure = pane("frequencies").figure(document)
    assert figure.title.endswith(" · A: schedule Paper · B: schedule Endpoint")


def test_a_legend_says_what_its_letters_are():
    document = compare_with(Document(), "base=50")
    figure = pane("distance").figure(document)
    panel = figure.rows[1][0]
    labels = [curve.label for curve in of(panel, Curve)]
    assert labels == ["A: base 10\u2009000", "B: base 50"]


@pytest.mark.parametrize("transposed", [False, True])
def test_wavelengths_beside_a_table_are_its_own_across_too(transposed):
    edited_document = Document().edited({"view.transposed": transposed})
    document = compare_with(edited_document, "base=100")
    b = pane("encoding").figure(document).panels[1]
    figure = pane("encoding").figure(document.compared_document)
    alone = figure.panels[0]
    assert b.x.far_numbers == alone.x.far_numbers
    assert b.y.far_numbers == alone.y.far_numbers


def test_a_title_that_is_so_of_one_alone_is_not_that_of_both():
    edited_document = Document().edited({"shift.operator": "concatenated"})
    document = compare_with(edited_document, "layout=concatenated")
    actual = pane("operator").figure(document.without_comparison).title
    assert actual == "This operator does not shift the rows"
    assert pane("operator").figure(document).title.startswith("Operator · A: ")
