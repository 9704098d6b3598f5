"""Work on another thread, heard in the window's."""

import threading

import pytest

from peviewer.base.work import check_cancelled
from peviewer.live.worker import Job


def test_progress_is_heard_and_the_result_comes_last(qtbot, qapp):
    heard = []
    job = Job(lambda work: [work.reach(step / 4) for step in range(5)] and "made")
    job.progressed.connect(lambda share, left: heard.append((share, left)))
    with qtbot.waitSignal(job.done) as caught:
        job.start()
    assert caught.args == ["made"]
    assert heard[-1] == (1.0, 0.0)


@pytest.mark.parametrize("go_on", [lambda work: work.reach(0.5), lambda _: check_cancelled()], ids=["told", "asked"])
def test_cancel_ends_the_work_at_its_next_word_or_question(qtbot, qapp, go_on):
    begun, steps = threading.Event(), []

    def count(work):
        for step in range(10_000_000):
            go_on(work)
            steps.append(step)
            begun.set()

    job = Job(count)
    with qtbot.assertNotEmitted(job.done), qtbot.waitSignal(job.cancelled):
        job.start()
        assert begun.wait(10)
        job.cancel()
    assert len(steps) < 10_000_000
    job.wait()


def test_what_goes_wrong_is_handed_over(qtbot, qapp):
    def fail(_work):
        raise OSError("no space left")

    job = Job(fail)
    with qtbot.waitSignal(job.failed) as caught:
        job.start()
    assert str(caught.args[0]) == "no space left"


def test_dropped_work_is_cancelled_at_once_and_nothing_comes_of_it(qtbot, qapp):
    go = threading.Event()
    job = Job(lambda _: go.wait(10))
    heard = []
    job.done.connect(heard.append)
    job.cancelled.connect(lambda: heard.append("cancelled"))
    with qtbot.waitSignal(job.destroyed):
        job.start()
        job.drop()
        assert heard == ["cancelled"]
        go.set()
    assert heard == ["cancelled"]
