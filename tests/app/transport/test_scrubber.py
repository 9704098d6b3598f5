"""The slider of the number that plays: its track, its ticks and their numbers, and the number on its handle."""

from itertools import pairwise

import pytest
from PySide6.QtGui import QPalette

from peviewer.app.controls.slider import HANDLE, Span
from peviewer.app.transport.scrubber import Scrubber, spacing


@pytest.mark.parametrize("least", [1e-6, 1, 1.1, 2.5, 9.99, 4e7, 1e12])
def test_ticks_are_spaced_by_the_next_one_two_or_five(least):
    step = spacing(least)
    assert str(step).rstrip("0") in ("1", "2", "5")
    assert step == 1 or least <= step < 2.6 * least


@pytest.fixture
def scrubber(qtbot):
    made = Scrubber(Span(0, 100))
    qtbot.addWidget(made)
    made.resize(400 + HANDLE, 44)
    return made


def row(scrubber, y):
    image = scrubber.grab().toImage()
    return [image.pixelColor(x, y).name() for x in range(image.width())]


def test_the_track_is_filled_up_to_phi(scrubber):
    accent = scrubber.palette().color(QPalette.ColorRole.Highlight).name()
    scrubber.set_number(25)
    filled = [x for x, colour in enumerate(row(scrubber, 15)) if colour == accent]
    assert min(filled) <= HANDLE // 2
    assert max(filled) == pytest.approx(100 + HANDLE / 2 + 6, abs=2)


def ticks(scrubber):
    ink = scrubber.palette().color(QPalette.ColorRole.Dark).name()
    return [x for x, colour in enumerate(row(scrubber, 25)) if colour == ink]


def test_ticks_stand_at_whole_positions_and_are_thinned_where_there_are_many(scrubber):
    scrubber.set_span(Span(0, 40))
    assert len(ticks(scrubber)) == 41
    assert ticks(scrubber)[0] == HANDLE // 2
    for length in (100, 1000, 10_000_000, 1e9):
        scrubber.set_span(Span(-length, length))
        gaps = {b - a for a, b in pairwise(ticks(scrubber))}
        assert 3 < len(ticks(scrubber)) <= 81
        assert min(gaps) >= 4


def test_a_handle_beyond_the_ends_is_hollow(scrubber):
    accent = scrubber.palette().color(QPalette.ColorRole.Highlight).name()
    right = 400 + HANDLE // 2
    scrubber.set_number(100)
    assert row(scrubber, 15)[right] == accent
    scrubber.set_number(101)
    assert row(scrubber, 15)[right] != accent


def test_on_a_logarithmic_range_powers_of_ten_are_numbered(scrubber):
    scrubber.set_span(Span(1, 10_000, log=True))
    minor, major = scrubber._logarithmic()
    assert list(major.values()) == ["1", "10", "100", "1\u2009000", "10\u2009000"]
    assert 20 in minor
    places = ticks(scrubber)
    assert places[0] == HANDLE // 2
    assert places[-1] == pytest.approx(400 + HANDLE // 2, abs=1)


def test_a_short_range_has_ticks_between_whole_numbers_as_close_up_to_the_end(scrubber):
    scrubber.set_span(Span(0, 0.5))
    halves = [x > 200 + HANDLE // 2 for x in ticks(scrubber)]
    assert sum(halves) == pytest.approx(len(halves) / 2, abs=1)
    assert len(halves) > 6
    assert list(scrubber._linear(scrubber.fontMetrics())[1].values())[:2] == ["0.00", "0.10"]


def test_a_range_of_no_length_is_drawn_and_a_long_one_has_no_more_numbers_than_can_be_taken_in(scrubber):
    scrubber.set_span(Span(5, 5))
    scrubber.set_number(5)
    assert not scrubber.grab().isNull()
    for width in (420, 1000, 3000):
        scrubber.resize(width, scrubber.height())
        scrubber.set_span(Span(0, 100))
        assert 5 <= len(scrubber._linear(scrubber.fontMetrics())[1]) <= 15


def test_the_handle_carries_its_number_while_it_plays(scrubber):
    accent = scrubber.palette().color(QPalette.ColorRole.Highlight).name()

    def handle():
        return [x for x, colour in enumerate(row(scrubber, 7)) if colour == accent]

    scrubber.set_number(50)
    assert not handle()  # the round one is lower
    scrubber.set_playing(True)
    narrow = len(handle())
    assert narrow
    scrubber.set_number(50.123)
    assert len(handle()) > narrow
    for end in (0, 100):  # and is never cut off
        scrubber.set_number(end)
        assert 0 < min(handle()) <= max(handle()) < scrubber.width() - 1
    scrubber.set_playing(False)
    assert not handle()
