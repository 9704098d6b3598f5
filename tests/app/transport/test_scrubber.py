"""The scrubber: its track and knob, the ticks and numbers below, and its ends."""

from itertools import pairwise

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QPalette

from peviewer.app.controls.slider import Span
from peviewer.app.transport.scrubber import HEIGHT, TICKS, TRACK, Scrubber


@pytest.fixture
def scrubber(qtbot):
    made = Scrubber(Span(0, 1))
    qtbot.addWidget(made)
    made.resize(460, HEIGHT)
    made.set_span(Span(0, 100))
    return made


def colour(scrubber, role):
    return scrubber.palette().color(role).name()


def columns(scrubber, y, expected):
    """Return the pixels of a row that have a colour."""
    image = scrubber.grab().toImage()
    return [x for x in range(image.width()) if image.pixelColor(x, y).name() == expected]


def test_the_track_is_filled_up_to_the_knob(scrubber):
    scrubber.set_number(25)
    accent = colour(scrubber, QPalette.ColorRole.Highlight)
    filled = columns(scrubber, TRACK + 1, accent)
    assert min(filled) == pytest.approx(scrubber.margin(), abs=2)
    quarter = scrubber.margin() + scrubber.track_width() / 4
    assert max(filled) == pytest.approx(quarter + scrubber.knob().width() / 2, abs=3)


def test_a_knob_beyond_the_ends_stands_at_the_end_hollow_and_wider_by_an_arrow(scrubber):
    accent = colour(scrubber, QPalette.ColorRole.Highlight)
    scrubber.set_number(100)
    inside = scrubber.knob()
    top = round(inside.top()) + 4
    assert len(columns(scrubber, top, accent)) > inside.width() / 2
    scrubber.set_number(101)
    outside = scrubber.knob()
    assert outside.width() > inside.width()
    assert outside.right() > inside.center().x()
    assert len(columns(scrubber, top, accent)) < inside.width() / 2


@pytest.mark.parametrize("number", [0, 50.123, 100, -1e6, 1e9])
def test_the_knob_is_never_cut_off(scrubber, number):
    scrubber.set_number(number)
    assert QRectF(scrubber.rect()).contains(scrubber.knob().adjusted(-3, -3, 3, 3))


def test_the_knob_keeps_decimals_and_width_while_it_plays(scrubber):
    scrubber.set_playing(True, 1)
    widths = set()
    for number in (9.9, 10, 99.4, 7.1):
        scrubber.set_number(number)
        widths.add(scrubber.knob().width())
    assert scrubber.text(10) == "10.0"
    assert len(widths) == 1


def test_ticks_stand_at_whole_positions_and_are_thinned_where_there_are_many(scrubber):
    ink = colour(scrubber, QPalette.ColorRole.Dark)
    scrubber.set_span(Span(0, 40))
    inner = columns(scrubber, TICKS + 1, ink)
    assert 37 <= len(inner) <= 41, "wedges cover those at the ends"
    for length in (100, 1000, 10_000_000, 1e9):
        scrubber.set_span(Span(-length, length))
        ticks = columns(scrubber, TICKS + 1, ink)
        assert 3 < len(ticks) <= 91
        assert min(b - a for a, b in pairwise(ticks)) >= 4


def test_what_is_below_the_track_keeps_clear_of_the_ring_of_the_focus(scrubber):
    ring_bottom = scrubber.knob().bottom() + 4.5
    assert ring_bottom < TICKS
    assert all(end.y() + 0.75 >= ring_bottom for end in scrubber.ends.values())


@pytest.mark.parametrize(("low", "high"), [(0, 100), (100, -20), (0.25, 0.5), (-1e9, 1e9)])
def test_from_is_at_the_left_and_to_at_the_right_inside_the_scrubber(scrubber, low, high):
    scrubber.set_span(Span(low, high))
    start, stop = scrubber.ends.values()
    assert start.number() == low
    assert stop.number() == high
    assert start.geometry().right() < stop.geometry().left()
    assert scrubber.rect().contains(start.geometry())
    assert scrubber.rect().contains(stop.geometry())
