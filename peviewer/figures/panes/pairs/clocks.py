"""The Clocks pane: pairs as hands of clocks, one of them large, with its rotation in numbers."""

from __future__ import annotations

from cmath import phase
from math import floor, fmod, log10, pi

from peviewer.base.formula import Formula
from peviewer.base.numbers import number, plain, steady
from peviewer.base.words import in_unit
from peviewer.document.document import Document
from peviewer.figures.grammar import (
    Figure,
    Mark,
    Note,
    Panel,
    Path,
    Rings,
    Role,
    Words,
)
from peviewer.figures.panels.clock_faces import (
    ARC_RADIUS,
    CLOCK_AXES,
    TRAIL_LENGTH,
    QueryAndKey,
    arc,
    arc_name,
    bracket,
    hand,
    plain_axes,
    point_words,
    query_key_angles,
    query_key_clock,
    rate_text,
    signed,
    trail,
)
from peviewer.figures.panes.pairs.clock_turns import (
    Clocks,
    hand_turns,
    has_no_cosine,
    query_and_key_of,
    start_position,
    turned_by,
    turned_hands,
    turns_by_shift,
)
from peviewer.figures.panes.pairs.small_clocks import small_clocks
from peviewer.figures.panes.pane import Column, Columns, Pane
from peviewer.model.encodings.turning import Paired

# All lengths are in radii of a clock.

# The width of the numbers beside the large clock.
ROTATION_WIDTH = 5.3

# The height of the large clock and of the numbers beside it.
CLOCK_HEIGHT = 2.5

# How far the middle of the panel lies above the clock's, to leave room for its name.
CLOCK_TOP = 0.1

# The units of angles, in each radian: radians, degrees and turns.
ANGLE_UNITS = (1.0, 180 / pi, 1 / (2 * pi))


def _draw(document: Document[Paired]) -> Figure:
    pair = _chosen_pair(document)
    query_and_key = query_and_key_of(document)
    if query_and_key is None:
        title = "Every pair is a hand that turns at its own pace"
        large = (_large_clock(document, pair), _rotation_panel(document, pair))
    else:
        title = "A query turns past its key"
        if turns_by_shift(document):
            title = "Query and key turn together: the angle between them stays"
        large = (query_key_clock(query_and_key, pair), query_key_angles(query_and_key, pair))
    return Figure(title, (large, (small_clocks(document, pair),)), heights=(1.6, 0.8))


def _chosen_pair(document: Document[Paired]) -> int:
    return min(document.of(Clocks).pair, document.encoding.pairs - 1)


def _large_clock(document: Document[Paired], pair: int) -> Panel:
    omega = float(document.encoding.frequencies()[pair])
    turned = turned_by(document)
    (before,), (after,), _ = turned_hands(document, [pair])
    x = after.real
    y = after.imag
    angle = phase(after)
    swept = fmod(omega * turned, 2 * pi)

    marks: list[Mark] = [
        Rings((0.0,), (0.0,), 1.0),
        *CLOCK_AXES,
        arc(ARC_RADIUS, angle - swept, angle),
        Path((x, x), (0.0, y), "sine"),
        point_words(0.0, 1.2, "sin", "sine", small=True),
    ]
    if not has_no_cosine(document.encoding, pair):
        marks.append(Path((0.0, x), (y, y), "cosine"))
        marks.append(point_words(1.28, 0.0, "cos", "cosine", small=True))
    if turned:
        marks.append(trail(omega, angle, turned))
        marks += arc_name(_angle_name(document), angle, swept)
    marks.append(hand(before, "muted", strong=False))
    marks.append(hand(after, turns=hand_turns(document, [omega])))

    across, up = plain_axes(3.0, CLOCK_HEIGHT, CLOCK_TOP)
    pair_name = document.encoding.pair_name(pair)
    name = f", {pair_name}," if pair_name else ""
    title = f"pair *i* = {number(pair)}{name} at {_positions_text(document)}"
    return Panel(across, up, tuple(marks), title, rate_text(omega), square=True)


def _positions_text(document: Document[Paired]) -> str:
    """Return the positions at which the hands stand before and after their turn."""
    turned = turned_by(document)
    if not turns_by_shift(document):
        return f"*t* = {steady(turned)}"
    start = start_position(document)
    text = f"*t* = {steady(start)}"
    return f"{text} and *t* + *φ* = {steady(start + turned)}" if turned else text


def _angle_name(document: Document[Paired]) -> str:
    return "*ωφ*" if turns_by_shift(document) else "*ωt*"


def _matrix_name(document: Document[Paired]) -> str:
    return "*Mᵢ*(*φ*)" if turns_by_shift(document) else "*Mᵢ*(*t*)"


# The heights of sines and of cosines in the numbers of a rotation.
_ROW_HEIGHTS = (0.175, -0.175)

# The places of the brackets of vectors and matrix, and the side to which each opens.
_BRACKETS = ((-2.11, 1), (-1.07, -1), (-0.79, 1), (1.33, -1), (1.46, 1), (2.5, -1))


def _rotation_panel(document: Document[Paired], pair: int) -> Panel:
    """Return the numbers of the rotation: the pair after the turn is Mᵢ times the pair before."""
    across, up = plain_axes(ROTATION_WIDTH, CLOCK_HEIGHT, CLOCK_TOP)
    if has_no_cosine(document.encoding, pair):
        text = (
            "With odd *d* the last pair keeps only its sine, the height of this hand: "
            "no rotation turns it."
        )
        return Panel(across, up, (Note(text),), square=True)

    (before,), (after,), (turn,) = turned_hands(document, [pair])
    marks: list[Mark] = [
        _number_column(-1.59, "accent", after.imag, after.real),
        _number_column(-0.25, "ink", turn.real, -turn.imag),
        _number_column(0.79, "ink", turn.imag, turn.real),
        _number_column(1.98, "muted", before.imag, before.real),
    ]
    marks += [bracket(x, side) for x, side in _BRACKETS]
    marks.append(Words((-0.93,), (0.0,), ("=",), room=0.22))

    headings = ("at *t*", _matrix_name(document), "at 0")
    if turns_by_shift(document):
        headings = ("at *t*+*φ*", _matrix_name(document), "at *t*")
    sine_height, cosine_height = _ROW_HEIGHTS
    heading_places = (-1.59, 0.27, 1.98)
    marks.append(Words(heading_places, (0.62,) * 3, headings, "muted", small=True))
    marks.append(point_words(0.0, -0.66, _angle_text(document, pair), small=True))
    marks.append(point_words(-2.37, sine_height, "sin", "sine", small=True))
    marks.append(point_words(-2.37, cosine_height, "cos", "cosine", small=True))
    return Panel(across, up, tuple(marks), square=True)


def _number_column(x: float, color: Role, top: float, bottom: float) -> Words:
    return Words((x, x), _ROW_HEIGHTS, (signed(top), signed(bottom)), color, room=0.97)


def _angle_text(document: Document[Paired], pair: int) -> str:
    """Return the angle of a turn in radians, degrees and turns."""
    omega = float(document.encoding.frequencies()[pair])
    angle = omega * turned_by(document)
    texts: list[str] = []
    for unit in ANGLE_UNITS:
        # With four figures of a step of one position, whatever the angle, so that their width
        # stays while it grows.
        decimals = min(max(1, 3 - floor(log10(omega * unit))), 12)
        if abs(angle * unit) >= 1e6:
            decimals = 0
        texts.append(plain(angle * unit, decimals))
    radians, degrees, turns = texts
    return f"{_angle_name(document)} = {radians} rad = {degrees}° = {turns} turns"


def _tables(document: Document[Paired]) -> tuple[Columns, ...]:
    encoding = document.encoding
    frequencies = encoding.frequencies()
    columns: dict[str, Column] = {
        "pair": range(encoding.pairs),
        "frequency": frequencies,
        "wavelength": encoding.wavelengths(),
    }
    labels = {
        "pair": "pair i",
        "frequency": "ω (rad/position)",
        "wavelength": "λ (positions)",
        "angle": "rad",
    }
    all_pairs = list(range(encoding.pairs))
    query_and_key = query_and_key_of(document)
    if query_and_key is None:
        hands = turned_hands(document, all_pairs).after
        columns["angle"] = frequencies * (start_position(document) + turned_by(document))
        columns["sin"] = hands.imag
        columns["cos"] = hands.real
        return (Columns("clocks", columns, labels),)

    shifted_hands = query_and_key.hands(all_pairs)
    query = shifted_hands.shifted_query
    key = shifted_hands.shifted_key
    columns["angle"] = frequencies * (query_and_key.t + query_and_key.phi)
    columns["sin"] = query.imag
    columns["cos"] = query.real
    columns["key_angle"] = frequencies * (query_and_key.s + query_and_key.phi)
    columns["key_sin"] = key.imag
    columns["key_cos"] = key.real
    columns["between"] = frequencies * (query_and_key.t - query_and_key.s)
    key_labels = {"key_angle": "rad", "between": "ω(t − s) in rad"}
    return (Columns("clocks", columns, key_labels | labels),)


def _explain(document: Document[Paired]) -> str:
    query_and_key = query_and_key_of(document)
    if query_and_key is not None:
        return _explain_query_and_key(query_and_key)
    encoding = document.encoding
    turned = turned_by(document)
    text = f"Each pair (cos, sin) is a hand on the unit circle. {_turns_text(document)} "
    if not encoding.turns_alike:
        text += "Together the hands tell the position, as the hands of a clock tell the time. "
    if turned:
        text += (
            f"The trail shows at most the last {TRAIL_LENGTH} positions, and at most half a turn. "
        )
    if encoding.dim % 2:
        last_pair = f"pair {number(encoding.pairs - 1)}"
        text += f"With odd *d*, {last_pair} has only its sine, the height of its hand. "
    if not has_no_cosine(encoding, _chosen_pair(document)):
        text += f"The numbers of its rotation {_matrix_name(document)} are beside the large clock. "
    return text.strip()


def _turns_text(document: Document[Paired]) -> str:
    """Return a sentence on how far the fastest and the slowest hand have turned."""
    encoding = document.encoding
    turned = turned_by(document)
    turns_of_pairs = encoding.frequencies() * turned / (2 * pi)
    texts: list[str] = []
    for pair in sorted({0, encoding.pairs - 1}):
        turns = in_unit(number(float(turns_of_pairs[pair]), 3), "turns")
        texts.append(f"{turns} for pair {number(pair)}")

    if turns_by_shift(document):
        return f"A shift by *φ* turns it by *ωᵢφ*: *φ* = {steady(turned)} is {' and '.join(texts)}."
    rule = "At position *t* it has turned by *ωᵢt*"
    return f"{rule}: *t* = {steady(turned)} is {' and '.join(texts)}."


def _explain_query_and_key(query_and_key: QueryAndKey) -> str:
    t = query_and_key.t
    s = query_and_key.s
    phi = query_and_key.phi
    back = f"*t* − *s* = {number(t - s)}"
    text = (
        f"Each pair of a query at *t* = {number(t)} and of a key at *s* = {number(s)} is a hand. "
    )
    if query_and_key.turn_together:
        text += "A shift by *φ* turns both by *ωᵢφ*: "
        if phi:
            text += f"here *φ* = {steady(phi)}, and "
        text += f"the angle between them stays *ωᵢ*(*t* − *s*), with {back}"
    else:
        text += f"The angle between them depends on how far back the key is, {back}"
    text += ". Its cosine is what the pair adds to the score"
    decays = query_and_key.encoding.log_decays().any()
    return f"{text}, times what remains at this lag." if decays else f"{text}."


def _formula(document: Document[Paired]) -> Formula:
    frequency = document.encoding.frequency_formula()
    query_and_key = query_and_key_of(document)
    if query_and_key is not None:
        return _difference_formula(query_and_key).joined_with(frequency)
    by_shift = turns_by_shift(document)
    time = r"(t+\varphi)" if by_shift else "t"
    if has_no_cosine(document.encoding, _chosen_pair(document)):
        return Formula(rf"\sin\,\omega_i {time}").joined_with(frequency)

    turn = r"\varphi" if by_shift else "t"
    before = r"(\sin\,\omega_i t,\ \cos\,\omega_i t)" if by_shift else r"(0,\ 1)"
    after = rf"(\sin\,\omega_i {time},\ \cos\,\omega_i {time})"
    turned = Formula(rf"{after} = M_i({turn})\,{before}")
    rotation = Formula(
        rf"M_i({turn}) = (\cos\,\omega_i {turn},\ \sin\,\omega_i {turn};"
        rf"\ -\sin\,\omega_i {turn},\ \cos\,\omega_i {turn})",
    )
    return turned.joined_with(rotation).joined_with(frequency)


def _difference_formula(query_and_key: QueryAndKey) -> Formula:
    if query_and_key.turn_together:
        return Formula(r"\omega_i(t+\varphi) - \omega_i(s+\varphi) = \omega_i(t - s)")
    return Formula(r"\omega_i t - \omega_i s = \omega_i(t - s)")


PANE = Pane(
    "clocks",
    Paired,
    "turning pairs as hands of clocks, each at its own pace",
    in_brief="Pairs as hands of clocks",
    reads=lambda document: (
        document.encoding,
        start_position(document),
        turned_by(document),
        query_and_key_of(document),
    ),
    draw=_draw,
    explain=_explain,
    formula=_formula,
    section=Clocks,
    choices=("clocks.pair", "clocks.count", "clocks.turn", "cursor.other"),
    tables=_tables,
    parts=("clock", "rotation", "row"),
)
