"""Clips on disk: whole or not at all, every frame once, nothing left by whatever ends the work early."""

import subprocess
import sys
import threading

import pytest

from peviewer.base.files import ExportError
from peviewer.document.document import Document
from peviewer.exporters import formats
from peviewer.exporters.clip.clip import Clip, ClipError
from peviewer.exporters.clip.write import write_clip
from peviewer.figures.panes.catalog import pane
from peviewer.paper.style import Style

SMALL = Document().edited({"encoding.length": 30, "encoding.dim": 16})
TINY = Style(480, 270)
KINDS = list(formats.formats("clip"))


def shift(**more):
    return Clip(pane("shift"), SMALL, **{"seconds": 0.5, "fps": 10, **more})


@pytest.fixture
def old(tmp_path):
    """A folder with an earlier file of every kind."""
    for kind in KINDS:
        (tmp_path / f"a.{kind}").write_bytes(b"old")
    return tmp_path


def no_thread_works():
    """Whether nothing is under way elsewhere; threads that wait for work are kept, those of live panes (desk) too."""
    others = [thread.name for thread in threading.enumerate() if thread is not threading.current_thread()]
    return all(name.startswith("worker") for name in others)


def untouched(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir()} == {f"a.{kind}": b"old" for kind in KINDS}


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_a_full_disk_is_one_line(old, kind):
    code = (
        # What matplotlib finds out about fonts, which it may have to save first, is no part of the export.
        "import matplotlib.font_manager, resource, sys; resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096)); "
        "from peviewer.cli.main import main; "
        f"sys.exit(main(['animate', 'shift', '-o', 'a.{kind}', '--size', '480x270', '--seconds', '0.5']))"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=old, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (2, f"peviewer: cannot write a.{kind}: File too large\n")
    assert untouched(old)


@pytest.mark.slow
def test_what_the_progress_raises_ends_the_work_and_leaves_nothing(old):
    def stop(share, left):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_clip(shift(seconds=60), old / "a.gif", TINY, progress=stop)
    assert untouched(old)
    assert no_thread_works()


@pytest.mark.parametrize(
    ("name", "clip", "style", "raised", "cause"),
    [
        ("a.svg", {}, TINY, ExportError, r"the extension must be one of \.mp4, "),
        ("none/a.gif", {}, TINY, ExportError, "there is no folder"),
        ("/dev/full", {}, TINY, ExportError, "a device is no place"),
        ("a.gif", {"fps": 60}, TINY, ClipError, r"fps = 60 is not allowed for \.gif: it must be at most 50"),
        ("a.mp4", {}, Style(480, 270, transparent=True), ClipError, r"transparent is not allowed for \.mp4"),
    ],
)
def test_what_a_format_cannot_hold_is_refused_and_nothing_is_touched(old, name, clip, style, raised, cause):
    with pytest.raises(raised, match=cause):
        write_clip(shift(**clip), old / name, style)
    assert untouched(old)
