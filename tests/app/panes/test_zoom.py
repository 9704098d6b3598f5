"""What a pane is zoomed to, alone or with the others, and back and forward through what was shown."""

import pytest

from peviewer.app.panes.zoom import is_zoomed, unzoomed, zoomed
from peviewer.document.document import Document
from peviewer.figures.panes.catalog import PANES
from tests.served import served

DOCUMENT = Document()
NEAR = {"position": (10.0, 90.0)}


@pytest.fixture(scope="module")
def figure():
    return PANES["encoding"].figure(DOCUMENT)


def with_zoom(document, zoom):
    return document.edited({"view.zoom": zoom})


def test_a_window_over_the_whole_axis_is_forgotten(figure):
    near = with_zoom(DOCUMENT, {"position": (3.0, 9.0), "lag": (0.0, 1.0)})
    whole_axis = {"position": (-0.5, 199.5)}
    expected = {"lag": (0.0, 1.0)}
    assert zoomed(near, "encoding", figure, whole_axis) == expected


def test_windows_of_other_axes_are_kept(figure):
    first_rows = {"position": (-0.5, 9)}
    expected = {"position": (-0.5, 9.0)}
    assert zoomed(DOCUMENT, "encoding", figure, first_rows) == expected
    near = with_zoom(DOCUMENT, {"position": (3.0, 9.0), "lag": (0.0, 1.0)})
    after = zoomed(near, "encoding", figure, {"dimension": (1, 2)})
    assert after == {"position": (3.0, 9.0), "lag": (0.0, 1.0), "dimension": (1.0, 2.0)}
    left = unzoomed(with_zoom(DOCUMENT, after), "encoding", figure)
    assert left == {"lag": (0.0, 1.0)}


def test_the_other_side_of_a_matrix_is_zoomed_with_the_one_until_it_is_zoomed_itself():
    def shown(document):
        matrix = PANES["distance"].figure(document).panels[0]
        return matrix.x.shown, matrix.y.shown

    near = with_zoom(DOCUMENT, NEAR)
    expected = ((10.0, 90.0), (10.0, 90.0))
    assert shown(near) == expected
    figure = PANES["distance"].figure(near)
    all_positions = (-0.5, 199.5)
    for other in ((5.0, 9.0), all_positions):
        windows = {"other position": other, "position": (20.0, 30.0)}
        zoom = zoomed(near, "distance", figure, windows)
        assert shown(with_zoom(DOCUMENT, zoom)) == (other, (20.0, 30.0))
    whole_axes = {"other position": all_positions, "position": all_positions}
    assert zoomed(near, "distance", figure, whole_axes) == {}
    assert unzoomed(with_zoom(DOCUMENT, zoom), "distance", figure) == {}


def test_unlinked_panes_keep_windows_of_their_own(figure):
    of_shift = {"shift/position": (3.0, 9.0)}
    alone = DOCUMENT.edited({"view.linked": False, "view.zoom": of_shift})
    zoom = zoomed(alone, "encoding", figure, {"position": (1, 2)})
    assert zoom == {**of_shift, "encoding/position": (1.0, 2.0)}
    assert unzoomed(with_zoom(alone, zoom), "encoding", figure) == of_shift


ZOOMS_OF_PANES = (
    ("encoding", {"position": (3.0, 9.0)}, True),
    # Beyond the encoding, and of another quantity.
    ("encoding", {"position": (300.0, 400.0), "lag": (0.0, 1.0)}, False),
    ("encoding", {"encoding/dimension": (3.0, 9.0)}, True),
    ("shift", {"encoding/dimension": (3.0, 9.0)}, False),
)


def test_a_pane_is_zoomed_where_it_shows_a_part_of_something_because_of_the_user(figure):
    assert not is_zoomed(DOCUMENT, "encoding", figure)
    for name, zoom, wanted in ZOOMS_OF_PANES:
        document = with_zoom(DOCUMENT, zoom)
        assert is_zoomed(document, name, PANES[name].figure(document)) == wanted


def test_lags_counted_back_share_the_zoom_of_the_same_pairs():
    score = PANES["score"]
    document = served("score", DOCUMENT.edited({"encoding.length": 500}))
    figure = score.figure(document)
    back = {"lag": (10.0, 99.0)}
    expected = {"lag": (-99.0, -10.0)}
    assert zoomed(document, "score", figure, back) == expected

    near = with_zoom(document, {"lag": (-99.0, 5.0)})
    panels = score.figure(near).panels
    assert panels[0].x.window == (0.9, 99.0)
    assert panels[1].x.window == (0.9, 99.0)
    whole_axis = {"lag": figure.panels[0].x.limits}
    assert zoomed(near, "score", figure, whole_axis) == {}

    # Keys after the query: none of them is here.
    after = with_zoom(document, {"lag": (5.0, 99.0)})
    assert score.figure(after).panels[0].x.window is None
