"""Long work: its share, the time that is left, and its end when it is to stop."""

from itertools import count

import pytest

from peviewer.base import work as module
from peviewer.base.work import OFTEN, Cancelled, Work, cancellable, check_cancelled, throttled


@pytest.fixture
def slow(monkeypatch):
    """Let each look at the clock find that a second has passed."""
    monkeypatch.setattr(module.time, "monotonic", count().__next__)


@pytest.mark.usefixtures("slow")
def test_the_rest_takes_as_long_as_what_was_done():
    told = []
    work = Work(4, lambda *words: told.append(words))
    for _ in range(4):
        work.add(1)
    assert told == [(0.25, 3.0), (0.5, 2.0), (0.75, 1.0), (1.0, 0.0)]


def test_throttled_progress_passes_on_a_word_now_and_then_and_always_the_last(monkeypatch):
    told = []
    monkeypatch.setattr(module.time, "monotonic", (step * OFTEN / 10 for step in count()).__next__)
    tell = throttled(lambda share, left: told.append(share))
    for step in range(1, 101):
        tell(step / 100, 0.0)
    assert len(told) == 11
    assert told[-1] == 1.0


@pytest.mark.usefixtures("slow")
def test_a_part_is_work_of_its_own_and_moves_the_whole():
    told = []
    work = Work(4, lambda share, left: told.append(share))
    work.add(1)
    part = work.part(2)
    part.reach(0.5)
    part.end()
    work.end()
    assert told == [0.25, 0.5, 0.75, 1.0]


def test_where_it_is_to_stop_the_next_step_ends_it_also_in_a_part():
    answers = iter([False, True, True])
    work = Work(2, cancelled=lambda: next(answers))
    work.add(1)
    with pytest.raises(Cancelled):
        work.part(1).check()
    with pytest.raises(Cancelled):
        work.end()


def test_what_says_that_it_was_cancelled_ends_the_work():
    with pytest.raises(Cancelled):
        Work().do(lambda progress, cancelled: False)
    Work().do(lambda progress, cancelled: True)


def test_work_goes_on_where_nobody_heeds():
    check_cancelled()


def test_work_ends_at_its_next_breath_once_it_is_unwanted():
    unwanted = False
    with cancellable(lambda: unwanted):
        check_cancelled()
        unwanted = True
        with pytest.raises(Cancelled):
            check_cancelled()
    check_cancelled()
