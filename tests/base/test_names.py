"""Names that are looked up, and what a misspelt one could mean."""

import pytest

from peviewer.base.names import UnknownName, nearest_names
from peviewer.figures.panes.catalog import pane
from peviewer.figures.presets import preset
from peviewer.model.encodings.catalog import SCHEMES, scheme


def test_names_are_suggested_or_listed():
    assert nearest_names("scedule", ["schedule", "layout"]) == "; did you mean schedule?"
    assert nearest_names("zzz", ["schedule", "layout"]) == "; there are: schedule, layout"


def test_a_part_of_three_letters_is_enough_and_two_are_not():
    long_names = ["distance-between-positions"]
    assert nearest_names("bet", long_names) == "; did you mean distance-between-positions?"
    assert nearest_names("be", long_names) == "; there are: distance-between-positions"


@pytest.mark.parametrize(
    ("look", "misspelt", "refusal"),
    [
        (pane, "distanc", "'distanc' is not a pane; did you mean distance?"),
        (preset, "papr", "'papr' is not a preset; did you mean paper?"),
        (scheme, "alib", "'alib' is not a scheme; did you mean alibi?"),
        (scheme, "zzz", f"'zzz' is not a scheme; there are: {', '.join(SCHEMES)}"),
    ],
)
def test_every_look_up_refuses_an_unknown_name_alike(look, misspelt, refusal):
    with pytest.raises(UnknownName) as error:
        look(misspelt)
    assert str(error.value) == refusal


def test_of_many_names_the_nearest_five_are_told():
    known = [f"section.{letter * 6}" for letter in "abcdefghijklmnopqrstuvwxyz"]
    assert nearest_names("ddz.y", known).startswith("; the nearest of 26 are: section.dddddd, ")
    assert nearest_names("ddz.y", known).count(",") == 4
    assert nearest_names("ddddd", known) == "; did you mean section.dddddd?"
    assert nearest_names("b", [f"a{k}" for k in range(3000)]).startswith(
        "; the nearest of 3000 are: a0, a1, "
    )
