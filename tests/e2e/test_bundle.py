"""The stand-alone folder: built once, then started without Python's own packages within reach."""

import signal
import subprocess
import sys
import zipfile
from importlib.util import find_spec
from pathlib import Path

import av
import pytest
from PIL import Image

from peviewer import __version__
from peviewer.figures.panes.catalog import PANES
from peviewer.model.encodings.catalog import SCHEMES
from tests.opened import read

SMALL = ["--size", "480x360"]
LONGEST = 120  # seconds that a started program may take


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Return the folder that the recipe makes."""
    made = tmp_path_factory.mktemp("bundle")
    recipe = Path(__file__).parents[2] / "resources/bundle/peviewer.spec"
    subprocess.run(
        [sys.executable, "-m", "PyInstaller", "--noconfirm", "--log-level", "ERROR", "--distpath", made / "dist",
         "--workpath", made / "work", recipe],
        cwd=made, check=True, timeout=1000,
    )  # fmt: skip
    return made / "dist" / "peviewer"


@pytest.fixture
def alone(environment, tmp_path):
    """Return a function that runs the program far from the project, and the surroundings it has."""
    surroundings = {name: value for name, value in environment.items() if name != "PYTHONPATH"}

    def run(folder, *words):
        done = subprocess.run([folder / "peviewer", *words], env=surroundings, cwd=tmp_path, capture_output=True,
                              text=True, timeout=LONGEST, check=False)  # fmt: skip
        assert done.returncode == 0, done.stderr
        assert "Traceback" not in done.stderr
        return done.stdout

    run.surroundings = surroundings
    return run


@pytest.mark.nightly
@pytest.mark.skipif(find_spec("PyInstaller") is None, reason="PyInstaller is not installed")
def test_the_bundle_says_what_it_is_writes_every_kind_of_file_and_opens_its_window(
    folder, alone, tmp_path, qtbot
):
    told = alone(folder, "--diagnostics")
    assert f" {__version__}\n" in told
    assert "(stand-alone)" in told
    assert len(alone(folder, "panes").splitlines()) == len(PANES)
    assert len(alone(folder, "schemes").splitlines()) == len(SCHEMES)
    for name in ("a.png", "a.pdf", "a.svg"):
        alone(folder, "export", "shift", "-o", name, "--set", "dim=64", *SMALL)
        assert read(tmp_path / name).encoding.dim == 64
    with Image.open(tmp_path / "a.png") as picture:
        assert picture.size == (480, 360)
    alone(folder, "animate", "shift", "-o", "a.mp4", "--seconds", "0.5", "--fps", "10", *SMALL)
    with av.open(tmp_path / "a.mp4") as clip:
        assert sum(1 for _ in clip.decode(video=0)) == 5
    alone(folder, "deck", "encoding,shift", "-o", "a.pptx")
    with zipfile.ZipFile(tmp_path / "a.pptx") as deck:
        assert {"ppt/slides/slide1.xml", "ppt/slides/slide2.xml"} <= set(deck.namelist())
    alone(folder, "data", "encoding", "-o", "a.npz")
    for part in (
        "licences/peviewer.txt",
        "licences/numpy.txt",
        "share/applications/peviewer.desktop",
    ):
        assert (folder / part).read_text(encoding="utf-8")
    if sys.platform == "win32":  # a process there cannot be interrupted alone
        return
    opened = tmp_path / "XDG_DATA_HOME" / "peviewer" / "open"
    with subprocess.Popen([folder / "peviewer"], env=alone.surroundings, cwd=tmp_path, stderr=subprocess.PIPE,
                          text=True) as window:  # fmt: skip
        qtbot.waitUntil(
            lambda: any(opened.glob("*.json")) or window.poll() is not None, timeout=1000 * LONGEST
        )
        window.send_signal(signal.SIGINT)
        _, complaints = window.communicate(timeout=LONGEST)
    assert window.returncode == 130, complaints
    assert "Traceback" not in complaints
