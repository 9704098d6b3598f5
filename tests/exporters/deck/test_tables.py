"""A slide shows what its title says: tables that do not fit beside a picture take slides of their own."""

from dataclasses import replace

import pytest
from matplotlib.text import Text

from peviewer.document.document import Document
from peviewer.exporters.deck.places import own_places
from peviewer.exporters.deck.slides import Slide, slides_of_story
from peviewer.exporters.deck.tables import with_whole_tables
from peviewer.figures.panes.catalog import PANES
from peviewer.figures.stories import stories
from peviewer.paper.page.painter import paint
from peviewer.paper.style import Style

STYLE = Style()


def step(story, number):
    """Return the slides of one step, its number counted from 0, as they are written."""
    key = f"{story}:{number + 1}"
    slides = [slide for slide in slides_of_story(stories()[story]) if slide.step == key]
    return with_whole_tables(slides, STYLE)


def texts_on(slide):
    page = paint(slide.figure, own_places(STYLE).look(STYLE))
    return [text.get_text() for text in page.findobj(Text) if text.get_text()]


def titles(slides):
    return [slide.title.replace("\N{NO-BREAK SPACE}", " ") for slide in slides]


def test_a_step_about_every_number_writes_every_number():
    numbers, _, _ = step("steps", 0)
    table = numbers.document.encoding.table()
    written = texts_on(numbers)
    assert len([text for text in written if "." in text]) == table.size
    assert f"{table[9, 5]:.3f}" in written


def test_a_verdict_for_each_claim_takes_two_slides_and_has_all_of_them():
    parts = step("steps", 2)
    (whole,) = PANES["properties"].figure(parts[0].document).panels
    rows = [row for part in parts for row in part.figure.panels[0].marks[0].rows]
    assert tuple(rows) == whole.marks[0].rows
    assert "of 16 rows" not in " ".join(text for part in parts for text in texts_on(part))


def test_slides_of_one_step_are_counted_in_their_titles():
    title = "Both tables in numbers"
    assert titles(step("counters", 3)) == [f"{title} (1 of 2)", f"{title} (2 of 2)"]


def test_panes_without_tables_stay_beside_one_another():
    (slide,) = step("counters", 0)
    assert [pane.name for pane in slide.panes] == ["encoding", "distance"]
    assert "(" not in slide.title


def test_a_table_that_is_too_large_for_two_slides_stays_on_one():
    large = Slide(PANES["table"], Document())
    assert with_whole_tables([large], STYLE) == [large]


def test_what_is_a_part_of_a_pane_does_not_move():
    played = [replace(slide, plays="cursor.position") for slide in step("steps", 0)]
    assert [slide.moves for slide in played] == [False, False, True]


@pytest.mark.parametrize("size", [(1920, 1080), (1440, 1080), (1080, 1080)])
def test_a_picture_has_more_than_half_of_its_slide(size):
    places = own_places(Style(*size))
    share = places.picture.width * places.picture.height / (places.width * places.height)
    assert share > 0.6
