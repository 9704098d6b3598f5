import io

import numpy as np
import pytest
from PIL import Image
from PySide6.QtGui import QImage

from peviewer.app.export import unpacking
from peviewer.app.export.unpacking import pixels, unpacked, with_thumbnail

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


def test_what_is_transparent_stays_so():
    clear = PIXELS.copy()
    clear[2, 3] = 0
    found = unpacked(written("png", clear))
    assert found.pixelColor(3, 2).alpha() == 0
    assert found.pixelColor(2, 3).alpha() == 255


def test_of_nothing_and_of_too_many_pixels_there_is_no_picture(monkeypatch):
    assert unpacked(b"").isNull()
    monkeypatch.setattr(unpacking, "LARGEST", 34)
    assert unpacked(written("png")).isNull()
    assert all(found.isNull() for found in with_thumbnail(written("png"), 4))
    assert pixels(written("png")) == (7, 5)


def test_a_thumbnail_is_as_wide_as_asked_for_and_keeps_its_shape():
    whole, found = with_thumbnail(written("png", PIXELS.repeat(10, axis=0).repeat(10, axis=1)), 35)
    assert (whole.width(), whole.height()) == (70, 50)
    assert (found.width(), found.height()) == (35, 25)
