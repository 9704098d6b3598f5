"""Drawings of clocks whose hands are pairs: arcs, trails and numbers, and the hands of a query and a key on one."""

from __future__ import annotations

from cmath import phase
from dataclasses import dataclass, replace
from math import ceil, copysign, cos, exp, floor, pi, sin

import numpy as np

from peviewer.base.numbers import MINUS, number, plain, steady
from peviewer.figures.grammar import Arrows, Axis, Mark, Panel, Path, Rings, Role, Turns, Words
from peviewer.model.encodings.turning import Rotating
from peviewer.model.turning.pairs import Complex, exact_phasors

# All lengths are in radii of a clock.
ARC_RADIUS, ARC_NAME_RADIUS = 0.34, 0.48  # of the arc of a turn's angle, and of its name
WIDE_ANGLE = 0.8  # radians between two hands with room for a name
TRAIL_LENGTH = 12  # positions, or the whole turn if it is shorter
CLOCK_AXES = Path((-1.12, 1.0), (0.0, 0.0), "muted"), Path((0.0, 0.0), (-1.12, 1.0), "muted")
_SEGMENTS = 72  # of a circle


def plain_axes(width: float, height: float, top: float = 0.0) -> tuple[Axis, Axis]:
    """Return axes around (0, top), `width` × `height` units large."""
    return Axis("turn", "", (-width / 2, width / 2)), Axis(
        "turn", "", (top - height / 2, top + height / 2)
    )


def arc_points(
    x: float, y: float, radius: float, start: float, stop: float
) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Return points of a circle around (x, y) from one angle to another.

    All but the ends are the same for every arc, so that one that moves does not flicker.
    """
    if abs(stop - start) >= 2 * pi:
        start, stop = 0.0, 2 * pi
    low, high = sorted((start * _SEGMENTS / (2 * pi), stop * _SEGMENTS / (2 * pi)))
    inner = np.arange(floor(low) + 1, ceil(high))
    places = (
        np.concatenate([[low], inner, [high]])
        if start <= stop
        else np.concatenate([[high], inner[::-1], [low]])
    )
    angles = places * (2 * pi / _SEGMENTS)
    return tuple((x + radius * np.cos(angles)).tolist()), tuple(
        (y + radius * np.sin(angles)).tolist()
    )


def arc_name(name: str, after: float, swept: float) -> list[Words]:
    """Return the name of an arc, inside it; none where it is narrow."""
    middle = after - swept / 2
    place = ARC_NAME_RADIUS * cos(middle), ARC_NAME_RADIUS * sin(middle)
    return (
        [Words((place[0],), (place[1],), (name,), "ink", small=True)]
        if abs(swept) >= WIDE_ANGLE
        else []
    )


def trail(
    x: float, y: float, omega: float, end: float, turned: float, color: Role = "accent"
) -> Path:
    """Return the path of a hand's tip over the last positions of its turn, at most half a circle."""
    swept = min(omega * min(TRAIL_LENGTH, abs(turned)), pi)
    return Path(
        *arc_points(x, y, 1.0, end + swept if turned < 0 else end - swept, end), color, fading=True
    )


def translate(path: Path, x: float, y: float) -> Path:
    return replace(path, x=tuple([at + x for at in path.x]), y=tuple([at + y for at in path.y]))


def bracket(x: float, side: int) -> Path:
    """Return a bracket of a matrix that opens to the right (side 1), or to the left (−1)."""
    lip = 0.09 * side
    return Path((x + lip, x, x, x + lip), (0.68, 0.68, -0.68, -0.68), "muted")


def signed(value: float) -> str:
    """Return a number with its sign: while it turns, its digits stay where they are."""
    text = plain(value, 4)
    return text if text.startswith(MINUS) else f"+{text}"


QUERY: Role = "accent"
KEY: Role = "curve-1"
_DIFFERENCE_RADIUS, _DIFFERENCE_NAME_RADIUS = (
    0.26,
    0.66,
)  # of the arc between the hands, and of its name
_DIFFERENCE_NAME_WIDTH = 0.72  # between arc and rim
_LEAST_NAME_ANGLE = 0.3  # radians between names that do not meet
_MOST_EXPONENT = 700.0  # e to a larger power overflows
_WIDE_DIFFERENCE = 1.3  # radians between two hands with room for the name of their difference


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
        rates = tuple(self.encoding.frequencies()[pairs].tolist())
        return Turns(name, value, rates, whole=name != "shift.phi")

    def hands(self, pairs: list[int]) -> tuple[Complex, Complex, Complex, Complex]:
        """Return hands as cos + i·sin: queries before and after the shift, and keys before and after."""
        places = np.array([self.t, self.s, self.phi], dtype=np.float64)
        query, key, turn = exact_phasors(
            places, self.encoding.frequencies()[pairs], self.encoding.frequency_rests()[pairs]
        )
        return query, query * turn, key, key * turn

    def difference(self, pair: int) -> complex:
        """Return the angle of the query's hand minus that of the key's, as cos + i·sin.

        It depends on the lag alone.
        """
        lag = np.array([self.t - self.s], dtype=np.float64)
        rates, rests = self.encoding.frequencies()[[pair]], self.encoding.frequency_rests()[[pair]]
        return complex(exact_phasors(lag, rates, rests)[0, 0])


def query_key_clock(two: QueryAndKey, pair: int) -> Panel:
    """Return a large clock: both hands before and after the shift, and the angle between."""
    omega = float(two.encoding.frequencies()[pair])
    (query,), (query_on,), (key,), (key_on,) = two.hands([pair])
    at_query, at_key, between = phase(query_on), phase(key_on), phase(two.difference(pair))
    marks: list[Mark] = [Rings((0.0,), (0.0,), 1.0), *CLOCK_AXES]
    if two.phi:
        marks += [
            trail(0.0, 0.0, omega, at_key, two.phi, KEY),
            trail(0.0, 0.0, omega, at_query, two.phi),
        ]
        dx, dy = (query.real, key.real), (query.imag, key.imag)
        marks.append(Arrows((0.0, 0.0), (0.0, 0.0), dx, dy, "muted", strong=False))
    marks.append(Path(*arc_points(0.0, 0.0, _DIFFERENCE_RADIUS, at_key, at_key + between), "ink"))
    for hand, is_key in ((key_on, True), (query_on, False)):
        color, turns = (KEY if is_key else QUERY), two.turns([pair], key=is_key)
        marks.append(Arrows((0.0,), (0.0,), (hand.real,), (hand.imag,), color, turns=turns))
    marks += [_difference_name(at_key, between), *_hand_names(at_query, at_key, between)]
    across, up = plain_axes(3.2, 3.1)
    on = f", shifted by *φ* = {steady(two.phi)}" if two.phi else ""
    place = two.encoding.position_text
    title = f"pair *i* = {number(pair)} at *t* = {place(two.t)}, *s* = {place(two.s)}{on}"
    return Panel(across, up, tuple(marks), title, rate_text(omega), square=True)


def rate_text(omega: float) -> str:
    return f"*ω* = {number(omega)}, *λ* = {number(2 * pi / omega)}"


def _difference_name(at_key: float, between: float) -> Words:
    """Return the name of the angle between the hands: inside it, or beside it where it is narrow."""
    is_wide = abs(between) >= _WIDE_DIFFERENCE
    at = at_key + (between / 2 if is_wide else -copysign(_WIDE_DIFFERENCE / 2, between))
    place = _DIFFERENCE_NAME_RADIUS * cos(at), _DIFFERENCE_NAME_RADIUS * sin(at)
    return Words(
        (place[0],), (place[1],), ("*q* − *k*",), "ink", small=True, room=_DIFFERENCE_NAME_WIDTH
    )


def _hand_names(at_query: float, at_key: float, between: float) -> list[Words]:
    aside = max(0.0, _LEAST_NAME_ANGLE - abs(between)) / 2
    aside = aside if between >= 0 else -aside
    named = (("*q*", at_query + aside, QUERY), ("*k*", at_key - aside, KEY))
    return [
        Words((1.27 * cos(at),), (1.27 * sin(at),), (name,), color) for name, at, color in named
    ]


def query_key_angles(two: QueryAndKey, pair: int) -> Panel:
    """Return the angles of both hands before and after the shift, and the unchanged difference and score."""
    query, query_on, key, key_on = (complex(hand[0]) for hand in two.hands([pair]))
    apart = two.difference(pair)
    columns = [(-0.55, "at *t*, *s*", query, key)]
    if two.phi:
        columns.append((1.45, "shifted by *φ*", query_on, key_on))
    marks: list[Mark] = [
        Words((-2.35, -2.35), (0.66, 0.1), ("*q*", "*k*"), "muted"),
        Words((-2.35,), (-0.54,), ("*q* − *k*",), "ink"),
        Path((-2.8, 2.4), (-0.22, -0.22), "muted"),
    ]
    for x, name, of_query, of_key in columns:
        marks.append(Words((x,), (1.14,), (name,), "muted", small=True))
        angles: tuple[tuple[float, complex, Role], ...] = (
            (0.66, of_query, QUERY), (0.1, of_key, KEY), (-0.54, apart, "ink")
        )  # fmt: skip
        for y, hand, color in angles:
            degrees = f"{plain(phase(hand) * 180 / pi % 360, 1)}°".rjust(6, "\N{FIGURE SPACE}")
            marks.append(Words((x,), (y,), (degrees,), color, room=1.3))
    exponent = float(two.encoding.losses()[pair]) * (two.t - two.s)
    left = exp(max(-_MOST_EXPONENT, min(exponent, _MOST_EXPONENT)))
    factor = "" if left == 1 else f"{number(left, 4)}·"
    score = f"*q*·*k* = {factor}cos *ω*(*t* − *s*) = {plain(left * apart.real, 4)}"
    marks.append(Words((-0.1,), (-1.1,), (score,), "ink", small=True))
    across, up = plain_axes(6.4, 2.7)
    return Panel(across, up, tuple(marks), square=True)
