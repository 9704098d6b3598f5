"""An earlier file of the same name survives whatever happens while a new one is made."""

import signal
import subprocess
import sys

import pytest

from peviewer.document.document import Document
from peviewer.exporters.clip.clip import Clip
from peviewer.exporters.clip.write import write_clip
from peviewer.exporters.picture import export
from peviewer.figures.panes.catalog import pane
from peviewer.paper.style import Style

ENDLESS = """
import sys
from pathlib import Path
from peviewer.document.document import Document
from peviewer.figures.panes.catalog import pane
from peviewer.exporters.clip.clip import Clip
from peviewer.exporters.clip.write import write_clip
from peviewer.paper.style import Style

def tell(share, left):
    print(share, flush=True)

clip = Clip(pane("encoding"), Document(), "shift.phi", 0, 100, seconds=600)
write_clip(clip, Path(sys.argv[1]), Style(320, 240), progress=tell)
"""


@pytest.mark.slow
def test_a_clip_that_is_killed_leaves_the_earlier_file_and_can_be_made_again(tmp_path, start):
    target = tmp_path / "clip.gif"
    target.write_bytes(b"earlier")
    work = start([sys.executable, "-c", ENDLESS, str(target)], stdout=subprocess.PIPE)
    assert work.stdout
    assert work.stdout.readline()  # a frame is done
    work.send_signal(signal.SIGKILL)
    work.wait()
    work.stdout.close()
    assert target.read_bytes() == b"earlier"
    assert write_clip(Clip(pane("encoding"), Document(), "shift.phi", 0, 1, seconds=0.1), target, Style(320, 240))
    assert target.read_bytes().startswith(b"GIF89a")


def test_who_has_the_earlier_picture_open_goes_on_reading_it(tmp_path):
    target = tmp_path / "picture.png"
    target.write_bytes(b"earlier")
    with target.open("rb") as reader:
        export(pane("encoding").figure(Document()), target, document=Document(), style=Style(320, 240))
        assert reader.read() == b"earlier"
    assert target.read_bytes().startswith(b"\x89PNG")
