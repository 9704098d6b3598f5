"""The clocks pane's words: turns, trails, and what an odd number of dimensions leaves out."""

import cmath
import itertools

import mpmath
import numpy as np
import pytest

from peviewer.document.document import Document
from peviewer.figures.grammar import Arrows, Note, Path, Rings, Words
from peviewer.figures.panes.catalog import pane
from tests.figures.drawn import of
from tests.own_formulas import columns, configured, frequencies, numbers

EVERY_TURN = pytest.mark.parametrize("turn", ["shift", "position"])


def _motion(document, turn):
    ends = document.encoding.positions
    place = min(max(document.cursor.position, ends[0]), ends[-1])
    return (0, place) if turn == "position" else (place, document.shift.phi)


def test_no_arc_goes_all_round_beside_the_rim_and_a_trail_ends_at_the_tip():
    for phi in (100.0, -100.0, 6.5, 3.0):
        document = Document().edited({"shift.phi": phi})
        panel = pane("clocks").figure(document).panels[0]
        tip = of(panel, Arrows)[-1]
        (trail,) = (path for path in of(panel, Path) if path.fading)
        expected = pytest.approx((tip.dx[0], tip.dy[0]))
        assert (trail.x[-1], trail.y[-1]) == expected
        for path in of(panel, Path):
            places = np.array(path.x) + 1j * np.array(path.y)
            angles = np.unwrap(np.angle(places))
            assert np.ptp(angles) < 2 * np.pi - 0.1


@pytest.mark.parametrize(("name", "turn"), [
    ("concatenated", "shift"), ("turned", "position"), ("flipped, odd", "shift"), ("one number", "position"),
    ("one pair, long", "shift"), ("one position", "position"), ("far out", "shift"), ("far below", "position"),
    ("time step", "shift"), ("time scales", "position"),
])  # fmt: skip
def test_hands_and_w_stand_where_the_table_says(name, turn):
    document = configured(name, {"clocks.turn": turn, "clocks.pair": 32_767})
    omega = frequencies(document)[-1]
    start, turned = _motion(document, turn)
    one, rotation, _ = pane("clocks").figure(document).panels
    before, after = of(one, Arrows)
    for hand, at in ((before, mpmath.mpf(start)), (after, mpmath.mpf(start) + turned)):
        actual = (hand.dx[0], hand.dy[0])
        angle = omega * at
        expected = float(mpmath.cos(angle)), float(mpmath.sin(angle))
        assert actual == pytest.approx(expected, abs=1e-9)
    muted = [words.texts for words in of(one, Words) if words.color != "ink"]
    names = list(itertools.chain.from_iterable(muted))
    text = pane("clocks").explanation(document)
    formula = pane("clocks").formula_text(document)
    if document.encoding.dim % 2:
        last = len(frequencies(document)) - 1
        pairs = [pair for pair, _ in columns(document)]
        assert pairs.count(last) == 1, "no cosine of it"
        assert names == ["sin"]
        assert of(rotation, Note)
        assert "has only its sine" in text
        assert "*Mᵢ*" not in text
        assert "Mᵢ" not in formula
        return
    assert names == ["sin", "cos"]
    assert "has only its sine" not in text
    written = [words for words in of(rotation, Words) if len(words.x) == 2 and not words.small]
    assert {number[0] for words in written for number in words.texts} <= {"+", "−"}, (
        "digits stay while they turn"
    )
    texts = {words.x[0]: [numbers(number)[0] for number in words.texts] for words in written}
    angles = [omega * at for at in (start + mpmath.mpf(turned), turned, start)]
    sine = [float(mpmath.sin(angle)) for angle in angles]
    cosine = [float(mpmath.cos(angle)) for angle in angles]
    expected = [
        [sine[0], cosine[0]],
        [cosine[1], -sine[1]],
        [sine[1], cosine[1]],
        [sine[2], cosine[2]],
    ]
    shown = np.array([texts[x] for x in sorted(texts)])
    assert shown == pytest.approx(np.array(expected), abs=6e-5)


@EVERY_TURN
def test_a_hand_turned_by_an_angle_asks_for_what_turns_it_by_that_angle(turn):
    document = Document().edited(
        {"clocks.turn": turn, "shift.phi": 3.0, "cursor.position": 3, "cursor.other": 50}
    )
    draw = pane("clocks").figure
    turned = 0
    for number, panel in enumerate(draw(document).panels):
        for place, mark in enumerate(panel.marks):
            turns = mark.turns if isinstance(mark, Arrows) else None
            for k, rate in enumerate(turns.rates if turns else ()):
                angle = 2 * rate  # two positions on
                edited_document = document.edited({turns.field: turns.value + angle / rate})
                after = draw(edited_document).panels[number].marks[place]
                before = complex(mark.dx[k], mark.dy[k])
                now = complex(after.dx[k], after.dy[k])
                assert now == pytest.approx(before * cmath.exp(1j * angle), abs=1e-9)
                assert turns.whole == (turn == "position")
                turned += 1
    assert turned == 9


def test_a_click_on_a_small_clock_chooses_its_pair():
    draw = pane("clocks").figure
    rings = of(draw(Document()).panels[-1], Rings)[0]
    assert rings.picks.field == "clocks.pair"
    for x, pair in zip(rings.x, rings.picks.values, strict=True):
        document = Document().edited({"clocks.pair": pair})
        chosen = draw(document).panels[-1]
        assert of(chosen, Rings)[1].x == (x,)


def rotary(changes):
    given = {
        "encoding.scheme": "rope",
        "encoding.length": 4096,
        "cursor.position": 50,
        "cursor.other": 20,
    }
    return Document().edited(given | {"clocks.pair": 9} | changes)


def _strong(panel):
    strong = [hand for hand in of(panel, Arrows) if hand.strong]
    return {hand.color: complex(hand.dx[0], hand.dy[0]) for hand in strong}


@pytest.mark.parametrize(
    "changes", [{"encoding.base": 300.0}, {"encoding.scheme": "xpos"}], ids=str
)
def test_query_and_key_turn_together_and_the_angle_between_them_stays(changes):
    omega = mpmath.mpf(changes.get("encoding.base", 10_000.0)) ** (mpmath.mpf(-18) / 128)
    for phi in (0.0, 7.5, -1234.25, 1e6):
        document = rotary({"shift.phi": phi} | changes)
        one, told, row = pane("clocks").figure(document).panels
        hands = _strong(one)
        expected = complex(mpmath.expj(omega * (50 + mpmath.mpf(phi))))
        assert hands["accent"] == pytest.approx(expected, abs=1e-9)
        expected = pytest.approx(complex(mpmath.expj(omega * (20 + mpmath.mpf(phi)))), abs=1e-9)
        assert hands["curve-1"] == expected
        between = float(mpmath.degrees(omega * 30) % 360)
        inked = [words.texts for words in of(told, Words) if words.color == "ink"]
        texts = itertools.chain.from_iterable(inked)
        stays = [numbers(text)[0] for text in texts if "°" in text]
        assert stays == [pytest.approx(between, abs=0.051)] * (2 if phi else 1)
        actual = {mark.turns.field for mark in (*of(one, Arrows), *of(row, Arrows)) if mark.turns}
        assert actual == {"shift.phi"}
        assert "*t* − *s* = 30" in pane("clocks").explanation(document)


@pytest.mark.parametrize(("name", "turn", "phi"), [
    ("turned", "shift", 100.0), ("concatenated", "position", 0.0), ("flipped, odd", "shift", -2.5),
    ("one number", "shift", 100.0), ("one position", "position", 0.0), ("far out", "shift", 0.0),
    ("far below", "position", 1.0), ("time step", "shift", -2.5), ("time scales", "shift", 100.0),
])  # fmt: skip
def test_what_is_said_of_turns_and_trails_is_so(name, turn, phi):
    document = configured(name, {"clocks.turn": turn, "shift.phi": phi, "clocks.pair": 3})
    start, by = _motion(document, turn)
    figure = pane("clocks").figure(document)
    pair, *shown = numbers(figure.panels[0].title)
    assert pair == min(3, len(frequencies(document)) - 1)
    at = [start, start + by] if turn == "shift" and phi else [start if turn == "shift" else by]
    assert shown == pytest.approx([float(place) for place in at], rel=1e-6)
    text = pane("clocks").explanation(document)
    omegas = frequencies(document)
    _, turned = _motion(document, turn)
    stated = iter(numbers(text))
    assert next(stated) == pytest.approx(turned, rel=1e-5)
    for pair in sorted({0, len(omegas) - 1}):
        expected = pytest.approx(float(omegas[pair] * turned / 2 / mpmath.pi), rel=1e-2)
        assert next(stated) == expected
        assert next(stated) == pair
    assert ("Together the hands" in text) is (len(omegas) > 1)
    small = pane("clocks").figure(document).panels[2]
    trails = [path for path in of(small, Path) if path.fading]
    if not turned:
        assert not trails
        assert "trail" not in text
        return
    assert next(stated) == 12
    last = min(12, abs(turned))
    spread = np.linspace(0, len(omegas) - 1, min(8, len(omegas)))
    for path, pair in zip(trails, spread.round().astype(int), strict=True):
        swept = min(float(omegas[pair]) * last, np.pi)
        ends = np.hypot(path.x[-1] - path.x[0], path.y[-1] - path.y[0])
        assert ends == pytest.approx(2 * np.sin(swept / 2), abs=1e-5)
