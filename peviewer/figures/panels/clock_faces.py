"""Drawings of clocks whose hands are pairs: arcs, trails, numbers, and a query and a key on one."""

from __future__ import annotations

from cmath import phase
from dataclasses import dataclass, replace
from math import ceil, copysign, cos, exp, floor, pi, sin
from typing import NamedTuple

import numpy as np

from peviewer.base.numbers import MINUS, number, plain, steady
from peviewer.figures.grammar import Arrows, Axis, Mark, Panel, Path, Rings, Role, Turns, Words
from peviewer.model.encodings.scheme import Array
from peviewer.model.encodings.turning import Rotating
from peviewer.model.turning.pairs import Complex, exact_phasors

# All lengths are in radii of a clock.

# The radius of the arc of a turn's angle.
ARC_RADIUS = 0.34

# The distance of the arc's name from the centre.
ARC_NAME_RADIUS = 0.48

# The least angle between two hands, in radians, with room for a name.
WIDE_ANGLE = 0.8

# The most positions that a trail shows; a shorter turn is shown whole.
TRAIL_LENGTH = 12

# The horizontal and the vertical line through the centre of a clock.
CLOCK_AXES = (
    Path((-1.12, 1.0), (0.0, 0.0), "muted"),
    Path((0.0, 0.0), (-1.12, 1.0), "muted"),
)

QUERY_COLOR: Role = "accent"

KEY_COLOR: Role = "curve-1"

_CIRCLE_SEGMENTS = 72

# The distance of hands' names from the centre.
_HAND_NAME_RADIUS = 1.27

# The radius of the arc between a query's and a key's hand.
_DIFFERENCE_RADIUS = 0.26

# The distance of that arc's name from the centre.
_DIFFERENCE_NAME_RADIUS = 0.66

# The room for a name between arc and rim.
_DIFFERENCE_NAME_WIDTH = 0.72

# The least angle between two hands, in radians, with room for the name of their difference.
_WIDE_DIFFERENCE = 1.3

# The least angle, in radians, between names that do not meet.
_LEAST_NAME_ANGLE = 0.3

# The largest power of e that does not overflow.
_MAX_EXPONENT = 700.0

_Coordinates = tuple[float, ...]


def plain_axes(width: float, height: float, middle: float = 0.0) -> tuple[Axis, Axis]:
    """Return axes around the point (0, middle), `width` × `height` units large."""
    across = Axis("turn", "", (-width / 2, width / 2))
    up = Axis("turn", "", (middle - height / 2, middle + height / 2))
    return across, up


def point_words(
    x: float,
    y: float,
    text: str,
    color: Role = "ink",
    *,
    small: bool = False,
    room: float | None = None,
) -> Words:
    """Return one text centred on a point."""
    return Words((x,), (y,), (text,), color, small, room)


def hand(
    tip: complex, color: Role = "accent", *, strong: bool = True, turns: Turns | None = None
) -> Arrows:
    """Return an arrow from the middle of a clock to a point, x + iy."""
    return Arrows((0.0,), (0.0,), (tip.real,), (tip.imag,), color, strong, turns)


def arc_points(
    x: float, y: float, radius: float, start: float, stop: float
) -> tuple[_Coordinates, _Coordinates]:
    """Return points of a circle around (x, y) from one angle to another.

    All points but the ends are the same for every arc, so that an arc that moves does not flicker.
    """
    if abs(stop - start) >= 2 * pi:
        start = 0.0
        stop = 2 * pi
    first = start * _CIRCLE_SEGMENTS / (2 * pi)
    last = stop * _CIRCLE_SEGMENTS / (2 * pi)
    low, high = sorted((first, last))
    whole_segments = np.arange(floor(low) + 1, ceil(high))
    segments = np.concatenate([[low], whole_segments, [high]])
    if start > stop:
        segments = segments[::-1]

    angles = segments * (2 * pi / _CIRCLE_SEGMENTS)
    points_x = x + radius * np.cos(angles)
    points_y = y + radius * np.sin(angles)
    return tuple(points_x.tolist()), tuple(points_y.tolist())


def arc(radius: float, start: float, stop: float, color: Role = "ink") -> Path:
    """Return a part of a circle around the middle of a clock."""
    x, y = arc_points(0.0, 0.0, radius, start, stop)
    return Path(x, y, color)


def arc_name(name: str, end: float, swept: float) -> list[Words]:
    """Return the name of an arc, placed inside it; none if the arc is narrow.

    The arc sweeps an angle of `swept` rad and ends at the angle `end`.
    """
    if abs(swept) < WIDE_ANGLE:
        return []
    middle = end - swept / 2
    x = ARC_NAME_RADIUS * cos(middle)
    y = ARC_NAME_RADIUS * sin(middle)
    return [point_words(x, y, name, small=True)]


def trail(omega: float, end: float, turned: float, color: Role = "accent") -> Path:
    """Return the path of a hand's tip over the end of its turn, at most half a circle.

    The hand has turned by `turned` positions, `omega` rad in each, to the angle `end`.
    """
    positions = min(TRAIL_LENGTH, abs(turned))
    swept = min(omega * positions, pi)
    start = end + swept if turned < 0 else end - swept
    x, y = arc_points(0.0, 0.0, 1.0, start, end)
    return Path(x, y, color, fading=True)


def translate(path: Path, x: float, y: float) -> Path:
    moved_x = tuple([point_x + x for point_x in path.x])
    moved_y = tuple([point_y + y for point_y in path.y])
    return replace(path, x=moved_x, y=moved_y)


# Half the height of a bracket: about three lines of its numbers where they are small.
BRACKET_TOP = 0.36


def bracket(x: float, side: int) -> Path:
    """Return a bracket of a matrix that opens to the right (side 1), or to the left (−1)."""
    end = x + 0.09 * side
    top = BRACKET_TOP
    return Path((end, x, x, end), (top, top, -top, -top), "muted")


def signed(value: float) -> str:
    """Return a number with its sign, even a plus, so that digits stay when the sign changes."""
    text = plain(value, 4)
    return text if text.startswith(MINUS) else f"+{text}"


class Hands(NamedTuple):
    """The hands of some pairs as cos + i·sin: the query's and the key's, also shifted by φ."""

    query: Complex
    shifted_query: Complex
    key: Complex
    shifted_key: Complex


@dataclass(frozen=True)
class QueryAndKey:
    """A query at position t and a key at s, both shifted by φ.

    Turning the query's hand sets ``query_field``, a field with its value now, and turning the key's
    ``key_field``.
    """

    encoding: Rotating
    t: int
    s: int
    phi: float
    query_field: tuple[str, float]
    key_field: tuple[str, float]

    @property
    def turn_together(self) -> bool:
        """Whether a shift turns both hands."""
        return self.query_field == self.key_field

    def turns(self, pairs: list[int], *, key: bool = False) -> Turns:
        name, value = self.key_field if key else self.query_field
        frequencies = self.encoding.frequencies()[pairs]
        return Turns(name, value, tuple(frequencies.tolist()), whole=name != "shift.phi")

    def hands(self, pairs: list[int]) -> Hands:
        """Return the hands of some pairs."""
        positions = np.array([self.t, self.s, self.phi], dtype=np.float64)
        query, key, turn = self._phasors(positions, pairs)
        return Hands(query, query * turn, key, key * turn)

    def difference(self, pair: int) -> complex:
        """Return the angle of the query's hand minus that of the key's, as cos + i·sin.

        It depends on the lag alone.
        """
        lag = np.array([self.t - self.s], dtype=np.float64)
        return complex(self._phasors(lag, [pair])[0, 0])

    def _phasors(self, positions: Array, pairs: list[int]) -> Complex:
        """Return the hands of pairs at some positions as cos + i·sin, a row a position."""
        frequencies = self.encoding.frequencies()[pairs]
        rounding_errors = self.encoding.frequency_rounding_errors()[pairs]
        return exact_phasors(positions, frequencies, rounding_errors)


def query_key_clock(query_and_key: QueryAndKey, pair: int) -> Panel:
    """Return a large clock: both hands before and after the shift, and the angle between."""
    omega = float(query_and_key.encoding.frequencies()[pair])
    (query,), (shifted_query,), (key,), (shifted_key,) = query_and_key.hands([pair])
    query_angle = phase(shifted_query)
    key_angle = phase(shifted_key)
    difference = phase(query_and_key.difference(pair))
    phi = query_and_key.phi

    marks: list[Mark] = [Rings((0.0,), (0.0,), 1.0), *CLOCK_AXES]
    if phi:
        hands_x = (query.real, key.real)
        hands_y = (query.imag, key.imag)
        marks.append(trail(omega, key_angle, phi, KEY_COLOR))
        marks.append(trail(omega, query_angle, phi))
        marks.append(Arrows((0.0, 0.0), (0.0, 0.0), hands_x, hands_y, "muted", strong=False))
    marks.append(arc(_DIFFERENCE_RADIUS, key_angle, key_angle + difference))
    marks.append(hand(shifted_key, KEY_COLOR, turns=query_and_key.turns([pair], key=True)))
    marks.append(hand(shifted_query, QUERY_COLOR, turns=query_and_key.turns([pair])))
    marks.append(_difference_name(key_angle, difference))
    marks += _hand_names(query_angle, key_angle, difference)

    across, up = plain_axes(3.2, 3.1)
    position_text = query_and_key.encoding.position_text
    places = f"*t* = {position_text(query_and_key.t)}, *s* = {position_text(query_and_key.s)}"
    title = f"pair *i* = {number(pair)} at {places}"
    if phi:
        title += f", shifted by *φ* = {steady(phi)}"
    return Panel(across, up, tuple(marks), title, rate_text(omega), square=True)


def rate_text(omega: float) -> str:
    return f"*ω* = {number(omega)}, *λ* = {number(2 * pi / omega)}"


def _difference_name(key_angle: float, difference: float) -> Words:
    """Return the name of the angle between the hands: in it, or beside it where it is narrow."""
    if abs(difference) >= _WIDE_DIFFERENCE:
        angle = key_angle + difference / 2
    else:
        angle = key_angle - copysign(_WIDE_DIFFERENCE / 2, difference)
    x = _DIFFERENCE_NAME_RADIUS * cos(angle)
    y = _DIFFERENCE_NAME_RADIUS * sin(angle)
    return point_words(x, y, "*q* − *k*", small=True, room=_DIFFERENCE_NAME_WIDTH)


def _hand_names(query_angle: float, key_angle: float, difference: float) -> list[Words]:
    """Return the names of both hands, moved apart where the hands are close."""
    moved_by = max(0.0, _LEAST_NAME_ANGLE - abs(difference)) / 2
    if difference < 0:
        moved_by = -moved_by
    return [
        _hand_name("*q*", query_angle + moved_by, QUERY_COLOR),
        _hand_name("*k*", key_angle - moved_by, KEY_COLOR),
    ]


def _hand_name(name: str, angle: float, color: Role) -> Words:
    x = _HAND_NAME_RADIUS * cos(angle)
    y = _HAND_NAME_RADIUS * sin(angle)
    return point_words(x, y, name, color)


# The heights of the query's angle, the key's and their difference in the listing of angles.
_QUERY_HEIGHT = 0.66

_KEY_HEIGHT = 0.1

_DIFFERENCE_HEIGHT = -0.54

_HEADING_HEIGHT = 1.14


def query_key_angles(query_and_key: QueryAndKey, pair: int) -> Panel:
    """Return the angles of both hands before and after the shift, their difference and score.

    A shift changes neither the difference nor the score.
    """
    (query,), (shifted_query,), (key,), (shifted_key,) = query_and_key.hands([pair])
    difference = query_and_key.difference(pair)

    marks: list[Mark] = [
        Words((-2.35, -2.35), (_QUERY_HEIGHT, _KEY_HEIGHT), ("*q*", "*k*"), "muted"),
        point_words(-2.35, _DIFFERENCE_HEIGHT, "*q* − *k*"),
        Path((-2.8, 2.4), (-0.22, -0.22), "muted"),
    ]
    marks += _angle_column(-0.55, "at *t*, *s*", query, key, difference)
    if query_and_key.phi:
        marks += _angle_column(1.45, "shifted by *φ*", shifted_query, shifted_key, difference)
    marks.append(point_words(-0.1, -1.1, _score_text(query_and_key, pair), small=True))
    across, up = plain_axes(6.4, 2.7)
    return Panel(across, up, tuple(marks), square=True)


def _angle_column(
    x: float, heading: str, query: complex, key: complex, difference: complex
) -> list[Words]:
    """Return a column of three angles below its heading."""
    return [
        point_words(x, _HEADING_HEIGHT, heading, "muted", small=True),
        point_words(x, _QUERY_HEIGHT, _degrees_text(query), QUERY_COLOR, room=1.3),
        point_words(x, _KEY_HEIGHT, _degrees_text(key), KEY_COLOR, room=1.3),
        point_words(x, _DIFFERENCE_HEIGHT, _degrees_text(difference), "ink", room=1.3),
    ]


def _degrees_text(direction: complex) -> str:
    degrees = phase(direction) * 180 / pi % 360
    return f"{plain(degrees, 1)}°".rjust(6, "\N{FIGURE SPACE}")


def _score_text(query_and_key: QueryAndKey, pair: int) -> str:
    """Return what a pair adds to the score: the cosine, times what remains at the lag."""
    loss = float(query_and_key.encoding.log_decays()[pair])
    exponent = loss * (query_and_key.t - query_and_key.s)
    remaining = exp(max(-_MAX_EXPONENT, min(exponent, _MAX_EXPONENT)))
    factor = "" if remaining == 1 else f"{number(remaining, 4)}·"
    score = remaining * query_and_key.difference(pair).real
    return f"*q*·*k* = {factor}cos *ω*(*t* − *s*) = {plain(score, 4)}"
