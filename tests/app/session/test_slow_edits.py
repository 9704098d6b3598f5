"""Edits of a scheme whose code takes long: computed beside the window, one after another, and cancelled."""

import itertools
import threading

import numpy as np
import pytest

import peviewer as pv
from peviewer.app.session.session import Session
from peviewer.app.session.waiting import Busy
from peviewer.document.document import Document
from peviewer.live.job import Job
from peviewer.model.encodings.catalog import SCHEMES

GATES: dict[float, threading.Event] = {}
"""What the code of each slope waits for."""
LENGTHS = itertools.count(5)
"""One for each test: what was computed is kept."""


def hold(slope):
    if slope == 9:
        raise ArithmeticError("too steep")
    GATES.setdefault(slope, threading.Event()).wait(60)


class HeldTable(pv.extend.Tabled):
    dim: int = 2
    slope: float = 1.0

    def table(self, positions):
        hold(self.slope)
        return self.slope * positions[:, None] * np.ones(self.dim)


@pytest.fixture
def session(qtbot, monkeypatch):
    monkeypatch.setitem(SCHEMES, HeldTable.scheme_name(), HeldTable)
    monkeypatch.setattr("peviewer.live.worker.TURN_SECONDS", 0)
    GATES.clear()
    open_gate(1.0)
    made = Session(Document(encoding=HeldTable(length=next(LENGTHS))))
    yield made
    made.close()
    qtbot.waitUntil(have_ended)


def have_ended():
    """Let all tables go on, those too that are begun only now; return whether all have ended."""
    for slope in [*GATES]:
        open_gate(slope)
    return not any(
        thread.daemon for thread in threading.enumerate()
    )  # as those of foreign code are


def open_gate(slope):
    GATES.setdefault(slope, threading.Event()).set()


def slopes(session):
    shown = []
    session.watch(
        lambda document: document.encoding, lambda document: shown.append(document.encoding.slope)
    )
    return shown


def test_what_is_shown_stays_until_the_edit_is_worked_out(qtbot, session):
    shown = slopes(session)
    with qtbot.waitSignal(session.computationStarted):
        assert session.edit({"encoding.slope": 2.0})
    assert session.is_computing
    assert session.edit({"cursor.position": 3}), "others are made at once"
    assert session.document.encoding.slope == 1.0
    assert session.document.cursor.position == 3
    with qtbot.waitSignal(session.changed, check_params_cb=lambda _, new: new.encoding.slope == 2):
        open_gate(2.0)
    expected = ([1.0, 2.0], False, 3)
    assert (shown, session.is_computing, session.document.cursor.position) == expected
    session.undo_stack.undo()
    assert session.document.encoding.slope == 1.0


def test_of_edits_that_come_meanwhile_the_last_is_made(qtbot, session):
    shown = slopes(session)
    for slope in (2.0, 3.0, 4.0, 5.0):
        session.edit({"encoding.slope": slope}, merge="slope")
    for slope in (2.0, 5.0):
        open_gate(slope)
        qtbot.waitUntil(lambda: shown[-1] == slope)  # noqa: B023
    assert shown == [1.0, 2.0, 5.0]
    assert set(GATES) == {1.0, 2.0, 5.0}
    session.undo_stack.undo()
    assert session.document.encoding.slope == 1.0


def test_cancelled_what_is_shown_stays_and_controls_are_told(qtbot, session):
    shown = slopes(session)
    with qtbot.waitSignal(session.computationStarted) as started:
        session.edit({"encoding.slope": 2.0})
    session.edit({"encoding.slope": 3.0})
    with qtbot.waitSignal(session.rejected) as rejected:
        started.args[0].drop()
    assert rejected.args == ["Cancelled: what is shown stays as it is"]
    assert session.is_computing is False
    assert shown == [1.0, 1.0]
    assert any(thread.daemon for thread in threading.enumerate()), "nothing waits for the thread"
    with qtbot.assertNotEmitted(session.changed, wait=0):
        open_gate(2.0)
    session.edit({"encoding.slope": 1.0, "encoding.length": 4})
    qtbot.waitUntil(lambda: session.document.encoding.length == 4)


def test_what_is_wrong_is_said_in_a_line_once_it_is_known(qtbot, session):
    with qtbot.waitSignal(session.rejected) as rejected:
        session.edit({"encoding.slope": 9.0})
    assert rejected.args[0].endswith("ArithmeticError: too steep")
    assert session.document.encoding.slope == 1.0


def test_the_busy_sign_shows_what_takes_long_until_it_has_ended(qtbot, qapp):
    busy = Busy()
    go = threading.Event()
    qtbot.addWidget(busy)
    job = Job(lambda: go.wait(10), "Looking")
    with qtbot.waitSignal(job.done):
        busy.run(job)
        assert not busy.isVisible()
        qtbot.waitUntil(busy.isVisible)
        assert busy.job == job
        assert busy.label.text() == "Looking"
        go.set()
    assert not busy.isVisible()
    assert busy.job is None
