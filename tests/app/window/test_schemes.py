"""Whatever scheme is chosen, the window shows it, and one undo takes it back: in the window itself."""

from peviewer.document.arrangement import names
from peviewer.figures.panes.catalog import PANES
from peviewer.model.encodings.catalog import scheme


def choose(window, name, qtbot):
    """Choose a scheme as a user does, in its control, and wait until its panes are drawn."""
    window.parameters.panel.control("encoding.scheme").edited.emit(name, "")
    qtbot.waitUntil(lambda: window.area.open == window.session.document.view.panes)
    shown = [window.docks[name] for name in window.area.shown]
    qtbot.waitUntil(lambda: all(dock.view.figure() is not None and not dock.view.is_pending for dock in shown),
                    timeout=60_000)  # fmt: skip


def arranged(window):
    """Return the panes that can be seen, and where each is."""
    return {name: window.docks[name].geometry() for name in window.area.shown}


def assert_shows(window, name):
    """Every pane that can be seen shows the scheme; those it names are among them; titles say which scheme it is."""
    window.session._announce()
    document = window.session.document
    assert document.encoding.scheme == name
    assert all(PANES[pane].serves(document) for pane in window.area.open)
    assert set(scheme(name).panes) <= set(window.area.open)
    assert len(window.area.open) >= 2
    assert all(window.docks[pane].focus_target is window.docks[pane].view for pane in window.area.shown)
    assert window.windowTitle().startswith(window.session.current_title)
    view = document.view
    assert view.arrangement is None or set(view.panes) <= set(names(view.arrangement))


def assert_undone(window, qtbot, before, places, title):
    assert window.session.document == before
    qtbot.waitUntil(lambda: arranged(window) == places and window.windowTitle() == title)


def test_a_scheme_brings_its_arrangement_and_one_undo_takes_it_back(small_window, qtbot):
    window = small_window
    before, places, title = window.session.document, arranged(window), window.windowTitle()
    choose(window, "t5", qtbot)
    assert_shows(window, "t5")
    assert window.session.current_title == scheme("t5").title
    window.session.undo_stack.undo()
    assert_undone(window, qtbot, before, places, title)
    assert not window.session.undo_stack.canUndo()
