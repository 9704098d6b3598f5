"""Tables on paper: numbers and texts as much as is readable, wrapped or shrunk before any is cut, and counted then."""

import re
from dataclasses import replace

import numpy as np
import pytest

from peviewer.document.fields import compare_with
from peviewer.figures.grammar import Axis, Figure, Listing, Panel
from peviewer.figures.palette import DARK, LIGHT, colormap
from peviewer.figures.panes.catalog import PANES
from peviewer.figures.presets import preset
from peviewer.paper.page.painter import paint
from peviewer.paper.style import Style


def texts(page):
    return page.axes[0].texts


def cell(page, text):
    return next(found for found in texts(page) if found.get_text() == text)


def numerals(page):
    """Return the numbers of the columns: what stands on the line of the corner."""
    corner = cell(page, "$j$ =")
    height = corner.get_position()[1]
    level = [text for text in texts(page) if text.get_position()[1] == height]
    return [int(text.get_text()) for text in level if text is not corner]


def rows(page):
    """Return the numbers of the rows."""
    found = [re.fullmatch(r"\$t\$ = ([\d$\\,]+)", text.get_text()) for text in texts(page)]
    return [int(re.sub(r"\D", "", match[1])) for match in found if match]


@pytest.fixture
def named(made):
    """Return a painted table whose columns are counted by *j*."""

    def painted(style=None, **more):
        panel = made.sheet(**more)
        x = replace(panel.x, label="dimension *j*")
        figure = made.figure((replace(panel, x=x),))
        return paint(
            figure,
            style or Style(),
        )

    return painted


def test_a_table_begins_at_its_first_cell_and_dots_say_that_it_goes_on(named):
    page = named()
    assert rows(page)[:3] == [0, 1, 2]
    assert numerals(page)[:3] == [0, 1, 2]
    written = [text.get_text() for text in texts(page)]
    assert written.count("…") == len(rows(page))
    assert written.count("⋮") == len(numerals(page)) + 1


@pytest.mark.parametrize("kind", ["numbers", "listing"])
@pytest.mark.parametrize("height", [300, 700])
def test_all_that_is_written_of_a_table_is_within_its_area(made, kind, height):
    panel = made.sheet() if kind == "numbers" else made.listing(6)
    figure = made.figure((panel,))
    page = paint(figure, Style(800, height))
    (data,) = page.axes
    area = data.bbox
    rounding = 1.0

    boxes = [text.get_window_extent() for text in data.texts if text.get_text()]

    assert min(box.y0 for box in boxes) >= area.y0 - rounding
    assert max(box.y1 for box in boxes) <= area.y1 + rounding


def test_a_small_table_is_shown_whole_without_dots_and_in_larger_type(named):
    page = named(rows=10, columns=6)
    large = named()
    assert rows(page) == list(range(10))
    assert numerals(page) == list(range(6))
    assert not {"…", "⋮"} & {text.get_text() for text in texts(page)}
    assert texts(page)[0].get_fontsize() > texts(large)[0].get_fontsize()


def test_the_window_of_the_axes_is_shown_in_their_own_numbers(named):
    page = named(rows=1000, row0=500, window=((519.5, 523.5), (2.5, 6.5)))
    assert rows(page) == [520, 521, 522, 523]
    assert numerals(page) == [3, 4, 5, 6]


def test_numbers_have_their_decimals_and_true_minus_signs(named):
    page = named(rows=3, columns=3, decimals=3)
    written = [text.get_text() for text in texts(page)]
    assert "−1.000" in written
    assert "−0.890" in written
    assert not any("-" in text for text in written)


def test_no_more_numbers_are_asked_for_than_the_page_holds(made):
    calls = []
    figure = made.figure((made.sheet(10**7, 65_536, asked=(calls,)),))
    paint(figure, Style())
    assert max(height * width for height, width in calls) < 5000


def test_coloured_cells_have_the_colours_of_the_map_and_readable_numbers(named):
    page = named(rows=6, columns=6, colormap="viridis")
    cells = page.axes[0].patches
    assert len(cells) == 36
    values = ((np.arange(6)[:, None] * 37 + np.arange(6) * 11) % 201 - 100) / 100
    for patch, value in zip(cells, values.ravel(), strict=True):
        expected = colormap("viridis")[min(255, int((value + 1) * 128))] / 255
        assert np.allclose(patch.get_facecolor()[:3], expected, atol=1 / 255)
    inks = {text.get_color() for text in texts(page) if re.fullmatch(r"−?\d\.\d+", text.get_text())}
    assert inks == {"#000000", "#FFFFFF"}
    actual = {text.get_color() for text in texts(named(rows=6, columns=6))}
    assert actual == {LIGHT.text, LIGHT.secondary}


SLIDE = Style()
COLUMN = Style.default("paper")


def written(page):
    return [text.get_text() for text in texts(page)]


def size(page):
    (found,) = {text.get_fontsize() for text in texts(page)}
    return found


def listed(made, *marks, style=SLIDE):
    """Return a page with a panel for each Listing, side by side."""
    blank = made.Axis("listing", "", (0.0, 1.0))
    panels = [made.Panel(blank, blank, (mark,)) for mark in marks]
    return paint(made.figure(tuple(panels)), style)


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("theme", ["slide-dark", "paper"])
def test_a_cell_that_begins_with_a_verdict_has_its_sign_in_its_colour(made, theme):
    style = Style.default(theme)
    rows = (("bounded", "✗\u00a063", "✓\u00a00.5"),)
    page = listed(made, made.Listing(("claim", "t", "share"), rows), style=style)
    colours = {text.get_text(): text.get_color() for text in texts(page)}
    palette = style.palette
    expected = {"✗": palette.fails, "63": palette.text, "✓": palette.holds, "0.5": palette.text}
    assert {text: colours.get(text) for text in expected} == expected
    places = {text.get_text(): text.get_window_extent() for text in texts(page)}
    for sign, text in (("✗", "63"), ("✓", "0.5")):
        end = places[sign].x1
        assert end < places[text].x0 < end + places[sign].width


def test_a_verdict_is_a_sign_in_its_colour_before_its_row(made):
    figure = made.figure((made.listing(),))
    page = paint(figure, Style.default("slide-dark"))
    palette = DARK
    signs = [(text.get_text(), text.get_color()) for text in texts(page)]
    signs = [(sign, color) for sign, color in signs if sign in "✓✗"]
    assert signs == [("✓", palette.holds)] * 3 + [("✗", palette.fails)]
    levels = {text.get_text(): text.get_position()[1] for text in texts(page)}
    assert levels["✗"] == levels["linear-shift"]
    assert "monotone" in levels


def test_long_texts_are_wrapped_within_their_column_and_nothing_is_lost(made):
    figure = made.figure((made.listing(),))
    page = paint(figure, COLUMN)
    assert size(page) >= COLUMN.sizes.least - 1e-9
    left = texts(page)[2].get_position()[0]
    lines = [text for text in texts(page) if text.get_position()[0] == left]
    assert len(lines) > 6
    whole = " ".join(text.get_text() for text in lines)
    assert "The smallest distance between any two positions is that of 198 and 199." in whole
    renderer = page.canvas.get_renderer()
    right = max(text.get_window_extent(renderer).x1 for text in lines)
    assert right <= page.axes[0].bbox.x1 + 1


def test_type_shrinks_as_far_as_it_can_be_read_before_rows_are_left_out(made):
    figure = made.figure((made.listing(1),))
    few = paint(figure, SLIDE)
    many = paint(made.figure((made.listing(4),)), SLIDE)
    too_many = paint(made.figure((made.listing(60),)), SLIDE)
    assert size(few) > size(many) >= SLIDE.sizes.least
    assert written(many).count("unique") == 4
    assert size(too_many) >= SLIDE.sizes.least
    (told,) = [text for text in written(too_many) if text.startswith("… ")]
    claims = {"unique", "bounded", "constant-step", "monotone", "linear-shift"}
    shown = sum(text in claims for text in written(too_many))
    assert told.endswith(f"{shown} of 300 rows")


def test_of_rows_that_do_not_all_fit_those_that_fail_are_shown_in_their_order(made):
    rows = tuple((f"claim {k}", "x") for k in range(200))
    mark = made.Listing(("Claim", "What"), rows, tuple(k != 180 for k in range(200)))
    shown = written(listed(made, mark))
    claims = [text for text in shown if text.startswith("claim")]
    assert claims[:3] == ["claim 0", "claim 1", "claim 2"]
    assert claims[-1] == "claim 180"
    assert shown.count("✗") == 1
    assert f"… {len(claims)} of 200 rows" in shown


def test_rows_are_left_out_from_the_end_and_counted_of_how_many(made):
    rows = tuple(
        (f"row {k}", "several words that need more lines " * (3 if k == 20 else 1))
        for k in range(60)
    )
    shown = written(listed(made, made.Listing(("Row", "What"), rows)))
    named = [text for text in shown if text.startswith("row ")]
    assert named == [f"row {k}" for k in range(len(named))]
    assert shown[-1] == f"… the first {len(named)} of 60 rows"


@pytest.mark.slow
def test_a_column_that_can_be_spared_gives_way_before_rows_do(made):
    rows = tuple((f"row {k}", "why it is so, in a sentence of some length " * 3) for k in range(24))
    mark = made.Listing(("Row", "Why"), rows, spare_column="Why")
    for style, has_it in ((SLIDE, True), (SLIDE.but(width=800), False)):
        shown = written(listed(made, mark, style=style))
        assert ("Why" in shown) is has_it
        assert sum(text.startswith("row ") for text in shown) == 24


def test_rows_that_are_the_first_of_more_are_counted_of_all_there_are(made):
    for count in (3, 60):
        rows = [(str(k),) for k in range(count)]
        mark = made.Listing(("pair",), tuple(rows), total="128 pairs")
        shown = written(listed(made, mark))
        assert shown[-1] == f"… the first {len(shown) - 2} of 128 pairs"


@pytest.mark.slow
def test_a_short_table_alone_is_set_in_larger_type_than_beside_axes(made):
    blank = made.Axis("listing", "", (0.0, 1.0))
    mark = made.Listing(("a", "b"), (("one", "1"), ("two", "2")))
    table = made.Panel(blank, blank, (mark,))
    alone = paint(made.figure((table,)), SLIDE)
    figure = made.figure((made.curves(), table))
    beside = paint(figure, SLIDE)
    sizes = [{text.get_fontsize() for text in page.axes[-1].texts} for page in (alone, beside)]
    assert SLIDE.sizes.title > min(sizes[0]) > 1.2 * max(sizes[1])
    assert size(paint(made.figure((table,)), COLUMN)) < 1.4 * COLUMN.sizes.tick


@pytest.mark.slow
def test_columns_without_room_are_left_out_in_pairs_and_counted(made):
    heads = (
        "bucket",
        *(f"{side}: {name}" for name in ("lags", "count", "weights", "biases") for side in "AB"),
        "",
    )
    rows = tuple((str(k), *["20\u2009473\u2009564"] * 8, "≠") for k in range(3))
    mark = made.Listing(heads, rows, sign=True)
    wide = written(listed(made, mark, style=SLIDE.but(width=3000)))
    narrow = written(listed(made, mark, style=SLIDE.but(width=1080)))
    assert {"≠", "B: biases"} <= set(wide)
    assert "… the first 5 of 9 columns" in narrow
    assert narrow.count("20\u2009473\u2009564") == 3 * 4


@pytest.mark.slow
def test_tables_of_one_page_have_one_size():
    compared = compare_with(preset("choose-base").document, "base=100000")
    page = paint(PANES["deciding"].figure(compared), SLIDE)
    assert len(page.axes) == 2
    sizes = {text.get_fontsize() for text in texts(page)}
    assert len(sizes) == 1


def test_the_columns_of_a_and_b_are_left_out_together():
    columns = ("Claim", "Kind", "Sort", "A: x", "B: x")
    row = ("one", "two", "three", "four", "an" + "unbreakable" * 4)
    blank = Axis("listing", "", (0.0, 1.0))
    table = Panel(blank, blank, (Listing(columns, (row,) * 3),))

    page = paint(Figure("", ((table,),)), Style.of_inches(1.9, 2, theme="paper"))

    assert "… the first 3 of 5 columns" in [text.get_text() for text in page.axes[0].texts]
