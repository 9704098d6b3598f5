"""The Frequencies pane: frequency and wavelength of every pair, against the length, or its angles."""

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
from peviewer.model.encodings.rope import Rope
from peviewer.model.encodings.turning import Limit, Paired
from peviewer.model.sampling.series import Samples
from peviewer.model.turning.angles import AngleRaster
from peviewer.model.turning.frequencies import turns_within


class Frequencies(Parameters):
    """Frequencies and angles."""

    shows: Literal["wavelengths", "degrees", "radians"] = parameter(
        "wavelengths", title="Show", hidden=True,
        labels={"wavelengths": "Wavelengths", "degrees": "Angles modulo 360°", "radians": "Angles in radians"},
        help="Beside the frequencies, show the wavelengths or each pair's angle at every position: modulo 360°, or "
             "in radians as it grows.", formula=r"\omega_i\,t",
    )  # fmt: skip


def _draw(document: Document[Paired]) -> Figure:
    encoding, shows = document.encoding, document.of(Frequencies).shows
    frequencies, wavelengths = encoding.frequencies(), encoding.wavelengths()
    others, limits = encoding.other_schedules(), encoding.limits()
    steps = encoding.length - 1  # from the first position to the last
    shade = [
        Band("x", *run, label="*λ* > *L* − 1") for run in cell_runs(encoding.turns_within() < 1)
    ]
    rates = np.concatenate([frequencies, *others.values()])
    slowest, fastest = float(rates.min()), float(rates.max())
    longest = max(2 * pi / slowest, *(limit.wavelength for limit in limits), 0.0)
    beside = 1.6 if fastest > 2 * slowest else 2.5  # enough for two ticks
    pairs = pair_axis(document)
    span = slowest / beside, fastest * beside
    frequency = Axis("frequency", "*ω* (rad/position)", span, log=True, zooms=True)
    left = Panel(
        pairs, frequency, (*shade, *_curves(encoding, "*ω*", frequencies, others)), legend=True
    )
    span = min(2 * pi / fastest, steps or longest) / 1.6, max(longest, steps) * 2.5
    up = Axis("wavelength", "*λ* (positions)", span, log=True, zooms=True)
    others = {name: 2 * pi / rates for name, rates in others.items()}
    marks: list[Mark] = [*shade, *_curves(encoding, "*λ*", wavelengths, others)]
    for limit in limits:
        label = f"{limit.wavelength_name} = {number(limit.wavelength, 5)}"
        marks.append(Rule("y", limit.wavelength, label, "reference", dashed=True, at_left=True))
    if steps:
        marks.append(Rule("y", float(steps), f"*L* − 1 = {number(steps)}", at_left=True))
    right, name = Panel(pairs, up, tuple(marks)), "wavelength"
    if shows != "wavelengths":
        right, name = _angle_panel(document), "angle"
    rows = (left, right), (_pair_listing(encoding),)
    names = "frequency", name, "pairs"
    return Figure(f"Frequencies and {name}s", rows, heights=(1.05, 1.0), spare=(1,), names=names)


def _angle_panel(document: Document[Paired]) -> Panel:
    encoding, reduce = document.encoding, document.view.reduce
    if document.of(Frequencies).shows == "radians":
        fastest, places = float(encoding.frequencies().max()), encoding.positions
        low, high = min(0.0, places[0] * fastest), max(0.0, places[-1] * fastest)
        levels = low, high if high > low else low + 1.0
        heatmap = Heatmap(
            AngleRaster(encoding, unwrapped=True), levels, sequential_colormap(document),
            reduce=reduce, bar="radians", quantity="*ωt*", unit=" rad", key="angle",
        )  # fmt: skip
    else:
        heatmap = Heatmap(
            AngleRaster(encoding, unwrapped=False), (0.0, 360.0), "phases",
            reduce=reduce, bar="degrees", quantity="modulo 360°", unit="°", cyclic=True, key="angle",
        )  # fmt: skip
    return transposable_panel(document, position_axis(document), pair_axis(document), heatmap)


def _limit_verb(encoding: Paired, limit: Limit) -> str:
    """Return whether the slowest pair reaches a limit of the schedule, as a verb."""
    slowest = float(encoding.frequencies()[-1])
    if np.isclose(slowest, limit.frequency, rtol=1e-9):
        return "reaches"
    return "stops short of" if slowest > limit.frequency else "goes beyond"


_LIMIT_STATES = {"reaches": "reached", "stops short of": "not reached", "goes beyond": "passed"}


def _curves(
    encoding: Paired,
    symbol: str,
    values: NDArray[np.float64],
    others: dict[str, NDArray[np.float64]],
) -> tuple[Curve, ...]:
    places = np.arange(encoding.pairs, dtype=np.float64)
    style = curve_style(encoding.pairs, 32)
    compared = [
        Curve(Samples(places, rates), name, "reference", "dashed", f"{symbol}, {name}", key=None)
        for name, rates in others.items()
    ]
    return *compared, Curve(
        Samples(places, values), encoding.schedule_name, "accent", style, symbol, key=None
    )


def _pair_listing(encoding: Paired) -> Panel:
    last = encoding.pairs - 1
    names = {last: "last", 1: "second", 0: "first"}
    rows = []
    for pair in sorted({0, min(1, last), last}):
        rows.append(
            (
                names[pair],
                f"*i* = {number(pair)}",
                *_rate_texts(encoding, float(encoding.frequencies()[pair])),
            )
        )
    for limit in encoding.limits():
        name, ended = (
            f"{limit.name} and {limit.wavelength_name}",
            _LIMIT_STATES[_limit_verb(encoding, limit)],
        )
        rows.append((name, ended, *_rate_texts(encoding, limit.frequency)))
    listing = Listing(
        ("pair", "", "*ω* (rad/position)", "*λ* (positions)", "turns within *L*"), tuple(rows)
    )
    return Panel.of_listing(listing, never_turning_text(encoding))


def _rate_texts(encoding: Paired, frequency: float) -> tuple[str, str, str]:
    turns = float(turns_within(np.array(frequency), encoding.length))
    return number(frequency), number(2 * pi / frequency, 5), number(turns, 3)


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
    for name, rates in encoding.other_schedules().items():
        columns |= {f"frequency_{name}": rates, f"wavelength_{name}": 2 * pi / rates}
    return (Columns("pairs", columns, labels),)


def _explain(document: Document[Paired]) -> str:
    encoding = document.encoding
    if document.of(Frequencies).shows != "wavelengths":
        return _angles_text(document)
    pairs, text = encoding.pairs, f"{never_turning_text(encoding)}."
    text = f"{_ratio_sentence(encoding.frequencies())} {text}" if pairs > 1 else text
    if isinstance(encoding, Rope) and encoding.why_unscaled:
        text = f"{text} {encoding.why_unscaled}"
    ends = [f"{_limit_verb(encoding, limit)} {limit.name}" for limit in encoding.limits()]
    return (
        f"{text} {'The slowest pair' if pairs > 1 else 'It'} {' and '.join(ends)}."
        if ends
        else text
    )


def _angles_text(document: Document[Paired]) -> str:
    encoding, places = document.encoding, document.encoding.positions
    turned = " and ".join(
        f"pair {number(pair)} makes {in_unit(number(float(encoding.turns_within()[pair]), 3), 'turns')}"
        for pair in sorted({0, encoding.pairs - 1})
    )
    line = "row" if document.view.transposed else "column"
    text = f"Every {line} of the heatmap is a pair that turns at its own pace. "
    text += f"From position {number(places[0])} to {number(places[-1])} {turned}."
    if document.of(Frequencies).shows == "radians":
        return f"{text} Angles grow with the position along straight lines."
    if document.view.raw:
        return (
            f"{text} Zoomed out, a pixel shows only one of its angles, which makes moiré patterns."
        )
    return f"{text} The colours are cyclic: 360° looks like 0°. A pixel that covers a full turn or more is grey."


def _ratio_sentence(frequencies: NDArray[np.float64]) -> str:
    ratios = frequencies[:-1] / frequencies[1:]
    least, most = float(ratios.min()), float(ratios.max())
    if least == most == 1:
        return "All pairs turn alike."
    if most - least < 1e-9 * most:
        # A factor just above 1 has enough digits not to read 1.
        factor = next(
            (text for digits in range(4, 16) if (text := number(most, digits)) != "1"), "1"
        )
        return f"Each pair turns {factor} times slower than the one before: a straight line on a logarithmic axis."
    if least < 1:
        return "Pairs are not in order: some turn faster than the one before."
    return f"Each pair turns {number(least)} to {number(most)} times slower than the one before."


def _formula(document: Document[Paired]) -> Formula:
    shows, frequency = document.of(Frequencies).shows, document.encoding.frequency_formula()
    if shows == "wavelengths":
        return frequency.beside(Formula(r"\lambda_i = 2\pi/\omega_i"))
    modulo = r" \cdot 180^\circ/\pi \;\mathrm{mod}\; 360^\circ" if shows == "degrees" else ""
    return Formula(rf"\mathrm{{angle}}(t, i) = \omega_i t{modulo}").beside(frequency)


PANE = Pane(
    "frequencies",
    Paired,
    "how fast pairs turn: their frequencies and wavelengths against the length and the other schedule, or their angles",
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
