"""Whatever scheme is chosen, the window shows it, and one undo takes it back: in the window itself."""

import threading

import numpy as np
import pytest

import peviewer as pv
from peviewer.document.arrangement import names
from peviewer.figures.panes.catalog import PANES
from peviewer.model.encodings.catalog import SCHEMES, scheme


def choose(window, name, qtbot):
    """Choose a scheme as a user does, in its control, and wait until its panes are drawn."""
    control = window.parameters.panel.control("encoding.scheme")
    control.edited.emit(name, "")
    qtbot.waitUntil(lambda: window.area.open == window.session.document.view.panes)
    shown = [window.docks[name] for name in window.area.shown]
    qtbot.waitUntil(lambda: all(dock.view.figure() is not None and not dock.view.is_pending for dock in shown),
                    timeout=60_000)  # fmt: skip


def arranged(window):
    """Return the panes that can be seen, and where each is."""
    return {name: window.docks[name].geometry() for name in window.area.shown}


def assert_shows(window, name):
    """Every pane that can be seen shows the scheme; those it names are among them; titles say which scheme it is."""
    document = window.session.document
    assert document.encoding.scheme == name
    assert all(PANES[pane].serves(document) for pane in window.area.open)
    assert set(scheme(name).panes) <= set(window.area.open)
    assert all(window.docks[pane].focus_target is window.docks[pane].view for pane in window.area.shown)
    assert not window.gallery.is_open
    assert scheme(name).title in window.windowTitle()
    assert window.session.current_title == scheme(name).title


@pytest.mark.sampled(1)
@pytest.mark.parametrize("name", [name for name in SCHEMES if name not in ("sinusoidal",)])
def test_a_scheme_brings_its_arrangement_and_one_undo_takes_it_back(window, qtbot, name):
    before, places, title = window.session.document, arranged(window), window.windowTitle()
    steps = window.session.undo_stack.count()
    kept = {pane: place for pane, place in places.items() if isinstance(scheme(name)(), PANES[pane].needs)}
    choose(window, name, qtbot)
    document = window.session.document
    assert all(PANES[pane].serves(document) for pane in window.area.open)
    assert set(kept) <= set(window.area.open), "panes that still serve stay"
    assert len(window.area.open) >= 2
    assert window.session.undo_stack.count() == steps + 1
    window.session.undo_stack.undo()
    assert window.session.document == before
    qtbot.waitUntil(lambda: arranged(window) == places and window.windowTitle() == title)


@pytest.mark.slow
def test_show_me_rope_then_alibi_then_back(window, qtbot):
    at_first, places = window.session.document, arranged(window)
    choose(window, "rope", qtbot)
    assert_shows(window, "rope")
    rope, rope_arrangement = window.session.document, window.area.arrangement
    choose(window, "alibi", qtbot)
    assert_shows(window, "alibi")
    alibi = window.session.document
    choose(window, "rope", qtbot)
    assert_shows(window, "rope")
    undo = window.session.undo_stack.undo
    for wanted in (alibi, rope, at_first):
        undo()
        qtbot.waitUntil(lambda wanted=wanted: window.area.open == wanted.view.panes)
        assert window.session.document == wanted
        if wanted is rope:
            assert window.area.arrangement == rope_arrangement
    qtbot.waitUntil(lambda: arranged(window) == places)
    assert not window.session.undo_stack.canUndo()


@pytest.mark.slow
def test_every_place_of_an_arrangement_is_of_a_pane_that_is_open(window, qtbot):
    for name in ("alibi", "sinusoidal", "t5", "xpos"):
        choose(window, name, qtbot)
        view = window.session.document.view
        assert view.arrangement is None or set(view.panes) <= set(names(view.arrangement))


@pytest.mark.slow
def test_the_window_never_runs_a_table_s_code_itself(qtbot, small_window, monkeypatch):
    ran = []

    class Threaded(pv.Tabled):
        dim: int = 2
        slope: float = 1.0

        def table(self, positions):
            ran.append(threading.current_thread() is threading.main_thread())
            return self.slope * positions[:, None] * np.ones(self.dim)

    monkeypatch.setitem(SCHEMES, "threaded", Threaded)
    choose(small_window, "threaded", qtbot)
    session = small_window.session
    for changes in ({"encoding.slope": 2.0}, {"encoding.length": 90}, {"cursor.position": 4, "shift.phi": 3.0}):
        assert session.edit(changes)
        session._announce()
    small_window.visible_fields.update()
    small_window.commands.open()
    small_window.commands.search.setText("slope 5")
    session.undo_stack.undo()
    session._announce()
    assert ran
    assert not any(ran)
