"""The small clocks of the Clocks pane, from fast to slow, on one line or several."""

from __future__ import annotations

from dataclasses import replace
from math import pi
from typing import NamedTuple

import numpy as np

from peviewer.base.numbers import number
from peviewer.document.document import Document
from peviewer.figures.grammar import Arrows, Mark, Panel, Path, Picks, Rings, Role, Turns, Words
from peviewer.figures.panels.clock_faces import KEY_COLOR, plain_axes, trail, translate
from peviewer.figures.panes.pairs.clock_turns import (
    Clocks,
    hand_turns,
    query_and_key_of,
    turned_by,
    turned_hands,
)
from peviewer.model.encodings.turning import Paired
from peviewer.model.turning.pairs import Complex

MAX_CLOCKS_IN_LINE = 12

MAX_LINES = 4

# Distances between the centres of neighbouring clocks, in radii of a clock, as are all lengths
# below. The wider one is for panels with more room.
CLOCK_PITCHES = (2.5, 3.5)

# The distance between lines of clocks.
LINE_PITCH = 3.45

# The distance from a clock's centre down to its name, and from the name to the wavelength.
NAME_BELOW = 1.42

LENGTH_BELOW_NAME = 0.5

# The vertical middle of the panel, which lies below the clocks' because of their names.
MIDDLE = -0.42


def small_clocks(document: Document[Paired], chosen: int) -> Panel:
    """Return the panel of small clocks; the clock of the pair `chosen` is marked.

    They stand on as few lines as possible. Panels with more lines or more space are its variants,
    among which a painter takes the one that fits best.
    """
    pairs = _spread_pairs(document.encoding.pairs, document.of(Clocks).count)
    clocks = _SmallClocks(
        pairs,
        pairs.index(chosen) if chosen in pairs else None,
        document.encoding.frequencies()[pairs].tolist(),
        _small_arrows(document, pairs),
        _small_trails(document, pairs),
    )
    panels = [
        clocks.on_lines(lines, pitch)
        for lines in _line_counts(len(pairs))
        for pitch in CLOCK_PITCHES
    ]
    return replace(panels[0], variants=tuple(panels[1:]))


def _spread_pairs(pair_count: int, max_count: int) -> list[int]:
    spread = np.linspace(0, pair_count - 1, min(max_count, pair_count))
    return sorted({round(place) for place in spread})


def _line_counts(clocks: int) -> list[int]:
    """Return on how many lines clocks may stand: as few as possible, or more if all are full."""
    fewest_lines = 1 if clocks <= MAX_CLOCKS_IN_LINE else 2
    fuller_counts = range(fewest_lines + 1, MAX_LINES + 1)
    full = [lines for lines in fuller_counts if clocks % lines == 0 and lines < clocks]
    return [fewest_lines, *full]


def _small_arrows(document: Document[Paired], pairs: list[int]) -> list[Arrows]:
    """Return the hands of small clocks, without places; the hands of keys are behind the others."""
    query_and_key = query_and_key_of(document)
    if query_and_key is None:
        frequencies = document.encoding.frequencies()[pairs].tolist()
        turns = hand_turns(document, frequencies)
        return [_arrows_without_places(turned_hands(document, pairs).after, "accent", turns)]
    hands = query_and_key.hands(pairs)
    key_turns = query_and_key.turns(pairs, key=True)
    return [
        _arrows_without_places(hands.shifted_key, KEY_COLOR, key_turns),
        _arrows_without_places(hands.shifted_query, "accent", query_and_key.turns(pairs)),
    ]


def _arrows_without_places(tips: Complex, color: Role, turns: Turns) -> Arrows:
    dx = tuple(tips.real.tolist())
    dy = tuple(tips.imag.tolist())
    return Arrows((), (), dx, dy, color, turns=turns)


def _small_trails(document: Document[Paired], pairs: list[int]) -> list[Path]:
    """Return the trails of small clocks, around the origin; none where φ turns nothing."""
    query_and_key = query_and_key_of(document)
    if query_and_key is None:
        turned = turned_by(document)
        hands = turned_hands(document, pairs).after
    else:
        turned = query_and_key.phi
        hands = query_and_key.hands(pairs).shifted_query
    if not turned:
        return []
    frequencies = document.encoding.frequencies()[pairs].tolist()
    angles = np.angle(hands).tolist()
    return [trail(omega, angle, turned) for omega, angle in zip(frequencies, angles, strict=True)]


class _SmallClocks(NamedTuple):
    """Small clocks without places: their pairs, from fast to slow, and what is drawn on each."""

    pairs: list[int]
    marked_clock: int | None
    frequencies: list[float]
    arrows: list[Arrows]
    trails: list[Path]

    def on_lines(self, lines: int, pitch: float) -> Panel:
        """Return a panel of the clocks on some lines, with `pitch` between their centres."""
        in_line = -(-len(self.pairs) // lines)
        middle_column = (in_line - 1) / 2
        middle_line = (lines - 1) / 2
        centres_x: list[float] = []
        centres_y: list[float] = []
        for clock in range(len(self.pairs)):
            line, column = divmod(clock, in_line)
            centres_x.append(pitch * (column - middle_column))
            centres_y.append(-LINE_PITCH * (line - middle_line))

        x = tuple(centres_x)
        y = tuple(centres_y)
        # A click on a clock sets the field to its pair.
        picks = Picks("clocks.pair", tuple(self.pairs))
        marks: list[Mark] = [Rings(x, y, 1.0, picks=picks)]
        if self.marked_clock is not None:
            marked_x = x[self.marked_clock]
            marked_y = y[self.marked_clock]
            marks.append(Rings((marked_x,), (marked_y,), 1.0, "mark"))
        for clock, path in enumerate(self.trails):
            marks.append(translate(path, x[clock], y[clock]))
        for arrows in self.arrows:
            marks.append(replace(arrows, x=x, y=y))
        marks += self._names(x, y, pitch)

        across, up = plain_axes(pitch * in_line, LINE_PITCH * lines, MIDDLE)
        title = "Fast to slow" if len(self.pairs) > 1 else ""
        return Panel(across, up, tuple(marks), title, square=True)

    def _names(self, x: tuple[float, ...], y: tuple[float, ...], pitch: float) -> list[Words]:
        """Return the texts below clocks with centres at `x` and `y`: pair and wavelength."""
        names = tuple(f"*i* = {number(pair)}" for pair in self.pairs)
        lengths = tuple(f"*λ* = {number(2 * pi / omega)}" for omega in self.frequencies)
        name_heights = tuple(height - NAME_BELOW for height in y)
        length_heights = tuple(height - LENGTH_BELOW_NAME for height in name_heights)
        return [
            Words(x, name_heights, names, small=True, room=pitch),
            Words(x, length_heights, lengths, "muted", small=True),
        ]
