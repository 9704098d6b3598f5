import threading

import pytest
from PySide6.QtCore import QObject

from peviewer.app.export.preview_queue import PreviewQueue
from peviewer.base.work import Cancelled, check_cancelled

MANY = 10_000


class Slow:
    """A preview that takes long, unless it is cancelled."""

    def __init__(self):
        self.begun, self.cancelled, self._never = threading.Event(), threading.Event(), threading.Event()

    def __call__(self):
        self.begun.set()
        try:
            for _ in range(MANY):
                check_cancelled()
                self._never.wait(0.001)
        except Cancelled:
            self.cancelled.set()
            raise
        return "slow"


@pytest.fixture
def queue(qapp):
    owner = QObject()
    made = PreviewQueue(owner)
    yield made
    made.end()


def begin(qtbot, queue):
    slow = Slow()
    queue.request(slow)
    qtbot.waitUntil(slow.begun.is_set)
    return slow


def test_another_wish_cancels_the_preview_under_way_and_comes_next(qtbot, queue):
    slow = begin(qtbot, queue)
    with qtbot.waitSignal(queue.done) as caught, qtbot.assertNotEmitted(queue.failed):
        queue.request(lambda: "quick")
        assert queue.busy
    assert caught.args == ["quick"]
    assert slow.cancelled.is_set()
    assert not queue.busy


def test_the_end_does_not_wait_for_a_preview_that_takes_long(qtbot, queue):
    slow = begin(qtbot, queue)
    queue.end()
    assert slow.cancelled.is_set()
