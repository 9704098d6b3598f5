"""A whole window, with settings of its own."""

import pytest

from peviewer.app.look.themes import Appearance
from peviewer.app.session.autosave import new
from peviewer.app.session.session import Session
from peviewer.app.session.settings import Settings
from peviewer.app.window.window import MainWindow
from peviewer.figures.presets import DEFAULT, preset


@pytest.fixture(autouse=True)
def _patient(patient):
    pass


@pytest.fixture
def edit(qtbot, session):
    """Return a function that edits the session's Document and waits until that was announced."""

    def _edit(changes):
        with qtbot.waitSignal(session.changed):
            session.edit(changes)

    return _edit


@pytest.fixture
def open_window(qtbot, qapp, tmp_path):
    """Return a function that opens a window on a preset, or on what an earlier window has saved."""

    def _open(name=DEFAULT, size=(1440, 900), panes=None, saved=None):
        chosen = preset(name)
        document = chosen.document.edited({"view.panes": panes}) if panes else chosen.document
        session = Session(document, chosen.title)
        autosave = None
        if saved:
            session = Session(saved.document, saved.title, baseline=saved.baseline)
            autosave = new(tmp_path / "open")
        settings = Settings(tmp_path / "config")
        made = MainWindow(session, settings, Appearance("light"), autosave=autosave, restored=saved)
        qtbot.addWidget(made, before_close_func=_end)
        made.resize(*size)
        with qtbot.waitExposed(made):
            made.show()
        qapp.processEvents()
        return made

    return _open


def _end(window):
    window.close_without_asking()
    window.finish()


@pytest.fixture
def window(open_window):
    return open_window()


@pytest.fixture
def small_window(open_window):
    """Return a window of one pane, which opens in half the time, where panes are not the point."""
    return open_window(panes=("encoding",))
