"""What an earlier version wrote still opens, field by field: sessions, all that is exported, and settings."""

import json
import shutil
from pathlib import Path

import pytest

from peviewer.cli.document_flags import document
from peviewer.cli.main import main
from peviewer.document.document import Document
from peviewer.exporters.kinds.catalog import KINDS
from peviewer.exporters.metadata.reading import read

BEFORE = Path(__file__).parent / "data" / "before"
NO_SESSIONS = "README.md", "settings.json", "window.ini"
CARRIERS = sorted(path.name for path in BEFORE.iterdir() if path.name not in NO_SESSIONS)
VALUES = {
    "encoding.scheme": "sinusoidal",
    "encoding.length": 37,
    "encoding.dim": 24,
    "encoding.first": -5,
    "encoding.layout": "concatenated",
    "encoding.base": 123.456,
    "encoding.schedule": "endpoint",
    "content.kind": "normal",
    "content.seed": 7,
    "content.scaled": True,
    "shift.phi": -2.625,
    "shift.operator": "flipped",
    "shift.start": -1.5,
    "shift.stop": 12.25,
    "shift.speed": 4.5,
    "shift.repeat": "loop",
    "binary.bits": 6,
    "pairwise.metric": "cosine",
    "angles.unwrapped": True,
    "waves.step": 2,
    "waves.count": 3,
    "vectors.first": -4,
    "vectors.count": 5,
    "similarity.by": "lag",
    "clocks.turn": "position",
    "clocks.count": 6,
    "clocks.pair": 9,
    "table.decimals": 2,
    "table.coloured": True,
    "view.panes": ("waves", "shift", "similarity", "clocks", "operator"),
    "view.colormap": "cividis",
    "view.transposed": True,
    "view.raw": True,
    "view.linked": False,
    "view.zoom": {"position": (-2.5, 20.25), "dimension": (0.5, 12.0)},
    "cursor.position": 3,  # its row of Shift: Shift is among the panes
    "cursor.dimension": 8,
    "cursor.bit": 2,
    "cursor.other": -3,
    "cursor.pair": 4,
    "cursor.lag": -6,
}


OTHERS = "The random content of this session was drawn otherwise: its numbers are others now."
DRAWN = {"waves.by": "column"}
"""What fields that came later stand for in earlier files, where that is not their default."""


def test_every_format_there_was_is_here():
    kinds = {name.partition(".")[2] for name in CARRIERS}
    assert kinds >= {"peview", "png", "svg", "pdf", "webp", "jpg", "gif", "apng", "mp4", "webm", "pptx"}
    assert kinds >= {"npz", "csv", "json"}
    assert sum(path.stat().st_size for path in BEFORE.iterdir()) < 600_000


@pytest.mark.parametrize("name", CARRIERS)
def test_an_earlier_file_opens_with_every_field_as_it_was(name):
    opened = read(BEFORE / name)
    assert {path: opened.get(path) for path in VALUES} == VALUES
    default = Document()
    added = set(opened.paths()) - set(VALUES)  # fields that came later stand at their defaults, or draw what was drawn
    assert {path: opened.get(path) for path in added} == {path: DRAWN.get(path, default.get(path)) for path in added}


@pytest.mark.sampled(4)
@pytest.mark.parametrize("name", CARRIERS)
def test_the_command_line_takes_an_earlier_file_as_a_session_and_says_once_that_its_random_numbers_are_others(
    name, tmp_path, capsys
):
    assert document(None, str(BEFORE / name), [])[0] == read(BEFORE / name)
    assert capsys.readouterr().err == f"peviewer: note: {OTHERS}\n"
    made = tmp_path / "made.json"
    assert main(["data", "binary", "--session", str(BEFORE / name), "-o", str(made)]) == 0
    assert capsys.readouterr().err.count(OTHERS) == 1
    assert read(made) == read(BEFORE / name)
    assert document(None, str(made), [])[0] == read(made)
    assert capsys.readouterr().err == "", "what is written now is read as it is"


def test_earlier_settings_are_kept(tmp_path):
    from peviewer.app.session.settings import Settings

    shutil.copy(BEFORE / "settings.json", tmp_path)
    settings = Settings(tmp_path)
    assert settings.complaint == ""
    assert (settings.choices.theme, settings.choices.export_kind) == ("dark", "clip")
    assert settings.choices.folder == "/home/anna/slides"
    assert settings.choices.recent == ("/home/anna/slides/shift.peview", "/home/anna/slides/waves.png")


def test_a_window_is_where_an_earlier_version_kept_it(qapp, tmp_path):
    from PySide6.QtWidgets import QDockWidget, QMainWindow

    from peviewer.app.session.settings import Settings
    from peviewer.app.window.geometry import WindowGeometry

    shutil.copy(BEFORE / "window.ini", tmp_path)
    window = QMainWindow()
    WindowGeometry(window, QDockWidget(window), Settings(tmp_path).geometry()).restore()
    assert window.height() == 700  # as wide as it was, 1000 pixels, the screen of the tests is not


@pytest.mark.parametrize("name", ["picture", "clip", "data", "code", "deck"])
def test_earlier_choices_of_an_export_are_remembered(name):
    kept = json.loads((BEFORE / "settings.json").read_text(encoding="utf-8"))["export"][name]
    remembered = KINDS[name].remembered(kept).model_dump(mode="json")
    assert {choice: remembered.get(choice) for choice in kept} == kept
