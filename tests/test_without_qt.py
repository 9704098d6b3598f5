"""Without Qt: what README names is enough for figures, files, notebooks and the command line."""

import os
import re
import subprocess
import venv
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[1]
COMMAND = re.compile(r"`pip install --no-deps \. && pip install ([\w ]+)`")

SMALL = ("--set", "length=20", "dim=8")
TINY = "pv.Sinusoidal(length=20, dim=8)"
CLIP_FLAGS = ("--size", "320x180", "--seconds", "0.2", "--fps", "10")

WRITTEN = {
    "a.png": ("export", "shift"),
    "a.svg": ("export", "encoding,distance"),
    "a.pdf": ("export", "distance"),
    "a.gif": ("animate", "shift", *CLIP_FLAGS),
    "deck.pdf": ("deck", "encoding"),
    "a.npz": ("data", "distance"),
    "a.py": ("code",),
}

# Files whose writers are libraries that are not there.
LIBRARIES = {
    "a.mp4": ("animate", "shift", "MP4 needs av: pip install av"),
    "a.html": ("animate", "shift", "Web page needs av: pip install av"),
    "a.pptx": ("deck", "shift", "PowerPoint needs python-pptx: pip install python-pptx"),
}


class Bare(NamedTuple):
    """An environment of Python that has a few libraries and peviewer."""

    folder: Path

    def run(self, program, *words, **variables):
        env = {**os.environ, "PYTHONPATH": "", **variables}
        done = subprocess.run(
            [self.folder / ("Scripts" if os.name == "nt" else "bin") / program, *words],
            cwd=self.folder,
            env=env,
            capture_output=True,
            encoding="utf-8",
            timeout=300,
            check=False,
        )
        return done.returncode, done.stdout, done.stderr

    def peviewer(self, *words):
        return self.run("peviewer", *words, QT_QPA_PLATFORM="offscreen")

    def python(self, code, **variables):
        status, output, errors = self.run(
            "python", "-c", f"import peviewer as pv\n{code}", **variables
        )
        assert status == 0, errors
        return output.strip()

    def install(self, *words):
        status, _, errors = self.run("python", "-m", "pip", "install", "-q", *words)
        assert status == 0, errors


@pytest.fixture(scope="module")
def bare(tmp_path_factory):
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    libraries = COMMAND.search(readme)[1].split()
    folder = tmp_path_factory.mktemp("bare")
    venv.create(folder, with_pip=True)
    bare = Bare(folder)
    bare.install("--no-deps", str(ROOT))
    bare.install(*libraries)
    return bare


pytestmark = pytest.mark.slow


@pytest.mark.parametrize("name", WRITTEN)
def test_a_file_is_written(bare, name):
    status, _, errors = bare.peviewer(*WRITTEN[name], "-o", name, *SMALL)
    assert status == 0
    assert errors == ""
    assert (bare.folder / name).stat().st_size > 0


@pytest.mark.parametrize("name", LIBRARIES)
def test_the_library_that_a_file_needs_is_named_in_one_line(bare, name):
    *command, reason = LIBRARIES[name]
    status, _, errors = bare.peviewer(*command, "-o", name, *SMALL)
    assert status == 2
    assert errors == f"peviewer: cannot write {name}: {reason}\n"


@pytest.mark.parametrize("words", [["--help"], ["panes"], ["fields", "shift"], ["check", *SMALL]])
def test_a_command_that_prints_says_as_much_as_with_qt(bare, words):
    status, output, errors = bare.peviewer(*words)
    assert status == 0
    assert errors == ""
    assert len(output.splitlines()) > 5


@pytest.mark.parametrize("words", [[], ["present"]])
def test_the_window_names_qt_in_one_line(bare, words):
    status, _, errors = bare.peviewer(*words)
    assert status == 2
    expected = "peviewer: live panes need PySide6-Essentials: pip install PySide6-Essentials\n"
    assert errors == expected


def test_figures_and_numbers_are_made_in_python(bare):
    figure = f"pv.figure({TINY}, 'shift').savefig('python.png')"
    numbers = f"print(pv.data({TINY}, 'distance')['distance'].shape)"
    assert bare.python(f"{figure}\n{numbers}") == "(20, 20)"
    assert (bare.folder / "python.png").stat().st_size > 0


@pytest.mark.parametrize(
    ("call", "message"),
    [
        ("pv.PaneWidget", "live panes need PySide6-Essentials: pip install PySide6-Essentials"),
        (f"pv.interact({TINY})", "interact needs ipywidgets: pip install ipywidgets"),
    ],
)
def test_the_library_that_a_widget_needs_is_named(bare, call, message):
    code = f"try:\n    {call}\nexcept ImportError as error:\n    print(error)"
    assert bare.python(code) == message


def test_sliders_need_ipywidgets_alone(bare):
    more = bare.folder / "more"
    bare.install("--target", str(more), "ipywidgets")
    told = bare.python(f"print(pv.interact({TINY}, 'shift'))", PYTHONPATH=str(more))
    assert told.startswith("<sliders: Shift φ, ")
