"""Several values of one parameter: a curve of each in one plot, with its name and in its colour."""

import numpy as np
import pytest

from peviewer.document.document import Document, DocumentError
from peviewer.document.fields import with_several
from peviewer.figures.compare.listings import merge_listings
from peviewer.figures.grammar import Curve, Listing, Rule
from peviewer.figures.palette import DARK, LIGHT, contrast
from peviewer.figures.panes.catalog import pane
from peviewer.figures.presets import preset
from peviewer.paper.page.painter import paint
from peviewer.paper.style import Style
from tests.figures.drawn import of

SHADES = ("curve-", "ordered-")
SMALL = Document().edited({"encoding.length": 60, "encoding.dim": 16})


def curves(figure):
    return [
        [m for m in panel.marks if isinstance(m, Curve) and m.color.startswith(SHADES)]
        for panel in figure.panels
    ]


def test_each_value_has_its_own_curve():
    document = with_several(SMALL, "dim=16,64,256")
    drawn = [panel for panel in curves(pane("distance").figure(document)) if panel]
    expected = [["*d* = 16", "*d* = 64", "*d* = 256"]]
    assert [[curve.label for curve in panel] for panel in drawn] == expected
    for curve, dim in zip(drawn[0], (16, 64, 256), strict=True):
        alone = pane("distance").figure(SMALL.edited({"encoding.dim": dim}))
        own = next(
            mark for panel in alone.panels for mark in panel.marks if isinstance(mark, Curve)
        )
        assert np.array_equal(curve.series.sample(0, 59, 60)[1], own.series.sample(0, 59, 60)[1])


@pytest.mark.parametrize(
    ("name", "changes", "several"),
    [
        ("distance", {}, "dim=16,64"),
        ("score", {"encoding.scheme": "rope"}, "scaling=none,linear,ntk"),
        ("bias", {"encoding.scheme": "alibi"}, "heads=4,8"),
        ("frequencies", {}, "base=100,10000"),
    ],
)
def test_the_plot_is_as_large_as_all_need_and_names_each(name, changes, several):
    document = with_several(SMALL.edited(changes), several)
    figure = pane(name).figure(document)
    alone = [pane(name).figure(each) for each in document.documents_of_values]
    panel, drawn = next(
        (panel, drawn) for panel, drawn in zip(figure.panels, curves(figure), strict=True) if drawn
    )
    place = figure.panels.index(panel)
    ends = [other.panels[place].y.limits for other in alone]
    expected = (min(low for low, _ in ends), max(high for _, high in ends))
    assert panel.y.limits == expected
    assert panel.legend
    assert panel.y.label
    assert len({curve.label for curve in drawn}) == len(document.documents_of_values)
    assert pane(name).explanation(document).startswith("The curves are those of")


def test_a_session_keeps_them():
    document = with_several(SMALL, "dim=16,64")
    assert Document.from_json(document.to_json()) == document


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("dim", "it must be a parameter and two to 8 values"),
        ("dim=64", "two to 8 values"),
        ("dim=1,2,3,4,5,6,7,8,9", "two to 8 values"),
        ("phi=1,2", "phi is not a field"),
        ("dim=64,0", "several dim = 0 is not allowed"),
    ],
)
def test_what_cannot_be_is_refused_in_one_line(text, words):
    with pytest.raises(DocumentError, match=words) as caught:
        with_several(SMALL, text)
    assert "\n" not in str(caught.value)


def test_the_own_value_is_a_curve_and_the_score_of_each_is_its_own():
    document = with_several(preset("rope-llama-2").document, "base=5e5,1e6")
    score, bound, reach = pane("score").figure(document).panels
    names = ["*b* = 10\u2009000", "*b* = 500\u2009000", "*b* = 1\u2009000\u2009000"]
    actual = [[curve.label for curve in of(panel, Curve)] for panel in (score, bound)]
    assert actual == [names, names]
    (listing,) = reach.marks
    assert listing.columns == ("of the score", *names)
    expected = (
        ("halves at lag", "46", "166", "197"),
        ("is 0 at lag", "1\u2009707", "none", "none"),
        ("least base", *["28\u2009700"] * 3),
    )
    assert listing.rows[:3] == expected
    assert score.fact == "", "the score at φ is that of one alone"
    assert not [mark for mark in of(score, Rule) if "back" in mark.label and "φ" not in mark.label]


def test_what_shows_one_only_says_which_and_heights_have_names():
    document = with_several(Document(), "dim=64,128")
    matrix, profile = pane("distance").figure(document).panels
    assert matrix.title == "of *d* = 256"
    assert matrix.heatmap.raster.shape == (200, 200)
    named = {mark.label: mark.color for mark in of(profile, Rule) if "neighbours" in mark.label}
    expected = {
        "*d* = 256: neighbours 2.671": "ordered-5",
        "*d* = 64: neighbours 1.472": "ordered-0",
        "*d* = 128: neighbours 1.953": "ordered-2",
    }
    assert named == expected


def test_a_pane_without_curves_and_listings_shows_the_own_encoding_and_says_so():
    document = with_several(SMALL, "dim=4,64")
    figure = pane("encoding").figure(document)
    alone = pane("encoding").figure(SMALL)
    assert [panel.title for panel in figure.panels] == ["of *d* = 16"]
    assert figure.panels[0].marks == alone.panels[0].marks
    assert (
        pane("encoding").explanation(document)
        == f"Of *d* = 16: {pane('encoding').explanation(SMALL)}"
    )


def test_captions_and_formulas_have_what_is_so_of_all():
    rope = preset("rope-llama-2").document
    document = with_several(rope, "scaling=yarn,llama3")
    said = pane("frequencies").explanation(document)
    assert said == "The curves are those of no scaling, YaRN (factor 4) and Llama 3 (factor 4)."
    assert "straight line" in pane("frequencies").explanation(rope)
    assert pane("frequencies").figure(document).formula == r"\lambda_i = 2\pi/\omega_i"
    assert pane("frequencies").formula_text(document) == "λᵢ = 2π/ωᵢ"


def test_what_decides_is_one_look_at_all_scalings():
    document = with_several(
        preset("rope-llama-3.1").document, "scaling=none,linear,ntk,yarn,dynamic"
    )
    (panel,) = pane("deciding").figure(document).panels
    (listing,) = panel.marks
    expected = (
        "Llama 3 (factor 8)",
        "no scaling",
        "Position interpolation (factor 8)",
        "NTK-aware (factor 8)",
        "YaRN (factor 8)",
        "Dynamic NTK",
    )
    assert listing.columns[1:] == expected
    zeros = next(row for row in listing.rows if row[0] == "score is 0 at lag")
    expected = (
        "85\u2009133",
        "18\u2009438",
        "none",
        "56\u2009262",
        "102\u2009595",
        "102\u2009996",
    )
    assert zeros[1:] == expected


def test_positions_are_those_that_all_have():
    document = with_several(SMALL.edited({"cursor.position": 50}), "length=20,90")
    figure = pane("distance").figure(document)
    (profile,) = figure.rows[1]
    assert profile.title == "From position *t* = 19"
    assert profile.x.limits == (-0.5, 89.5)


def test_of_many_listings_what_differs_in_several_columns_becomes_rows():
    listings = [Listing(("pair", "n", "unit", "ω"), (("first", "0", "rad", "1"), ("last", str(k), "rad", f"0.{k}")))
                for k in (7, 8, 9)]  # fmt: skip
    merged = merge_listings(*listings, names=["a", "b", "c"])
    assert merged.columns == ("pair", "a", "b", "c")
    expected = (("last, n", "7", "8", "9"), ("last, ω", "0.7", "0.8", "0.9"))
    assert merged.rows == expected


def test_a_listing_that_would_be_too_long_is_that_of_one():
    document = with_several(Document(), "base=50,100")
    steps = pane("table").figure(document).panels[-1]
    assert steps.title == "Step by step: PE(50), of *b* = 10\u2009000"
    figure = pane("table").figure(Document())
    assert steps.marks[0].rows == figure.panels[-1].marks[0].rows


def test_where_one_head_is_drawn_the_title_says_which():
    rope = SMALL.edited({"encoding.scheme": "rope", "cursor.head": 3})
    document = with_several(rope, "base=50,1000")
    weights = pane("attention").figure(document).panels[0]
    assert weights.title == "Weight of each key: head 3"
    expected = ["*b* = 10\u2009000", "*b* = 50", "*b* = 1\u2009000"]
    assert [curve.label for curve in of(weights, Curve)] == expected


def test_values_in_order_are_shades_of_one_hue_and_others_have_colours_of_their_own():
    for several, expected in (("dim=16,64,256", "ordered-"), ("schedule=paper,endpoint", "curve-")):
        (drawn,) = [
            panel
            for panel in curves(pane("distance").figure(with_several(SMALL, several)))
            if panel
        ]
        assert all(curve.color.startswith(expected) for curve in drawn), several
        assert len({curve.color for curve in drawn}) == len(drawn)
        assert [curve.dash for curve in drawn] == list(range(len(drawn)))


@pytest.mark.parametrize("palette", [LIGHT, DARK])
def test_shades_in_order_stand_out_and_grow_away_from_the_ground(palette):
    contrasts = [contrast(color, palette.panel) for color in palette.ordered]
    assert contrasts[0] >= 3
    assert contrasts == sorted(contrasts)


def test_in_a_column_the_plot_of_all_goes_before_what_shows_one_and_keeps_its_key():
    document = with_several(Document(), "dim=64,128,256")
    figure = pane("distance").figure(document)
    page = paint(figure, Style.of_inches(3.3, 2.8, theme="paper"))
    visible = [axes for axes in page.axes if axes.get_visible()]
    assert len(visible) == 1
    names = [text.get_text() for legend in page.legends for text in legend.get_texts()]
    assert sum("d" in name and "neighbours" not in name for name in names) == 3
    assert visible[0].bbox.height > 0.4 * page.bbox.height
    curve_styles = {line.get_linestyle() for line in visible[0].lines if len(line.get_xdata()) > 2}
    assert curve_styles >= {"-", "--"}
