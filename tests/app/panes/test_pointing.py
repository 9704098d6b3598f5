import pytest

from peviewer.app.panes.pointing import Pointing


@pytest.fixture
def pointing(session):
    return Pointing(session)


def test_the_cursor_follows_the_pointer(session, pointing):
    pointing.hover({"position": 5, "dimension": 2})
    assert (session.document.cursor.position, session.document.cursor.dimension) == (5, 2)
    assert pointing.text().startswith("t = 5, j = 2 (pair 1, sin)")


def test_leaving_the_data_hides_the_crosshair_and_keeps_the_last_position(session, pointing):
    pointing.hover({"position": 5})
    pointing.leave()
    assert pointing.pointed == {}
    assert pointing.text() == ""
    assert session.document.cursor.position == 5


def test_a_pinned_cursor_stays_until_it_is_let_go(session, pointing):
    pointing.hover({"position": 5})
    pointing.toggle_pin()
    pointing.hover({"position": 9})
    pointing.leave()
    assert pointing.pointed == {"position": 5}
    assert session.document.cursor.position == 5
    pointing.hover({"position": 9})
    pointing.toggle_pin()
    assert pointing.pointed == {"position": 9}
    assert session.document.cursor.position == 9


def test_nothing_is_pinned_where_nothing_is_pointed_at(pointing):
    pointing.toggle_pin()
    assert not pointing.pinned
