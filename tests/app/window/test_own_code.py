"""Code of one's own may take long or never end, so none of it runs in the window's thread, whatever is done there."""

import threading

import numpy as np
import pytest

import peviewer as pv
from peviewer.app.window.comparison import pin
from peviewer.figures.panes.catalog import PANES
from peviewer.model.encodings.catalog import SCHEMES

THREADS: list[threading.Thread] = []
"""Where code ran."""


class OwnTable(pv.extend.Tabled):
    dim: int = 4
    slope: float = 1.0

    def table(self, positions):
        THREADS.append(threading.current_thread())
        return self.slope * np.sin(positions[:, None] / (1 + np.arange(self.dim)))


@pytest.mark.slow
def test_no_code_of_ones_own_runs_in_the_windows_thread(qtbot, open_window, monkeypatch):
    monkeypatch.setitem(SCHEMES, OwnTable.scheme_name(), OwnTable)
    window = open_window(panes=("encoding",))
    session = window.session
    THREADS.clear()

    def settled():
        return not session.is_computing and not any(
            dock.view.is_pending for dock in window.docks.values()
        )

    def edit(changes):
        with qtbot.waitSignal(session.changed):
            session.edit(changes)
        qtbot.waitUntil(settled)

    def point_everywhere():
        for dock in window.docks.values():
            for panel in dock.view.panels if dock.seen else ():
                if hasattr(panel, "area"):
                    panel.area.hovered.emit(*(sum(ends) / 2 for ends in panel.area.ranges))
                    qtbot.waitUntil(settled)

    edit({"encoding.scheme": OwnTable.scheme_name(), "encoding.length": 30, "encoding.first": 3})
    for name in [name for name, pane in PANES.items() if pane.serves(session.document)]:
        window.area.reveal(name)
        window.docks[name].explanation.start()
        qtbot.waitUntil(window.docks[name].explanation.isVisible)
        point_everywhere()
    edit({"encoding.slope": 2.0})
    point_everywhere()
    pin(session)
    edit({"encoding.slope": 3.0})
    edit({"encoding.first": 0, "cursor.position": 8})
    window.animated_field.choose("encoding.slope")
    window.find_command()
    window.commands.search.setText("slope 5")
    for _ in range(4):
        session.undo_stack.undo()
        qtbot.waitUntil(settled)
    assert THREADS
    assert threading.main_thread() not in THREADS
