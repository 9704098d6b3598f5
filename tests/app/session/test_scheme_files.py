"""Schemes of one's own in the window: their code runs once that was agreed to, and again on request."""

import threading

import pytest
from PySide6.QtWidgets import QMessageBox, QPushButton

from peviewer.app.session.autosave import Saved, new, take
from peviewer.app.session.scheme_files import run_last
from peviewer.model.encodings.catalog import SCHEMES

CODE = """
import numpy as np
import peviewer as pv


class MyRamp(pv.extend.Tabled):
    dim: int = 4
    slope: float = 0.5
    bend: float = 0.0

    def table(self, positions):
        return self.slope * positions[:, None] * np.ones(self.dim)
"""


@pytest.fixture(autouse=True)
def _forgotten():
    yield
    SCHEMES.pop("my-ramp", None)
    SCHEMES.pop("my-slope", None)


@pytest.fixture
def path(tmp_path):
    made = tmp_path / "my_ramp.py"
    made.write_text(CODE, "utf-8")
    return made


@pytest.fixture
def asked(monkeypatch):
    """Answer every question by a button's text, "Run" at first, and return what was asked."""
    questions = []
    answer = ["Run"]

    def press(box):
        questions.append(f"{box.text()} {box.informativeText()}")
        next(
            button
            for button in box.findChildren(QPushButton)
            if button.text().replace("&", "") == answer[0]
        ).click()

    monkeypatch.setattr(QMessageBox, "exec", press)
    return questions, answer


def test_a_file_is_run_once_that_was_agreed_to(session, files, path, asked):
    questions, answer = asked
    answer[0] = "Cancel"
    assert not files.open(path)
    assert "my-ramp" not in SCHEMES
    answer[0] = "Run"
    assert files.open(path)
    assert session.document.encoding.slope == 0.5
    assert questions[1].startswith("my_ramp.py is code. Run it?")
    assert str(path) in questions[1]
    session.undo_stack.undo()
    assert session.document.encoding.scheme == "sinusoidal"


def test_a_session_whose_encoding_is_code_is_opened_once_that_may_run(
    session, files, path, asked, tmp_path
):
    assert files.open(path)
    session.edit({"encoding.slope": 2.0})
    assert files.save_to(tmp_path / "mine.peview")
    session.undo_stack.undo()
    del SCHEMES["my-ramp"]
    questions, answer = asked
    answer[0] = "Cancel"
    assert not files.open(tmp_path / "mine.peview")
    assert "my-ramp" not in SCHEMES
    answer[0] = "Run"
    assert files.open(tmp_path / "mine.peview")
    assert session.document.encoding.slope == 2.0
    assert questions[-1].startswith("The encoding of mine.peview is code. Run it?")


@pytest.fixture
def reload(files, told, path):
    """Return a function that saves the file otherwise, reads it again, and returns what was said."""

    def _reload(old, new):
        path.write_text(CODE.replace(old, new), "utf-8")
        files.schemes.reload()
        return told[-1]

    return _reload


def test_a_file_that_is_reloaded_shows_its_class_as_it_is_then_with_what_was_chosen(
    session, files, path, asked, reload
):
    files.open(path)
    session.edit({"encoding.slope": 2.0, "encoding.bend": 1.0})
    assert reload("    bend: float = 0.0", "    tilt: float = 3.0") == "Read my_ramp.py again"
    encoding = session.document.encoding
    assert encoding.slope == 2.0
    assert encoding.tilt == 3.0
    assert not hasattr(encoding, "bend")
    assert SCHEMES["my-ramp"] is type(encoding)
    reload("class MyRamp", "class MySlope")
    assert session.document.encoding.scheme == "my-slope"
    assert "my-ramp" not in SCHEMES


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (
            "return self.slope",
            "return 1 / (self.slope - 2)",
            "my_ramp.py, line 12: ZeroDivisionError: float division",
        ),
        ("class MyRamp", "class MyRamp(", "my_ramp.py, line 6: SyntaxError:"),
    ],
)
def test_an_error_is_said_with_its_line_and_what_is_shown_stays(
    session, files, path, asked, reload, old, new, said
):
    files.open(path)
    session.edit({"encoding.slope": 2.0})
    before = session.document
    found = reload(old, new)
    assert found.startswith(said)
    assert found.endswith("; what is shown is from before")
    assert session.document is before
    assert type(before.encoding) is SCHEMES["my-ramp"]
    assert session.edit({"encoding.slope": 3.0})
    reload("", "")
    assert session.document.encoding.slope == 3.0


def test_what_was_open_last_comes_back_once_its_code_may_run(session, files, path, asked, tmp_path):
    files.open(path)
    session.edit({"encoding.slope": 2.0})
    kept = new(tmp_path / "open")
    saved = Saved(document=session.document, baseline=session.document, title="Mine")
    kept.write_saved(saved)
    kept.close()
    del SCHEMES["my-ramp"]
    questions, answer = asked
    answer[0] = "Cancel"
    taken = take(tmp_path / "open", run_last)
    assert questions[-1].startswith("What was open last is code. Run it?")
    assert taken.saved is None
    assert (
        taken.complaint
        == f"The code of my_ramp.py was not run: what was open last is kept in {kept.path}"
    )
    taken.autosave.close()
    answer[0] = "Run"
    assert take(tmp_path / "open", run_last).saved.document.encoding.slope == 2.0


def test_code_that_never_ends_is_left_to_itself_and_nothing_changes(
    session, files, told, path, asked, cancelled, monkeypatch, tmp_path
):
    monkeypatch.setattr("peviewer.live.worker.TURN_SECONDS", 0)
    begun = tmp_path / "begun"
    go = tmp_path / "go"
    waits = f"""Path({str(begun)!r}).touch()
        while not Path({str(go)!r}).exists(): time.sleep(0.01)"""
    path.write_text(
        "import time\nfrom pathlib import Path\n"
        + CODE.replace("return self", f"{waits}\n        return self"),
        "utf-8",
    )
    before = session.document
    cancelled(begun.exists)
    assert not files.open(path)
    assert cancelled.said == ["Running my_ramp.py…"]
    assert told == ["Cancelled: my_ramp.py was not opened"]
    assert session.document is before
    assert "my-ramp" not in SCHEMES
    left = [
        thread.daemon for thread in threading.enumerate() if thread.name == "Running my_ramp.py…"
    ]
    assert left == [True], "nothing waits for the thread"
    go.touch()
