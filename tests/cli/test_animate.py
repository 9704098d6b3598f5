"""``peviewer animate`` and ``pv.animate``: the same clips, one clear line for bad input, nothing left on Ctrl+C."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import av
import numpy as np
import pytest
from PIL import Image, ImageSequence

import peviewer as pv
from peviewer.cli.main import main
from peviewer.exporters.reading import read
from peviewer.figures.presets import preset

ROOT = Path(__file__).resolve().parents[2]
SMALL = "--size 320x180 --seconds 0.3 --fps 10 --set encoding.length=30 --set encoding.dim=16".split()
ENCODING = pv.Sinusoidal(length=30, dim=16)


def frames(clip):
    """Return all frames as they are decoded."""
    if clip.suffix == ".mp4":
        with av.open(str(clip)) as film:
            return np.stack([frame.to_ndarray() for frame in film.decode(video=0)])
    with Image.open(clip) as opened:
        return np.stack([np.asarray(frame.convert("RGBA")) for frame in ImageSequence.Iterator(opened)])


@pytest.mark.parametrize("kind", [pytest.param("mp4", marks=pytest.mark.slow), "gif"])
def test_a_clip_lands_in_the_format_of_its_extension_and_opens_again(tmp_path, kind):
    target = tmp_path / f"a.{kind}"
    assert main(["animate", "encoding", "-o", str(target), *SMALL]) == 0
    assert os.listdir(tmp_path) == [target.name]
    assert read(target) == preset("shift").document.edited({"encoding.length": 30, "encoding.dim": 16})
    again = tmp_path / f"b.{kind}"
    assert main(["animate", "encoding", "-o", str(again), "--session", str(target), *SMALL[:6]]) == 0
    assert np.array_equal(frames(again), frames(target))


@pytest.mark.slow
def test_without_a_size_a_clip_is_960_by_540(tmp_path):
    target = tmp_path / "a.gif"
    assert main(["animate", "encoding", "-o", str(target), "--seconds", "0.1", "--fps", "10"]) == 0
    with Image.open(target) as opened:
        assert opened.size == (960, 540)


@pytest.mark.parametrize(
    ("words", "cause"),
    [
        (["-o", "a.gif", "--fps", "60"], "fps = 60 is not allowed for .gif"),
        (["-o", "a.bmp"], "the extension must be one of .mp4"),
        (["-o", "/dev/full"], "a device is no place"),
        (["-o", "a.gif", "--animate", "encoding.bas"], "did you mean encoding.base?"),
        (["-o", "a.gif", "--loop", "period"], "loop = 'period' is not allowed: it must be one of once, again, bounce"),
        (["-o", "a.gif", "--pane", "shfit"], "'shfit' is not a pane"),
        (["-o", "a.gif", "--from", "x"], "start = 'x' is not allowed: it must be a finite number"),
        (["-o", "a.mp4", "--transparent"], "transparent is not allowed for .mp4"),
    ],
)
def test_bad_input_is_refused_in_one_line(tmp_path, monkeypatch, capsys, words, cause):
    monkeypatch.chdir(tmp_path)
    assert main(["animate", *words]) == 2
    output = capsys.readouterr()
    assert cause in output.err
    assert output.err.count("\n") == 1
    assert os.listdir(tmp_path) == []


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
