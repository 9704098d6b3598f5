"""A table of texts on paper: wrapped, shrunk to a readable size, cut with a count; verdicts as signs."""

import pytest

from peviewer.document.document import Document
from peviewer.document.fields import compare_with
from peviewer.figures.palette import DARK, LIGHT
from peviewer.figures.panes.catalog import PANES
from peviewer.figures.presets import preset
from peviewer.paper.page.painter import paint
from peviewer.paper.sizes import named_size
from peviewer.paper.style import Style

SLIDE, COLUMN = Style(), Style.default("paper")


def texts(page):
    return page.axes[0].texts


def written(page):
    return [text.get_text() for text in texts(page)]


def size(page):
    (found,) = {text.get_fontsize() for text in texts(page)}
    return found


@pytest.mark.parametrize(("theme", "palette"), [("slide-light", LIGHT), ("slide-dark", DARK), ("paper", LIGHT)])
def test_a_verdict_is_a_sign_in_its_colour_before_its_row(made, theme, palette):
    page = paint(made.figure((made.listing(),)), Style.default(theme))
    signs = [(text.get_text(), text.get_color()) for text in texts(page) if text.get_text() in "✓✗"]
    assert signs == [("✓", palette.holds)] * 3 + [("✗", palette.fails)]
    levels = {text.get_text(): text.get_position()[1] for text in texts(page)}
    assert levels["✗"] == levels["linear-shift"]
    assert "monotone" in levels


def test_without_verdicts_there_is_no_column_for_signs(made):
    page = paint(made.figure((made.listing(verdicts=(None,) * 5),)), SLIDE)
    assert min(text.get_position()[0] for text in texts(page)) == 0


def test_long_texts_are_wrapped_within_their_column_and_nothing_is_lost(made):
    page = paint(made.figure((made.listing(),)), COLUMN)
    lines = [text for text in texts(page) if text.get_position()[0] == texts(page)[2].get_position()[0]]
    assert len(lines) > 6
    whole = " ".join(text.get_text() for text in lines)
    assert "The smallest distance between any two positions is that of 198 and 199." in whole
    renderer = page.canvas.get_renderer()
    assert max(text.get_window_extent(renderer).x1 for text in lines) <= page.axes[0].bbox.x1 + 1


def test_numbers_stand_right_and_words_left(made):
    page = paint(made.figure((made.listing(),)), SLIDE)
    sides = {text.get_text(): text.get_horizontalalignment() for text in texts(page)}
    assert {sides[number] for number in ("Number", "0.31", "3.67198566", "4×10$^{-15}$")} == {"right"}
    assert {sides[word] for word in ("Claim", "unique", "Every value lies in −1 … 1.")} == {"left"}


def test_type_shrinks_as_far_as_it_can_be_read_before_rows_are_left_out(made):
    few, many, too_many = (paint(made.figure((made.listing(times),)), SLIDE) for times in (1, 4, 60))
    assert size(few) > size(many) >= SLIDE.sizes.least
    assert written(many).count("unique") == 4
    assert size(too_many) >= SLIDE.sizes.least
    (told,) = [text for text in written(too_many) if text.startswith("… ")]
    shown = sum(
        text in ("unique", "bounded", "constant-step", "monotone", "linear-shift") for text in written(too_many)
    )
    assert told.endswith(f"{shown} of 300 rows")


def test_of_rows_that_do_not_all_fit_those_that_fail_are_shown_in_their_order(made):
    blank = made.Axis("listing", "", (0.0, 1.0))
    rows = tuple((f"claim {k}", "x") for k in range(200))
    mark = made.Listing(("Claim", "What"), rows, tuple(k != 180 for k in range(200)))
    shown = written(paint(made.figure((made.Panel(blank, blank, (mark,)),)), SLIDE))
    claims = [text for text in shown if text.startswith("claim")]
    assert claims[:3] == ["claim 0", "claim 1", "claim 2"]
    assert claims[-1] == "claim 180"
    assert shown.count("✗") == 1
    assert f"… {len(claims)} of 200 rows" in shown


def test_rows_are_left_out_from_the_end_and_counted_of_how_many(made):
    blank = made.Axis("listing", "", (0.0, 1.0))
    rows = tuple((f"row {k}", "several words that need more lines " * (3 if k == 20 else 1)) for k in range(60))
    shown = written(paint(made.figure((made.Panel(blank, blank, (made.Listing(("Row", "What"), rows),)),)), SLIDE))
    named = [text for text in shown if text.startswith("row ")]
    assert named == [f"row {k}" for k in range(len(named))]
    assert shown[-1] == f"… the first {len(named)} of 60 rows"


@pytest.mark.parametrize(("style", "rows", "shrunk"), [(SLIDE, 24, True), (SLIDE, 45, False), (COLUMN, 25, True)])
def test_rows_without_room_on_a_slide_are_left_out_rather_than_small(made, style, rows, shrunk):
    blank = made.Axis("listing", "", (0.0, 1.0))
    mark = made.Listing(("Row", "What"), tuple((f"row {k}", "one") for k in range(rows)))
    page = paint(made.figure((made.Panel(blank, blank, (mark,)),)), style)
    assert (size(page) < style.sizes.tick) is shrunk
    assert (written(page)[-1] == "one") is (style is SLIDE and shrunk)


def test_a_column_that_can_be_spared_gives_way_before_rows_do(made):
    blank = made.Axis("listing", "", (0.0, 1.0))
    rows = tuple((f"row {k}", "why it is so, in a sentence of some length " * 3) for k in range(24))
    mark = made.Listing(("Row", "Why"), rows, spare="Why")
    for style, has_it in ((SLIDE, True), (SLIDE.but(width=800), False)):
        shown = written(paint(made.figure((made.Panel(blank, blank, (mark,)),)), style))
        assert ("Why" in shown) is has_it
        assert sum(text.startswith("row ") for text in shown) == 24


def test_no_type_is_smaller_than_can_be_read(made):
    for style in (COLUMN, Style.of_inches(1.6, 1.2, theme="paper"), Style(640, 360)):
        page = paint(made.figure((made.listing(6),)), style)
        assert size(page) >= style.sizes.least - 1e-9


def test_hairlines_stand_above_below_the_header_and_at_the_end_only(made):
    page = paint(made.figure((made.listing(),)), SLIDE)
    lines = sorted(float(line.get_ydata()[0]) for line in page.axes[0].lines)
    levels = sorted({text.get_position()[1] for text in texts(page)})
    assert len(lines) == 3
    assert lines[0] < levels[0] < lines[1] < levels[1]
    assert levels[-1] < lines[2]


def test_a_panel_with_hardly_any_room_still_holds_its_table(made):
    page = paint(made.figure((made.heat(),), (made.heat(),), (made.heat(),), (made.listing(),)), Style(700, 520))
    renderer, axes = page.canvas.get_renderer(), page.axes[-1]
    assert axes.texts
    assert min(text.get_window_extent(renderer).y0 for text in axes.texts) >= axes.bbox.y0 - 2


def test_sentences_are_broken_rather_than_small(made):
    blank = made.Axis("listing", "", (0.0, 1.0))
    rows = tuple((f"row {k}", "why it is so, in a sentence that would have room in small type " * 2) for k in range(6))
    sizes = [
        size(paint(made.figure((made.Panel(blank, blank, (made.Listing(("Row", "Why"), rows, spare=spare),)),)), SLIDE))
        for spare in ("Why", "")
    ]
    assert sizes[0] > sizes[1]


def test_no_word_is_broken_where_smaller_type_does_without(made):
    blank = made.Axis("listing", "", (0.0, 1.0))
    names = ("bucket", "lags", "count", "bias")
    rows = tuple((str(k), f"-{k}", "1", f"-{k}.25") for k in range(64))
    panels = [made.Panel(blank, blank, (made.Listing(names, rows),)) for _ in range(3)]
    page = paint(made.figure(tuple(panels)), COLUMN)
    assert set(names) <= {text.get_text() for text in texts(page)}


@pytest.mark.parametrize("name", ["square", "single"])
def test_no_range_is_broken_where_smaller_type_does_without(name):
    page = paint(PANES["buckets"].figure(preset("t5").document), named_size(name).style())
    shown = [text.get_text() for axes in page.axes for text in axes.texts]
    assert "−15 … −12" in shown
    assert not any(text.endswith(" …") for text in shown)


def test_rows_that_are_the_first_of_more_are_counted_of_all_there_are(made):
    blank = made.Axis("listing", "", (0.0, 1.0))
    for count in (3, 60):
        mark = made.Listing(("pair",), tuple((str(k),) for k in range(count)), total="128 pairs")
        shown = written(paint(made.figure((made.Panel(blank, blank, (mark,)),)), SLIDE))
        assert shown[-1] == f"… the first {len(shown) - 2} of 128 pairs"


def test_a_short_table_alone_is_set_in_larger_type_than_beside_axes(made):
    blank = made.Axis("listing", "", (0.0, 1.0))
    table = made.Panel(blank, blank, (made.Listing(("a", "b"), (("one", "1"), ("two", "2"))),))
    alone = paint(made.figure((table,)), SLIDE)
    beside = paint(made.figure((made.curves(), table)), SLIDE)
    sizes = [{text.get_fontsize() for text in page.axes[-1].texts} for page in (alone, beside)]
    assert SLIDE.sizes.title > min(sizes[0]) > 1.2 * max(sizes[1])
    assert size(paint(made.figure((table,)), COLUMN)) < 1.4 * COLUMN.sizes.tick


def test_columns_without_room_are_left_out_in_pairs_and_counted(made):
    blank = made.Axis("listing", "", (0.0, 1.0))
    heads = ("bucket", *(f"{side}: {name}" for name in ("lags", "count", "weights", "biases") for side in "AB"), "")
    rows = tuple((str(k), *["20\u2009473\u2009564"] * 8, "≠") for k in range(3))
    for sign in (True, False):
        mark = made.Listing(heads if sign else heads[:-1], rows if sign else tuple(row[:-1] for row in rows), sign=sign)
        wide, narrow = (
            written(paint(made.figure((made.Panel(blank, blank, (mark,)),)), SLIDE.but(width=width)))
            for width in (3000, 1080)
        )
        assert ("≠" in wide) is sign
        assert "B: biases" in wide
        assert "… the first 5 of 9 columns" in narrow
        assert narrow.count("20\u2009473\u2009564") == 3 * 4


@pytest.mark.slow
def test_the_line_that_counts_columns_left_out_has_room_where_rows_stand_close():
    document = compare_with(Document(), "base=500")
    page = paint(PANES["frequencies"].figure(document), named_size("single").style())
    (axes,) = (axes for axes in page.axes if any("columns" in text.get_text() for text in axes.texts))
    renderer = page.canvas.get_renderer()
    assert min(text.get_window_extent(renderer).y0 for text in axes.texts) >= axes.bbox.y0 - 1


def test_no_number_goes_on_in_a_next_line_where_smaller_type_holds_it():
    document = compare_with(Document(), "base=500").edited({"compare.shows": "difference"})
    page = paint(PANES["precision"].figure(document), named_size("single").style())
    written = {text.get_text() for axes in page.axes for text in axes.texts}
    assert {"1.3×10$^{-5}$", "2.7×10$^{-7}$", "3.9×10$^{-7}$"} <= written


@pytest.mark.parametrize("name", ["square", "1080p", "single-600"])
def test_tables_of_one_page_have_one_size(name):
    compared = compare_with(preset("choose-base").document, "base=100000")
    page = paint(PANES["deciding"].figure(compared), named_size(name).style())
    assert len(page.axes) == 2
    assert len({text.get_fontsize() for axes in page.axes for text in axes.texts}) == 1


@pytest.mark.parametrize("name", ["square", "1080p"])
def test_a_short_table_alone_reaches_down_to_the_end_of_a_slide(name):
    style = named_size(name).style()
    document = preset("choose-base").document.edited({"compare.against": None})
    page = paint(PANES["deciding"].figure(document), style)
    assert {text.get_text().count("\n") for text in texts(page)} == {0}
    assert size(page) <= style.sizes.title
    lowest = min(text.get_window_extent(page.canvas.get_renderer()).y0 for text in texts(page))
    assert lowest < 0.1 * page.bbox.height
