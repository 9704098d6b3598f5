"""What a pane is zoomed to, alone or with the others, and back and forward through what was shown."""

import pytest

from peviewer.app.panes.zoom import is_zoomed, unzoomed, zoomed
from peviewer.document.document import Document
from peviewer.figures.panes.catalog import PANES
from tests.served import served

DOCUMENT = Document()
NEAR, NEARER = {"position": (10.0, 90.0)}, {"position": (20.0, 30.0)}


@pytest.fixture(scope="module")
def figure():
    return PANES["encoding"].figure(DOCUMENT)


def test_a_window_over_the_whole_axis_is_forgotten_and_others_are_kept(figure):
    near = DOCUMENT.edited({"view.zoom": {"position": (3.0, 9.0), "lag": (0.0, 1.0)}})
    assert zoomed(near, "encoding", figure, {"position": (-0.5, 199.5)}) == {"lag": (0.0, 1.0)}
    assert zoomed(DOCUMENT, "encoding", figure, {"position": (-0.5, 9)}) == {
        "position": (-0.5, 9.0)
    }
    after = zoomed(near, "encoding", figure, {"dimension": (1, 2)})
    assert after == {"position": (3.0, 9.0), "lag": (0.0, 1.0), "dimension": (1.0, 2.0)}
    assert unzoomed(DOCUMENT.edited({"view.zoom": after}), "encoding", figure) == {
        "lag": (0.0, 1.0)
    }


def test_the_other_side_of_a_matrix_is_zoomed_with_the_one_until_it_is_zoomed_itself():
    def shown(document):
        matrix = PANES["distance"].figure(document).panels[0]
        return matrix.x.shown, matrix.y.shown

    near = DOCUMENT.edited({"view.zoom": NEAR})
    assert shown(near) == ((10.0, 90.0), (10.0, 90.0))
    figure = PANES["distance"].figure(near)
    for other in ((5.0, 9.0), (-0.5, 199.5)):
        zoom = zoomed(near, "distance", figure, {"other position": other, "position": (20.0, 30.0)})
        assert shown(DOCUMENT.edited({"view.zoom": zoom})) == (other, (20.0, 30.0))
    whole = zoomed(
        near, "distance", figure, {"other position": (-0.5, 199.5), "position": (-0.5, 199.5)}
    )
    assert whole == {} == unzoomed(DOCUMENT.edited({"view.zoom": zoom}), "distance", figure)


def test_unlinked_panes_keep_windows_of_their_own(figure):
    alone = DOCUMENT.edited({"view.linked": False, "view.zoom": {"shift/position": (3.0, 9.0)}})
    zoom = zoomed(alone, "encoding", figure, {"position": (1, 2)})
    assert zoom == {"shift/position": (3.0, 9.0), "encoding/position": (1.0, 2.0)}
    assert unzoomed(alone.edited({"view.zoom": zoom}), "encoding", figure) == {
        "shift/position": (3.0, 9.0)
    }


ZOOMS_OF_PANES = (
    ("encoding", {"position": (3.0, 9.0)}, True),
    (
        "encoding",
        {"position": (300.0, 400.0), "lag": (0.0, 1.0)},
        False,
    ),  # beyond it, and of another quantity
    ("encoding", {"encoding/dimension": (3.0, 9.0)}, True),
    ("shift", {"encoding/dimension": (3.0, 9.0)}, False),
)


def test_a_pane_is_zoomed_where_it_shows_a_part_of_something_because_of_the_user(figure):
    assert not is_zoomed(DOCUMENT, "encoding", figure)
    for name, zoom, wanted in ZOOMS_OF_PANES:
        document = DOCUMENT.edited({"view.zoom": zoom})
        assert is_zoomed(document, name, PANES[name].figure(document)) == wanted


def test_lags_counted_back_share_the_zoom_of_the_same_pairs():
    document = served("score", DOCUMENT.edited({"encoding.length": 500}))
    figure = PANES["score"].figure(document)
    assert zoomed(document, "score", figure, {"lag": (10.0, 99.0)}) == {"lag": (-99.0, -10.0)}
    near = document.edited({"view.zoom": {"lag": (-99.0, 5.0)}})
    assert {panel.x.window for panel in PANES["score"].figure(near).panels[:2]} == {(0.9, 99.0)}
    assert zoomed(near, "score", figure, {"lag": figure.panels[0].x.limits}) == {}
    after = document.edited(
        {"view.zoom": {"lag": (5.0, 99.0)}}
    )  # keys after the query: none of them here
    assert PANES["score"].figure(after).panels[0].x.window is None
