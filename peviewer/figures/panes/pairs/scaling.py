"""What a scaling does to the pairs that turn: which are kept, blended or stretched, and by how much."""

from __future__ import annotations

from math import pi
from typing import TYPE_CHECKING

import numpy as np

from peviewer.base.words import in_number, measured, number, whole
from peviewer.figures.grammar import Axis, Band, Curve, Figure, Listing, Mark, Panel, Rule
from peviewer.figures.panels.axes import drawn_as, named_at_left, pair_axis
from peviewer.figures.panels.bare import listed
from peviewer.figures.panels.shades import all_seen, runs
from peviewer.figures.panes.pane import Pane
from peviewer.figures.tables import Columns
from peviewer.model.encodings.scheme import Scaled
from peviewer.model.sampling.series import Samples

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from peviewer.base.formula import Formula
    from peviewer.document.document import Document
    from peviewer.figures.tables import Column

KEPT = 1e-6  # a pair slowed down by no more than this share of its frequency is kept


def slowed(scheme: Scaled) -> NDArray[np.float64]:
    """Return how many times slower each pair turns than before scaling.

    Examples
    --------
    >>> from peviewer.model.encodings.rope import Rope
    >>> slowed(Rope(dim=4, scaling="linear", factor=8))
    array([8., 8.])
    """
    return scheme.unscaled() / scheme.frequencies()


def _regions(scheme: Scaled) -> dict[str, NDArray[np.bool_]]:
    """Return which pairs are kept, which lie between, and which are slowed down in full, or by more."""
    by = slowed(scheme)
    kept = np.abs(by - 1) <= KEPT
    stretched = ~kept & (by >= scheme.stretch * (1 - KEPT))
    return {"kept": kept, "between": ~kept & ~stretched, "stretched": stretched}


def _between(scheme: Scaled) -> str:
    """Return what pairs between are called: where no ramp blends them, each is slowed down by a factor of its own."""
    return "blended" if scheme.blends else "in part"


def _shaded(scheme: Scaled) -> NDArray[np.bool_]:
    """Return which pairs are shaded as those between: where each has a factor of its own, nearly all would be."""
    return _regions(scheme)["between"] & scheme.blends


def _own_factors(scheme: Scaled) -> str:
    """Say that no shade parts the pairs: a factor of its own slows each of them down."""
    return "each pair by a factor of its own" if _regions(scheme)["between"].any() else ""


def _unseen(scheme: Scaled) -> NDArray[np.bool_]:
    """Return which pairs come to angles that training had not: slow ones that nothing slows down further."""
    trained = scheme.context()
    if trained is None or scheme.length <= trained or not _regions(scheme)["kept"].all():
        return np.zeros(scheme.pairs, dtype=bool)
    return 2 * pi / scheme.unscaled() > trained


def _draw(document: Document[Scaled]) -> Figure:
    scheme, pairs = document.encoding, pair_axis(document)
    rows = (_wavelengths(scheme, pairs), _slowed(scheme, pairs)), (_list(scheme),)
    return Figure("What scaling does to each pair", rows, heights=(1.3, 1.0), spare=(1,))


def _pairs(scheme: Scaled, values: NDArray[np.float64]) -> Samples:
    return Samples(np.arange(scheme.pairs, dtype=np.float64), values)


def _wavelengths(scheme: Scaled, pairs: Axis) -> Panel:
    before, after, trained = 2 * pi / scheme.unscaled(), scheme.wavelengths(), scheme.context()
    ends = [float(end) for waves in (before, after) for end in (waves.min(), waves.max())]
    low, high = min(*ends, scheme.length), max(*ends, scheme.length, trained or 1)
    unseen = _unseen(scheme)
    marks: list[Mark] = [Band("x", *run, color="muted") for run in runs(_shaded(scheme) | unseen)]
    marks.append(Curve(_pairs(scheme, before), "before", "reference", "dashed", "*λ* before", key=None))
    marks.append(Curve(_pairs(scheme, after), "after", "accent", drawn_as(scheme.pairs), "*λ* after", key=None))
    up = Axis("wavelength", "*λ* (positions)", (low / 1.6, high * 2.5), log=True, zooms=True)
    if trained is not None:
        at_left = named_at_left(trained, up, (before, after))
        name = f"trained: {whole(trained)}"
        marks.append(Rule("y", float(trained), name, "reference", dashed=True, at_left=at_left))
    at_left = named_at_left(scheme.length, up, (before, after))
    marks.append(Rule("y", float(scheme.length), f"*L* = {whole(scheme.length)}", at_left=at_left))
    shaded = "angles never trained" if unseen.any() else _between(scheme)
    said = f"shaded: {shaded}" if isinstance(marks[0], Band) else _own_factors(scheme)
    return Panel(pairs, up, tuple(marks), "Wavelengths", said, legend=True)


def _slowed(scheme: Scaled, pairs: Axis) -> Panel:
    by = slowed(scheme)
    low, high = min(1.0, float(by.min())), max(1.0, float(by.max()))
    margin = 0.08 * (high - low) or 0.5
    shade = [Band("x", *run, color="muted") for run in runs(_shaded(scheme))]
    curve = Curve(_pairs(scheme, by), "", "accent", drawn_as(scheme.pairs), "times slower", key=None)
    up = Axis("slowed", "times slower", (low - margin, high + margin), zooms=True)
    factor = scheme.attention_factor
    said = "shaded: blended" if shade else _own_factors(scheme)
    fact = f"queries and keys × {measured(factor)}" if factor != 1 else said
    return Panel(pairs, up, (*shade, curve), "Slowed down", fact)


def _list(scheme: Scaled) -> Panel:
    """Tell the three regions: their pairs, by how much they are slowed down, and the turns of their ends."""
    by, waves = slowed(scheme), scheme.wavelengths()
    rows = []
    for key, chosen in _regions(scheme).items():
        region = _between(scheme) if key == "between" else key
        pairs = np.flatnonzero(chosen)
        if not len(pairs):
            rows.append((region, "none", "0", "", ""))
            continue
        some = by[pairs]
        ends = number(float(some.min()), 3), number(float(some.max()), 3)
        turns = scheme.length / waves[pairs]
        around = number(float(turns.max()), 3), number(float(turns.min()), 3)
        rows.append((region, _told(chosen), whole(len(pairs)), _span(ends), _span(around)))
    listing = Listing(("region", "pairs *i*", "pairs", "times slower", "turns within *L*"), tuple(rows))
    never = scheme.never_turning
    title = f"{whole(never)} of {whole(scheme.pairs)} pairs never {in_number(never, 'completes')} a turn within *L*"
    if scheme.pairs == 1:
        title = f"The only pair {'never ' if never else ''}completes a turn within *L*"
    return listed(listing, title)


def _told(chosen: NDArray[np.bool_]) -> str:
    """Name runs of pairs: ``"0 … 20, 46"``."""
    ends = [(round(low + 0.5), round(high - 0.5)) for low, high in runs(chosen)]
    told = [whole(low) if low == high else f"{whole(low)} … {whole(high)}" for low, high in ends]
    return ", ".join(told[:3]) + (" …" if len(told) > 3 else "")


def _span(ends: tuple[str, str]) -> str:
    return ends[0] if ends[0] == ends[1] else f"{ends[0]} … {ends[1]}"


def _tables(document: Document[Scaled]) -> tuple[Columns, ...]:
    scheme = document.encoding
    regions = _regions(scheme)
    names = np.select([regions["kept"], regions["stretched"]], ["kept", "stretched"], _between(scheme))
    columns: dict[str, Column] = {
        "pair": range(scheme.pairs),
        "frequency_before": scheme.unscaled(),
        "frequency": scheme.frequencies(),
        "wavelength_before": 2 * pi / scheme.unscaled(),
        "wavelength": scheme.wavelengths(),
        "slowed": slowed(scheme),
        "turns": scheme.length / scheme.wavelengths(),
        "region": names.tolist(),
    }
    labels = {"pair": "pair i", "slowed": "times slower", "turns": "within L"}
    return (Columns("pairs", columns, labels),)


def _explain(document: Document[Scaled]) -> str:
    scheme = document.encoding
    regions = {name: int(chosen.sum()) for name, chosen in _regions(scheme).items()}
    if regions["kept"] == scheme.pairs:
        text = "Nothing is scaled here: every pair turns as it did in training. Choose a scaling to compare."
        if (factor := scheme.attention_factor) != 1:
            text = "No pair is slowed down here: each turns as it did in training. Queries and keys alone are "
            text += f"multiplied, by {number(factor)}."
        if unseen := int(_unseen(scheme).sum()):
            where = ", shaded," if all_seen(document) else ""
            text += (
                f" Beyond the trained length {whole(unseen)} of {whole(scheme.pairs)} pairs{where} come to angles "
                "that no weight has seen: in training they never completed a turn."
            )
        return text
    if scheme.pairs == 1:
        return f"There is one pair only, and it is slowed down {number(float(slowed(scheme)[0]), 3)} times."
    text = f"{_slowest(scheme)} {_counted(scheme, regions)}"
    trained = scheme.context()
    if trained is not None:
        new = int((2 * pi / scheme.unscaled() > trained).sum())
        text += (
            f" In training {whole(new)} of {whole(scheme.pairs)} pairs never completed a turn: "
            "beyond it these would come to angles that no weight has seen."
            if new
            else " In training every pair completed a turn."
        )
    return text


def _slowest(scheme: Scaled) -> str:
    most = float(slowed(scheme).max())
    if most < 1:
        return "Here every pair turns faster than before, which suits no longer context:"
    return f"For a longer context pairs are slowed down, here by up to {number(most, 3)} times:"


def _counted(scheme: Scaled, regions: dict[str, int]) -> str:
    """Say how many pairs are in each region that has any."""
    by, full = slowed(scheme), number(scheme.stretch, 3)
    more = " or more" if by.max() > scheme.stretch * (1 + KEPT) else ""
    told = {
        "kept": "kept",
        "between": "blended" if scheme.blends else f"slowed by less than {full}",
        "stretched": "stretched in full" if scheme.blends else f"slowed by {full}{more}",
    }
    first, *others = [(regions[key], words) for key, words in told.items() if regions[key]]
    parts = [f"{whole(first[0])} {'is' if first[0] == 1 else 'are'} {first[1]}"]
    parts += [f"{whole(count)} {words}" for count, words in others]
    faster = int((by < 1 - KEPT).sum())
    aside = f"; {whole(faster)} of them {'turns' if faster == 1 else 'turn'} faster than before" if faster else ""
    return f"{' and '.join(filter(None, (', '.join(parts[:-1]), parts[-1])))}{aside}."


def _formula(document: Document[Scaled]) -> Formula:
    return document.encoding.frequency_formula()


PANE = Pane(
    name="scaling",
    title="Scaling",
    summary="pairs before and after they are slowed down for long contexts: which are kept, which stretched",
    shows="how pairs are slowed down for long contexts",
    needs=Scaled,
    reads=lambda document: document.encoding,
    draw=_draw,
    explain=_explain,
    formula=_formula,
    tables=_tables,
    main="pairs",
)
