"""The Scaling pane: which pairs a scaling for long contexts keeps, blends or slows down, and by how much."""

from __future__ import annotations

from math import pi
from operator import attrgetter

import numpy as np
from numpy.typing import NDArray

from peviewer.base.numbers import number
from peviewer.base.words import in_number, in_unit
from peviewer.document.document import Document
from peviewer.figures.grammar import Axis, Band, Curve, Figure, Listing, Mark, Panel, Rule
from peviewer.figures.panels.axes import (
    cell_runs,
    curve_style,
    never_turning_text,
    pair_axis,
)
from peviewer.figures.panes.pane import Column, Columns, Pane
from peviewer.model.encodings.rope import Rope
from peviewer.model.sampling.series import Samples
from peviewer.model.turning.frequencies import turns_within

KEPT_TOLERANCE = 1e-6  # largest slowdown of a pair that counts as kept


def slowdown(scheme: Rope) -> NDArray[np.float64]:
    """Return the factor by which each pair is slowed down."""
    return scheme.unscaled() / scheme.frequencies()


def pair_regions(scheme: Rope) -> dict[str, NDArray[np.bool_]]:
    """Return the pairs that are kept, those slowed down by the factor or more, and those between."""
    by = slowdown(scheme)
    kept = np.abs(by - 1) <= KEPT_TOLERANCE
    stretched = ~kept & (by >= scheme.stretch * (1 - KEPT_TOLERANCE))
    return {"kept": kept, "between": ~kept & ~stretched, "stretched": stretched}


def _between_name(scheme: Rope) -> str:
    """Return the name of the pairs between: blended by a ramp, or each slowed down by its own factor."""
    return "blended" if scheme.blends else "in part"


def _shaded_pairs(scheme: Rope) -> NDArray[np.bool_]:
    return pair_regions(scheme)["between"] & scheme.blends


def _untrained_pairs(scheme: Rope) -> NDArray[np.bool_]:
    """Return which pairs reach angles beyond those of training: slow ones, if nothing is scaled."""
    is_beyond = 0 < scheme.trained < scheme.length
    if not is_beyond or not pair_regions(scheme)["kept"].all():
        return np.zeros(scheme.pairs, dtype=bool)
    return turns_within(scheme.unscaled(), scheme.trained) < 1


def _draw(document: Document[Rope]) -> Figure:
    scheme, pairs = document.encoding, pair_axis(document)
    rows = (_wavelength_panel(scheme, pairs), _slowdown_panel(scheme, pairs)), (_listing(scheme),)
    names = ("curves", "curves", "regions")
    return Figure(
        "What scaling does to each pair", rows, heights=(1.3, 1.0), spare=(1,), names=names
    )


def _over_pairs(scheme: Rope, values: NDArray[np.float64]) -> Samples:
    return Samples(np.arange(scheme.pairs, dtype=np.float64), values)


def _wavelength_panel(scheme: Rope, pairs: Axis) -> Panel:
    before, after = 2 * pi / scheme.unscaled(), scheme.wavelengths()
    trained = scheme.trained - 1.0  # steps from the first trained position to the last
    ends = [float(end) for waves in (before, after) for end in (waves.min(), waves.max())]
    steps = scheme.length - 1  # from the first position to the last
    low, high = min(*ends, steps or ends[0]), max(*ends, steps, trained)
    unseen = _untrained_pairs(scheme)
    shaded = "angles never trained" if unseen.any() else _between_name(scheme)
    runs = cell_runs(_shaded_pairs(scheme) | unseen)
    marks: list[Mark] = [Band("x", *run, color="muted", label=shaded) for run in runs]
    marks.append(
        Curve(_over_pairs(scheme, before), "before", "reference", "dashed", "*λ* before", key=None)
    )
    marks.append(
        Curve(
            _over_pairs(scheme, after),
            "after",
            "accent",
            curve_style(scheme.pairs, 32),
            "*λ* after",
            key=None,
        )
    )
    up = Axis("wavelength", "*λ* (positions)", (low / 1.6, high * 2.5), log=True, zooms=True)
    if scheme.trained:
        name = f"trained: *L₀* − 1 = {number(scheme.trained - 1)}"
        marks.append(
            Rule("y", trained, name, "reference", dashed=True, at_left=True, short="trained")
        )
    if steps:
        marks.append(
            Rule("y", float(steps), f"*L* − 1 = {number(steps)}", at_left=True, short="*L* − 1")
        )
    return Panel(pairs, up, tuple(marks), "Wavelengths", legend=True)


def _slowdown_panel(scheme: Rope, pairs: Axis) -> Panel:
    by = slowdown(scheme)
    low, high = min(1.0, float(by.min())), max(1.0, float(by.max()))
    margin = 0.08 * (high - low) or 0.5
    shade = [
        Band("x", *run, color="muted", label=_between_name(scheme))
        for run in cell_runs(_shaded_pairs(scheme))
    ]
    curve = Curve(
        _over_pairs(scheme, by),
        "",
        "accent",
        curve_style(scheme.pairs, 32),
        "times slower",
        key=None,
    )
    up = Axis("slowed", "times slower", (low - margin, high + margin), zooms=True)
    factor = scheme.attention_factor
    fact = f"queries and keys × {number(factor)}" if factor != 1 else ""
    return Panel(pairs, up, (*shade, curve), "Slowed down", fact)


def _listing(scheme: Rope) -> Panel:
    by, rows = slowdown(scheme), []
    for key, chosen in pair_regions(scheme).items():
        region = _between_name(scheme) if key == "between" else key
        pairs = np.flatnonzero(chosen)
        if not len(pairs):
            rows.append((region, "none", "0", "", ""))
            continue
        some = by[pairs]
        ends = number(float(some.min()), 3), number(float(some.max()), 3)
        turns = scheme.turns_within()[pairs]
        around = number(float(turns.max()), 3), number(float(turns.min()), 3)
        runs = [
            _range_text((number(round(low + 0.5)), number(round(high - 0.5))))
            for low, high in cell_runs(chosen)
        ]
        listed = ", ".join(runs[:3]) + (" …" if len(runs) > 3 else "")
        rows.append((region, listed, number(len(pairs)), _range_text(ends), _range_text(around)))
    listing = Listing(
        ("region", "pairs *i*", "pairs", "times slower", "turns within *L*"), tuple(rows)
    )
    return Panel.of_listing(listing, never_turning_text(scheme))


def _range_text(ends: tuple[str, str]) -> str:
    return ends[0] if ends[0] == ends[1] else f"{ends[0]} … {ends[1]}"


def _tables(document: Document[Rope]) -> tuple[Columns, ...]:
    scheme = document.encoding
    regions = pair_regions(scheme)
    names = np.select(
        [regions["kept"], regions["stretched"]], ["kept", "stretched"], _between_name(scheme)
    )
    columns: dict[str, Column] = {
        "pair": range(scheme.pairs),
        "frequency_before": scheme.unscaled(),
        "frequency": scheme.frequencies(),
        "wavelength_before": 2 * pi / scheme.unscaled(),
        "wavelength": scheme.wavelengths(),
        "slowed": slowdown(scheme),
        "turns": scheme.turns_within(),
        "region": names.tolist(),
    }
    labels = {"pair": "pair i", "slowed": "times slower", "turns": "within L"}
    return (Columns("pairs", columns, labels),)


def _explain(document: Document[Rope]) -> str:
    scheme = document.encoding
    regions = {name: int(chosen.sum()) for name, chosen in pair_regions(scheme).items()}
    if regions["kept"] == scheme.pairs:
        text = "Nothing is scaled here: every pair turns as it did in training. Choose a scaling to compare."
        if scheme.why_unscaled:
            text = f"No pair is slowed down here: each turns as it did in training. {scheme.why_unscaled}"
        if (factor := scheme.attention_factor) != 1:
            text += f" Queries and keys alone are multiplied, by {number(factor)}."
        if unseen := int(_untrained_pairs(scheme).sum()):
            text += f" Beyond the trained length {number(unseen)} of {in_unit(number(scheme.pairs), 'pairs')} "
            text += f"{in_number(unseen, 'reaches')} angles that no weight has seen: in training such a pair never "
            text += "completed a turn."
        return text
    by, full = slowdown(scheme), number(scheme.stretch, 3)
    if scheme.scaling == "given":
        faster = int((by < 1 - KEPT_TOLERANCE).sum())
        slower = scheme.pairs - regions["kept"] - faster
        counts = {"alike": regions["kept"], "slower": slower, "faster": faster}
        told = [
            f"{number(count)} {in_number(count, 'turns')} {how}"
            for how, count in counts.items()
            if count
        ]
        pairs = in_unit(number(scheme.pairs), "pairs")
        return f"The frequencies are given. Beside base {number(scheme.base)}, of {pairs} {', '.join(told)}."
    text = f"For a longer context pairs are slowed down, here by up to {number(float(by.max()), 3)} times: "
    more = " or more" if by.max() > scheme.stretch * (1 + KEPT_TOLERANCE) else ""
    names = {
        "kept": "kept",
        "between": "blended" if scheme.blends else f"slowed by less than {full}",
        "stretched": "stretched in full" if scheme.blends else f"slowed by {full}{more}",
    }
    text += ", ".join(
        f"{number(regions[key])} {words}" for key, words in names.items() if regions[key]
    )
    if not scheme.trained:
        return f"{text}. The trained length is not given."
    new = int((turns_within(scheme.unscaled(), scheme.trained) < 1).sum())
    if not new:
        return f"{text}. In training every pair completed a turn."
    text += f". In training {number(new)} of {number(scheme.pairs)} pairs never completed a turn: beyond it such pairs "
    return f"{text}would reach angles that no weight has seen."


PANE = Pane(
    "scaling",
    Rope,
    "how pairs are slowed down for long contexts: which are kept, blended or stretched",
    reads=attrgetter("encoding"),
    draw=_draw,
    explain=_explain,
    formula=lambda document: document.encoding.frequency_formula(),
    tables=_tables,
    main="pairs",
    parts=("curves", "regions"),
)
