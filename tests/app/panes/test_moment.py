"""Panes that show a change of the Document at once."""

import threading
from types import SimpleNamespace

import pytest
from PySide6.QtWidgets import QFrame, QWidget

from peviewer.app.panes.dock import PaneDock
from peviewer.app.panes.moment import Moment
from peviewer.app.panes.pointing import Pointing
from peviewer.base.formula import Formula
from peviewer.figures.grammar import Axis, Figure, Panel, Rule
from peviewer.figures.panes.pane import Pane
from peviewer.model.encodings.scheme import Scheme
from tests.screen import TURNS, different_pixels, settle, standing

FIRST_PHI = 10.0
NEXT_PHI = 90.0


def figure_at_phi(document):
    phi = document.shift.phi
    axes = Axis("position", "*t*", (0, 100)), Axis("value", "*y*", (0, 100))
    panel = Panel(*axes, (Rule("vertical", phi),))
    return Figure("Toy", ((panel,),))


class Gate:
    """Draws a pane's Figure, once it is let through."""

    def __init__(self):
        self.is_open = threading.Event()
        self.is_open.set()

    def draw(self, document):
        assert self.is_open.wait(30)
        return figure_at_phi(document)


@pytest.fixture
def gate():
    return Gate()


@pytest.fixture
def panes(qtbot, session, gate, monkeypatch):
    """Show two panes beside each other, `ready` and `late`, which a gate holds."""
    session.edit({"shift.phi": FIRST_PHI})
    docks = {}
    window = QWidget()

    def close(_window):
        gate.is_open.set()  # a pane's end waits for its thread
        for dock in docks.values():
            dock.dispose()

    qtbot.addWidget(window, before_close_func=close)
    moment = Moment(docks, window)
    for name, draw in {"ready": figure_at_phi, "late": gate.draw}.items():
        pane = Pane(
            name,
            Scheme,
            "toys",
            reads=lambda document: document.shift.phi,
            draw=draw,
            explain=lambda _document: "",
            formula=lambda _document: Formula("t = t"),
            slow=name == "late",
        )
        docks[name] = PaneDock(pane, session, Pointing(session))
        docks[name].setParent(window)
        docks[name].setGeometry(400 * len(docks) - 400, 0, 400, 300)
        moment.add(docks[name])
    window.resize(800, 300)
    with qtbot.waitExposed(window):
        window.show()
    settle(*(dock.view for dock in docks.values()))
    monkeypatch.setattr("peviewer.live.worker.TURN_SECONDS", 0.0)
    return SimpleNamespace(window=window, moment=moment, **docks)


def turn(qapp):
    for _ in range(TURNS):
        qapp.processEvents()


def test_a_pane_that_is_ready_waits_for_one_that_is_late(qtbot, qapp, session, panes, gate):
    panes.moment.set_patience(30_000)
    before = standing(panes.window)
    gate.is_open.clear()

    session.edit({"shift.phi": NEXT_PHI})
    qtbot.waitUntil(lambda: panes.ready.view.figure().panels[0].marks[0].at == NEXT_PHI)
    turn(qapp)
    assert not different_pixels(standing(panes.window), before).size

    gate.is_open.set()
    settle(panes.ready.view, panes.late.view)
    after = standing(panes.window)
    for x in (0, 400):
        assert different_pixels(after[:, x : x + 400], before[:, x : x + 400]).size


def test_it_waits_no_longer_than_the_patience_and_the_late_one_says_so(qtbot, session, panes, gate):
    panes.moment.set_patience(1)
    before = standing(panes.window)
    mark = panes.late.view.findChild(QFrame, "pendingMark")
    gate.is_open.clear()

    session.edit({"shift.phi": NEXT_PHI})
    qtbot.waitUntil(lambda: different_pixels(standing(panes.ready), before[:, :400]).size > 0)
    qtbot.waitUntil(mark.isVisible)
    qtbot.waitUntil(lambda: not panes.moment.is_held())

    gate.is_open.set()
    qtbot.waitUntil(lambda: panes.moment.is_complete)
    qtbot.waitUntil(mark.isHidden)


def test_a_pane_that_is_not_seen_holds_nobody(qtbot, session, panes, gate):
    panes.moment.set_patience(30_000)
    before = standing(panes.ready)
    gate.is_open.clear()
    session.edit({"shift.phi": NEXT_PHI})
    qtbot.waitUntil(lambda: panes.late.view.is_pending)
    panes.late.hide()
    session.edit({"shift.phi": NEXT_PHI + 1})
    qtbot.waitUntil(lambda: different_pixels(standing(panes.ready), before).size > 0)
    assert panes.late.view.is_pending
    assert panes.moment.is_complete


def test_nothing_is_shown_before_it_is_painted(qapp, session, panes):
    moment = panes.moment
    assert moment.is_shown

    session.edit({"shift.phi": NEXT_PHI})
    states = []
    while not moment.is_shown or panes.late.view.figure().panels[0].marks[0].at != NEXT_PHI:
        qapp.processEvents()
        states.append((moment.is_complete, moment.is_shown))

    assert (True, False) in states
    assert states[-1] == (True, True)
