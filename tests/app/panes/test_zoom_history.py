import pytest

from peviewer.app.panes.zoom_history import GESTURE, ZoomHistory
from peviewer.document.document import Document

NEAR, NEARER = {"position": (10.0, 90.0)}, {"position": (20.0, 30.0)}


@pytest.fixture
def history(qtbot, session):
    made = ZoomHistory(session, session, lambda: made.now)
    made.now = 0.0

    def zoom(window, after=2 * GESTURE):
        made.now += after
        with qtbot.waitSignal(session.changed):
            session.edit({"view.zoom": window}, undoable=False)

    made.zoom = zoom
    return made


def test_back_and_forward_lead_through_what_was_shown(session, history):
    history.zoom(NEAR)
    history.zoom(NEARER)
    history.back()
    assert session.document.view.zoom == NEAR
    history.back()
    assert session.document.view.zoom == {}
    assert not history.can_go_back
    history.forward()
    history.forward()
    assert session.document.view.zoom == NEARER
    assert not history.can_go_forward


def test_one_gesture_is_one_step(session, history):
    history.zoom(NEAR)
    for end in (80.0, 70.0, 60.0):
        history.zoom({"position": (10.0, end)}, after=0.1)
    history.back()
    assert session.document.view.zoom == {}
    history.forward()
    assert session.document.view.zoom == {"position": (10.0, 60.0)}


def test_a_new_zoom_after_going_back_begins_another_way(qapp, history):
    history.zoom(NEAR)
    history.back()
    qapp.processEvents()
    history.zoom(NEARER)
    assert history.can_go_back
    assert not history.can_go_forward


def test_another_document_begins_anew(qtbot, session, history):
    history.zoom(NEAR)
    with qtbot.waitSignal(session.opened):
        session.open(Document(), "Another")
    assert not history.can_go_back


def test_alt_and_the_arrows_go_back_and_forward_in_the_window(qtbot, window):
    entries = {action.text(): action for action in window.menuBar().actions()[2].menu().actions()}
    back, forward = entries["Zoom &back"], entries["Zoom f&orward"]
    assert [back.shortcut().toString(), forward.shortcut().toString()] == ["Alt+Left", "Alt+Right"]
    assert (back.isEnabled(), forward.isEnabled()) == (False, False)
    window.session.edit({"view.zoom": NEAR}, undoable=False)
    qtbot.waitUntil(back.isEnabled)
    back.trigger()
    assert window.session.document.view.zoom == {}
    assert (back.isEnabled(), forward.isEnabled()) == (False, True)
