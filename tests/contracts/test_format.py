"""What every file format keeps to: it opens again, has the same bytes twice, and is whole or not there."""

import os
import resource
import sys
import zipfile
from contextlib import contextmanager

import pytest

from peviewer.base.files import ExportError
from peviewer.base.work import Cancelled, cancellable
from peviewer.document.document import Document
from tests.opened import read

DOCUMENT = Document().edited(
    {"encoding.length": 30, "encoding.dim": 16, "shift.phi": -1.25, "encoding.base": 12.5}
)
FILMS = ["gif", "mp4", "html"]
DECKS = ["pptx", "deck.pdf", "deck.html"]
FORMATS = ["png", "svg", "pdf", "csv", "npz", *FILMS, *DECKS]
SLOW = {"pdf", "mp4", "html", *DECKS}
pytestmark = pytest.mark.usefixtures("coarse")
EVERY = pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.slow if name in SLOW else ()) for name in FORMATS]
)


def write(name, target, **more):
    """Write one small file of a format, as the window, the command line and Python do."""
    from peviewer.exporters.clip.clip import Clip
    from peviewer.exporters.clip.write import write_clip
    from peviewer.exporters.data.write import write_data
    from peviewer.exporters.deck.slides import slides_of_panes, write_deck
    from peviewer.exporters.picture import export
    from peviewer.figures.panes.catalog import pane
    from peviewer.paper.style import Style

    if name in FILMS:
        clip = Clip(pane("encoding"), DOCUMENT, seconds=0.3, fps=10, start=0, stop=9)
        return write_clip(clip, target, Style(320, 240), **more)
    if name in DECKS:
        slides = slides_of_panes(("encoding",), DOCUMENT)
        return write_deck(slides, target, Style.of_pixels(480, 360), **more)
    if name in ("csv", "npz"):
        return write_data(pane("encoding"), DOCUMENT, target, **more)
    figure = pane("encoding").figure(DOCUMENT)
    return export(figure, target, document=DOCUMENT, style=Style(320, 240), **more)


@contextmanager
def files_no_larger_than(size):
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


@EVERY
def test_it_opens_again_as_its_document(tmp_path, name):
    write(name, tmp_path / f"a.{name}")
    assert os.listdir(tmp_path) == [f"a.{name}"]
    opened = read(tmp_path / f"a.{name}")
    assert opened.encoding == DOCUMENT.encoding
    assert opened.shift.phi == DOCUMENT.shift.phi


@EVERY
def test_the_same_has_the_same_bytes(tmp_path, name):
    for place in ("a", "b"):
        write(name, tmp_path / f"{place}.{name}")
    assert contents(tmp_path / f"a.{name}") == contents(tmp_path / f"b.{name}")


def contents(path):
    """Return the bytes of a file.

    Of a presentation, which says when it was made, those of its other parts.
    """
    if path.suffix != ".pptx":
        return path.read_bytes()
    with zipfile.ZipFile(path) as archive:
        return {
            name: archive.read(name) for name in archive.namelist() if name != "docProps/core.xml"
        }


@EVERY
@pytest.mark.skipif(sys.platform == "win32", reason="files of any size are allowed")
def test_a_full_disk_leaves_the_earlier_file_and_names_file_and_cause(tmp_path, name):
    target = tmp_path / f"a.{name}"
    target.write_bytes(b"earlier")
    with files_no_larger_than(600), pytest.raises(ExportError) as failed:
        write(name, target)
    assert str(failed.value) == f"cannot write {target}: File too large"
    assert os.listdir(tmp_path) == [target.name]
    assert target.read_bytes() == b"earlier"


@EVERY
def test_cancelled_it_leaves_the_earlier_file_and_no_other(tmp_path, name):
    target = tmp_path / f"a.{name}"
    target.write_bytes(b"earlier")
    asked = iter(range(1000))
    with pytest.raises(Cancelled), cancellable(lambda: next(asked) > 1):
        write(name, target)
    assert os.listdir(tmp_path) == [target.name]
    assert target.read_bytes() == b"earlier"
