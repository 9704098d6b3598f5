"""The preview of a clip plays: at its rate, from where it is, while its frames are still being made."""

import pytest

from peviewer.app.export import preview_player as module
from peviewer.app.export.preview_player import PreviewPlayer
from peviewer.document.document import Document
from peviewer.exporters.clip.clip import Clip
from peviewer.exporters.clip.playback import Playback
from peviewer.figures.panes.catalog import pane
from peviewer.paper.style import Style

ROOM = 100, 100
DOCUMENT = Document().edited({"encoding.length": 20, "encoding.dim": 16, "shift.stop": 10})
PATIENT = 20_000


def clip(**fields):
    return Playback(Clip(pane("shift"), DOCUMENT, **{"seconds": 0.5, "fps": 20, **fields}), Style.of_pixels(240, 180))


@pytest.fixture
def player(qtbot):
    made = PreviewPlayer()
    made.heard = []
    made.shown.connect(lambda moment, image, caption: made.heard.append((moment, image.size().toTuple(), caption)))
    yield made
    made.finish()


def play(qtbot, player, playback, moment=0):
    player.play(lambda: playback, ROOM, moment)
    qtbot.waitUntil(lambda: player.complete, timeout=PATIENT)


@pytest.mark.slow
def test_a_clip_that_repeats_goes_round_and_shows_each_frame_with_its_number(qtbot, player):
    play(qtbot, player, clip())
    player.heard.clear()
    qtbot.waitUntil(lambda: any(a[0] > b[0] for a, b in zip(player.heard, player.heard[1:], strict=False)))
    assert player.playing
    assert {size for _, size, _ in player.heard} == {(100, 75)}
    told = {moment: caption for moment, _, caption in player.heard}
    assert all(caption == f"10 frames · φ = {2 * min(k, 10 - k)}" for k, caption in told.items())


@pytest.mark.slow
def test_it_plays_while_frames_are_made_and_says_how_many(qtbot, player):
    told = []
    player.waiting.connect(told.append)
    play(qtbot, player, clip(seconds=2))
    assert told[0] == "40 frames · painting 1 of 40"
    assert player.heard[0][2].startswith("40 frames · φ = 0")
    assert "painting" in player.heard[0][2]
    assert player.heard[0][2].endswith(" of 40")


@pytest.mark.slow
def test_a_clip_that_ends_stops_at_its_last_frame_and_begins_anew(qtbot, player):
    ended = clip(loop="once", seconds=0.3)
    with qtbot.waitSignal(player.paused, timeout=PATIENT) as paused:
        player.play(lambda: ended, ROOM, 0)
    assert paused.args == [5]
    assert not player.playing
    player.heard.clear()
    player.play(lambda: ended, ROOM, 5)
    qtbot.waitUntil(lambda: bool(player.heard), timeout=PATIENT)
    assert player.heard[0][0] == 0


@pytest.mark.slow
def test_pausing_stops_the_making_and_going_on_makes_only_what_is_missing(qtbot, qapp, player, monkeypatch):
    asked, frames = [], Playback.frames

    def count(playback, places, size):
        asked.append(list(places))
        yield from frames(playback, places, size)

    monkeypatch.setattr(Playback, "frames", count)
    found = clip(seconds=4)
    player.play(lambda: found, ROOM, 0)
    qtbot.waitUntil(lambda: player.made > 7, timeout=PATIENT)
    making = player._job
    with qtbot.waitSignal(player.paused) as paused:
        player.pause()
    made = player.made
    making.wait()
    qapp.processEvents()
    assert player.made == made < player._count
    play(qtbot, player, found, paused.args[0])
    assert asked == [found.order(80), found.order(80)[made:]]


@pytest.mark.slow
def test_it_goes_on_where_it_is(qtbot, player):
    found = clip(fps=2, seconds=10)
    play(qtbot, player, found)
    player.pause()
    player.heard.clear()
    player.play(lambda: found, ROOM, 7)
    assert player.heard[0][0] == 7


@pytest.mark.slow
def test_another_clip_forgets_this_one_and_what_is_still_made_of_it(qtbot, qapp, player):
    player.play(lambda: clip(seconds=4), ROOM, 0)
    qtbot.waitUntil(lambda: player.made > 0, timeout=PATIENT)
    earlier, frame = player._maker, player._frames[0]
    player.clear()
    assert not player.playing
    play(qtbot, player, clip(seconds=0.2))
    player._made.emit(earlier, 3, frame)  # as what was under way arrives
    qapp.processEvents()
    assert player.made == 4
    assert player.heard[-1][2].startswith("4 frames")


@pytest.mark.slow
@pytest.mark.parametrize(("most", "room"), [(4, 10**9), (100, 9 * 100 * 75 * 4)])
def test_of_a_long_clip_some_frames_are_made_and_it_says_so(qtbot, player, monkeypatch, most, room):
    monkeypatch.setattr(module, "MOST", most)
    monkeypatch.setattr(module, "ROOM", room)
    found = clip(seconds=2)
    play(qtbot, player, found)
    every = -(-40 // min(most, 9))
    assert player.made == len(range(0, 40, every))
    qtbot.waitUntil(lambda: "painting" not in player.heard[-1][2])
    assert player.heard[-1][2].endswith(f"one of {every} is played here")


def test_what_cannot_be_made_is_reported_and_nothing_plays(qtbot, player):
    def refuse():
        raise ValueError("no")

    with qtbot.waitSignal(player.failed, timeout=PATIENT) as failed:
        player.play(refuse, ROOM, 0)
    assert str(failed.args[0]) == "no"
    assert not player.playing


def test_where_nothing_moves_nothing_plays(qtbot, player):
    with qtbot.waitSignals([player.playingChanged] * 2, timeout=PATIENT):
        player.play(lambda: None, ROOM, 0)
    assert not player.playing
