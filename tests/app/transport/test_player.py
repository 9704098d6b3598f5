"""Playing: φ follows the time that has passed, along its track, and a whole play is one step of undo."""

from types import SimpleNamespace

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtGui import QGuiApplication

from peviewer.app.transport.player import LONGEST_WAIT_MS, Player
from peviewer.document.document import Document


def track(start=0, stop=10, speed=2):
    return {"play.tracks": {"shift.phi": {"start": start, "stop": stop, "speed": speed}}}


ONCE = {"shift.phi": 0, "play.repeat": "once", **track()}


class Clock:
    """Seconds that pass only when the test says so."""

    now = 100.0

    def __call__(self):
        return self.now


@pytest.fixture
def player(session):
    session.edit(ONCE, undoable=False)
    clock = Clock()
    made = Player(session, clock)

    def after(seconds):
        clock.now += seconds
        made.tick()
        return session.document.shift.phi

    made.after = after
    return made


def test_position_follows_elapsed_time_however_many_frames_there_are(player):
    player.play()
    assert player.after(0.5) == pytest.approx(1)
    for _ in range(100):
        phi = player.after(0.01)
    assert phi == pytest.approx(3)
    assert player.after(1.5) == pytest.approx(6)


def test_the_next_number_waits_for_panes_that_do_not_show_the_last_one_yet(session):
    session.edit(ONCE, undoable=False)
    clock = Clock()
    pending = []
    player = Player(session, clock, is_shown=lambda: not pending)

    def after(seconds):
        clock.now += seconds
        player.tick()
        return session.document.shift.phi

    player.play()
    assert after(0.5) == pytest.approx(1)
    pending.append("a pane")
    assert after(0.25) == pytest.approx(1)
    pending.clear()
    assert after(0.25) == pytest.approx(2), "it is where the time has come to"
    pending.append("a pane")
    assert after(LONGEST_WAIT_MS / 1000 + 0.5) == pytest.approx(5), "no pane stops it for good"


def test_once_stops_at_the_end_and_plays_again_from_the_start(player, qtbot):
    player.play()
    with qtbot.waitSignal(player.stopped):
        assert player.after(60) == 10
    player.play()
    assert player.after(1) == pytest.approx(2)


@pytest.mark.parametrize(("repeat", "phi", "slower"), [("loop", 2, 4), ("bounce", 8, 6)])
def test_after_the_end_it_goes_on_as_chosen_and_keeps_its_direction_at_a_new_speed(
    session, player, repeat, phi, slower
):
    session.edit({"play.repeat": repeat}, undoable=False)
    player.play()
    assert player.after(6) == pytest.approx(phi)
    assert player.playing
    session.edit(track(speed=1))
    player.tick()
    assert player.after(2) == pytest.approx(slower)


@pytest.mark.parametrize(("begun", "phi"), [(4.5, 6.5), (77, 2)])
def test_play_goes_on_from_phi_and_starts_over_where_that_is_not_on_the_track(
    session, player, begun, phi
):
    session.edit({"shift.phi": begun}, undoable=False)
    player.play()
    assert player.after(1) == pytest.approx(phi)


def test_a_whole_play_is_one_undo_step(session, player):
    player.play()
    player.stop()
    assert session.undo_stack.count() == 0, "it moved nothing"
    player.play()
    for _ in range(50):
        player.after(0.02)
    player.stop()
    assert session.undo_stack.count() == 1
    assert session.undo_stack.undoText() == "play shift"
    session.undo_stack.undo()
    assert session.document.shift.phi == 0
    session.undo_stack.redo()
    assert session.document.shift.phi == pytest.approx(2)


EDITS_BETWEEN_PLAYS = (
    (50, 4),
    (50, 2),
    (Document().encoding.length, 2),
    (Document().encoding.length, 0),
)


def test_other_edits_are_steps_between_parts_of_the_play_and_moving_phi_ends_it(session, player):
    player.play()
    player.after(1)
    session.edit({"encoding.length": 50})
    assert player.playing
    player.after(1)
    session.edit({"shift.phi": 50})
    assert player.after(1) == 50
    assert not player.playing
    stack = session.undo_stack
    expected = ["play shift", "length", "play shift", "shift"]
    assert [stack.text(step) for step in range(stack.count())] == expected
    for length, phi in EDITS_BETWEEN_PLAYS:
        stack.undo()
        assert session.document.encoding.length == length
        assert session.document.shift.phi == pytest.approx(phi)


def test_a_range_takes_effect_at_once(session, player):
    player.play()
    player.after(1)
    session.edit(track(stop=3))
    player.tick()
    assert player.after(1) == 3
    assert not player.playing


def test_a_track_of_no_length_is_refused_and_one_that_becomes_so_ends_the_play(
    session, player, qtbot
):
    player.play()
    player.after(1)
    session.edit(track(stop=0))
    assert player.after(1) == pytest.approx(2)
    assert not player.playing
    with qtbot.waitSignal(session.rejected) as refused:
        player.play()
    assert refused.args == ["Play to must differ from Play from"]
    assert not player.playing


def test_it_runs_by_itself_frame_by_frame(session, qtbot):
    session.edit(ONCE | track(stop=1, speed=10), undoable=False)
    player = Player(session)
    shown = []
    session.changed.connect(lambda _old, new: shown.append(new.shift.phi))
    with qtbot.waitSignals([player.started, player.stopped], timeout=5000):
        player.play()
    assert session.document.shift.phi == 1
    assert len(shown) >= 2
    assert shown == sorted(shown)


@pytest.mark.parametrize(
    ("frames_per_second", "milliseconds"), [(60.0, 16), (144.0, 6), (0.0, 16), (5000.0, 1)]
)
def test_it_moves_as_often_as_the_screen_shows_a_frame(
    player, monkeypatch, frames_per_second, milliseconds
):
    screen = SimpleNamespace(refreshRate=lambda: frames_per_second)
    monkeypatch.setattr(QGuiApplication, "primaryScreen", lambda: screen)
    player.play()

    (timer,) = player.findChildren(QTimer)
    assert timer.interval() == milliseconds


def test_as_a_step_has_opened_it_a_number_is_played_from_the_start(session):
    session.edit({**ONCE, "shift.phi": 4}, undoable=False)
    clock = Clock()
    as_opened = [True]
    player = Player(session, clock, begins_anew=lambda: as_opened[0])

    player.play()
    clock.now += 0.5
    player.tick()
    assert session.document.shift.phi == pytest.approx(1)
    player.stop()

    as_opened[0] = False
    player.play()
    clock.now += 0.5
    player.tick()
    assert session.document.shift.phi == pytest.approx(2), "else it goes on"


@pytest.mark.parametrize(("at", "expected"), [("", 1.0), ("0, 0.3, 2.7", 1.4)])
def test_a_pause_leaves_a_whole_shift_unless_positions_are_given(session, player, at, expected):
    session.edit({"encoding.at": at}, undoable=False)
    player.play()
    player.after(0.7)
    player.pause()
    assert session.document.shift.phi == pytest.approx(expected)
