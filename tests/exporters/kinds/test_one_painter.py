"""Whatever is exported at the same time, one thread at a time is in matplotlib, which is not made for several."""

import threading
from pathlib import Path

import matplotlib
import pytest

from peviewer.base.work import Work
from peviewer.document.document import Document
from peviewer.exporters.kinds.catalog import KINDS
from peviewer.exporters.kinds.kind import Subject

FOLDER = str(Path(matplotlib.__file__).parent)
SMALL = {"size": "pixels", "width": 400, "height": 300}
SUBJECT = Subject(Document().edited({"encoding.length": 20, "encoding.dim": 16}), ("shift",))


class Crossings:
    """A profile function: which calls into matplotlib came while another thread was in it."""

    def __init__(self):
        self.depths, self.threads, self.found = {}, set(), set()

    def __call__(self, frame, event, _):
        if event not in ("call", "return") or not frame.f_code.co_filename.startswith(FOLDER):
            return
        this = threading.get_ident()
        if event == "call":
            self.threads.add(this)
            if any(depth for thread, depth in dict(self.depths).items() if thread != this):
                self.found.add((Path(frame.f_code.co_filename).name, frame.f_code.co_name))
        self.depths[this] = self.depths.get(this, 0) + (1 if event == "call" else -1)


def previewed(kind, **more):
    known = KINDS[kind]
    choices = known.remembered(SMALL | more)
    known.description(SUBJECT, choices)
    assert known.preview(SUBJECT, choices)


def written(target):
    known = KINDS["clip"]
    known.write(SUBJECT, known.remembered(SMALL | {"format": "gif", "seconds": 0.3, "fps": 10}), target, Work())
    assert target.exists()


def copied():
    assert KINDS["picture"].copied(SUBJECT, KINDS["picture"].remembered(SMALL))


@pytest.fixture
def crossings():
    previewed("picture")  # what is only read once has been read: modules, and which fonts there are
    made = Crossings()
    threading.setprofile(made)
    yield made
    threading.setprofile(None)


@pytest.mark.slow
def test_previews_a_clip_and_a_copy_at_once_paint_one_after_the_other(crossings, tmp_path):
    works = [
        lambda: previewed("picture", type_size=11),
        lambda: previewed("deck"),
        lambda: written(tmp_path / "a.gif"),
        copied,
    ]
    failed, start = [], threading.Barrier(len(works))

    def run(work):
        try:
            start.wait()
            work()
        except BaseException as error:
            failed.append(error)

    threads = [threading.Thread(target=run, args=(work,)) for work in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failed == []
    assert len(crossings.threads) == len(works)
    assert crossings.found == set()
