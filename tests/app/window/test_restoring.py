"""What comes back at the next start: where everything is, and what was shown.

And the ways to reset it.
"""

import pytest
from PySide6.QtCore import Qt

from peviewer.app.session.autosave import Saved
from peviewer.document.document import Document
from peviewer.figures.presets import FIRST, preset

PANES = ("encoding", "shift")


def open_shape(window):
    return {
        name: dock.geometry().getRect()
        for name, dock in window.docks.items()
        if not dock.isHidden()
    }


@pytest.mark.slow
def test_the_window_comes_back_as_it_was_left(qapp, open_window):
    size = 800, 700  # no larger than the screen of the tests
    window = open_window(size=size, panes=PANES)
    window.addDockWidget(Qt.DockWidgetArea.RightDockWidgetArea, window.parameters)
    window.resizeDocks([window.parameters], [320], Qt.Orientation.Horizontal)
    qapp.processEvents()
    assert window.parameters.width() == 320
    before = open_shape(window), window.size(), window.parameters.geometry()
    window.close()
    again = open_window(size=size, panes=PANES)
    assert (open_shape(again), again.size(), again.parameters.geometry()) == before
    again.parameters.close()
    again.close()
    assert not open_window(panes=PANES).parameters.isVisible(), "what the user hid stays hidden"


@pytest.fixture
def restore(open_window):
    """Return a function that opens a window on what an earlier one would have kept."""

    def _restore(changes=(), **more):
        kept = Document().edited({"encoding.dim": 64, "view.panes": PANES, **dict(changes)})
        saved = Saved(**{"document": kept, "baseline": Document(), "title": "Mine", **more})
        return open_window(saved=saved)

    return _restore


@pytest.mark.slow
def test_what_was_restored_says_so_until_something_changes_and_can_be_left(qtbot, restore):
    made = restore()
    assert made.status.fresh.isVisible()
    made.status.fresh.click()
    assert made.session.document == preset(FIRST).document
    qtbot.waitUntil(lambda: not made.status.fresh.isVisible())
    made.session.undo_stack.undo()
    assert made.session.document.encoding.dim == 64
    assert made.session.baseline.encoding.dim != 64


@pytest.mark.slow
def test_a_restored_session_file_that_holds_something_else_is_unsaved(tmp_path, restore):
    path = tmp_path / "one.peview"
    path.write_text(Document().to_json())
    made = restore(file=str(path), title=path.name)
    assert made.files.path == path
    assert made.files.unsaved
    made.files.save()
    assert not made.files.unsaved
    assert Document.from_json(path.read_text()).encoding.dim == 64


def test_a_window_keeps_what_it_shows_when_it_is_closed(restore):
    made = restore({"view.maximised": "shift"})
    assert made.area.shown == ("shift",)
    panel = made.parameters.panel
    assert panel.control("view.linked").parentWidget().isHidden(), (
        "what does nothing to one pane alone"
    )
    made.session.edit({"encoding.dim": 32})
    made.area.close_pane("shift")
    made.close()
    kept = Saved.from_json(made.autosave.path.read_text("utf-8"))
    assert kept.document == made.session.document
    assert kept.document.encoding.dim == 32
    assert kept.closed
    assert set(kept.geometry) == {"geometry", "docks", "width"}
