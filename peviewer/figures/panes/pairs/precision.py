"""The Precision pane: the effect of rounding to few bits on neighbouring positions, angles and scores."""

from __future__ import annotations

from math import pi
from typing import Literal

import numpy as np

from peviewer.base.formula import Formula
from peviewer.base.parameters import Parameters, parameter
from peviewer.base.words import in_unit, number
from peviewer.document.document import Document
from peviewer.figures.grammar import Axis, Curve, Figure, Listing, Mark, Panel, Role, Rule
from peviewer.figures.panels.axes import back_axis, curve_style, pair_axis, position_axis
from peviewer.figures.panes.pane import Column, Columns, Pane
from peviewer.model.encodings.scheme import Paired
from peviewer.model.turning.precision import (
    BFLOAT16,
    FLOAT16,
    FLOAT32,
    FORMATS,
    KEPT,
    AngleErrors,
    Errors,
    NumberFormat,
    Rounded,
    ScoreErrors,
    Spacing,
    is_within,
    sampled_indices,
    tries_all,
)


class Precision(Parameters):
    """The quantities that are rounded to few bits."""

    rounded: Rounded = parameter(
        "all", title="Rounded", hidden=True,
        labels={"all": "Positions, frequencies, angles", "positions": "Positions alone",
                "frequencies": "Frequencies alone", "angles": "Angles alone"},
        help="Round everything, as in a model that is cast as a whole, or one quantity only.",
    )  # fmt: skip
    shows: Literal["angles", "scores", "neighbours"] = parameter(
        "angles", title="Show", hidden=True,
        labels={"angles": "Angles by pair", "scores": "Scores by distance", "neighbours": "Neighbours by position"},
        help="Draw the largest error of each pair's angle, the largest error of the mean of cos ω(t − s) at each "
             "distance, or the spacing of the numbers of each format.",
    )  # fmt: skip


COLORS: dict[NumberFormat, Role] = {FLOAT32: "muted", FLOAT16: "accent", BFLOAT16: "curve-1"}
ONE_POSITION, HALF_TURN = (
    Rule("y", at, name, "reference", dashed=True) for at, name in ((1.0, "1 position"), (pi, "half a turn, π"))
)


def _draw(document: Document[Paired]) -> Figure:
    rows = (_PANELS[document.of(Precision).shows](document),), (_listing(document),)
    return Figure("What is left in few bits", rows, heights=(1.5, 1.0))


def _angle_panel(document: Document[Paired]) -> Panel:
    errors = _errors(document, AngleErrors)
    return _error_panel(errors, pair_axis(document), ("angle-error", "error (rad)"), "Angles", "pair", HALF_TURN)


def _score_panel(document: Document[Paired]) -> Panel:
    errors = _errors(document, ScoreErrors)
    return _error_panel(errors, back_axis(document), ("score-error", "error of mean cos"), "Scores", "lag")


def _errors(document: Document[Paired], kind: type[Errors]) -> tuple[Errors, ...]:
    encoding, rounded = document.encoding, document.of(Precision).rounded
    held = [rounding for rounding in FORMATS if is_within(encoding, rounding)]
    errors = [
        float(error) for rounding in held for error in kind(encoding, rounding, rounded, 0.0).largest() if error > 0
    ]
    low = max(min(errors, default=1.0), max(errors, default=1.0) * 1e-12) / 4
    return tuple(kind(encoding, rounding, rounded, low) for rounding in held)


def _error_panel(
    errors: tuple[Errors, ...], x: Axis, up: tuple[str, str], title: str, along: str, *rules: Rule
) -> Panel:
    """Return a panel of the errors of each format along pairs or lags; `up` are quantity and label of their axis."""
    curves = [
        Curve(
            each,
            each.format.name,
            COLORS[each.format],
            curve_style(int(np.count_nonzero(each.largest()))),
            f"error, {each.format.name}",
            key=None,
        )
        for each in errors
        if each.largest().any()
    ]
    if not curves:
        return Panel.of_note("Nothing is lost here: no number is rounded.", title)
    high = max(float(each.largest().max()) for each in errors)
    seen = tuple(rule for rule in rules if rule.at <= high * 100)
    limits = errors[0].floor, max(high, *(rule.at for rule in seen), 0.0) * 4
    height = Axis(*up, limits, log=True, zooms=True)
    return Panel(x, height, (*curves, *seen), title, _exact_fact(errors, along), legend=True)


def _exact_fact(errors: tuple[Errors, ...], along: str) -> str:
    """Return which formats are left out, and where errors are 0, which a logarithmic axis cannot show."""
    drawn = [(each.largest() == 0).nonzero()[0] for each in errors if each.largest().any()]
    facts = _left_out([each.format for each in errors])
    others = "others " if facts else ""
    facts += [f"{each.format.name} exact" for each in errors if not each.largest().any()]
    places = {tuple(exact.tolist()) for exact in drawn}
    if len(places) == 1 and len(exact_places := places.pop()) == 1 and exact_places[0] == 0:
        facts.append(f"{along} 0 exact")
    elif any(map(len, drawn)):
        facts.append(f"{others}exact where there is no line")
    return ", ".join(facts)


def _spacing_panel(document: Document[Paired]) -> Panel:
    positions = position_axis(document)
    far = max(abs(document.encoding.positions[0]), abs(document.encoding.positions[-1]), 1)
    held = [rounding for rounding in FORMATS if rounding.holds(document.encoding.positions)]
    curves: list[Mark] = [
        Curve(Spacing(rounding), rounding.name, COLORS[rounding], quantity=f"apart, {rounding.name}", key=None)
        for rounding in held
    ]
    high = max(float(rounding.spacing(np.array([far], dtype=np.float64))[0]) for rounding in held)
    up = Axis("spacing", "spacing (positions)", (2.0**-26, max(high, 1.0) * 8), log=True, zooms=True)
    return Panel(positions, up, (*curves, ONE_POSITION), "Neighbours", ", ".join(_left_out(held)), legend=True)


def _left_out(held: list[NumberFormat]) -> list[str]:
    return [f"{rounding.name} out of range" for rounding in FORMATS if rounding not in held]


_PANELS = {"angles": _angle_panel, "scores": _score_panel, "neighbours": _spacing_panel}


def _largest_error(document: Document[Paired], rounding: NumberFormat, kind: type[Errors]) -> float:
    """Return the largest error of a format; nan where its range does not hold all positions."""
    if not is_within(document.encoding, rounding):
        return float("nan")
    errors = kind(document.encoding, rounding, document.of(Precision).rounded, 0.0).largest()
    return float(errors.max())


def _listing(document: Document[Paired]) -> Panel:
    places = document.encoding.positions
    rows = []
    for rounding in FORMATS:
        alike = rounding.first_alike(places)
        errors = [_largest_error(document, rounding, kind) for kind in (AngleErrors, ScoreErrors)]
        texts = ["exact" if error == 0 else number(error, 2) if np.isfinite(error) else "too large" for error in errors]
        until = "none" if alike is None else number(alike)
        rows.append((rounding.name, number(rounding.distinct(places)), until, *texts))
    score = "score off" if tries_all(document.encoding) else "score off, at least"
    columns = "format", "distinct", "equal from *t*", "angle off (rad)", score
    fact = f"of {number(len(places))} position{'' if len(places) == 1 else 's'}"
    return Panel.of_listing(Listing(columns, tuple(rows)), "Distinct positions, largest errors", fact)


def _tables(document: Document[Paired]) -> tuple[Columns, ...]:
    places = document.encoding.positions
    alike = [rounding.first_alike(places) for rounding in FORMATS]
    columns: dict[str, Column] = {
        "format": [rounding.name for rounding in FORMATS],
        "significant_bits": [rounding.bits for rounding in FORMATS],
        "largest": [rounding.largest for rounding in FORMATS],
        "distinct_positions": [rounding.distinct(places) for rounding in FORMATS],
        "first_alike": [np.nan if position is None else position for position in alike],
        "angle_error": [_largest_error(document, rounding, AngleErrors) for rounding in FORMATS],
        "score_error": [_largest_error(document, rounding, ScoreErrors) for rounding in FORMATS],
    }
    labels = {"first_alike": "first t that is the same number as t + 1", "angle_error": "largest, in rad"}
    apart = sampled_indices(places[0], places[-1] + 1, KEPT)
    spacing = {rounding: Spacing(rounding).at(np.array(apart, dtype=np.float64)) for rounding in FORMATS}
    return (
        Columns("formats", columns, labels),
        Columns("spacing", {"position": apart, **{rounding.name: spacings for rounding, spacings in spacing.items()}}),
        _error_table(document, AngleErrors, "angle_errors", "pair"),
        _error_table(
            document, ScoreErrors, "score_errors", "lag", "positions back, t − s; errors are the largest since the last"
        ),
    )


def _error_table(document: Document[Paired], kind: type[Errors], key: str, along: str, label: str = "") -> Columns:
    """Return the errors of every format along pairs or lags, of some where these are many."""
    series = [kind(document.encoding, rounding, document.of(Precision).rounded, 0.0) for rounding in FORMATS]
    places = sampled_indices(0, series[0].count, KEPT)
    errors: dict[str, Column] = {
        each.format.name: each.points(0, each.count, KEPT)[1]
        if is_within(each.encoding, each.format)
        else np.full(len(places), np.nan)
        for each in series
    }
    return Columns(key, {along: places, **errors}, {along: label} if label else {})


_ROUNDED = {
    "all": "Positions, frequencies and angles are all rounded here, as in a model that is cast as a whole",
    "positions": "Only positions are rounded here",
    "frequencies": "Only frequencies are rounded here; their errors grow with the position",
    "angles": "Only angles are rounded here, as when exact angles are stored in this format",
}


def _explain(document: Document[Paired]) -> str:
    places, rounded = document.encoding.positions, document.of(Precision).rounded
    alike, count = BFLOAT16.first_alike(places), number(BFLOAT16.distinct(places))
    text = f"{_ROUNDED[rounded]}. "
    if alike is None:
        text += "Even bfloat16, with 8 significant bits, has a number for each of these positions. "
    elif is_within(document.encoding, BFLOAT16):
        text += (
            f"In bfloat16, with 8 significant bits, {in_unit(number(len(places)), 'positions')} become "
            f"{in_unit(count, 'numbers')}: "
            f"*t* = {number(alike)} and the next position become the same number. "
        )
    lost = [rounding.name for rounding in FORMATS if not is_within(document.encoding, rounding)]
    if lost:
        text += f"{' and '.join(lost)} {'has' if len(lost) == 1 else 'have'} no numbers as large as these. "
    error = _largest_error(document, BFLOAT16, AngleErrors)
    if error >= pi:
        text += "A pair whose angle is off by half a turn says nothing about where a token stands. "
    return text + "The errors are the largest of those tried. This is why models keep positions and angles in float32."


def _formula(document: Document[Paired]) -> Formula:
    rounding = Formula(r"\hat{z} = z(1 + \varepsilon),\ |\varepsilon| \leq 2^{-U}")
    bits = Formula(r"U = 24,\ 11,\ 8\ \mathrm{significant\ bits}")
    return rounding.beside(bits)


PANE = Pane(
    name="precision",
    title="Precision",
    summary="positions and angles rounded to float32, float16 and bfloat16: errors of angles and scores",
    shows="how rounding changes pairs that turn",
    needs=Paired,
    reads=lambda document: (document.encoding, document.of(Precision)),
    draw=_draw,
    slow=True,
    explain=_explain,
    formula=_formula,
    section=Precision,
    choices=("precision.shows", "precision.rounded"),
    tables=_tables,
    main="formats",
    parts=("curves", "formats"),
)
