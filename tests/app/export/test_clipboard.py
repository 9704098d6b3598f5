import pytest
from PySide6.QtGui import QClipboard, QGuiApplication

from peviewer.app.export.clipboard import TEXT, mime_data, release


@pytest.fixture
def copied(qapp):
    made = mime_data({TEXT: b"ours"})
    QGuiApplication.clipboard().setMimeData(made)
    yield made
    QGuiApplication.clipboard().clear()


def test_what_only_qt_holds_is_taken_back(copied):
    release(copied)
    assert QGuiApplication.clipboard().text() == ""


def test_what_was_copied_since_stays(copied):
    QGuiApplication.clipboard().setText("later")
    release(copied)
    assert QGuiApplication.clipboard().text() == "later"


def test_what_the_system_takes_over_stays(copied, monkeypatch):
    monkeypatch.setattr(QClipboard, "ownsClipboard", lambda _: True)
    release(copied)
    assert QGuiApplication.clipboard().text() == "ours"
