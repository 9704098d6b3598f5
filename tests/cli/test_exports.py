"""Clips, pages of several panes, decks and tables from the command line, and nothing left on Ctrl+C."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import av
import numpy as np
import pptx
import pytest
from PIL import Image, ImageSequence

from peviewer.cli.main import main
from peviewer.exporters.picture import render
from peviewer.exporters.reading import open_file
from peviewer.figures.panes.catalog import PANES
from peviewer.figures.presets import DEFAULT, preset
from peviewer.paper.page.composition import Composition, captioned
from peviewer.paper.style import Style
from tests.opened import read

ROOT = Path(__file__).resolve().parents[2]
SETS = ["--set", "encoding.length=30", "--set", "encoding.dim=16"]
SMALL = [*"--size 320x180 --seconds 0.3 --fps 10".split(), *SETS]
TABLE = np.random.default_rng(3).standard_normal((12, 5))


@pytest.fixture
def document():
    return preset(DEFAULT).document.edited({"encoding.length": 30, "encoding.dim": 16})


def frames(clip):
    """Return all frames as they are decoded."""
    if clip.suffix == ".mp4":
        with av.open(str(clip)) as film:
            return np.stack([frame.to_ndarray() for frame in film.decode(video=0)])
    with Image.open(clip) as opened:
        return np.stack(
            [np.asarray(frame.convert("RGBA")) for frame in ImageSequence.Iterator(opened)]
        )


@pytest.mark.parametrize("kind", [pytest.param("mp4", marks=pytest.mark.slow), "gif"])
def test_a_clip_lands_in_the_format_of_its_extension_and_opens_again(tmp_path, document, kind):
    target = tmp_path / f"a.{kind}"
    assert main(["animate", "encoding", "-o", str(target), *SMALL]) == 0
    assert os.listdir(tmp_path) == [target.name]
    assert read(target) == document
    again = tmp_path / f"b.{kind}"
    status = main(["animate", "encoding", "-o", str(again), "--session", str(target), *SMALL[:6]])
    assert status == 0
    assert np.array_equal(frames(again), frames(target))


@pytest.mark.slow
def test_without_a_size_a_clip_is_960_by_540(tmp_path):
    target = tmp_path / "a.gif"
    assert main(["animate", "encoding", "-o", str(target), "--seconds", "0.1", "--fps", "10"]) == 0
    with Image.open(target) as opened:
        assert opened.size == (960, 540)


WORKING = """
import io, sys
from peviewer.cli.main import main

class Terminal(io.StringIO):
    def isatty(self):
        return True

    def write(self, text):
        print("working", flush=True)

sys.stderr = Terminal()
sys.exit(main(["animate", "-o", sys.argv[1], "--size", "480x270", "--seconds", "600"]))
"""


@pytest.mark.slow
@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGTERM])
def test_interrupted_half_way_it_leaves_nothing_and_the_earlier_file(tmp_path, start, sent):
    target = tmp_path / "a.mp4"
    target.write_bytes(b"old")
    running = start([sys.executable, "-c", WORKING, str(target)], cwd=ROOT, stdout=subprocess.PIPE)
    assert running.stdout.readline() == b"working\n"  # its progress is drawn
    running.send_signal(sent)
    running.communicate(timeout=30)
    assert running.returncode == 128 + sent
    assert target.read_bytes() == b"old"
    assert os.listdir(tmp_path) == [target.name]


@pytest.mark.slow
def test_several_panes_make_one_picture(tmp_path, document):
    target = tmp_path / "a.png"
    status = main(
        [
            "export",
            "encoding,shift",
            "-o",
            str(target),
            "--size",
            "900x500",
            "--columns",
            "1",
            *SETS,
        ]
    )
    assert status == 0
    page = Composition(tuple(captioned(PANES[name], document) for name in ("encoding", "shift")), 1)
    expected = render(page, "png", document=document, style=Style.of_pixels(900, 500))
    assert target.read_bytes() == expected
    assert read(target) == document


@pytest.mark.slow
@pytest.mark.usefixtures("coarse")
def test_a_deck_shows_the_panes_that_are_asked_for_or_open(tmp_path, document):
    asked = tmp_path / "asked.pptx"
    opened = tmp_path / "open.pptx"
    assert main(["deck", "-o", str(asked), "--panes", "binary,encoding", *SETS]) == 0
    assert main(["deck", "-o", str(opened), "--preset", "counter-64"]) == 0
    titles = [page.shapes.title.text for page in pptx.Presentation(str(asked)).slides]
    assert titles == [PANES[name].figure(document).title for name in ("binary", "encoding")]
    expected = len(preset("counter-64").document.view.panes)
    assert len(pptx.Presentation(str(opened)).slides) == expected
    assert read(asked) == document


@pytest.fixture
def archive(tmp_path):
    np.savez(tmp_path / "two.npz", left=TABLE, right=2 * TABLE)
    return tmp_path / "two.npz"


def test_a_pane_of_a_table_is_exported_and_reopened(archive, tmp_path):
    status = main(
        ["export", "distance", "--table", f"{archive}:right", "-o", str(tmp_path / "a.png")]
    )
    assert status == 0
    again = [
        "data",
        "encoding",
        "--session",
        str(tmp_path / "a.png"),
        "-o",
        str(tmp_path / "a.npy"),
    ]
    assert main(again) == 0
    assert np.array_equal(np.load(tmp_path / "a.npy"), 2 * TABLE)


@pytest.mark.parametrize(
    ("table", "why"),
    [
        (
            "{0}",
            "two.npz has 2 arrays of unknown names: choose one, as in two.npz:left: left, right",
        ),
        ("{0}:middle", "two.npz has no array middle; there are: left, right"),
        ("{0}.npy", "two.npz.npy cannot be read: No such file or directory"),
    ],
)
def test_what_is_no_table_is_one_line_and_2(archive, table, why, capsys, tmp_path):
    status = main(
        ["export", "distance", "--table", table.format(archive), "-o", str(tmp_path / "a.png")]
    )
    assert status == 2
    said = capsys.readouterr().err
    assert said.strip().endswith(why)
    assert said.count("\n") == 1
    assert not (tmp_path / "a.png").exists()


def test_an_export_with_a_session_is_no_table(tmp_path, archive):
    exported = tmp_path / "b.npz"
    assert main(["data", "encoding", "-o", str(exported)]) == 0
    assert main(["data", "encoding", "-o", str(tmp_path / "b.csv")]) == 0
    kinds = [
        open_file(path).kind
        for path in (exported, tmp_path / "b.csv", archive, tmp_path / "missing.npy")
    ]
    assert kinds == ["session", "session", "table", "table"]
    assert open_file(Path("a.peview")).kind == "session"
