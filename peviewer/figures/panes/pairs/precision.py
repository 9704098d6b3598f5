"""The Precision pane: the effect of rounding to few bits on neighbouring positions, angles and scores."""

from __future__ import annotations

from math import pi
from operator import attrgetter

import numpy as np

from peviewer.base.formula import Formula
from peviewer.base.numbers import number
from peviewer.base.parameters import Parameters, parameter
from peviewer.base.words import in_unit
from peviewer.document.document import Document
from peviewer.figures.grammar import Axis, Curve, Figure, Listing, Panel, Role, Rule
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
        "all", title="Rounded", hidden=True,
        labels={"all": "Positions, frequencies, angles", "positions": "Positions alone",
                "frequencies": "Frequencies alone", "angles": "Angles alone"},
        help="Round everything, as in a model that is cast as a whole, or one quantity only.",
    )  # fmt: skip


COLORS: dict[NumberFormat, Role] = {FLOAT32: "muted", FLOAT16: "accent", BFLOAT16: "curve-1"}


def _draw(document: Document[Paired]) -> Figure:
    panels = ((_error_panel(document),), (_listing(document),))
    return Figure("What is left in few bits", panels, heights=(1.5, 1.0))


def _errors(document: Document[Paired]) -> tuple[Array, dict[NumberFormat, Array]]:
    """Return some pairs, and the largest error of the angle of each in the formats that hold all positions."""
    encoding, rounded = document.encoding, document.of(Precision).rounded
    pairs = linspace_indices(encoding.pairs, MOST)
    held = [rounding for rounding in FORMATS if is_within(encoding, rounding)]
    errors = {
        rounding: angle_errors(encoding, rounding, rounded, tuple(pairs.tolist()))
        for rounding in held
    }
    return pairs.astype(np.float64), errors


def _error_panel(document: Document[Paired]) -> Panel:
    pairs, by_format = _errors(document)
    drawn = {rounding: errors for rounding, errors in by_format.items() if errors.any()}
    if not drawn:
        return Panel.of_note("Nothing is lost here: no number is rounded.", "Angles")
    above = np.concatenate([errors[errors > 0] for errors in drawn.values()])
    high = float(above.max())
    low = max(float(above.min()), high * 1e-12) / 4
    curves = [
        Curve(
            # A logarithmic axis has no 0, so that an exact one leaves a gap.
            Samples(pairs, np.where(errors == 0, np.nan, np.maximum(errors, low))),
            rounding.name,
            COLORS[rounding],
            curve_style(int(np.count_nonzero(errors))),
            f"error, {rounding.name}",
            key=None,
        )
        for rounding, errors in drawn.items()
    ]
    half_turn = (
        (Rule("y", pi, "half a turn, π", "reference", dashed=True),) if pi <= high * 100 else ()
    )
    top = max(high, pi if half_turn else 0.0) * 4
    height = Axis("angle-error", "error (rad)", (low, top), log=True, zooms=True)
    fact = _error_fact(document, by_format)
    return Panel(pair_axis(document), height, (*curves, *half_turn), "Angles", fact, legend=True)


def _error_fact(document: Document[Paired], by_format: dict[NumberFormat, Array]) -> str:
    """Return which formats are left out, whether errors are 0, and how many of many pairs are drawn."""
    facts = [f"{rounding.name} out of range" for rounding in FORMATS if rounding not in by_format]
    if not all(errors.all() for errors in by_format.values()):
        facts.append("errors of 0 have no line")
    if document.encoding.pairs > MOST:
        facts.append(f"{number(MOST)} of {number(document.encoding.pairs)} pairs")
    return ", ".join(facts)


def _largest_errors(document: Document[Paired], rounding: NumberFormat) -> tuple[float, float]:
    """Return the largest errors of an angle and of a score in a format.

    Nan if it lacks some positions.
    """
    if not is_within(document.encoding, rounding):
        return float("nan"), float("nan")
    of_score = score_error(document.encoding, rounding, document.of(Precision).rounded)
    return float(_errors(document)[1][rounding].max()), of_score


def _listing(document: Document[Paired]) -> Panel:
    places = document.encoding.positions
    rows = []
    for rounding in FORMATS:
        alike = rounding.first_alike(places)
        errors = _largest_errors(document, rounding)
        texts = [
            "exact" if error == 0 else number(error, 2) if np.isfinite(error) else "too large"
            for error in errors
        ]
        until = "none" if alike is None else number(alike)
        rows.append((rounding.name, number(rounding.distinct(places)), until, *texts))
    score = "score off" if tries_all(document.encoding) else "score off, at least"
    columns = "format", "distinct", "equal from *t*", "angle off (rad)", score
    fact = f"of {number(len(places))} position{'' if len(places) == 1 else 's'}"
    return Panel.of_listing(
        Listing(columns, tuple(rows)), "Distinct positions, largest errors", fact
    )


def _tables(document: Document[Paired]) -> tuple[Columns, ...]:
    places = document.encoding.positions
    alike = [rounding.first_alike(places) for rounding in FORMATS]
    of_angles, of_scores = zip(
        *(_largest_errors(document, rounding) for rounding in FORMATS), strict=True
    )
    columns: dict[str, Column] = {
        "format": [rounding.name for rounding in FORMATS],
        "significant_bits": [rounding.bits for rounding in FORMATS],
        "largest": [rounding.largest for rounding in FORMATS],
        "distinct_positions": [rounding.distinct(places) for rounding in FORMATS],
        "first_alike": [np.nan if position is None else position for position in alike],
        "angle_error": of_angles,
        "score_error": of_scores,
    }
    labels = {
        "first_alike": "first t that is the same number as t + 1",
        "angle_error": "largest, in rad",
    }
    pairs, errors = _errors(document)
    nothing = np.full(len(pairs), np.nan)
    by_pair: dict[str, Column] = {
        rounding.name: errors.get(rounding, nothing) for rounding in FORMATS
    }
    return (
        Columns("formats", columns, labels),
        Columns("angle_errors", {"pair": pairs.astype(np.int64), **by_pair}),
    )


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
    error, _ = _largest_errors(document, BFLOAT16)
    if error >= pi:
        text += "A pair whose angle is off by half a turn says nothing about where a token stands. "
    return (
        text
        + "The errors are the largest of those tried. This is why models keep positions and angles in float32."
    )


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
    choices=("precision.rounded",),
    tables=_tables,
    main="formats",
    parts=("curves", "formats"),
)
