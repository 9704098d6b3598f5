"""What part is looked at, as people write it."""

import pytest

from peviewer.document.document import Document, DocumentError
from peviewer.document.seen import Seen
from peviewer.figures.panes.catalog import pane

DOCUMENT = Document().edited({"encoding.first": -50})


@pytest.mark.parametrize(
    ("given", "window"),
    [
        ("-10:20", (-10.5, 19.5)),
        (":0", (-50.5, -0.5)),
        ("140:", (139.5, 149.5)),
        ((0, 5), (-0.5, 4.5)),
        (":", (-50.5, 149.5)),
    ],
)
def test_the_end_is_not_shown_and_open_ends_are_those_of_the_table(given, window):
    assert Seen(positions=given).of(DOCUMENT).view.zoom == {"position": window}


def test_a_window_of_one_pane_gives_way_and_others_stay():
    before = DOCUMENT.edited({"view.zoom": {"encoding/position": [0, 9], "lag": [-5, 5]}})
    seen = Seen(positions="0:3").of(before)
    assert seen.view.zoom == {"lag": (-5.0, 5.0), "position": (-0.5, 2.5)}
    assert pane("encoding").figure(seen).panels[0].y.shown == (-0.5, 2.5)


@pytest.mark.parametrize("given", ["5", "a:b", "1:2:3", "", 5, (1, 2, 3), (1.5, 2)])
def test_what_is_no_part_is_refused_with_what_is(given):
    with pytest.raises(
        DocumentError, match=r"^positions = .* is not allowed: it must be FIRST:END, as in 0:64; either"
    ):
        Seen(positions=given).of(DOCUMENT)


@pytest.mark.parametrize("given", ["150:160", "5:5", "9:3", ":-50"])
def test_a_part_in_which_nothing_lies_is_refused_with_what_there_is(given):
    with pytest.raises(DocumentError, match=r"none of −50:150 lies in it$"):
        Seen(positions=given).of(DOCUMENT)


def test_a_scheme_without_pairs_has_none_to_show():
    with pytest.raises(DocumentError, match=r"^pairs is not allowed: ALiBi has none$"):
        Seen(pairs="0:4").of(DOCUMENT.edited({"encoding.scheme": "alibi"}))
