"""Work on another thread holds no window: what is late keeps the last picture, says so, and comes."""

import threading
import time
from dataclasses import dataclass
from functools import partial
from itertools import pairwise

import numpy as np
import pytest
from PySide6.QtCore import QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFrame, QPushButton, QWidget

from peviewer.base.work import check_cancelled, report_progress
from peviewer.figures.palette import LIGHT
from peviewer.live import worker as workers
from peviewer.live.job import Job
from peviewer.live.pending import MARGIN, PendingMark
from peviewer.live.view import FigureView
from peviewer.live.worker import Result, Worker
from peviewer.model.sampling.raster import Raster


class Gate:
    """Work that begins when it is its turn, and ends when it is let go on."""

    def __init__(self, answer):
        self.value = answer
        self.begun = threading.Event()
        self.on = threading.Event()

    def __call__(self):
        self.begun.set()
        assert self.on.wait(30)
        return self.value


class Endless:
    """Work that goes on until nobody wants it."""

    def __init__(self):
        self.begun = threading.Event()
        self.ended = threading.Event()

    def __call__(self):
        self.begun.set()
        try:
            while True:
                check_cancelled()
        finally:
            self.ended.set()


@pytest.fixture
def impatient(monkeypatch):
    monkeypatch.setattr(workers, "TURN_SECONDS", 0.0)


@pytest.fixture
def worker(qapp):
    made = Worker()
    yield made
    made.close()


def test_what_is_soon_done_is_the_answer_at_once_and_is_done_once_for_a_key(worker):
    assert Result(worker).request(1, lambda: "done") == "done"
    assert not worker.pending
    times = []
    result = Result(worker)
    for key in (1, 1, 2, 2):
        result.request(key, lambda key=key: times.append(key))
    assert times == [1, 2]


def test_what_is_late_leaves_the_last_answer_and_is_reported(qtbot, worker, impatient):
    result = Result(worker)
    slow = Gate("new")
    result.value = "old"
    with qtbot.waitSignal(worker.pendingChanged, check_params_cb=lambda pending: pending):
        assert result.request(2, slow) == "old"
    assert worker.pending
    with qtbot.waitSignals([worker.ready, worker.pendingChanged]):
        slow.on.set()
    assert result.collect() == "new"
    assert not worker.pending


def test_of_what_waits_only_the_latest_is_worked_out(qtbot, worker, impatient):
    result = Result(worker)
    first = Gate(1)
    passed_over = Gate(2)
    last = Gate(3)
    for key, work in enumerate((first, passed_over, last)):
        result.request(key, work)
        assert first.begun.wait(30)
    last.on.set()
    first.on.set()
    qtbot.waitUntil(lambda: result.value == 3)
    assert not passed_over.begun.is_set()


def test_long_work_is_given_up_once_newer_is_wanted(qtbot, worker, impatient, monkeypatch):
    monkeypatch.setattr(workers, "CANCELLED_AFTER", 0.0)
    result = Result(worker)
    endless = Endless()
    result.request(1, endless)
    assert endless.begun.wait(30)
    result.request(2, lambda: "newer")
    qtbot.waitUntil(endless.ended.is_set)
    qtbot.waitUntil(lambda: result.value == "newer")


def test_of_many_workers_a_few_work_at_once(qtbot, monkeypatch):
    monkeypatch.setattr(workers, "TURN_SECONDS", 0.0)
    begun = []
    gate = threading.Event()
    made = [Worker() for _ in range(4 * workers.MAX_THREADS)]
    for worker in made:
        Result(worker).request(1, lambda: begun.append(1) or gate.wait(30))
    qtbot.waitUntil(lambda: len(begun) >= workers.MAX_THREADS)
    assert len(begun) == workers.MAX_THREADS
    gate.set()
    for worker in made:
        worker.close()


def test_views_share_the_time_of_one_turn(qtbot, monkeypatch):
    """Else each of many views could compute for the whole patience, and the window would stand still."""
    patience = 0.5
    monkeypatch.setattr(workers, "TURN_SECONDS", patience)
    made = [Worker() for _ in range(3)]
    results = [Result(worker) for worker in made]

    def compute():
        end = time.monotonic() + 0.6 * patience
        while time.monotonic() < end:
            check_cancelled()
            time.sleep(0.001)
        return threading.current_thread()

    for worker, result in zip(made, results, strict=True):
        worker.is_quick = True
        result.request(1, compute)
    here = threading.current_thread()
    expected = [here, None, None]
    assert [result.value for result in results] == expected

    qtbot.waitUntil(lambda: all(result.value for result in results))
    assert here not in [result.value for result in results[1:]]
    QTest.qWait(0)
    assert results[0].request(2, compute) is here, "another turn has its own time"
    for worker in made:
        worker.close()


@dataclass(frozen=True, eq=False)
class Slow(Raster):
    """A raster of one value whose samples wait at a gate."""

    gate: Gate
    shape = (40, 40)

    def sample(self, rows, columns, reduce="mean"):
        return np.full((len(rows), len(columns)), self.gate(), np.float32)


def test_a_late_heatmap_leaves_the_last_one_with_a_mark(
    qtbot, view, table, heat, data_pixels, monkeypatch
):
    heatmap = heat(table(np.full((40, 40), -1.0)))
    view.set_figure(heatmap)
    before = data_pixels(view)
    slow = Slow(Gate(1.0))
    monkeypatch.setattr(workers, "TURN_SECONDS", 0.0)
    view.set_figure(heat(slow))
    with qtbot.waitSignal(view.pendingChanged):
        view.grab()
    assert view.is_pending
    mark = view.findChild(QFrame, "pendingMark")
    qtbot.waitUntil(mark.isVisible)
    corner = view.rect().bottomRight() - mark.geometry().bottomRight()
    assert (corner.x(), corner.y()) == (MARGIN + 1, MARGIN + 1)
    veiled = _middle(data_pixels(view)).astype(int)
    seen = _middle(before).astype(int)
    assert (np.ptp(veiled, axis=(0, 1)) == 0).all()
    assert (veiled > seen).all(), "paler than it was, below a veil as light as the ground"
    slow.gate.on.set()
    qtbot.waitUntil(lambda: not view.is_pending and not mark.isVisible())
    assert (_middle(data_pixels(view)) != _middle(before)).any()


def test_a_late_picture_that_is_cancelled_leaves_the_last_one_and_the_next_is_drawn(
    qtbot, view, table, heat, data_pixels, monkeypatch
):
    heatmap = heat(table(np.full((40, 40), -1.0)))
    view.set_figure(heatmap)
    before = data_pixels(view)
    slow = Slow(Gate(1.0))
    made = Gate(heat(table(np.zeros((40, 40)))))
    monkeypatch.setattr(workers, "TURN_SECONDS", 0.0)
    view.set_figure(heat(slow))
    view.grab()
    view.make(made)  # it waits for what is under way
    mark = view.findChild(QFrame, "pendingMark")
    qtbot.waitUntil(mark.isVisible)
    with qtbot.waitSignal(view.cancelled):
        mark.findChild(QPushButton).click()
    qtbot.waitUntil(lambda: not view.is_pending and not mark.isVisible())
    np.testing.assert_array_equal(_middle(data_pixels(view)), _middle(before))
    for gate in (slow.gate, made):
        gate.on.set()
    with qtbot.waitSignal(view.made):
        view.make(lambda: heat(table(np.ones((40, 40)))))


def test_while_a_zoom_is_late_the_last_picture_lies_where_its_cells_are(
    qtbot, view, heat, table, data_pixels, monkeypatch
):
    values = np.where(np.arange(40)[:, None] * np.ones(40) < 20, -1.0, 1.0)
    raster = table(values)
    figure = heat(raster)
    view.set_figure(figure)
    view.grab()
    gate = Gate(None)
    sample = type(raster).sample
    monkeypatch.setattr(type(raster), "sample", lambda *some: (gate(), sample(*some))[1])
    monkeypatch.setattr(workers, "TURN_SECONDS", 0.0)
    windows = (None, (9.5, 39.5))
    heatmap = heat(raster, windows=windows)
    view.set_figure(heatmap)
    late = data_pixels(view)
    assert view.is_pending
    gate.on.set()
    qtbot.waitUntil(lambda: not view.is_pending)
    exact = data_pixels(view)
    row = round(len(exact) / 3)
    for some in (slice(2, row - 2), slice(row + 2, -40)):
        np.testing.assert_array_equal(late[some, 10], exact[some, 10])


def test_views_with_new_panels_show_them_one_a_turn_with_what_waits_between(
    qtbot, table, heat, stack
):
    raster = table(np.zeros((5, 5)))
    reported = []
    views = [FigureView(LIGHT) for _ in range(3)]
    for number, view in enumerate(views):
        qtbot.addWidget(view, before_close_func=lambda widget: widget.dispose())
        view.make(lambda: heat(raster))
        assert len(view.panels) == 1  # nothing was on show: a window opens with all it has
        view.made.connect(lambda number=number: reported.append(number))
        view.make(lambda: stack(raster))
    expected = [(1, True)] * 3
    assert [(len(view.panels), view.is_pending) for view in views] == expected
    between = QTimer(interval=0)
    between.timeout.connect(lambda: reported.append("between"))
    between.start()
    qtbot.waitUntil(lambda: not any(view.is_pending for view in views))
    between.stop()
    assert [len(view.panels) for view in views] == [2, 2, 2]
    numbers = [place for place, what in enumerate(reported) if what != "between"]
    assert all(later - earlier > 1 for earlier, later in pairwise(numbers))


@pytest.mark.parametrize("patience", [0.0, 60])
def test_a_figure_that_cannot_be_made_is_reported(qtbot, view, monkeypatch, patience):
    monkeypatch.setattr(workers, "TURN_SECONDS", patience)
    with qtbot.waitSignal(view.failed) as reported:
        view.make(lambda: 1 / 0)
    assert isinstance(reported.args[0], ZeroDivisionError)


def _middle(pixels):
    return pixels[60:-60, 60:-60]


def test_a_view_that_is_disposed_of_leaves_no_work_behind(qtbot, impatient):
    view = FigureView(LIGHT)
    endless = Endless()
    qtbot.addWidget(view)
    view.make(endless)
    assert endless.begun.wait(30)
    view.dispose()
    assert endless.ended.is_set()


def test_progress_is_heard_and_the_result_comes_last(qtbot, qapp):
    heard = []
    job = Job(lambda: [report_progress(step / 4) for step in range(5)] and "made")
    job.progressed.connect(lambda share, left: heard.append((share, left)))
    with qtbot.waitSignal(job.done) as caught:
        job.start()
    assert caught.args == ["made"]
    assert heard[-1] == (1.0, 0.0)


@pytest.mark.parametrize(
    "go_on", [lambda: report_progress(0.5), check_cancelled], ids=["told", "asked"]
)
def test_cancel_ends_the_work_at_its_next_word_or_question(qtbot, qapp, go_on):
    begun = threading.Event()
    steps = []

    def count():
        for step in range(10_000_000):
            go_on()
            steps.append(step)
            begun.set()

    job = Job(count)
    with qtbot.assertNotEmitted(job.done), qtbot.waitSignal(job.cancelled):
        job.start()
        assert begun.wait(10)
        job.cancel()
    assert len(steps) < 10_000_000
    job.wait()


def test_dropped_work_is_cancelled_at_once_and_nothing_comes_of_it(qtbot, qapp):
    go = threading.Event()
    job = Job(lambda: go.wait(10))
    heard = []
    job.done.connect(heard.append)
    job.cancelled.connect(lambda: heard.append("cancelled"))
    with qtbot.waitSignal(job.destroyed):
        job.start()
        job.drop()
        assert heard == ["cancelled"]
        go.set()
    assert heard == ["cancelled"]


def test_work_that_held_its_window_last_is_forgotten_with_it(qtbot, qapp):
    window = QWidget()
    job = Job(partial(isinstance, window, QWidget), parent=window)
    destroyed = []
    window.destroyed.connect(lambda: destroyed.append("window"))
    with qtbot.waitSignal(job.ended):
        job.start()
    del window
    # The thread may keep the work for a moment more.
    qtbot.waitUntil(lambda: destroyed == ["window"])


def test_what_is_outdated_lies_under_a_veil_until_the_new_picture_is_there(qtbot):
    window = QWidget()
    window.setStyleSheet("background: black")
    window.resize(400, 300)
    qtbot.addWidget(window)
    window.show()
    mark = PendingMark(window, "white")

    def brightness():
        return window.grab().toImage().pixelColor(20, 20).lightness()

    mark.set_pending(True)
    assert mark.isHidden()
    assert brightness() == 0
    qtbot.waitUntil(mark.isVisible)
    assert 128 < brightness() < 255

    mark.set_pending(False)
    assert mark.isHidden()
    assert brightness() == 0
