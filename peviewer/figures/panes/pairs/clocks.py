"""The Clocks pane: pairs as hands of clocks, one of them with the numbers of its rotation, and small ones in a row."""

from __future__ import annotations

from cmath import phase
from dataclasses import replace
from math import floor, fmod, log10, pi
from typing import Literal

import numpy as np

from peviewer.base.formula import Formula
from peviewer.base.numbers import number, plain, steady
from peviewer.base.parameters import Parameters, parameter
from peviewer.base.words import in_unit
from peviewer.document.document import Document
from peviewer.figures.grammar import (
    Arrows,
    Figure,
    Mark,
    Note,
    Panel,
    Path,
    Picks,
    Rings,
    Role,
    Turns,
    Words,
)
from peviewer.figures.panels import clock_faces
from peviewer.figures.panels.clock_faces import (
    KEY,
    QueryAndKey,
    arc_name,
    arc_points,
    bracket,
    plain_axes,
    rate_text,
    signed,
    trail,
)
from peviewer.figures.panes.pane import Column, Columns, Pane
from peviewer.model.encodings.turning import Paired, Rotating
from peviewer.model.turning.pairs import Complex, exact_phasors

# All lengths are in radii of a clock.
ROTATION_WIDTH = 5.3  # of the numbers beside the large clock
CLOCK_HEIGHT, CLOCK_TOP = (
    2.5,
    0.1,
)  # of both, and how far their middle is above the clock's, for the name above it
MOST_IN_LINE, MOST_LINES = 12, 4  # small clocks
CLOCK_PITCHES = 2.5, 3.5  # between their centres, and in variants with more space
ANGLE_UNITS = 1.0, 180 / pi, 1 / (2 * pi)  # radians, degrees and turns
LINE_PITCH, NAME_BELOW = 3.45, 1.42  # between their lines, and from a centre to the name


class Clocks(Parameters):
    """Pairs as hands of clocks."""

    turn: Literal["shift", "position"] = parameter(
        "shift", title="Turn with", hidden=True, labels={"shift": "With φ", "position": "With t"},
        help="Whether the hands stand at ω·(t+φ) or at ω·t.",
    )  # fmt: skip
    count: int = parameter(
        8,
        title="Clocks",
        hidden=True,
        ge=1,
        le=24,
        help="How many pairs have a clock, from fast to slow.",
    )
    pair: int = parameter(
        0, title="Pair", symbol="i", follows="pairs", hidden=True, ge=0, le=32_767, slider=(0, 127),
        help="The pair whose rotation is written out.",
    )  # fmt: skip


def _turns_by_shift(document: Document[Paired]) -> bool:
    return document.of(Clocks).turn == "shift"


def _start_and_turn(document: Document[Paired]) -> tuple[float, float]:
    """Return the position that the hands start from, and the shift that turns them."""
    t = float(document.reference_position)
    return (t, document.shift.phi) if _turns_by_shift(document) else (0.0, t)


def _hand_turns(document: Document[Paired], omegas: list[float]) -> Turns:
    if _turns_by_shift(document):
        return Turns("shift.phi", document.shift.phi, tuple(omegas))
    return Turns("cursor.position", document.reference_position, tuple(omegas), whole=True)


def _hands(document: Document[Paired], pairs: list[int]) -> tuple[Complex, Complex, Complex]:
    """Return the hands of pairs before and after their turn, and the turn, as cos + i·sin."""
    encoding, motion = document.encoding, np.array(_start_and_turn(document))
    before, turn = exact_phasors(
        motion, encoding.frequencies()[pairs], encoding.frequency_rests()[pairs]
    )
    return before, before * turn, turn


def _query_and_key(document: Document[Paired]) -> QueryAndKey | None:
    """Return the query and the key of a rotary scheme.

    None for other schemes, with one hand per clock.
    """
    encoding = document.encoding
    if not isinstance(encoding, Rotating):
        return None
    query, key = document.reference_position, document.nearest_position(document.cursor.other)
    if _turns_by_shift(document):
        phi = "shift.phi", document.shift.phi
        return QueryAndKey(encoding, query, key, document.shift.phi, phi, phi)
    return QueryAndKey(encoding, query, key, 0.0, ("cursor.position", query), ("cursor.other", key))


def _has_no_cosine(encoding: Paired, pair: int) -> bool:
    """Whether a pair is a lone sine, as the last is with odd d."""
    return pair >= encoding.dim // 2


def _draw(document: Document[Paired]) -> Figure:
    pair, two = _chosen_pair(document), _query_and_key(document)
    title = "Every pair is a hand that turns at its own pace"
    if two is None:
        large = _large_clock(document, pair), _rotation_panel(document, pair)
    else:
        title = "Query and key turn together: the angle between them stays"
        title = title if _turns_by_shift(document) else "A query turns past its key"
        large = clock_faces.query_key_clock(two, pair), clock_faces.query_key_angles(two, pair)
    return Figure(title, (large, (_small_clocks(document, pair),)), heights=(1.6, 0.8))


def _chosen_pair(document: Document[Paired]) -> int:
    return min(document.of(Clocks).pair, document.encoding.pairs - 1)


def _large_clock(document: Document[Paired], pair: int) -> Panel:
    omega, (start, turned) = float(document.encoding.frequencies()[pair]), _start_and_turn(document)
    (before,), (hand,), _ = _hands(document, [pair])
    x, y, after = hand.real, hand.imag, phase(hand)
    swept = fmod(omega * turned, 2 * pi)
    has_cosine = not _has_no_cosine(document.encoding, pair)
    marks: list[Mark] = [
        Rings((0.0,), (0.0,), 1.0),
        *clock_faces.CLOCK_AXES,
        Path(*arc_points(0.0, 0.0, clock_faces.ARC_RADIUS, after - swept, after), color="ink"),
        Path((x, x), (0.0, y), "sine"),
        Words((0.0,), (1.2,), ("sin",), "sine", small=True),
    ]
    if has_cosine:
        marks += [
            Path((0.0, x), (y, y), "cosine"),
            Words((1.28,), (0.0,), ("cos",), "cosine", small=True),
        ]
    if turned:
        marks += [
            trail(0.0, 0.0, omega, after, turned),
            *arc_name(_angle_name(document), after, swept),
        ]
    marks += [
        Arrows((0.0,), (0.0,), (before.real,), (before.imag,), "muted", strong=False),
        Arrows((0.0,), (0.0,), (x,), (y,), turns=_hand_turns(document, [omega])),
    ]
    across, up = plain_axes(3.0, CLOCK_HEIGHT, CLOCK_TOP)
    positions = f"*t* = {steady(start if _turns_by_shift(document) else turned)}"
    if _turns_by_shift(document) and turned:
        positions += f" and *t* + *φ* = {steady(start + turned)}"
    title = f"pair *i* = {number(pair)} at {positions}"
    return Panel(across, up, tuple(marks), title, rate_text(omega), square=True)


def _angle_name(document: Document[Paired]) -> str:
    return "*ωφ*" if _turns_by_shift(document) else "*ωt*"


def _matrix_name(document: Document[Paired]) -> str:
    return "*Mᵢ*(*φ*)" if _turns_by_shift(document) else "*Mᵢ*(*t*)"


def _rotation_panel(document: Document[Paired], pair: int) -> Panel:
    """Return the numbers of the rotation: the pair after the turn is Mᵢ times the pair before."""
    across, up = plain_axes(ROTATION_WIDTH, CLOCK_HEIGHT, CLOCK_TOP)
    if _has_no_cosine(document.encoding, pair):
        text = "With odd *d* the last pair keeps only its sine, the height of this hand: no rotation turns it."
        return Panel(across, up, (Note(text),), square=True)
    (before,), (after,), (turn,) = _hands(document, [pair])
    angle = float(document.encoding.frequencies()[pair]) * _start_and_turn(document)[1]
    after_name, before_name = ("*t*+*φ*", "*t*") if _turns_by_shift(document) else ("*t*", "0")
    rows = (0.31, -0.31)
    columns: tuple[tuple[float, Role, float, float], ...] = (
        (-1.59, "accent", after.imag, after.real),
        (-0.25, "ink", turn.real, -turn.imag),
        (0.79, "ink", turn.imag, turn.real),
        (1.98, "muted", before.imag, before.real),
    )
    marks: list[Mark] = [
        Words((x, x), rows, (signed(top), signed(bottom)), color, room=0.97)
        for x, color, top, bottom in columns
    ]
    marks += [
        bracket(x, side)
        for x, side in ((-2.11, 1), (-1.07, -1), (-0.79, 1), (1.33, -1), (1.46, 1), (2.5, -1))
    ]
    marks.append(Words((-0.93,), (0.0,), ("=",), room=0.22))
    heads = f"at {after_name}", _matrix_name(document), f"at {before_name}"
    marks.append(Words((-1.59, 0.27, 1.98), (1.02,) * 3, heads, "muted", small=True))
    omega = float(document.encoding.frequencies()[pair])
    # With four figures of a step of one position, whatever the angle, so that their width stays
    # while it grows.
    decimals = [min(max(1, 3 - floor(log10(omega * unit))), 12) for unit in ANGLE_UNITS]
    radians, degrees, turns = (
        plain(angle * unit, count if abs(angle * unit) < 1e6 else 0)
        for unit, count in zip(ANGLE_UNITS, decimals, strict=True)
    )
    angles = f"{_angle_name(document)} = {radians} rad = {degrees}° = {turns} turns"
    marks.append(Words((0.0,), (-1.02,), (angles,), "ink", small=True))
    marks.append(Words((-2.37,), rows[:1], ("sin",), "sine", small=True))
    marks.append(Words((-2.37,), rows[1:], ("cos",), "cosine", small=True))
    return Panel(across, up, tuple(marks), square=True)


def _small_clocks(document: Document[Paired], chosen: int) -> Panel:
    two = _query_and_key(document)
    turned = _start_and_turn(document)[1] if two is None else two.phi
    every, count = document.encoding.pairs, document.of(Clocks).count
    pairs = sorted({round(place) for place in np.linspace(0, every - 1, min(count, every))})
    omegas = document.encoding.frequencies()[pairs]
    hands = _hands(document, pairs)[1] if two is None else two.hands(pairs)[1]
    picks = Picks("clocks.pair", tuple(pairs))
    turns = two.turns(pairs) if two else _hand_turns(document, omegas.tolist())
    arrows = [Arrows((), (), tuple(hands.real.tolist()), tuple(hands.imag.tolist()), turns=turns)]
    if two:
        keys = two.hands(pairs)[3]
        dx, dy = tuple(keys.real.tolist()), tuple(keys.imag.tolist())
        arrows.insert(0, Arrows((), (), dx, dy, KEY, turns=two.turns(pairs, key=True)))
    ends = zip(omegas.tolist(), np.angle(hands).tolist(), strict=True)
    traces = [trail(0.0, 0.0, omega, end, turned) for omega, end in ends] if turned else []
    names = tuple(f"*i* = {number(pair)}" for pair in pairs)
    lengths = tuple(f"*λ* = {number(float(2 * pi / omega), 3)}" for omega in omegas)

    def spread(lines: int, apart: float) -> Panel:
        in_row = -(-len(pairs) // lines)
        x = tuple(apart * (k % in_row - (in_row - 1) / 2) for k in range(len(pairs)))
        y = tuple(-LINE_PITCH * (k // in_row - (lines - 1) / 2) for k in range(len(pairs)))
        marked = [k for k, pair in enumerate(pairs) if pair == chosen]
        marks: tuple[Mark, ...] = (
            Rings(x, y, 1.0, picks=picks),
            *(Rings((x[k],), (y[k],), 1.0, "mark") for k in marked),
            *(
                clock_faces.translate(path, *place)
                for path, *place in zip(traces, x, y, strict=False)
            ),
            *(replace(arrow, x=x, y=y) for arrow in arrows),
            Words(x, tuple(at - NAME_BELOW for at in y), names, small=True, room=apart),
            Words(x, tuple(at - NAME_BELOW - 0.5 for at in y), lengths, "muted", small=True),
        )
        title = "Fast to slow" if len(pairs) > 1 else ""
        return Panel(
            *plain_axes(apart * in_row, LINE_PITCH * lines, -0.42), marks, title, square=True
        )

    least = 1 if len(pairs) <= MOST_IN_LINE else 2
    full = [
        some
        for some in range(least, MOST_LINES + 1)
        if some == least or len(pairs) % some == 0 < len(pairs) - some
    ]
    first, *others = (spread(some, apart) for some in full for apart in CLOCK_PITCHES)
    return replace(first, variants=tuple(others))


def _tables(document: Document[Paired]) -> tuple[Columns, ...]:
    encoding, (start, turned) = document.encoding, _start_and_turn(document)
    hands, omegas = _hands(document, list(range(encoding.pairs)))[1], encoding.frequencies()
    columns: dict[str, Column] = {
        "pair": range(encoding.pairs),
        "frequency": omegas,
        "wavelength": encoding.wavelengths(),
        "angle": omegas * (start + turned),
        "sin": hands.imag,
        "cos": hands.real,
    }
    if two := _query_and_key(document):
        query, key = two.hands(list(range(encoding.pairs)))[1::2]
        columns |= {"angle": omegas * (two.t + two.phi), "sin": query.imag, "cos": query.real}
        columns |= {
            "key_angle": omegas * (two.s + two.phi),
            "key_sin": key.imag,
            "key_cos": key.real,
        }
        columns["between"] = omegas * (two.t - two.s)
    labels = {"key_angle": "rad", "between": "ω(t − s) in rad"} if two else {}
    labels |= {
        "pair": "pair i",
        "frequency": "ω (rad/position)",
        "wavelength": "λ (positions)",
        "angle": "rad",
    }
    return (Columns("clocks", columns, labels),)


def _explain(document: Document[Paired]) -> str:
    if two := _query_and_key(document):
        return _explain_query_and_key(two)
    encoding, turned = document.encoding, _start_and_turn(document)[1]
    by, mover = ("*ωᵢφ*", "*φ*") if _turns_by_shift(document) else ("*ωᵢt*", "*t*")
    text = "Each pair (cos, sin) is a hand on the unit circle. "
    text += (
        f"A shift by *φ* turns it by {by}"
        if mover == "*φ*"
        else f"At position *t* it has turned by {by}"
    )
    every = encoding.frequencies() * turned / (2 * pi)
    turns = [
        f"{in_unit(number(float(every[pair]), 3), 'turns')} for pair {number(pair)}"
        for pair in sorted({0, encoding.pairs - 1})
    ]
    text += f": {mover} = {steady(turned)} is {' and '.join(turns)}. "
    if not encoding.turns_alike:
        text += "Together the hands tell the position, as the hands of a clock tell the time. "
    if turned:
        text += f"The trail shows at most the last {clock_faces.TRAIL_LENGTH} positions, and at most half a turn. "
    if encoding.dim % 2:
        text += f"With odd *d*, pair {number(encoding.pairs - 1)} has only its sine, the height of its hand. "
    if not _has_no_cosine(encoding, _chosen_pair(document)):
        text += f"The numbers of its rotation {_matrix_name(document)} are beside the large clock. "
    return text.strip()


def _explain_query_and_key(two: QueryAndKey) -> str:
    back = f"*t* − *s* = {number(two.t - two.s)}"
    text = f"Each pair of a query at *t* = {number(two.t)} and of a key at *s* = {number(two.s)} is a hand. "
    if two.turn_together:
        text += "A shift by *φ* turns both by *ωᵢφ*: "
        text += f"here *φ* = {steady(two.phi)}, and " if two.phi else ""
        text += f"the angle between them stays *ωᵢ*(*t* − *s*), with {back}"
    else:
        text += f"The angle between them depends on how far back the key is, {back}"
    text += ". Its cosine is what the pair adds to the score"
    return text + (", times what remains at this lag." if two.encoding.losses().any() else ".")


def _formula(document: Document[Paired]) -> Formula:
    frequency = document.encoding.frequency_formula()
    if two := _query_and_key(document):
        angles = (
            r"\omega_i(t+\varphi) - \omega_i(s+\varphi)"
            if two.turn_together
            else r"\omega_i t - \omega_i s"
        )
        return Formula(rf"{angles} = \omega_i(t - s)").beside(frequency)
    at, by = (r"(t+\varphi)", r"\varphi") if _turns_by_shift(document) else ("t", "t")
    if _has_no_cosine(document.encoding, _chosen_pair(document)):
        return Formula(rf"\sin\,\omega_i {at}").beside(frequency)
    before = r"(0,\ 1)" if by == "t" else r"(\sin\,\omega_i t,\ \cos\,\omega_i t)"
    turned = Formula(rf"(\sin\,\omega_i {at},\ \cos\,\omega_i {at}) = M_i({by})\,{before}")
    rotation = Formula(
        rf"M_i({by}) = (\cos\,\omega_i {by},\ \sin\,\omega_i {by};"
        rf"\ -\sin\,\omega_i {by},\ \cos\,\omega_i {by})",
    )
    return turned.beside(rotation).beside(frequency)


PANE = Pane(
    "clocks",
    Paired,
    "turning pairs as hands of clocks, each at its own pace",
    reads=lambda document: (
        document.encoding,
        *_start_and_turn(document),
        _query_and_key(document),
    ),
    draw=_draw,
    explain=_explain,
    formula=_formula,
    section=Clocks,
    choices=("clocks.pair", "clocks.count", "clocks.turn", "cursor.other"),
    tables=_tables,
    parts=("clock", "rotation", "row"),
)
