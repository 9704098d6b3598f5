import pytest
from hypothesis import given
from hypothesis import strategies as st

from peviewer.app.transport.animated_field import Track
from peviewer.app.transport.player import Player
from peviewer.document.document import Document


class Clock:
    """Seconds that pass only when the test says so."""

    def __init__(self):
        self.now = 100.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def player(session, clock):
    session.edit(
        {"shift.phi": 0, "shift.start": 0, "shift.stop": 10, "shift.speed": 2, "shift.repeat": "once"},
        undoable=False,
    )
    return Player(session, clock)


def after(player, clock, seconds):
    clock.now += seconds
    player.tick()


tracks = st.builds(
    Track,
    st.floats(-1e3, 1e3).map(round),
    st.floats(-1e3, 1e3).map(lambda value: round(value) + 0.5),
    st.floats(0.1, 100),
    st.sampled_from(["once", "loop", "bounce"]),
)


@given(tracks, st.floats(0, 1e5))
def test_phi_never_leaves_its_track(track, run):
    low, high = sorted((track.start, track.stop))
    assert low <= track.value(run) <= high


@given(tracks, st.floats(0, 1))
def test_run_is_the_inverse_of_phi(track, share):
    run = share * track.length * 0.999
    assert track.run(track.value(run)) == pytest.approx(run, abs=1e-9)


@given(st.floats(0, 1))
def test_a_bounce_comes_back_the_way_it_went(share):
    track = Track(0, 10, 1, "bounce")
    assert track.value(10 + 10 * share) == pytest.approx(track.value(10 - 10 * share))


def test_phi_falls_where_the_end_is_below_the_start():
    assert Track(10, -10, 1, "once").value(5) == 5
    assert Track(10, -10, 1, "once").value(50) == -10


def test_position_follows_elapsed_time_however_many_frames_there_are(session, player, clock):
    player.play()
    after(player, clock, 0.5)
    assert session.document.shift.phi == pytest.approx(1)
    for _ in range(100):
        after(player, clock, 0.01)
    assert session.document.shift.phi == pytest.approx(3)
    after(player, clock, 1.5)
    assert session.document.shift.phi == pytest.approx(6)


def test_once_stops_at_the_end_and_plays_again_from_the_start(session, player, clock, qtbot):
    player.play()
    with qtbot.waitSignal(player.stopped):
        after(player, clock, 60)
    assert session.document.shift.phi == 10
    assert not player.playing
    player.play()
    after(player, clock, 1)
    assert session.document.shift.phi == pytest.approx(2)


@pytest.mark.parametrize(("repeat", "phi"), [("loop", 2), ("bounce", 8)])
def test_after_the_end_it_goes_on_as_chosen(session, player, clock, repeat, phi):
    session.edit({"shift.repeat": repeat}, undoable=False)
    player.play()
    after(player, clock, 6)
    assert session.document.shift.phi == pytest.approx(phi)
    assert player.playing


def test_play_goes_on_from_where_phi_is(session, player, clock):
    session.edit({"shift.phi": 4.5}, undoable=False)
    player.play()
    after(player, clock, 1)
    assert session.document.shift.phi == pytest.approx(6.5)


def test_play_starts_over_where_phi_is_not_on_the_track(session, player, clock):
    session.edit({"shift.phi": 77}, undoable=False)
    player.play()
    after(player, clock, 1)
    assert session.document.shift.phi == pytest.approx(2)


def test_a_whole_play_is_one_undo_step(session, player, clock):
    player.play()
    for _ in range(50):
        after(player, clock, 0.02)
    player.stop()
    assert session.undo_stack.count() == 1
    assert session.undo_stack.undoText() == "play shift"
    session.undo_stack.undo()
    assert session.document.shift.phi == 0
    session.undo_stack.redo()
    assert session.document.shift.phi == pytest.approx(2)


def test_a_play_that_moved_nothing_leaves_no_step(session, player):
    player.play()
    player.stop()
    assert session.undo_stack.count() == 0


def test_an_edit_while_playing_is_undone_before_the_play(session, player, clock):
    player.play()
    after(player, clock, 1)
    session.edit({"encoding.length": 50})
    assert player.playing
    after(player, clock, 1)
    player.stop()
    assert [session.undo_stack.text(i) for i in range(3)] == ["play shift", "length", "play shift"]
    session.undo_stack.undo()
    session.undo_stack.undo()
    assert session.document.shift.phi == pytest.approx(2)
    assert session.document.encoding.length == Document().encoding.length
    session.undo_stack.undo()
    assert session.document.shift.phi == 0


def test_whoever_moves_phi_ends_the_play(session, player, clock):
    player.play()
    after(player, clock, 1)
    session.edit({"shift.phi": 50})
    after(player, clock, 1)
    assert not player.playing
    assert session.document.shift.phi == 50
    session.undo_stack.undo()
    assert session.document.shift.phi == pytest.approx(2)
    session.undo_stack.undo()
    assert session.document.shift.phi == 0


def test_undo_while_playing_is_kept(session, player, clock):
    session.edit({"shift.phi": 1})
    player.play()
    after(player, clock, 1)
    session.undo_stack.undo()
    after(player, clock, 1)
    assert not player.playing
    assert session.document.shift.phi == 0
    assert session.undo_stack.canRedo()


def test_speed_and_range_take_effect_at_once(session, player, clock):
    player.play()
    after(player, clock, 1)
    session.edit({"shift.speed": 4})
    player.tick()
    after(player, clock, 1)
    assert session.document.shift.phi == pytest.approx(6)
    session.edit({"shift.stop": 7})
    player.tick()
    after(player, clock, 1)
    assert session.document.shift.phi == 7
    assert not player.playing


def test_a_way_back_stays_a_way_back_when_the_speed_changes(session, player, clock):
    session.edit({"shift.repeat": "bounce"}, undoable=False)
    player.play()
    after(player, clock, 6)
    session.edit({"shift.speed": 1})
    player.tick()
    after(player, clock, 2)
    assert session.document.shift.phi == pytest.approx(6)


def test_a_track_of_no_length_is_refused(session, player, qtbot):
    session.edit({"shift.stop": 0}, undoable=False)
    with qtbot.waitSignal(session.rejected) as refused:
        player.play()
    assert refused.args == ["Play to must differ from Play from"]
    assert not player.playing


def test_a_track_that_shrinks_to_nothing_ends_the_play(session, player, clock):
    player.play()
    after(player, clock, 1)
    session.edit({"shift.stop": 0})
    after(player, clock, 1)
    assert not player.playing
    assert session.document.shift.phi == pytest.approx(2)


def test_it_runs_by_itself_frame_by_frame(session, qtbot):
    session.edit({"shift.phi": 0, "shift.stop": 1, "shift.speed": 10, "shift.repeat": "once"}, undoable=False)
    player = Player(session)
    shown = []
    session.changed.connect(lambda _old, new: shown.append(new.shift.phi))
    with qtbot.waitSignals([player.started, player.stopped], timeout=5000):
        player.play()
    assert session.document.shift.phi == 1
    assert len(shown) >= 2
    assert shown == sorted(shown)


def test_toggling_plays_and_stops(player):
    player.toggle()
    assert player.playing
    player.toggle()
    assert not player.playing
