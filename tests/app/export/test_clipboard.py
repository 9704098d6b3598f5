import io

import pytest
from PIL import Image
from PySide6.QtGui import QClipboard, QGuiApplication, QImage

from peviewer.app.export.clipboard import PNG, TEXT, mime_data, release
from peviewer.app.export.unpacking import unpacked


@pytest.fixture
def copied(qapp):
    made = mime_data({TEXT: b"ours"}, QImage())
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


def test_a_picture_is_the_systems_own_kind_too_where_it_is_unpacked(qapp):
    file = io.BytesIO()
    Image.new("RGB", (7, 5)).save(file, "png")
    picture = file.getvalue()
    assert mime_data({PNG: picture}, unpacked(picture)).hasImage()
    alone = mime_data({PNG: picture}, QImage())
    assert not alone.hasImage()
    assert alone.data(PNG).data() == picture
