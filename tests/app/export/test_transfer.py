import io

import numpy as np
import pytest
from PIL import Image
from PySide6.QtGui import QGuiApplication, QImage

from peviewer.app.export import transfer
from peviewer.app.export.transfer import PNG, TEXT, decoded_image, mime_data, release
from peviewer.app.session.waiting import failure_text

PIXELS = np.random.default_rng(3).integers(0, 256, (5, 7, 3), np.uint8)


def written(kind):
    file = io.BytesIO()
    Image.fromarray(PIXELS).save(file, kind)
    return file.getvalue()


def pixels(image):
    """Return the bytes of an image, copied while it lives."""
    converted = image.convertToFormat(QImage.Format.Format_ARGB32)
    return np.frombuffer(converted.constBits(), np.uint8).astype(int)


@pytest.mark.parametrize("kind", ["png", "jpeg", "gif"])
def test_a_file_is_decoded_image_to_the_pixels_that_qts_own_reader_finds(kind):
    ours = pixels(decoded_image(written(kind)))
    theirs = pixels(QImage.fromData(written(kind)))
    assert np.abs(ours - theirs).max() <= 2


def test_of_nothing_and_of_too_many_pixels_there_is_no_picture(monkeypatch):
    assert decoded_image(b"").isNull()
    monkeypatch.setattr(transfer, "MAX_PIXELS", 34)
    assert decoded_image(written("png")).isNull()


@pytest.fixture
def copied(qapp):
    made = mime_data({TEXT: b"ours"}, QImage())
    QGuiApplication.clipboard().setMimeData(made)
    yield made
    QGuiApplication.clipboard().clear()


def test_what_only_qt_holds_is_taken_back(copied):
    release(copied)
    assert QGuiApplication.clipboard().text() == ""


def test_a_picture_is_the_systems_own_kind_too_where_it_is_decoded_image(qapp):
    picture = written("png")
    assert mime_data({PNG: picture}, decoded_image(picture)).hasImage()
    alone = mime_data({PNG: picture}, QImage())
    assert alone.hasImage() is False
    assert alone.data(PNG).data() == picture


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (ValueError("width = 3 is not allowed"), "Width = 3 is not allowed"),
        (MemoryError(), "There is not enough memory for this: choose a smaller size"),
        (KeyError("a\nb"), "This could not be made: 'a\\nb'"),
        (RuntimeError(), "This could not be made: RuntimeError"),
    ],
)
def test_a_cause_is_one_line(error, said):
    assert failure_text(error) == said


def test_a_picture_that_is_shown_leaves_pillows_limit_in_force():
    limit = Image.MAX_IMAGE_PIXELS
    assert not decoded_image(written("png")).isNull()

    assert Image.MAX_IMAGE_PIXELS == limit == 1024**3 // 4 // 3
