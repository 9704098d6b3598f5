import io

import numpy as np
import pytest
from PIL import Image
from PySide6.QtGui import QGuiApplication, QImage

from peviewer.app.export import transfer
from peviewer.app.export.transfer import PNG, TEXT, failure_text, mime_data, pixels, release, unpacked

PIXELS = np.random.default_rng(3).integers(0, 256, (5, 7, 4), np.uint8)
PIXELS[..., 3] = 255


def written(kind, pixels=PIXELS):
    file = io.BytesIO()
    made = Image.fromarray(pixels)
    (made.convert("RGB") if kind == "jpeg" else made).save(file, kind, **{"lossless": True} if kind == "webp" else {})
    return file.getvalue()


@pytest.mark.parametrize("kind", ["png", "webp", "jpeg", "gif"])
def test_a_file_is_unpacked_to_the_pixels_that_qts_own_reader_finds(kind):
    picture = written(kind)
    found, expected = unpacked(picture), QImage.fromData(picture)
    assert found.size() == expected.size()
    spots = [(x, y) for y in range(found.height()) for x in range(found.width())]
    for spot in spots:
        ours, theirs = found.pixelColor(*spot), expected.pixelColor(*spot)
        assert max(abs(one - other) for one, other in zip(ours.getRgb(), theirs.getRgb(), strict=True)) <= 2


def test_of_nothing_and_of_too_many_pixels_there_is_no_picture(monkeypatch):
    assert unpacked(b"").isNull()
    monkeypatch.setattr(transfer, "LARGEST", 34)
    assert unpacked(written("png")).isNull()
    assert pixels(written("png")) == (7, 5)


@pytest.fixture
def copied(qapp):
    made = mime_data({TEXT: b"ours"}, QImage())
    QGuiApplication.clipboard().setMimeData(made)
    yield made
    QGuiApplication.clipboard().clear()


def test_what_only_qt_holds_is_taken_back(copied):
    release(copied)
    assert QGuiApplication.clipboard().text() == ""


def test_a_picture_is_the_systems_own_kind_too_where_it_is_unpacked(qapp):
    file = io.BytesIO()
    Image.new("RGB", (7, 5)).save(file, "png")
    picture = file.getvalue()
    assert mime_data({PNG: picture}, unpacked(picture)).hasImage()
    alone = mime_data({PNG: picture}, QImage())
    assert not alone.hasImage()
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
