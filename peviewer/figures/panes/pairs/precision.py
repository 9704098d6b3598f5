"""The Precision pane: what rounding to few bits does to neighbours, angles and scores."""

from __future__ import annotations

from math import pi
from operator import attrgetter

import numpy as np
from numpy.typing import NDArray

from peviewer.base.formula import Formula
from peviewer.base.numbers import number
from peviewer.base.parameters import Parameters, parameter
from peviewer.base.words import in_unit
from peviewer.document.document import Document
from peviewer.figures.grammar import Axis, Curve, Figure, Listing, Mark, Panel, Role, Rule
from peviewer.figures.panels.axes import curve_style, pair_axis
from peviewer.figures.panes.pane import Column, Columns, Pane
from peviewer.model.encodings.scheme import Array
from peviewer.model.encodings.turning import Paired
from peviewer.model.sampling.grid import linspace_indices
from peviewer.model.sampling.series import Samples
from peviewer.model.turning.precision import (
    BFLOAT16,
    FLOAT16,
    FLOAT32,
    FORMATS,
    MOST,
    NumberFormat,
    Rounded,
    angle_errors,
    is_within,
    score_error,
    tries_all,
)


class Precision(Parameters):
    """The quantities that are rounded to few bits."""

    rounded: Rounded = parameter(
        "all",
        title="Rounded",
        hidden=True,
        labels={
            "all": "Positions, frequencies, angles",
            "positions": "Positions alone",
            "frequencies": "Frequencies alone",
            "angles": "Angles alone",
        },
        help="Round everything, as in a model that is cast as a whole, or one quantity only.",
    )


COLORS: dict[NumberFormat, Role] = {FLOAT32: "muted", FLOAT16: "accent", BFLOAT16: "curve-1"}


def _draw(document: Document[Paired]) -> Figure:
    rows = ((_error_panel(document),), (_listing(document),))
    return Figure("What is left in few bits", rows, heights=(1.5, 1.0))


def _tried_pairs(document: Document[Paired]) -> NDArray[np.int64]:
    return linspace_indices(document.encoding.pairs, MOST)


def _angle_errors(document: Document[Paired]) -> dict[NumberFormat, Array]:
    """Return the largest error of the angle of each tried pair.

    Only formats that can hold all positions are among the keys.
    """
    encoding = document.encoding
    rounded = document.of(Precision).rounded
    pairs = tuple(_tried_pairs(document).tolist())
    formats_in_range = [rounding for rounding in FORMATS if is_within(encoding, rounding)]
    return {
        rounding: angle_errors(encoding, rounding, rounded, pairs) for rounding in formats_in_range
    }


def _error_panel(document: Document[Paired]) -> Panel:
    errors_by_format = _angle_errors(document)
    nonzero_errors = [errors[errors > 0] for errors in errors_by_format.values()]
    all_errors = np.concatenate([np.zeros(0), *nonzero_errors])
    if not len(all_errors):
        return Panel.of_note("Nothing is lost here: no number is rounded.", "Angles")
    high = float(all_errors.max())
    low = max(float(all_errors.min()), high * 1e-12) / 4
    pairs = _tried_pairs(document).astype(np.float64)
    marks: list[Mark] = []
    for rounding, errors in errors_by_format.items():
        if errors.any():
            marks.append(_error_curve(rounding, pairs, errors, low))

    top = high
    if pi <= high * 100:
        marks.append(Rule("y", pi, "half a turn, π", "reference", dashed=True))
        top = max(high, pi)
    up = Axis("angle-error", "error (rad)", (low, top * 4), log=True, zooms=True)
    fact = _error_fact(document, errors_by_format)
    return Panel(pair_axis(document), up, tuple(marks), "Angles", fact, legend=True)


def _error_curve(rounding: NumberFormat, pairs: Array, errors: Array, low: float) -> Curve:
    # A logarithmic axis has no 0, so an exact angle leaves a gap.
    drawn_errors = np.where(errors == 0, np.nan, np.maximum(errors, low))
    style = curve_style(int(np.count_nonzero(errors)))
    quantity = f"error, {rounding.name}"
    series = Samples(pairs, drawn_errors)
    return Curve(series, rounding.name, COLORS[rounding], style, quantity, key=None)


def _error_fact(document: Document[Paired], errors_by_format: dict[NumberFormat, Array]) -> str:
    """Return which formats are left out, whether errors are 0, and how many pairs are drawn."""
    facts = [
        f"{rounding.name} out of range" for rounding in FORMATS if rounding not in errors_by_format
    ]
    if not all(errors.all() for errors in errors_by_format.values()):
        facts.append("errors of 0 have no line")
    if document.encoding.pairs > MOST:
        facts.append(f"{number(MOST)} of {number(document.encoding.pairs)} pairs")
    return ", ".join(facts)


def _largest_errors(document: Document[Paired], rounding: NumberFormat) -> tuple[float, float]:
    """Return the largest errors of an angle and of a score in a format.

    They are nan if the format cannot hold all positions.
    """
    if not is_within(document.encoding, rounding):
        return float("nan"), float("nan")
    largest_of_angle = float(_angle_errors(document)[rounding].max())
    rounded = document.of(Precision).rounded
    return largest_of_angle, score_error(document.encoding, rounding, rounded)


def _listing(document: Document[Paired]) -> Panel:
    positions = document.encoding.positions
    rows: list[tuple[str, ...]] = []
    for rounding in FORMATS:
        first_alike = rounding.first_alike(positions)
        angle_error, score_error = _largest_errors(document, rounding)
        rows.append(
            (
                rounding.name,
                number(rounding.distinct(positions)),
                "none" if first_alike is None else number(first_alike),
                _error_text(angle_error),
                _error_text(score_error),
            )
        )
    score_title = "score off" if tries_all(document.encoding) else "score off, at least"
    columns = ("format", "distinct", "equal from *t*", "angle off (rad)", score_title)
    listing = Listing(columns, tuple(rows))
    fact = f"of {in_unit(number(len(positions)), 'positions')}"
    return Panel.of_listing(listing, "Distinct positions, largest errors", fact)


def _error_text(error: float) -> str:
    if error == 0:
        return "exact"
    return number(error, 2) if np.isfinite(error) else "too large"


def _tables(document: Document[Paired]) -> tuple[Columns, ...]:
    return (_table_of_formats(document), _table_of_angles(document))


def _table_of_formats(document: Document[Paired]) -> Columns:
    positions = document.encoding.positions
    first_alike: list[float] = []
    angle_errors: list[float] = []
    score_errors: list[float] = []
    for rounding in FORMATS:
        position = rounding.first_alike(positions)
        angle_error, score_error = _largest_errors(document, rounding)
        first_alike.append(np.nan if position is None else position)
        angle_errors.append(angle_error)
        score_errors.append(score_error)

    columns: dict[str, Column] = {
        "format": [rounding.name for rounding in FORMATS],
        "significant_bits": [rounding.bits for rounding in FORMATS],
        "largest": [rounding.largest for rounding in FORMATS],
        "distinct_positions": [rounding.distinct(positions) for rounding in FORMATS],
        "first_alike": first_alike,
        "angle_error": tuple(angle_errors),
        "score_error": tuple(score_errors),
    }
    labels = {
        "first_alike": "first t that is the same number as t + 1",
        "angle_error": "largest, in rad",
    }
    return Columns("formats", columns, labels)


def _table_of_angles(document: Document[Paired]) -> Columns:
    pairs = _tried_pairs(document)
    errors_by_format = _angle_errors(document)
    no_errors = np.full(len(pairs), np.nan)
    columns: dict[str, Column] = {"pair": pairs.astype(np.int64)}
    for rounding in FORMATS:
        columns[rounding.name] = errors_by_format.get(rounding, no_errors)
    return Columns("angle_errors", columns)


_ROUNDED: dict[Rounded, str] = {
    "all": "Positions, frequencies and angles are all rounded here, "
    "as in a model that is cast as a whole",
    "positions": "Only positions are rounded here",
    "frequencies": "Only frequencies are rounded here; their errors grow with the position",
    "angles": "Only angles are rounded here, as when exact angles are stored in this format",
}


def _explain(document: Document[Paired]) -> str:
    formats_out_of_range = [
        rounding.name for rounding in FORMATS if not is_within(document.encoding, rounding)
    ]
    text = f"{_ROUNDED[document.of(Precision).rounded]}. {_bfloat16_text(document)}"
    if formats_out_of_range:
        verb = "has" if len(formats_out_of_range) == 1 else "have"
        text += f"{' and '.join(formats_out_of_range)} {verb} no numbers as large as these. "
    angle_error, _ = _largest_errors(document, BFLOAT16)
    if angle_error >= pi:
        text += "A pair whose angle is off by half a turn says nothing about where a token stands. "
    return (
        f"{text}The errors are the largest of those tried. "
        "This is why models keep positions and angles in float32."
    )


def _bfloat16_text(document: Document[Paired]) -> str:
    """Return a sentence on how many numbers bfloat16 has for the positions.

    Return an empty text if it cannot hold all positions.
    """
    positions = document.encoding.positions
    first_alike = BFLOAT16.first_alike(positions)
    if first_alike is None:
        return "Even bfloat16, with 8 significant bits, has a number for each of these positions. "
    if not is_within(document.encoding, BFLOAT16):
        return ""
    position_count = in_unit(number(len(positions)), "positions")
    number_count = in_unit(number(BFLOAT16.distinct(positions)), "numbers")
    return (
        f"In bfloat16, with 8 significant bits, {position_count} become {number_count}: "
        f"*t* = {number(first_alike)} and the next position become the same number. "
    )


def _formula(document: Document[Paired]) -> Formula:
    rounding = Formula(r"\hat{z} = z(1 + \varepsilon),\ |\varepsilon| \leq 2^{-U}")
    bits = Formula(r"U = 24,\ 11,\ 8\ \mathrm{significant\ bits}")
    return rounding.joined_with(bits)


PANE = Pane(
    "precision",
    Paired,
    "how rounding changes pairs that turn: positions and angles in float32, float16 and bfloat16",
    in_brief="What rounding does to pairs",
    reads=attrgetter("encoding"),
    draw=_draw,
    slow=True,
    explain=_explain,
    formula=_formula,
    section=Precision,
    choices=("precision.rounded",),
    tables=_tables,
    main="formats",
    parts=("curves", "formats"),
)
