import threading

import pytest

from peviewer.app.export.job import ExportJob, cause


def test_progress_is_heard_and_the_result_comes_last(qtbot, qapp):
    heard = []
    job = ExportJob(lambda tell: [tell(step, 4) for step in range(5)] and "made")
    job.progressed.connect(lambda share, left: heard.append((share, left)))
    with qtbot.waitSignal(job.done) as caught:
        job.start()
    assert caught.args == ["made"]
    assert heard[-1] == (1.0, 0.0)


def test_cancel_ends_the_work_at_its_next_word(qtbot, qapp):
    begun, steps = threading.Event(), []

    def work(tell):
        for step in range(10_000_000):
            tell(step, 10_000_000)
            steps.append(step)
            begun.set()

    job = ExportJob(work)
    with qtbot.assertNotEmitted(job.done), qtbot.waitSignal(job.cancelled):
        job.start()
        assert begun.wait(10)
        job.cancel()
    assert len(steps) < 10_000_000
    job.wait()


def test_what_goes_wrong_is_handed_over(qtbot, qapp):
    def work(_tell):
        raise OSError("no space left")

    job = ExportJob(work)
    with qtbot.waitSignal(job.failed) as caught:
        job.start()
    assert cause(caught.args[0]) == "No space left"


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (ValueError("width = 3 is not allowed"), "Width = 3 is not allowed"),
        (MemoryError(), "There is not enough memory for this: choose a smaller size"),
        (KeyError("a\nb"), "This could not be made: 'a\\nb'"),
        (RuntimeError(), "This could not be made: RuntimeError"),
    ],
)
def test_a_cause_is_one_line(error, said):
    assert cause(error) == said
