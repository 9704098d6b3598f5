import io

import pytest
from PIL import Image
from PySide6.QtGui import QClipboard, QGuiApplication

from peviewer.app.export import unpacking
from peviewer.app.export.clipboard import PNG, TEXT, mime_data, release


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


def test_a_picture_too_large_for_the_systems_own_kind_is_handed_over_as_a_file_alone(qapp, monkeypatch):
    file = io.BytesIO()
    Image.new("RGB", (7, 5)).save(file, "png")
    picture = file.getvalue()
    assert mime_data({PNG: picture}).hasImage()
    monkeypatch.setattr(unpacking, "LARGEST", 34)
    large = mime_data({PNG: picture})
    assert not large.hasImage()
    assert large.data(PNG).data() == picture
