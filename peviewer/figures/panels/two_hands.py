"""A query and a key as two hands of one clock: both turn with their positions, and the angle between stays."""

from __future__ import annotations

from cmath import phase
from dataclasses import dataclass
from math import cos, exp, pi, sin
from typing import TYPE_CHECKING

import numpy as np

from peviewer.base.words import fixed, measured, steady, whole
from peviewer.figures.grammar import Arrows, Mark, Panel, Path, Rings, Role, Turns, Words
from peviewer.figures.panels.faces import CROSS, arc, field, trace
from peviewer.model.turning.pairs import Complex, exact_phasors

if TYPE_CHECKING:
    from peviewer.model.encodings.scheme import Rotating

QUERY: Role = "accent"
KEY: Role = "curve-1"
APART: Role = "ink"
BETWEEN = "*ω*(*t* − *s*)"
_RING, _NAMED = 0.26, 0.66  # from the centre, in radii: the arc between hands, and its name, which is a wide one
_WIDE_NAME = 0.72  # at most, in radii: what lies between arc and rim
_APART = 0.3  # radians between names that do not meet
_MOST = 700.0  # that e is raised to
_WIDE = 1.3  # radians between two hands that leave room for the angle's name


@dataclass(frozen=True)
class TwoHands:
    """A query at t and a key at s, both moved on by φ, which is 0 where none is.

    ``turning`` and ``other`` are what it does to turn the query's hand and the key's: fields, and their values.
    """

    encoding: Rotating
    t: int
    s: int
    phi: float
    turning: tuple[str, float]
    other: tuple[str, float]

    def turns(self, pairs: list[int], *, key: bool = False) -> Turns:
        """Return what it does to turn the hands of some pairs."""
        name, value = self.other if key else self.turning
        rates = tuple(self.encoding.frequencies()[pairs].tolist())
        return Turns(name, value, rates, whole=name != "shift.phi")

    def hands(self, pairs: list[int]) -> tuple[Complex, Complex, Complex, Complex]:
        """Return hands as cos + i·sin: queries before and after φ, and keys before and after."""
        places = np.array([self.t, self.s, self.phi], dtype=np.float64)
        query, key, turn = exact_phasors(
            places, self.encoding.frequencies()[pairs], self.encoding.frequency_rests()[pairs]
        )
        return query, query * turn, key, key * turn

    def apart(self, pair: int) -> complex:
        """Return the query's hand less the key's, as cos + i·sin: of the lag alone."""
        lag = np.array([self.t - self.s], dtype=np.float64)
        rates, rests = self.encoding.frequencies()[[pair]], self.encoding.frequency_rests()[[pair]]
        return complex(exact_phasors(lag, rates, rests)[0, 0])

    def left(self, pair: int) -> float:
        """Return what the lag leaves of the pair's part in a score."""
        return exp(max(-_MOST, min(_MOST, float(self.encoding.losses()[pair]) * (self.t - self.s))))


def clock(two: TwoHands, pair: int) -> Panel:
    """Return the chosen clock: both hands, where they stood before φ, and the angle between."""
    omega = float(two.encoding.frequencies()[pair])
    (query,), (query_on,), (key,), (key_on,) = two.hands([pair])
    at_query, at_key, between = phase(query_on), phase(key_on), phase(two.apart(pair))
    marks: list[Mark] = [Rings((0.0,), (0.0,), 1.0), *CROSS]
    if two.phi:
        marks += [trace(0.0, 0.0, omega, at_key, two.phi, KEY), trace(0.0, 0.0, omega, at_query, two.phi)]
        dx, dy = (query.real, key.real), (query.imag, key.imag)
        marks.append(Arrows((0.0, 0.0), (0.0, 0.0), dx, dy, "muted", strong=False))
    marks.append(Path(*arc(0.0, 0.0, _RING, at_key, at_key + between), APART))
    for hand, is_key in ((key_on, True), (query_on, False)):
        color, turns = (KEY if is_key else QUERY), two.turns([pair], key=is_key)
        marks.append(Arrows((0.0,), (0.0,), (hand.real,), (hand.imag,), color, turns=turns))
    marks += [_between_named(at_key, between), *_named(at_query, at_key, between)]
    across, up = field(3.2, 3.1)
    on = f", *φ* = {steady(two.phi)} on" if two.phi else ""
    title = f"pair *i* = {whole(pair)} at *t* = {whole(two.t)}, *s* = {whole(two.s)}{on}"
    told = f"*ω* = {measured(omega)}, *λ* = {measured(2 * pi / omega)}"
    return Panel(across, up, tuple(marks), title, told, square=True)


def _between_named(at_key: float, between: float) -> Words:
    """Name the angle between the hands: inside it, or beside it where it is narrow."""
    at = at_key + between / 2 if abs(between) >= _WIDE else at_key - float(np.copysign(_WIDE / 2, between))
    return Words((_NAMED * cos(at),), (_NAMED * sin(at),), ("*q* − *k*",), APART, small=True, room=_WIDE_NAME)


def _named(at_query: float, at_key: float, between: float) -> list[Words]:
    """Name both hands beyond their tips, aside where these are close."""
    aside = max(0.0, _APART - abs(between)) / 2
    aside = aside if between >= 0 else -aside
    named = (("*q*", at_query + aside, QUERY), ("*k*", at_key - aside, KEY))
    return [Words((1.27 * cos(at),), (1.27 * sin(at),), (name,), color) for name, at, color in named]


def told(two: TwoHands, pair: int) -> Panel:
    """Return the angles of both hands before φ and after, and what stays: their difference, and the score."""
    query, query_on, key, key_on = (complex(hand[0]) for hand in two.hands([pair]))
    apart = two.apart(pair)
    columns = [(-0.55, "at *t*, *s*", query, key)]
    if two.phi:
        columns.append((1.45, "*φ* on", query_on, key_on))
    marks: list[Mark] = [
        Words((-2.35, -2.35), (0.66, 0.1), ("*q*", "*k*"), "muted"),
        Words((-2.35,), (-0.54,), ("*q* − *k*",), APART),
        Path((-2.8, 2.4), (-0.22, -0.22), "muted"),
    ]
    for x, name, of_query, of_key in columns:
        marks.append(Words((x,), (1.14,), (name,), "muted", small=True))
        marks.append(Words((x,), (0.66,), (_degrees(of_query),), "accent", room=1.3))
        marks.append(Words((x,), (0.1,), (_degrees(of_key),), KEY, room=1.3))
        marks.append(Words((x,), (-0.54,), (_degrees(apart),), APART, room=1.3))
    left = two.left(pair)
    factor = "" if left == 1 else f"{measured(left, 4)}·"
    score = f"*q*·*k* = {factor}cos {BETWEEN} = {fixed(left * apart.real, 4)}"
    marks.append(Words((-0.1,), (-1.1,), (score,), APART, small=True))
    across, up = field(6.4, 2.7)
    return Panel(across, up, tuple(marks), square=True)


def _degrees(hand: complex) -> str:
    """Write where a hand points, less whole turns, always as wide."""
    return f"{fixed(phase(hand) * 180 / pi % 360, 1)}°".rjust(6, "\N{FIGURE SPACE}")
