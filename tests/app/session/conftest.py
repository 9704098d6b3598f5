"""What opens and saves files for a session, and what waits meanwhile."""

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QLabel, QWidget

from peviewer.app.session.files import SessionFiles
from peviewer.app.session.settings import Settings
from peviewer.app.session.waiting import WaitingDialog


@pytest.fixture
def files(qtbot, session, tmp_path):
    owner = QWidget()
    qtbot.addWidget(owner)
    yield SessionFiles(session, Settings(tmp_path / "config"), owner)
    session.setParent(None)


@pytest.fixture
def told(files):
    """Collect what failed, what was noted and what was reported."""
    heard = []
    for signal in (files.failed, files.noted, files.reported):
        signal.connect(heard.append)
    return heard


@pytest.fixture
def cancelled():
    """Cancel what a dialog waits for, once it does and something has begun.

    Return a list of what the dialog said.
    """
    said = []

    def cancel_once(begun=lambda: True):
        dialog = QApplication.activeModalWidget()
        if isinstance(dialog, WaitingDialog) and begun():
            said.append(dialog.findChild(QLabel).text())
            dialog.cancel_button.click()
        else:
            QTimer.singleShot(10, lambda: cancel_once(begun))

    cancel_once.said = said
    return cancel_once
