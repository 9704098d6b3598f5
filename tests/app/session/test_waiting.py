"""What shows that something takes long."""

import threading

from peviewer.app.session.waiting import Busy
from peviewer.live.worker import Job


def test_the_busy_sign_shows_what_takes_long_until_it_has_ended(qtbot, qapp):
    busy, go = Busy(), threading.Event()
    qtbot.addWidget(busy)
    job = Job(lambda _: go.wait(10), "Looking")
    with qtbot.waitSignal(job.done):
        busy.run(job)
        assert not busy.isVisible()
        qtbot.waitUntil(busy.isVisible)
        assert (busy.job, busy._label.text()) == (job, "Looking")
        go.set()
    assert not busy.isVisible()
    assert busy.job is None
