"""Pairs as hands of clocks: fast and slow together, and one of them spelled out as a rotation."""

from __future__ import annotations

from math import cos, pi, sin
from typing import TYPE_CHECKING, Literal

import numpy as np

from peviewer.base.formula import Formula
from peviewer.base.parameters import Parameters, parameter
from peviewer.base.words import MINUS, fixed, number, whole
from peviewer.figures.grammar import Arrows, Axis, Figure, Mark, Panel, Path, Rings, Words
from peviewer.figures.panes.axes import within
from peviewer.figures.panes.pane import Pane
from peviewer.model.encodings.scheme import Paired

if TYPE_CHECKING:
    from peviewer.document.document import Document


class Clocks(Parameters):
    """Pairs as hands of clocks."""

    turn: Literal["shift", "position"] = parameter(
        "shift", title="Turn with", hidden=True, labels={"shift": "With φ", "position": "With t"},
        help="Let the hands stand at ω·(t+φ), or at ω·t.",
    )  # fmt: skip
    count: int = parameter(8, title="Clocks", hidden=True, ge=1, le=24, help="How many pairs, fast to slow.")
    pair: int = parameter(
        0,
        title="Pair",
        symbol="i",
        hidden=True,
        ge=0,
        le=32_767,
        slider=(0, 127),
        help="The pair whose W is spelled out.",
    )


APART = 2.7  # between centres of neighbouring clocks, in radii
BELOW = 1.42  # of a centre, where its name stands
TRAIL = 12.0  # positions that a trace goes back
_SEGMENTS = 72


def chosen_pairs(pairs: int, count: int) -> list[int]:
    """Return up to `count` pairs, evenly spread from the fastest to the slowest.

    Examples
    --------
    >>> chosen_pairs(128, 4), chosen_pairs(2, 8)
    ([0, 42, 85, 127], [0, 1])
    """
    return sorted({round(place) for place in np.linspace(0, pairs - 1, min(count, pairs))})


def _motion(document: Document[Paired]) -> tuple[float, float]:
    """Return the position the hands start from, and by how much they are turned on."""
    if document.of(Clocks).turn == "shift":
        return float(within(document.shift.row, document)), document.shift.phi
    return 0.0, float(within(document.cursor.position, document))


def _draw(document: Document[Paired]) -> Figure:
    pair = min(document.of(Clocks).pair, document.encoding.pairs - 1)
    return Figure(
        "Every pair is a hand that turns at its own pace",
        ((_one(document, pair), _rotation(document, pair)), (_all(document, pair),)),
        heights=(1.6, 0.8),
        formula=r"(\cos\,\omega_i t,\ \sin\,\omega_i t),\qquad W = (\cos\,\omega_i\varphi,\ \sin\,\omega_i\varphi;"
        r"\ -\sin\,\omega_i\varphi,\ \cos\,\omega_i\varphi)",
    )


def _field(width: float, height: float, top: float = 0.0) -> tuple[Axis, Axis]:
    """Return plain axes around the origin, `width` × `height` units large."""
    return Axis("turn", "", (-width / 2, width / 2)), Axis("turn", "", (top - height / 2, top + height / 2))


def _arc(x: float, y: float, radius: float, start: float, stop: float) -> tuple[tuple[float, ...], tuple[float, ...]]:
    angles = np.linspace(start, stop, max(2, int(abs(stop - start) / (2 * pi) * _SEGMENTS) + 2))
    return tuple((x + radius * np.cos(angles)).tolist()), tuple((y + radius * np.sin(angles)).tolist())


def _trace(x: float, y: float, omega: float, end: float, backwards: bool) -> Path:
    """Return where the tip has been over the last positions, at most one turn."""
    swept = min(omega * TRAIL, 2 * pi * 0.98)
    return Path(*_arc(x, y, 1.0, end + swept if backwards else end - swept, end), fading=True)


def _one(document: Document[Paired], pair: int) -> Panel:
    """Return the chosen clock: before, after, and the angle between."""
    start, turned = _motion(document)
    omega = float(document.encoding.frequencies()[pair])
    before, after = omega * start, omega * (start + turned)
    x, y = cos(after), sin(after)
    swept = max(min(after - before, 2 * pi), -2 * pi)
    marks: tuple[Mark, ...] = (
        Rings((0.0,), (0.0,), 1.0),
        Path((-1.12, 1.12), (0.0, 0.0), "muted"),
        Path((0.0, 0.0), (-1.12, 1.12), "muted"),
        Path(*_arc(0.0, 0.0, 0.34, after - swept, after), color="mark"),
        Path((x, x), (0.0, y), "curve-2"),
        Path((0.0, x), (y, y), "curve-1"),
        _trace(0.0, 0.0, omega, after, turned < 0),
        Arrows((0.0,), (0.0,), (cos(before),), (sin(before),), "muted", strong=False),
        Arrows((0.0,), (0.0,), (x,), (y,)),
        Words((1.25, 0.0), (0.0, 1.2), ("cos", "sin"), "muted", small=True),
    )
    across, up = _field(2.9, 2.7)
    title = f"pair *i* = {whole(pair)},  *ω* = {number(omega)},  *λ* = {number(2 * pi / omega)}"
    return Panel(across, up, marks, title, square=True)


def _rotation(document: Document[Paired], pair: int) -> Panel:
    """Return W and its numbers: the pair after the turn is W times the pair before."""
    start, turned = _motion(document)
    omega = float(document.encoding.frequencies()[pair])
    before, angle = omega * start, omega * turned
    after = before + angle
    named = "*t*+*φ*" if document.of(Clocks).turn == "shift" else "*t*"
    rows = (0.28, -0.28)
    texts = {
        -2.02: (_aligned(sin(after)), _aligned(cos(after))),
        -0.62: (_aligned(cos(angle)), _aligned(-sin(angle))),
        0.42: (_aligned(sin(angle)), _aligned(cos(angle))),
        1.82: (_aligned(sin(before)), _aligned(cos(before))),
    }
    colours = {-2.02: "accent", -0.62: "mark", 0.42: "mark", 1.82: "muted"}
    marks: list[Mark] = [
        Words((x, x), rows, pair_of, colours[x], room=0.98)  # type: ignore[arg-type]  # roles, kept in a dict
        for x, pair_of in texts.items()
    ]
    marks += [_bracket(x, side) for x, side in ((-2.55, 1), (-1.5, -1), (-1.15, 1), (0.95, -1), (1.3, 1), (2.35, -1))]
    marks.append(Words((-1.325,), (0.0,), ("=",), room=0.25))
    marks.append(
        Words(
            (-2.02, -0.1, 1.82),
            (0.98, 0.98, 0.98),
            (f"at {named}", "*W*", "at *t*" if named != "*t*" else "at 0"),
            "muted",
            small=True,
        )
    )
    turns = number(angle / (2 * pi), 4)
    degrees = number(angle * 180 / pi, 5)
    by = "*ωφ*" if document.of(Clocks).turn == "shift" else "*ωt*"
    marks.append(Words((-0.1,), (-0.98,), (f"{by} = {number(angle)} rad = {degrees}° = {turns} turns",), small=True))
    marks.append(Words((-2.88, -2.88), rows, ("sin", "cos"), "muted", small=True))
    across, up = _field(6.2, 2.7)
    return Panel(across, up, tuple(marks), square=True)


def _bracket(x: float, side: int) -> Path:
    lip = 0.09 * side
    return Path((x + lip, x, x, x + lip), (0.62, 0.62, -0.62, -0.62), "muted")


def _aligned(value: float) -> str:
    text = fixed(value, 4)
    return text if text.startswith(MINUS) else f"\N{FIGURE SPACE}{text}"  # as wide as with a minus


def _all(document: Document[Paired], chosen: int) -> Panel:
    """Return the row of small clocks, fast to slow."""
    start, turned = _motion(document)
    pairs = chosen_pairs(document.encoding.pairs, document.of(Clocks).count)
    omegas = document.encoding.frequencies()[pairs]
    in_row = len(pairs) if len(pairs) <= 12 else -(-len(pairs) // 2)
    lines = -(-len(pairs) // in_row)
    places = [
        (APART * (k % in_row - (in_row - 1) / 2), -(APART + 0.75) * (k // in_row - (lines - 1) / 2))
        for k in range(len(pairs))
    ]
    x, y = (tuple(float(place[axis]) for place in places) for axis in (0, 1))
    after = omegas * (start + turned)
    dx, dy = tuple(np.cos(after).tolist()), tuple(np.sin(after).tolist())
    names = tuple(f"*i* = {whole(pair)}" for pair in pairs)
    lengths = tuple(f"*λ* = {number(float(2 * pi / omega), 3)}" for omega in omegas)
    marks: list[Mark] = [Rings(x, y, 1.0)]
    if chosen in pairs:
        at = pairs.index(chosen)
        marks.append(Rings((x[at],), (y[at],), 1.0, "mark"))
    marks += [
        _trace(at_x, at_y, float(omega), float(end), turned < 0)
        for at_x, at_y, omega, end in zip(x, y, omegas, after, strict=True)
    ]
    marks.append(Arrows(x, y, dx, dy))
    marks.append(Words(x, tuple(at - BELOW for at in y), names, small=True))
    if lines == 1:
        marks.append(Words(x, tuple(at - BELOW - 0.5 for at in y), lengths, "muted", small=True))
    across, up = _field(APART * in_row, (APART + 0.75) * lines, -0.42)
    return Panel(across, up, tuple(marks), "Fast to slow", square=True)


def _explain(document: Document[Paired]) -> str:
    last = "tell the position as the hands of a clock tell the time"
    if document.of(Clocks).turn == "position":
        return (
            "Each pair (cos, sin) is a hand on the unit circle that has turned by *ωᵢt* at position *t*, "
            f"the fast ones many times round, the slow ones hardly at all; together they {last}. "
            "Beside the large clock stand the numbers of its rotation *W*, from position 0 to *t*."
        )
    return (
        "Each pair (cos, sin) is a hand on the unit circle. A shift by *φ* turns every hand by its own angle *ωᵢφ*, "
        f"the fast ones many times round, the slow ones hardly at all; together they {last}. "
        "Beside the large clock stand the numbers of its rotation *W*."
    )


def _formula(document: Document[Paired]) -> Formula:
    by, mathtext = ("t", "t") if document.of(Clocks).turn == "position" else ("φ", r"\varphi")
    pair = "(sin ωt, cos ωt) = W · (0, 1)" if by == "t" else "(sin ω(t+φ), cos ω(t+φ)) = W · (sin ωt, cos ωt)"
    return Formula(
        pair,
        rf"(\cos\,\omega_i t,\ \sin\,\omega_i t),\qquad W = (\cos\,\omega_i{mathtext},\ \sin\,\omega_i{mathtext};"
        rf"\ -\sin\,\omega_i{mathtext},\ \cos\,\omega_i{mathtext})",
    )


PANE = Pane(
    name="clocks",
    title="Clocks",
    summary="pairs as hands of clocks that turn at their own pace",
    shows="pairs that turn as hands of clocks",
    needs=Paired,
    reads=lambda document: (document.encoding, document.of(Clocks), *_motion(document)),
    draw=_draw,
    explain=_explain,
    formula=_formula,
    section=Clocks,
    choices=("clocks.pair", "clocks.count", "clocks.turn"),
)
