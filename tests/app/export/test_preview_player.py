"""The preview of a clip plays: at its rate, from where it is, while its frames are still being made."""

import pytest

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


def test_where_nothing_moves_nothing_plays(qtbot, player):
    with qtbot.waitSignals([player.playingChanged] * 2, timeout=PATIENT):
        player.play(lambda: None, ROOM, 0)
    assert not player.playing
