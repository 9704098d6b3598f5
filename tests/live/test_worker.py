"""Nothing a view has worked out holds the window: what is late keeps the last picture, says so, and comes."""

import threading
import time
import weakref
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QLabel

from peviewer.base.work import check_cancelled
from peviewer.figures.palette import LIGHT
from peviewer.live import worker as desks
from peviewer.live.view import FigureView
from peviewer.live.worker import Desk, Errand
from peviewer.model.sampling.raster import Raster


class Gate:
    """Work that begins when it is its turn, and ends when it is let go on."""

    def __init__(self, answer):
        self.answer, self.begun, self.on = answer, threading.Event(), threading.Event()

    def __call__(self):
        self.begun.set()
        assert self.on.wait(30)
        return self.answer


class Endless:
    """Work that goes on until nobody wants it."""

    def __init__(self):
        self.begun, self.ended = threading.Event(), threading.Event()

    def __call__(self):
        self.begun.set()
        try:
            while True:
                check_cancelled()
        finally:
            self.ended.set()


@pytest.fixture
def impatient(monkeypatch):
    monkeypatch.setattr(desks, "PATIENCE", 0.0)


@pytest.fixture
def desk(qapp):
    made = Desk()
    yield made
    made.close()


def test_what_is_soon_done_is_the_answer_at_once(desk):
    assert Errand(desk).ask(1, lambda: "done", None) == "done"
    assert not desk.pending


def test_work_is_done_once_for_a_key(desk):
    times, errand = [], Errand(desk)
    for key in (1, 1, 2, 2):
        errand.ask(key, lambda key=key: times.append(key), None)
    assert times == [1, 2]


def test_what_is_late_leaves_the_last_answer_and_is_told_of(qtbot, desk, impatient):
    errand, slow = Errand(desk), Gate("new")
    errand.answer = "old"
    with qtbot.waitSignal(desk.pendingChanged, check_params_cb=lambda pending: pending):
        assert errand.ask(2, slow, None) == "old"
    assert desk.pending
    with qtbot.waitSignals([desk.answered, desk.pendingChanged]):
        slow.on.set()
    assert errand.collect() == "new"
    assert not desk.pending


def test_of_what_waits_only_the_latest_is_worked_out(qtbot, desk, impatient):
    errand, first, passed_over, last = Errand(desk), Gate(1), Gate(2), Gate(3)
    for key, work in enumerate((first, passed_over, last)):
        errand.ask(key, work, None)
        assert first.begun.wait(30)
    last.on.set()
    first.on.set()
    qtbot.waitUntil(lambda: errand.answer == 3)
    assert not passed_over.begun.is_set()


def test_what_was_begun_is_shown_until_newer_work_is_done(qtbot, desk, impatient):
    errand, first, last = Errand(desk), Gate(1), Gate(2)
    errand.ask(1, first, None)
    assert first.begun.wait(30)
    errand.ask(2, last, None)
    first.on.set()
    assert last.begun.wait(30)
    assert errand.answer == 1
    assert desk.pending
    last.on.set()
    qtbot.waitUntil(lambda: errand.answer == 2)


def test_long_work_is_given_up_once_newer_is_wanted(qtbot, desk, impatient, monkeypatch):
    monkeypatch.setattr(desks, "CANCELLED_AFTER", 0.0)
    errand, endless = Errand(desk), Endless()
    errand.ask(1, endless, None)
    assert endless.begun.wait(30)
    errand.ask(2, lambda: "newer", None)
    assert endless.ended.wait(30)
    qtbot.waitUntil(lambda: errand.answer == "newer")


def test_all_desks_together_wait_no_longer_than_patience_allows(qtbot, monkeypatch):
    monkeypatch.setattr(desks, "PATIENCE", 1.0)
    many, slow = [Desk() for _ in range(4)], Gate("late")
    begun = time.monotonic()
    for desk in many:
        Errand(desk).ask(1, slow, None)
    assert 0.9 < time.monotonic() - begun < 2.0
    assert all(desk.pending for desk in many)
    slow.on.set()
    qtbot.waitUntil(lambda: not any(desk.pending for desk in many))
    for desk in many:
        desk.close()


def test_desks_tell_one_a_turn_and_what_else_waits_comes_between(qtbot, impatient):
    many, slow, told = [Desk() for _ in range(3)], Gate("late"), []
    for number, desk in enumerate(many):
        desk.answered.connect(lambda number=number: told.append(number))
        Errand(desk).ask(1, slow, None)
    slow.on.set()
    between = QTimer(interval=0)
    between.timeout.connect(lambda: told.append("between"))
    between.start()
    qtbot.waitUntil(lambda: not any(desk.pending for desk in many))
    between.stop()
    numbers = [place for place, what in enumerate(told) if what != "between"]
    assert sorted(told[place] for place in numbers) == [0, 1, 2]
    assert all(later - earlier > 1 for earlier, later in pairwise(numbers))
    for desk in many:
        desk.close()


def test_a_desk_that_is_closed_lets_the_others_tell(qtbot, impatient):
    first, second, slow = Desk(), Desk(), Gate("late")
    for desk in (first, second):
        Errand(desk).ask(1, slow, None)
    first.answered.connect(first.close)
    with qtbot.waitSignals([first.answered, second.answered]):  # in either order: they work on threads of their own
        slow.on.set()
    assert not first.pending
    assert not second.pending
    second.close()


def test_closing_ends_what_is_under_way(qapp, impatient):
    desk, endless = Desk(), Endless()
    Errand(desk).ask(1, endless, None)
    assert endless.begun.wait(30)
    desk.close()
    assert endless.ended.is_set()
    assert Errand(desk).ask(1, lambda: "too late", None) is None


def test_many_desks_share_a_few_threads(qapp):
    made = [Desk() for _ in range(4 * desks.MOST)]
    threads = {Errand(desk).ask(1, threading.current_thread, None) for desk in made}
    assert len(threads) <= desks.MOST
    for desk in made:
        desk.close()


def test_work_that_never_ends_at_other_desks_leaves_threads_for_this_one(qapp, desk, impatient, qtbot):
    others = [Desk() for _ in range(desks.MOST - 1)]
    endless = [Endless() for _ in others]
    for other, work in zip(others, endless, strict=True):
        Errand(other).ask(1, work, None)
    errand = Errand(desk)
    errand.ask(1, lambda: "done", None)
    qtbot.waitUntil(lambda: errand.answer == "done")
    for other in others:
        other.close()
    assert all(work.ended.is_set() for work in endless if work.begun.is_set())


def test_a_task_that_nobody_wants_any_longer_is_let_go_of(qtbot, desk):
    class Held:
        pass

    held = Held()
    gone, errand = weakref.ref(held), Errand(desk)
    assert errand.ask("key", lambda held=held: id(held), like="key") == id(held)
    del held
    errand.drop()
    qtbot.waitUntil(lambda: gone() is None)


def test_an_error_is_raised_where_the_answer_is_asked_for_once(desk):
    errand = Errand(desk)
    with pytest.raises(ZeroDivisionError):
        errand.ask(1, lambda: 1 / 0, None)
    assert errand.ask(1, lambda: 1 / 0, None) is None


def test_what_was_quick_is_done_on_the_spot_while_it_is_alike(desk, monkeypatch):
    monkeypatch.setattr(desks, "QUICK", 60)
    errand = Errand(desk)
    assert errand.ask(1, threading.current_thread, "like") is not threading.current_thread()
    assert errand.ask(2, threading.current_thread, "like") is threading.current_thread()
    assert errand.ask(3, threading.current_thread, "unlike") is not threading.current_thread()
    assert not desk.pending


def test_what_asks_on_the_way_whether_to_go_on_is_done_on_the_spot_too(desk, monkeypatch):
    def work():
        for _ in range(3):
            check_cancelled()
        return threading.current_thread()

    monkeypatch.setattr(desks, "QUICK", 60)
    errand = Errand(desk)
    assert errand.ask(1, work, "like") is not threading.current_thread()
    assert errand.ask(2, work, "like") is threading.current_thread()


def test_what_is_wanted_is_worked_out_however_long_it_takes(qtbot, desk, monkeypatch, impatient):
    monkeypatch.setattr(desks, "CANCELLED_AFTER", -1.0)
    gate, errand = Gate("done"), Errand(desk)

    def work():
        gate()
        check_cancelled()
        return "done"

    errand.ask(1, work, None)
    gate.on.set()
    qtbot.waitUntil(lambda: errand.answer == "done")


def test_what_was_slow_is_done_on_the_thread_the_next_time_too(desk, monkeypatch):
    monkeypatch.setattr(desks, "QUICK", 0.0)
    errand = Errand(desk)
    for key in (1, 2):
        assert errand.ask(key, threading.current_thread, "like") is not threading.current_thread()


def test_nothing_is_done_on_the_spot_while_other_work_is_under_way(qtbot, desk, monkeypatch, impatient):
    monkeypatch.setattr(desks, "QUICK", 60)
    errand, gate = Errand(desk), Gate(None)
    errand.ask(1, threading.current_thread, "like")
    qtbot.waitUntil(lambda: errand.answer is not None)
    errand.answer = None
    Errand(desk).ask(1, gate, None)
    errand.ask(2, threading.current_thread, "like")
    gate.on.set()
    qtbot.waitUntil(lambda: errand.answer is not None)
    assert errand.answer is not threading.current_thread()


def test_what_turns_out_slow_on_the_spot_goes_to_the_thread(qtbot, desk, monkeypatch):
    monkeypatch.setattr(desks, "QUICK", 60)
    monkeypatch.setattr(desks, "PATIENCE", 60)
    errand, where = Errand(desk), []
    errand.ask(1, lambda: None, "like")
    monkeypatch.setattr(desks, "PATIENCE", 0.0)

    def slow():
        where.append(threading.current_thread())
        check_cancelled()
        return "done"

    errand.ask(2, slow, "like")
    qtbot.waitUntil(lambda: errand.answer == "done")
    assert len(where) == 2
    assert where[0] is threading.current_thread() is not where[1]


def test_an_error_on_the_spot_is_raised(desk, monkeypatch):
    monkeypatch.setattr(desks, "QUICK", 60)
    errand = Errand(desk)
    errand.ask(1, lambda: None, "like")
    with pytest.raises(ZeroDivisionError):
        errand.ask(2, lambda: 1 / 0, "like")


@dataclass(frozen=True, eq=False)
class Slow(Raster):
    """A raster of one value whose samples wait at a gate."""

    gate: Gate
    shape = (40, 40)

    def sample(self, rows, columns, reduce="mean"):
        return np.full((len(rows), len(columns)), self.gate(), np.float32)


def test_a_late_heatmap_leaves_the_last_one_with_a_mark(qtbot, view, table, heat, data_pixels, monkeypatch):
    view.set_figure(heat(table(np.full((40, 40), -1.0))))
    before = data_pixels(view)
    slow = Slow(Gate(1.0))
    monkeypatch.setattr(desks, "PATIENCE", 0.0)
    view.set_figure(heat(slow))
    with qtbot.waitSignal(view.pendingChanged):
        view.grab()
    assert view.is_pending
    mark = view.findChild(QLabel, "pendingMark")
    qtbot.waitUntil(mark.isVisible)
    np.testing.assert_array_equal(_middle(data_pixels(view)), _middle(before))
    slow.gate.on.set()
    qtbot.waitUntil(lambda: not view.is_pending and not mark.isVisible())
    assert (_middle(data_pixels(view)) != _middle(before)).any()


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
    monkeypatch.setattr(desks, "PATIENCE", 0.0)
    view.set_figure(heat(raster, windows=(None, (9.5, 39.5))))
    late = data_pixels(view)
    assert view.is_pending
    gate.on.set()
    qtbot.waitUntil(lambda: not view.is_pending)
    exact = data_pixels(view)
    row = round(len(exact) / 3)
    for some in (slice(2, row - 2), slice(row + 2, -40)):
        np.testing.assert_array_equal(late[some, 10], exact[some, 10])


def test_a_late_figure_is_shown_when_it_is_made(qtbot, view, table, heat, impatient):
    gate = Gate(heat(table(np.zeros((5, 5)))))
    view.make(gate, None)
    assert view.figure() is None
    with qtbot.waitSignal(view.made):
        gate.on.set()
    assert view.figure() is gate.answer


def test_views_whose_panels_are_others_show_them_one_a_turn_and_what_else_waits_comes_between(
    qtbot, table, heat, stack
):
    raster, told = table(np.zeros((5, 5))), []
    views = [FigureView(LIGHT) for _ in range(3)]
    for number, view in enumerate(views):
        qtbot.addWidget(view, before_close_func=lambda widget: widget.dispose())
        view.make(lambda: heat(raster), None)
        assert len(view.panels) == 1  # nothing was on show: a window opens with all it has
        view.made.connect(lambda number=number: told.append(number))
        view.make(lambda: stack(raster), None)
    assert [(len(view.panels), view.is_pending) for view in views] == [(1, True)] * 3
    between = QTimer(interval=0)
    between.timeout.connect(lambda: told.append("between"))
    between.start()
    qtbot.waitUntil(lambda: not any(view.is_pending for view in views))
    between.stop()
    assert [len(view.panels) for view in views] == [2, 2, 2]
    numbers = [place for place, what in enumerate(told) if what != "between"]
    assert all(later - earlier > 1 for earlier, later in pairwise(numbers))


def test_a_figure_with_the_same_panels_is_shown_at_once(view, table, heat):
    for value in (0.0, 1.0):
        figure = heat(table(np.full((5, 5), value)))
        view.make(lambda figure=figure: figure, None)
        assert view.figure() is figure


@pytest.mark.parametrize("patience", [0.0, 60])
def test_a_figure_that_cannot_be_made_is_told_of(qtbot, view, monkeypatch, patience):
    monkeypatch.setattr(desks, "PATIENCE", patience)
    with qtbot.waitSignal(view.failed) as told:
        view.make(lambda: 1 / 0, None)
    assert isinstance(told.args[0], ZeroDivisionError)


def _middle(pixels):
    return pixels[60:-60, 60:-60]
