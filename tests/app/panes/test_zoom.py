from peviewer.app.panes.zoom import unzoomed, zoomed
from peviewer.document.document import Document
from peviewer.figures.panes.catalog import PANES

DOCUMENT = Document()
FIGURE = PANES["encoding"].figure(DOCUMENT)


def test_a_window_over_the_whole_axis_is_forgotten():
    near = DOCUMENT.edited({"view.zoom": {"position": (3.0, 9.0), "lag": (0.0, 1.0)}})
    assert zoomed(near, "encoding", FIGURE, {"position": (-0.5, 199.5)}) == {"lag": (0.0, 1.0)}


def test_other_quantities_keep_their_windows():
    near = DOCUMENT.edited({"view.zoom": {"position": (3.0, 9.0)}})
    assert zoomed(near, "encoding", FIGURE, {"dimension": (1, 2)}) == {"position": (3.0, 9.0), "dimension": (1.0, 2.0)}


def test_resetting_a_pane_leaves_what_it_does_not_show():
    near = DOCUMENT.edited({"view.zoom": {"position": (3.0, 9.0), "dimension": (1.0, 2.0), "lag": (0.0, 1.0)}})
    assert unzoomed(near, "encoding", FIGURE) == {"lag": (0.0, 1.0)}


def test_unlinked_panes_keep_windows_of_their_own():
    alone = DOCUMENT.edited({"view.linked": False, "view.zoom": {"shift/position": (3.0, 9.0)}})
    zoom = zoomed(alone, "encoding", FIGURE, {"position": (1, 2)})
    assert zoom == {"shift/position": (3.0, 9.0), "encoding/position": (1.0, 2.0)}
    assert unzoomed(alone.edited({"view.zoom": zoom}), "encoding", FIGURE) == {"shift/position": (3.0, 9.0)}
