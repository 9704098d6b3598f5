"""The Precision pane: the effect of rounding to few bits on neighbouring positions, angles and scores."""

from __future__ import annotations

from math import pi
from operator import attrgetter
from typing import Literal

import numpy as np

from peviewer.base.formula import Formula
from peviewer.base.parameters import Parameters, parameter
from peviewer.base.words import in_unit, number
from peviewer.document.document import Document
from peviewer.figures.grammar import Axis, Curve, Figure, Listing, Panel, Role, Rule
from peviewer.figures.panels.axes import back_axis, curve_style, pair_axis
from peviewer.figures.panes.pane import Column, Columns, Pane
from peviewer.model.encodings.scheme import Paired
from peviewer.model.sampling.series import Points, Samples
from peviewer.model.turning.precision import (
    BFLOAT16,
    FLOAT16,
    FLOAT32,
    FORMATS,
    MOST,
    Along,
    NumberFormat,
    Rounded,
    errors_along,
    is_within,
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
    shows: Literal["angles", "scores"] = parameter(
        "angles", title="Show", hidden=True, labels={"angles": "Angles by pair", "scores": "Scores by distance"},
        help="Draw the largest error of each pair's angle, or that of the mean of cos ω(t − s) at each distance.",
    )  # fmt: skip


COLORS: dict[NumberFormat, Role] = {FLOAT32: "muted", FLOAT16: "accent", BFLOAT16: "curve-1"}


def _draw(document: Document[Paired]) -> Figure:
    if document.of(Precision).shows == "angles":
        up, half_turn = ("angle-error", "error (rad)"), Rule("y", pi, "half a turn, π", "reference", dashed=True)
        panel = _error_panel(document, "pair", pair_axis(document), up, "Angles", half_turn)
    else:
        up = "score-error", "error of mean cos"
        panel = _error_panel(document, "lag", back_axis(document), up, "Scores")
    return Figure("What is left in few bits", ((panel,), (_listing(document),)), heights=(1.5, 1.0))


def _errors(document: Document[Paired], along: Along) -> dict[NumberFormat, Points]:
    encoding, rounded = document.encoding, document.of(Precision).rounded
    held = [rounding for rounding in FORMATS if is_within(encoding, rounding)]
    return {rounding: errors_along(encoding, rounding, rounded, along) for rounding in held}


def _error_panel(
    document: Document[Paired], along: Along, x: Axis, up: tuple[str, str], title: str, *rules: Rule
) -> Panel:
    """Return a panel of the errors of each format along pairs or lags; `up` are quantity and label of their axis."""
    points = _errors(document, along)
    drawn = {rounding: each for rounding, each in points.items() if each[1].any()}
    if not drawn:
        return Panel.of_note("Nothing is lost here: no number is rounded.", title)
    above = np.concatenate([errors[errors > 0] for _, errors in drawn.values()])
    high = float(above.max())
    low = max(float(above.min()), high * 1e-12) / 4
    curves = [
        Curve(
            # A logarithmic axis has no 0, so that an exact one leaves a gap.
            Samples(places, np.where(errors == 0, np.nan, np.maximum(errors, low))),
            rounding.name,
            COLORS[rounding],
            curve_style(int(np.count_nonzero(errors))),
            f"error, {rounding.name}",
            key=None,
        )
        for rounding, (places, errors) in drawn.items()
    ]
    seen = tuple(rule for rule in rules if rule.at <= high * 100)
    height = Axis(*up, (low, max(high, *(rule.at for rule in seen), 0.0) * 4), log=True, zooms=True)
    return Panel(x, height, (*curves, *seen), title, _error_fact(document, along, points), legend=True)


def _error_fact(document: Document[Paired], along: Along, points: dict[NumberFormat, Points]) -> str:
    """Return which formats are left out, whether errors are 0, and what is drawn of many pairs or lags."""
    facts = [f"{rounding.name} out of range" for rounding in FORMATS if rounding not in points]
    if not all(errors.all() for _, errors in points.values()):
        facts.append("errors of 0 have no line")
    count = document.encoding.pairs if along == "pair" else document.encoding.length
    if count > MOST:
        few = f"{number(MOST)} of {number(count)} pairs"
        facts.append(few if along == "pair" else f"a point is the largest of {number(count / MOST, 3)}")
    return ", ".join(facts)


def _largest_error(document: Document[Paired], rounding: NumberFormat, along: Along) -> float:
    """Return the largest error of a format; nan where its range does not hold all positions."""
    if not is_within(document.encoding, rounding):
        return float("nan")
    errors = errors_along(document.encoding, rounding, document.of(Precision).rounded, along)[1]
    return float(np.nanmax(errors))


def _listing(document: Document[Paired]) -> Panel:
    places = document.encoding.positions
    rows = []
    for rounding in FORMATS:
        alike = rounding.first_alike(places)
        errors = [_largest_error(document, rounding, along) for along in ("pair", "lag")]
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
        "angle_error": [_largest_error(document, rounding, "pair") for rounding in FORMATS],
        "score_error": [_largest_error(document, rounding, "lag") for rounding in FORMATS],
    }
    labels = {"first_alike": "first t that is the same number as t + 1", "angle_error": "largest, in rad"}
    return (
        Columns("formats", columns, labels),
        _error_table(document, "angle_errors", "pair"),
        _error_table(document, "score_errors", "lag", "positions back, t − s; errors are the largest since the last"),
    )


def _error_table(document: Document[Paired], key: str, along: Along, label: str = "") -> Columns:
    points = _errors(document, along)
    places = next(iter(points.values()))[0].astype(np.int64)
    nothing = places, np.full(len(places), np.nan)
    errors: dict[str, Column] = {rounding.name: points.get(rounding, nothing)[1] for rounding in FORMATS}
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
    error = _largest_error(document, BFLOAT16, "pair")
    if error >= pi:
        text += "A pair whose angle is off by half a turn says nothing about where a token stands. "
    return text + "The errors are the largest of those tried. This is why models keep positions and angles in float32."


def _formula(document: Document[Paired]) -> Formula:
    rounding = Formula(r"\hat{z} = z(1 + \varepsilon),\ |\varepsilon| \leq 2^{-U}")
    bits = Formula(r"U = 24,\ 11,\ 8\ \mathrm{significant\ bits}")
    return rounding.beside(bits)


PANE = Pane(
    "precision",
    Paired,
    "how rounding changes pairs that turn: positions and angles in float32, float16 and bfloat16",
    reads=attrgetter("encoding"),
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
