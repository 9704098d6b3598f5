"""The Frequencies pane: frequency and wavelength of every pair, or its angle at every position."""

from __future__ import annotations

from math import pi
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from peviewer.base.formula import Formula
from peviewer.base.numbers import number
from peviewer.base.parameters import Parameters, parameter
from peviewer.base.words import in_unit
from peviewer.document.document import Document
from peviewer.figures.grammar import Axis, Band, Curve, Figure, Heatmap, Listing, Mark, Panel, Rule
from peviewer.figures.panels.axes import (
    cell_runs,
    curve_style,
    never_turning_text,
    pair_axis,
    position_axis,
    sequential_colormap,
    transposable_panel,
)
from peviewer.figures.panes.pane import Column, Columns, Pane
from peviewer.model.encodings.bases.limits import Limit
from peviewer.model.encodings.rope import Rope
from peviewer.model.encodings.turning import Paired
from peviewer.model.sampling.series import Samples
from peviewer.model.turning.angles import AngleRaster
from peviewer.model.turning.frequencies import turns_within


class Frequencies(Parameters):
    """Frequencies and angles."""

    shows: Literal["wavelengths", "degrees", "radians"] = parameter(
        "wavelengths",
        title="Show",
        hidden=True,
        labels={
            "wavelengths": "Wavelengths",
            "degrees": "Angles modulo 360°",
            "radians": "Angles in radians",
        },
        help="Beside the frequencies, show the wavelengths or each pair's angle at every position: "
        "modulo 360°, or in radians as it grows.",
        formula=r"\omega_i\,t",
    )


# The most pairs that are drawn as points; more are a line.
FEW_PAIRS = 32

# The factor by which a logarithmic axis goes on beyond its points at both ends.
_AXIS_MARGIN = 1.6

# The factor where points lie so close together that the axis would have fewer than two ticks.
_WIDE_AXIS_MARGIN = 2.5


def _draw(document: Document[Paired]) -> Figure:
    if document.of(Frequencies).shows == "wavelengths":
        right = _wavelength_panel(document)
        right_name = "wavelength"
    else:
        right = _angle_panel(document)
        right_name = "angle"
    return Figure(
        f"Frequencies and {right_name}s",
        ((_frequency_panel(document), right), (_pair_listing(document.encoding),)),
        heights=(1.05, 1.0),
        spare_rows=(1,),
        names=("frequency", right_name, "pairs"),
    )


def _frequency_panel(document: Document[Paired]) -> Panel:
    encoding = document.encoding
    other_frequencies = encoding.other_schedules()
    slowest, fastest = _slowest_and_fastest(encoding)
    axis_margin_factor = _AXIS_MARGIN if fastest > 2 * slowest else _WIDE_AXIS_MARGIN
    limits = (slowest / axis_margin_factor, fastest * axis_margin_factor)
    up = Axis("frequency", "*ω* (rad/position)", limits, log=True, zooms=True)
    curves = _curves(encoding, "*ω*", encoding.frequencies(), other_frequencies)
    return Panel(pair_axis(document), up, (*_non_turning_bands(encoding), *curves), legend=True)


def _wavelength_panel(document: Document[Paired]) -> Panel:
    encoding = document.encoding
    other_wavelengths = {
        name: 2 * pi / frequencies for name, frequencies in encoding.other_schedules().items()
    }
    limits = encoding.limits()
    marks: list[Mark] = [
        *_non_turning_bands(encoding),
        *_curves(encoding, "*λ*", encoding.wavelengths(), other_wavelengths),
    ]
    for limit in limits:
        label = f"{limit.wavelength_name} = {number(limit.wavelength, 5)}"
        marks.append(Rule("y", limit.wavelength, label, "reference", dashed=True, at_left=True))
    # From the first position to the last.
    steps = encoding.length - 1
    if steps:
        marks.append(Rule("y", float(steps), f"*L* − 1 = {number(steps)}", at_left=True))

    slowest, fastest = _slowest_and_fastest(encoding)
    longest = max(2 * pi / slowest, *(limit.wavelength for limit in limits), 0.0)
    shortest = min(2 * pi / fastest, steps or longest)
    ends = (shortest / _AXIS_MARGIN, max(longest, steps) * _WIDE_AXIS_MARGIN)
    up = Axis("wavelength", "*λ* (positions)", ends, log=True, zooms=True)
    return Panel(pair_axis(document), up, tuple(marks))


def _slowest_and_fastest(encoding: Paired) -> tuple[float, float]:
    """Return the least and the largest frequency, also of other schedules."""
    all_frequencies = [encoding.frequencies(), *encoding.other_schedules().values()]
    frequencies = np.concatenate(all_frequencies)
    return float(frequencies.min()), float(frequencies.max())


def _non_turning_bands(encoding: Paired) -> list[Band]:
    """Return shading behind the pairs that complete no turn within the table."""
    runs = cell_runs(encoding.turns_within() < 1)
    return [Band("x", low, high, label="*λ* > *L* − 1") for low, high in runs]


def _angle_panel(document: Document[Paired]) -> Panel:
    in_radians = document.of(Frequencies).shows == "radians"
    heatmap = _angles_in_radians(document) if in_radians else _angles_in_degrees(document)
    return transposable_panel(document, position_axis(document), pair_axis(document), heatmap)


def _angles_in_radians(document: Document[Paired]) -> Heatmap:
    encoding = document.encoding
    fastest = float(encoding.frequencies().max())
    low = min(0.0, encoding.positions[0] * fastest)
    high = max(0.0, encoding.positions[-1] * fastest)
    return Heatmap(
        AngleRaster(encoding, unwrapped=True),
        (low, high if high > low else low + 1.0),
        sequential_colormap(document),
        reduce=document.view.reduce,
        bar="radians",
        quantity="*ωt*",
        unit=" rad",
        key="angle",
    )


def _angles_in_degrees(document: Document[Paired]) -> Heatmap:
    return Heatmap(
        AngleRaster(document.encoding, unwrapped=False),
        (0.0, 360.0),
        "phases",
        reduce=document.view.reduce,
        bar="degrees",
        quantity="modulo 360°",
        unit="°",
        cyclic=True,
        key="angle",
    )


def _limit_verb(encoding: Paired, limit: Limit) -> str:
    """Return a verb that says whether the slowest pair reaches a limit of the schedule."""
    slowest = float(encoding.frequencies()[-1])
    if np.isclose(slowest, limit.frequency, rtol=1e-9):
        return "reaches"
    return "stops short of" if slowest > limit.frequency else "goes beyond"


_LIMIT_STATES = {"reaches": "reached", "stops short of": "not reached", "goes beyond": "passed"}


def _curves(
    encoding: Paired,
    symbol: str,
    numbers: NDArray[np.float64],
    other_numbers: dict[str, NDArray[np.float64]],
) -> list[Curve]:
    """Return the curves of a quantity over the pairs; other schedules' curves are behind."""
    pairs = np.arange(encoding.pairs, dtype=np.float64)
    curves: list[Curve] = []
    for name, numbers_of_schedule in other_numbers.items():
        series = Samples(pairs, numbers_of_schedule)
        curves.append(Curve(series, name, "reference", "dashed", f"{symbol}, {name}", key=None))
    series = Samples(pairs, numbers)
    style = curve_style(encoding.pairs, FEW_PAIRS)
    curves.append(Curve(series, encoding.schedule_name, "accent", style, symbol, key=None))
    return curves


def _pair_listing(encoding: Paired) -> Panel:
    frequencies = encoding.frequencies()
    last = encoding.pairs - 1
    names = {last: "last", 1: "second", 0: "first"}
    rows: list[tuple[str, ...]] = []
    for pair in sorted({0, min(1, last), last}):
        rates = _rate_texts(encoding, float(frequencies[pair]))
        rows.append((names[pair], f"*i* = {number(pair)}", *rates))
    for limit in encoding.limits():
        name = f"{limit.name} and {limit.wavelength_name}"
        state = _LIMIT_STATES[_limit_verb(encoding, limit)]
        rows.append((name, state, *_rate_texts(encoding, limit.frequency)))
    columns = ("pair", "", "*ω* (rad/position)", "*λ* (positions)", "turns within *L*")
    return Panel.of_listing(Listing(columns, tuple(rows)), never_turning_text(encoding))


def _rate_texts(encoding: Paired, frequency: float) -> tuple[str, str, str]:
    turns = float(turns_within(np.array(frequency), encoding.length))
    return number(frequency), number(2 * pi / frequency), number(turns)


def _tables(document: Document[Paired]) -> tuple[Columns, ...]:
    encoding = document.encoding
    columns: dict[str, Column] = {
        "pair": range(encoding.pairs),
        "frequency": encoding.frequencies(),
        "wavelength": encoding.wavelengths(),
        "turns": encoding.turns_within(),
    }
    labels = {
        "pair": "pair i",
        "frequency": "ω (rad/position)",
        "wavelength": "λ (positions)",
        "turns": "within L",
    }
    for name, frequencies in encoding.other_schedules().items():
        columns[f"frequency_{name}"] = frequencies
        columns[f"wavelength_{name}"] = 2 * pi / frequencies
    return (Columns("pairs", columns, labels),)


def _explain(document: Document[Paired]) -> str:
    encoding = document.encoding
    if document.of(Frequencies).shows != "wavelengths":
        return _angles_text(document)
    sentences = [f"{never_turning_text(encoding)}."]
    if encoding.pairs > 1:
        sentences.insert(0, _ratio_sentence(encoding.frequencies()))
    if isinstance(encoding, Rope) and encoding.why_unscaled:
        sentences.append(encoding.why_unscaled)
    about_limits = [f"{_limit_verb(encoding, limit)} {limit.name}" for limit in encoding.limits()]
    if about_limits:
        subject = "The slowest pair" if encoding.pairs > 1 else "It"
        sentences.append(f"{subject} {' and '.join(about_limits)}.")
    return " ".join(sentences)


def _angles_text(document: Document[Paired]) -> str:
    positions = document.encoding.positions
    line = "row" if document.view.transposed else "column"
    text = (
        f"Every {line} of the heatmap is a pair that turns at its own pace. "
        f"From position {number(positions[0])} to {number(positions[-1])} "
        f"{_turns_text(document.encoding)}."
    )
    if document.of(Frequencies).shows == "radians":
        return f"{text} Angles grow with the position along straight lines."
    if document.view.raw:
        return (
            f"{text} Zoomed out, a pixel shows only one of its angles, which makes moiré patterns."
        )
    return (
        f"{text} The colours are cyclic: 360° looks like 0°. "
        "A pixel that covers a full turn or more is grey."
    )


def _turns_text(encoding: Paired) -> str:
    """Return how many turns the first and the last pair make."""
    texts: list[str] = []
    for pair in sorted({0, encoding.pairs - 1}):
        turns = in_unit(number(float(encoding.turns_within()[pair]), 3), "turns")
        texts.append(f"pair {number(pair)} makes {turns}")
    return " and ".join(texts)


def _ratio_sentence(frequencies: NDArray[np.float64]) -> str:
    ratios = frequencies[:-1] / frequencies[1:]
    least = float(ratios.min())
    largest = float(ratios.max())
    if least == largest == 1:
        return "All pairs turn alike."
    if largest - least < 1e-9 * largest:
        return (
            f"Each pair turns {_factor_text(largest)} times slower than the one before: "
            "a straight line on a logarithmic axis."
        )
    if least < 1:
        return "Pairs are not in order: some turn faster than the one before."
    return f"Each pair turns {number(least)} to {number(largest)} times slower than the one before."


def _factor_text(factor: float) -> str:
    """Return the text of a factor, with so many digits that one just above 1 does not read 1."""
    for digits in range(4, 16):
        text = number(factor, digits)
        if text != "1":
            return text
    return "1"


def _formula(document: Document[Paired]) -> Formula:
    shows = document.of(Frequencies).shows
    frequency = document.encoding.frequency_formula()
    if shows == "wavelengths":
        return frequency.joined_with(Formula(r"\lambda_i = 2\pi/\omega_i"))
    modulo = r" \cdot 180^\circ/\pi \;\mathrm{mod}\; 360^\circ" if shows == "degrees" else ""
    return Formula(rf"\mathrm{{angle}}(t, i) = \omega_i t{modulo}").joined_with(frequency)


PANE = Pane(
    "frequencies",
    Paired,
    "how fast pairs turn: "
    "their frequencies and wavelengths against the length and the other schedule, or their angles",
    in_brief="How fast pairs turn",
    reads=lambda document: (
        document.encoding,
        document.of(Frequencies).shows == "wavelengths"
        or (document.view.colormap, document.view.raw, document.view.transposed),
    ),
    draw=_draw,
    explain=_explain,
    formula=_formula,
    section=Frequencies,
    choices=("frequencies.shows",),
    tables=_tables,
    main="pairs",
    parts=("frequency", "wavelength", "angle", "pairs"),
)
