"""Files, presets and flags that name the row Shift once had to itself open with one reference position."""

import tomllib
from pathlib import Path

import pytest

from peviewer.app.session.autosave import Saved
from peviewer.cli.document_flags import document as asked
from peviewer.document.arrangement import Place, Split, tidy
from peviewer.document.document import FORMAT, Document, DocumentError
from peviewer.exporters.arguments import opened
from peviewer.exporters.kinds.catalog import KINDS
from peviewer.exporters.metadata.reading import read
from peviewer.figures.grammar import Rule
from peviewer.figures.panes.catalog import pane
from peviewer.figures.presets import presets

BEFORE = Path(__file__).parents[1] / "data" / "one_reference"
OPENS = {
    "shift.peview": 7,
    "operator.peview": 7,
    "neither.peview": 31,
    "defaults.peview": 50,
    "defaults-without.peview": 20,
    "played.peview": 31,
    "pinned.peview": 7,
    "clocks.peview": 300,
    "picture.png": 7,
    "distance.csv": 7,
    "shift.csv": 31,
    **{f"arranged.{kind}": 7 for kind in ("peview", "svg", "pdf", "webp", "npz")},
    "arranged.mp4": 31,
}
ARRANGED = Split(True, (Place(("shift", "waves"), "waves"), Place(("encoding",), "encoding")), (1.0, 2.0))
NAMES = {"shift": {"row": 7}, "cursor": {"position": 31}}


def test_every_fixture_has_a_position_to_open_with():
    assert {path.name for path in BEFORE.iterdir()} == {*OPENS, "README.md", "preset.toml", "open.json"}


@pytest.mark.parametrize(("name", "position"), OPENS.items())
def test_the_row_wins_where_shift_or_operator_is_among_the_panes(name, position):
    found = read(BEFORE / name)
    assert found.cursor.position == position
    assert Document.from_json(found.to_json()) == found
    assert "row" not in type(found.shift).model_fields


@pytest.mark.parametrize("name", [name for name in OPENS if name.startswith("arranged")])
def test_every_kind_of_file_carries_the_arrangement_it_was_made_with(name):
    view = read(BEFORE / name).view
    assert (view.arrangement, view.maximised) == (tidy(ARRANGED), "encoding")


def test_what_a_window_kept_for_the_next_start_opens():
    saved = Saved.from_json((BEFORE / "open.json").read_text("utf-8"))
    assert (saved.document.cursor.position, saved.baseline.cursor.position) == (7, 7)
    assert (saved.document.encoding.dim, saved.baseline.encoding.dim) == (64, 32)
    assert (saved.document.view.arrangement, saved.document.view.maximised) == (tidy(ARRANGED), "encoding")
    assert saved.document.view.zoom == {"position": (0.0, 20.0)}
    assert set(saved.geometry) == {"geometry", "docks", "width", "narrow"}
    assert saved.closed  # or all that were left would come back at once


def test_what_moved_the_row_moves_the_reference_position():
    play = read(BEFORE / "played.peview").play
    assert play.moves == "cursor.position"
    assert (play.courses["cursor.position"].start, play.courses["cursor.position"].stop) == (5, 60)
    assert KINDS["clip"].remembered({"path": "shift.row"}).path == "cursor.position"


def test_the_key_of_clocks_keeps_the_other_of_both_places_unless_it_is_pinned():
    assert read(BEFORE / "clocks.peview").cursor.other == 800
    assert read(BEFORE / "pinned.peview").cursor.other == 44


def test_a_preset_that_people_wrote_opens():
    nested = tomllib.loads((BEFORE / "preset.toml").read_text())["document"]
    assert Document.from_nested(nested).cursor.position == 7
    without = Document.from_nested(nested | {"view": {"panes": ["distance"]}})
    assert without.cursor.position == 31
    alone = {"shift": {"row": 7}, "view": {"panes": ["distance"]}}
    assert Document.from_nested(alone).cursor.position == 20  # as it was where nobody chose it


@pytest.mark.parametrize("name", ["row", "shift.row", "position", "cursor.position"])
def test_flags_and_keywords_that_name_the_row_set_the_reference_position(name):
    assert asked(None, None, [f"{name}=7"])[0].cursor.position == 7
    for panes in ((), ("operator",), ("distance",)):
        assert opened(None, {name: 9}, panes=panes).cursor.position == 9


def test_of_a_row_and_a_position_named_at_once_the_panes_decide():
    both = {"shift.row": 7, "cursor.position": 31}
    assert Document().edited(both).cursor.position == 7
    assert Document().edited(both | {"view.panes": ["binary"]}).cursor.position == 31


def test_a_row_that_is_no_number_is_refused_in_one_line():
    with pytest.raises(DocumentError, match=r"cursor\.position = 'x' is not allowed"):
        Document().edited({"shift.row": "x"})


def test_an_earlier_program_does_not_take_a_file_of_now_for_its_own():
    assert FORMAT >= 3


@pytest.mark.sampled(15)
@pytest.mark.parametrize("name", sorted(presets()))
def test_each_preset_of_ours_names_one_position_that_its_table_has(name):
    document = presets()[name].document
    assert "row" not in tomllib.loads(presets()[name].text)["document"].get("shift", {})
    place = document.cursor.position
    drawn = [
        mark
        for shown in document.view.panes
        for panel in pane(shown).figure(document).panels
        for mark in panel.marks
        if isinstance(mark, Rule) and mark.moves == "cursor.position" and mark.label.startswith("*t* = ")
    ]
    assert not drawn or place in document.encoding.positions
