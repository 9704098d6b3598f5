"""Long work: its share, the time that is left, and its end when it is to stop."""

import subprocess
import sys
import threading
from itertools import count

import pytest

from peviewer.base import work as module
from peviewer.base.work import (
    Cancelled,
    Work,
    cancellable,
    check_cancelled,
    part_of_work,
    report_progress,
    reporting_to,
    run_abandonable,
    start,
    time_left,
)


@pytest.fixture
def slow(monkeypatch):
    """Let each look at the clock find that a second has passed."""
    monkeypatch.setattr(module.time, "monotonic", count().__next__)


@pytest.mark.usefixtures("slow")
def test_the_rest_takes_as_long_as_what_was_done():
    told = []
    work = Work(lambda *words: told.append(words))
    for done in range(1, 5):
        work.report(done / 4)
    assert told == [(0.25, 3.0), (0.5, 2.0), (0.75, 1.0), (1.0, 0.0)]


@pytest.mark.usefixtures("slow")
def test_a_part_is_work_of_its_own_and_moves_the_whole():
    told = []
    with reporting_to(Work(lambda share, left: told.append(share))):
        report_progress(0.25)
        with part_of_work(0.25, 0.75):
            report_progress(0.5)
        report_progress(1)
    assert told == [0.25, 0.5, 0.75, 1.0]


def test_where_it_is_to_stop_the_next_step_ends_it_also_in_a_part():
    answers = iter([False, True, True])
    work = Work(is_cancelled=lambda: next(answers))
    work.report(0.5)
    with pytest.raises(Cancelled):
        work.part(0.5, 1).check()
    with pytest.raises(Cancelled):
        work.report(1)


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (0.4, "nearly done"),
        (0.5, "1 s left"),
        (59, "59 s left"),
        (60, "1 min left"),
        (61, "2 min left"),
        (59 * 60, "59 min left"),
        (60 * 60, "1 h 0 min left"),
    ],
)
def test_the_time_that_is_left_is_said_in_its_largest_unit(seconds, words):
    assert time_left(seconds) == words


def test_work_ends_at_its_next_breath_once_it_is_unwanted():
    unwanted = False
    with cancellable(lambda: unwanted):
        check_cancelled()
        unwanted = True
        with pytest.raises(Cancelled):
            check_cancelled()
    check_cancelled()


@pytest.mark.parametrize("may_never_end", [False, True])
def test_what_work_returns_and_raises_is_had_of_its_result(may_never_end):
    assert (
        start(threading.get_ident, "elsewhere", may_never_end=may_never_end).result(10)
        != threading.get_ident()
    )
    with pytest.raises(ZeroDivisionError):
        start(lambda: 1 / 0, "failing", may_never_end=may_never_end).result(10)


def test_work_is_done_by_threads_that_were_there_already():
    # A thread that has just given its result may not be free yet, so the next one may be another.
    count = 20
    threads = {start(threading.current_thread, "a thread").result(10) for _ in range(count)}
    assert len(threads) < count


@pytest.mark.parametrize(
    ("work", "may_never_end", "printed"),
    [
        ("time.sleep(0.3), print('done')", False, ["leaving", "done"]),
        ("time.sleep(60)", True, ["leaving"]),
    ],
)
def test_the_program_waits_for_work_that_is_under_way_unless_it_may_never_end(
    work, may_never_end, printed
):
    # A thread in the midst of a library of C++ would end it with "terminate called".
    text = (
        "import time\n"
        "from peviewer.base.work import start\n"
        f"start(lambda: ({work}), 'work', may_never_end={may_never_end})\n"
        "print('leaving')\n"
    )
    ran = subprocess.run(
        [sys.executable, "-c", text], capture_output=True, text=True, timeout=30, check=False
    )
    assert ran.returncode == 0
    assert ran.stdout.split() == printed
    assert ran.stderr == ""


def test_work_that_may_never_end_is_left_to_itself_once_it_is_cancelled():
    begun = threading.Event()
    gate = threading.Event()

    def never_ends():
        begun.set()
        gate.wait(60)

    with cancellable(begun.is_set), pytest.raises(Cancelled):
        run_abandonable(never_ends, "forever")
    assert [thread.daemon for thread in threading.enumerate() if thread.name == "forever"] == [True]
    gate.set()


def test_work_apart_gives_what_it_returns_and_raises_what_it_raises():
    with cancellable(lambda: False):
        assert (
            run_abandonable(threading.current_thread, "elsewhere") is not threading.current_thread()
        )
        with pytest.raises(ZeroDivisionError):
            run_abandonable(lambda: 1 / 0, "failing")
    assert run_abandonable(threading.current_thread, "here") is threading.current_thread()
