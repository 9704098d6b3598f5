"""The Scaling pane: which pairs a scaling for long contexts keeps, blends or slows down."""

from __future__ import annotations

from math import pi
from operator import attrgetter

import numpy as np
from numpy.typing import NDArray

from peviewer.base.numbers import number
from peviewer.base.words import in_number, in_unit
from peviewer.document.comparison import MOST_VALUES
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

# A pair that is slowed down by a smaller share than this counts as kept.
KEPT_TOLERANCE = 1e-6

# The most pairs that are drawn as points.
FEW_PAIRS = 32

# The most runs of pairs that are listed.
MAX_RUNS = 3


def slowdown(scheme: Rope) -> NDArray[np.float64]:
    """Return the factor by which each pair is slowed down."""
    return scheme.unscaled_frequencies() / scheme.frequencies()


def pair_regions(scheme: Rope) -> dict[str, NDArray[np.bool_]]:
    """Return by name which pairs are kept, slowed down by the whole factor, or between."""
    slowdowns = slowdown(scheme)
    kept = np.abs(slowdowns - 1) <= KEPT_TOLERANCE
    stretched = ~kept & (slowdowns >= scheme.stretch * (1 - KEPT_TOLERANCE))
    return {"kept": kept, "between": ~kept & ~stretched, "stretched": stretched}


def _between_name(scheme: Rope) -> str:
    """Return the noun for the pairs between: blended by a ramp, or each with its own factor."""
    return "blended" if scheme.blends else "in part"


def _shaded_pairs(scheme: Rope) -> NDArray[np.bool_]:
    return pair_regions(scheme)["between"] & scheme.blends


def _untrained_pairs(scheme: Rope) -> NDArray[np.bool_]:
    """Return which pairs reach angles beyond those of training: slow ones, if none is scaled."""
    is_beyond_training = 0 < scheme.trained < scheme.length
    if not is_beyond_training or not pair_regions(scheme)["kept"].all():
        return np.zeros(scheme.pairs, dtype=bool)
    return _slow_in_training(scheme)


def _slow_in_training(scheme: Rope) -> NDArray[np.bool_]:
    """Return which pairs, unscaled, complete no turn within the trained length."""
    return turns_within(scheme.unscaled_frequencies(), scheme.trained) < 1


def _draw(document: Document[Rope]) -> Figure:
    scheme = document.encoding
    pairs = pair_axis(document)
    curves = (_wavelength_panel(scheme, pairs), _slowdown_panel(scheme, pairs))
    return Figure(
        "What scaling does to each pair",
        (curves, (_listing(scheme),)),
        heights=(1.3, 1.0),
        spare_rows=(1,),
        names=("curves", "curves", "regions"),
    )


def _over_pairs(scheme: Rope, numbers: NDArray[np.float64]) -> Samples:
    return Samples(np.arange(scheme.pairs, dtype=np.float64), numbers)


def _bands(pairs: NDArray[np.bool_], label: str) -> list[Band]:
    """Return shading behind some pairs."""
    return [Band("x", low, high, color="muted", label=label) for low, high in cell_runs(pairs)]


def _wavelength_panel(scheme: Rope, pairs: Axis) -> Panel:
    wavelengths_before = 2 * pi / scheme.unscaled_frequencies()
    wavelengths = scheme.wavelengths()
    untrained_pairs = _untrained_pairs(scheme)
    band_label = "angles never trained" if untrained_pairs.any() else _between_name(scheme)
    before = _over_pairs(scheme, wavelengths_before)
    after = _over_pairs(scheme, wavelengths)
    style = curve_style(scheme.pairs, FEW_PAIRS)
    marks: list[Mark] = [
        *_bands(_shaded_pairs(scheme) | untrained_pairs, band_label),
        Curve(before, "before", "reference", "dashed", "*λ* before", key=None),
        Curve(after, "after", "accent", style, "*λ* after", key=None),
        *_length_rules(scheme),
    ]

    all_wavelengths = np.concatenate([wavelengths_before, wavelengths])
    shortest = float(all_wavelengths.min())
    longest = float(all_wavelengths.max())
    # Lengths count from the first position to the last, in the table and in training.
    steps = scheme.length - 1
    trained_steps = scheme.trained - 1.0
    low = min(shortest, steps) if steps else shortest
    high = max(longest, steps, trained_steps)
    up = Axis("wavelength", "*λ* (positions)", (low / 1.6, high * 2.5), log=True, zooms=True)
    return Panel(pairs, up, tuple(marks), f"Wavelengths{_base_text(scheme)}", legend=True)


def _base_text(scheme: Rope) -> str:
    """Return a title's words on the base that the scaling uses instead of the chosen one."""
    base = scheme.scaled_base()
    return f", *b*′ = {number(round(base))}" if base != scheme.base else ""


def _length_rules(scheme: Rope) -> list[Rule]:
    """Return the lines of the trained length and of the length, each less 1."""
    rules: list[Rule] = []
    if scheme.trained:
        rules.append(
            Rule(
                "y",
                scheme.trained - 1.0,
                f"trained: *L₀* − 1 = {number(scheme.trained - 1)}",
                "reference",
                dashed=True,
                at_left=True,
                short="trained",
            )
        )
    steps = scheme.length - 1
    if steps:
        label = f"*L* − 1 = {number(steps)}"
        rules.append(Rule("y", float(steps), label, at_left=True, short="*L* − 1"))
    return rules


def _slowdown_panel(scheme: Rope, pairs: Axis) -> Panel:
    slowdowns = slowdown(scheme)
    series = _over_pairs(scheme, slowdowns)
    style = curve_style(scheme.pairs, FEW_PAIRS)
    curve = Curve(series, "", "accent", style, "times slower", key=None)
    bands = _bands(_shaded_pairs(scheme), _between_name(scheme))

    low = min(1.0, float(slowdowns.min()))
    high = max(1.0, float(slowdowns.max()))
    margin = 0.08 * (high - low) or 0.5
    up = Axis("slowed", "times slower", (low - margin, high + margin), zooms=True)
    factor = scheme.attention_factor
    fact = f"{_multiplied(scheme)} × {number(factor)}" if factor != 1 else ""
    return Panel(pairs, up, (*bands, curve), "Slowed down", fact)


def _multiplied(scheme: Rope) -> str:
    """Return the words for what the attention factor multiplies."""
    return "turned pairs of queries and keys" if scheme.scales_a_part else "queries and keys"


def _listing(scheme: Rope) -> Panel:
    rows: list[tuple[str, ...]] = []
    for region, is_inside in pair_regions(scheme).items():
        name = _between_name(scheme) if region == "between" else region
        rows.append((name, *_region_texts(scheme, is_inside)))
    columns = ("region", "pairs *i*", "pairs", "times slower", "turns within *L*")
    return Panel.of_listing(Listing(columns, tuple(rows)), never_turning_text(scheme))


def _region_texts(scheme: Rope, is_inside: NDArray[np.bool_]) -> tuple[str, str, str, str]:
    """Return which pairs a region has and how many, how much slower they turn, and how often."""
    if not is_inside.any():
        return "none", "0", "", ""
    slowdowns = slowdown(scheme)[is_inside]
    turns = scheme.turns_within()[is_inside]
    return (
        _runs_text(is_inside),
        number(int(is_inside.sum())),
        _range_text(number(float(slowdowns.min()), 3), number(float(slowdowns.max()), 3)),
        _range_text(number(float(turns.max()), 3), number(float(turns.min()), 3)),
    )


def _runs_text(is_inside: NDArray[np.bool_]) -> str:
    """Return the first runs of pairs that are inside a region."""
    runs: list[str] = []
    for low, high in cell_runs(is_inside):
        first = number(round(low + 0.5))
        last = number(round(high - 0.5))
        runs.append(_range_text(first, last))
    text = ", ".join(runs[:MAX_RUNS])
    return f"{text} …" if len(runs) > MAX_RUNS else text


def _range_text(start: str, end: str) -> str:
    return start if start == end else f"{start} … {end}"


def _tables(document: Document[Rope]) -> tuple[Columns, ...]:
    scheme = document.encoding
    regions = pair_regions(scheme)
    names = np.select(
        [regions["kept"], regions["stretched"]], ["kept", "stretched"], _between_name(scheme)
    )
    columns: dict[str, Column] = {
        "pair": range(scheme.pairs),
        "frequency_before": scheme.unscaled_frequencies(),
        "frequency": scheme.frequencies(),
        "wavelength_before": 2 * pi / scheme.unscaled_frequencies(),
        "wavelength": scheme.wavelengths(),
        "slowed": slowdown(scheme),
        "turns": scheme.turns_within(),
        "region": names.tolist(),
    }
    labels = {"pair": "pair i", "slowed": "times slower", "turns": "within L"}
    return (Columns("pairs", columns, labels),)


def _explain(document: Document[Rope]) -> str:
    scheme = document.encoding
    counts = {region: int(inside.sum()) for region, inside in pair_regions(scheme).items()}
    if counts["kept"] == scheme.pairs:
        return _explain_unscaled(scheme)
    if scheme.scaling == "given":
        return _explain_given(scheme, counts["kept"])
    factor = number(float(slowdown(scheme).max()), 3)
    names = _region_names(scheme)
    regions = [
        f"{number(counts[region])} {name}" for region, name in names.items() if counts[region]
    ]
    return (
        "For a longer context pairs are slowed down, here by up to "
        f"{factor} times: {', '.join(regions)}. {_training_text(scheme)}"
    )


def _explain_unscaled(scheme: Rope) -> str:
    sentences: list[str] = []
    if scheme.why_unscaled:
        sentences.append("No pair is slowed down here: each turns as it did in training.")
        sentences.append(scheme.why_unscaled)
    else:
        sentences.append("Nothing is scaled here: every pair turns as it did in training.")
        sentences.append("Choose a scaling to compare.")
    factor = scheme.attention_factor
    if factor != 1:
        multiplied = _multiplied(scheme)
        subject = multiplied[0].upper() + multiplied[1:]
        sentences.append(f"{subject} alone are multiplied, by {number(factor)}.")
    untrained = int(_untrained_pairs(scheme).sum())
    if untrained:
        pairs = in_unit(number(scheme.pairs), "pairs")
        sentences.append(
            f"Beyond the trained length {number(untrained)} of {pairs} "
            f"{in_number(untrained, 'reaches')} angles that no weight has seen: "
            "in training such a pair never completed a turn."
        )
    return " ".join(sentences)


def _explain_given(scheme: Rope, kept: int) -> str:
    """Return a sentence on frequencies that are given, beside those of the base."""
    faster = int((slowdown(scheme) < 1 - KEPT_TOLERANCE).sum())
    slower = scheme.pairs - kept - faster
    counts = {"alike": kept, "slower": slower, "faster": faster}
    texts: list[str] = []
    for how, count in counts.items():
        if count:
            texts.append(f"{number(count)} {in_number(count, 'turns')} {how}")
    pairs = in_unit(number(scheme.pairs), "pairs")
    base = number(scheme.base)
    return f"The frequencies are given. Beside base {base}, of {pairs} {', '.join(texts)}."


def _region_names(scheme: Rope) -> dict[str, str]:
    """Return the words for the pairs of each region."""
    if scheme.blends:
        return {"kept": "kept", "between": "blended", "stretched": "stretched in full"}
    factor = number(scheme.stretch, 3)
    some_are_slower = slowdown(scheme).max() > scheme.stretch * (1 + KEPT_TOLERANCE)
    return {
        "kept": "kept",
        "between": f"slowed by less than {factor}",
        "stretched": f"slowed by {factor}{' or more' if some_are_slower else ''}",
    }


def _training_text(scheme: Rope) -> str:
    """Return a sentence on the pairs that completed no turn in training."""
    if not scheme.trained:
        return "The trained length is not given."
    slow_pairs = int(_slow_in_training(scheme).sum())
    if not slow_pairs:
        return "In training every pair completed a turn."
    return (
        f"In training {number(slow_pairs)} of {number(scheme.pairs)} pairs never completed a turn: "
        "beyond it such pairs would reach angles that no weight has seen."
    )


PANE = Pane(
    "scaling",
    Rope,
    "how pairs are slowed down for long contexts: which are kept, blended or stretched",
    in_brief="How long contexts slow pairs",
    reads=attrgetter("encoding"),
    draw=_draw,
    explain=_explain,
    formula=lambda document: document.encoding.frequency_formula(),
    tables=_tables,
    main="pairs",
    parts=("curves", "regions"),
    most_values=MOST_VALUES,
)
