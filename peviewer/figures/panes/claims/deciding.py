"""The pane What decides: the numbers that decide between schemes, of one or of two compared."""

from __future__ import annotations

from math import isnan, nan
from operator import attrgetter
from typing import NamedTuple

from peviewer.base.formula import Formula
from peviewer.base.numbers import number
from peviewer.base.words import in_unit
from peviewer.document.comparison import MOST_VALUES
from peviewer.document.document import Document
from peviewer.figures.compare.listings import NONE
from peviewer.figures.compare.texts import joint_formula, scheme_names
from peviewer.figures.grammar import Figure, Listing, Panel
from peviewer.figures.panes.claims.config_panel import config_panel
from peviewer.figures.panes.claims.difference_panel import difference_panel
from peviewer.figures.panes.pane import Column, Columns, Pane
from peviewer.model.claims.agreement import Agreement, agreement, measured_rotation, rotations
from peviewer.model.deciding import (
    CommonSize,
    Difference,
    Quantity,
    differences,
    quantities,
)
from peviewer.model.encodings.grids.gridded import Gridded
from peviewer.model.encodings.scheme import Scheme
from peviewer.model.encodings.turning import Rotating, Turning

# A ratio below this is written as a difference.
LEAST_RATIO = 1.05

RATIO = "ratio"

# The prefix for the keys of differences among numbers in files.
DIFFERENCE = "difference_of_"

WHY = "why it matters"


class Criterion(NamedTuple):
    """The texts about one number: its title, why it matters, and for the explanation what it is."""

    title: str
    why: str
    meaning: str = ""


_PAIRS_BY = "turn by this axis alone"
_HALF_BY = "equal keys count up to about here"
_STEP = "how soon a step is noticed"
CRITERIA = {
    "rotation": Criterion("pairs that agree with RoPE", ""),
    "length": Criterion("positions", "how many the scheme has"),
    "trained": Criterion("trained length *L₀*", "weights have met these positions"),
    "pairs": Criterion("turning pairs", "each at its own pace"),
    "pairs_t": Criterion("pairs turned by the frame", _PAIRS_BY),
    "pairs_y": Criterion("pairs turned by the row", _PAIRS_BY),
    "pairs_x": Criterion("pairs turned by the column", _PAIRS_BY),
    "slow": Criterion("pairs below one turn within *L*", "each of their angles occurs once"),
    "never": Criterion(
        "angles never met within *L₀*",
        "no weight has seen these angles",
        "the pairs that made less than a turn within the trained length *L₀*, not scaled, and turn "
        "farther within *L* than they did there",
    ),
    "half": Criterion(
        "score halves at lag",
        "equal keys count up to about here",
        "how many positions back the score of two equal vectors has halved",
    ),
    "reach": Criterion("score is 0 at lag", "equal keys do not count beyond", "where it reaches 0"),
    "half_t": Criterion("score halves, frames apart", _HALF_BY),
    "half_y": Criterion("score halves, rows apart", _HALF_BY),
    "half_x": Criterion("score halves, columns apart", _HALF_BY),
    "least_base": Criterion(
        "least base without a score below 0",
        "a larger base instead of a scaling",
    ),
    "resolution": Criterion(
        "neighbours apart, of 2",
        "how well neighbours are told",
        "the mean turn of a pair from one position to the next, as a distance of at most 2",
    ),
    "temperature": Criterion(
        "scores times *g*²",
        "sharper attention for a longer context",
    ),
    "bfloat16": Criterion(
        "distinct positions in bfloat16",
        "the others become equal numbers",
        "how many positions stay distinct in bfloat16",
    ),
    "lost": Criterion(
        "strongest bias, lag −{back}",
        "what a far key loses or gains",
        "the bias farthest from 0 that a head gives a key {positions} back",
    ),
    "strongest": Criterion("strongest bias", "what a key can lose or gain"),
    "nearest": Criterion(
        "attention span, least",
        "short: sees near neighbours",
        "over how many keys the heads spread the last query's attention",
    ),
    "farthest": Criterion("attention span, most", "long: gathers far keys"),
    "step": Criterion("distance of neighbours", _STEP, "the mean distance of neighbouring rows"),
    "step_t": Criterion("distance of neighbours, frames", _STEP),
    "step_y": Criterion("distance of neighbours, rows", _STEP),
    "step_x": Criterion("distance of neighbours, columns", _STEP),
    "equal": Criterion(
        "equal rows", "a model cannot tell their positions", "how many rows equal an earlier one"
    ),
    "sinusoids": Criterion(
        "explained by sinusoids",
        "how far a rule would do",
        "the share of the variance that the best sinusoid of each column explains",
    ),
}


class Side(NamedTuple):
    """One of the schemes that are listed, its key in files, and the name above its column."""

    key: str
    name: str
    scheme: Scheme


def _sides(document: Document) -> list[Side]:
    a = document.encoding
    b = document.compare.against
    if b is None:
        return [Side("value", a.title, a)]
    name_of_a, name_of_b = scheme_names(a, b)
    return [Side("a", f"A: {name_of_a}", a), Side("b", f"B: {name_of_b}", b)]


class _Numbers(NamedTuple):
    """The numbers of each side by key, and the size up to which all are computed."""

    sides: list[Side]
    size: CommonSize
    of_sides: list[dict[str, Quantity]]
    # How an array turns as the RoPE beside it; None without both.
    rotation: Agreement | None

    @classmethod
    def of(cls, document: Document) -> _Numbers:
        sides = _sides(document)
        size = CommonSize.of([side.scheme for side in sides])
        of_sides = [dict(quantities(side.scheme, size)) for side in sides]
        found = rotations(document.encoding, document.compare.against)
        if found is None:
            return cls(sides, size, of_sides, None)
        rotation = agreement(*found)
        text = f"{number(rotation.agreeing)} of {number(rotation.pairs)}"
        is_of_b = measured_rotation(document.encoding) is None
        of_sides[is_of_b]["rotation"] = Quantity("rotation", rotation.agreeing, text)
        return cls(sides, size, of_sides, rotation)

    @property
    def are_two(self) -> bool:
        """Whether the sides are A and B."""
        return len(self.sides) == 2

    @property
    def why_rotation(self) -> str:
        """What an array's rotation agrees or differs in."""
        return "" if self.rotation is None else self.rotation.detail

    @property
    def keys(self) -> list[str]:
        """The keys of numbers that at least one side has."""
        found = set[str]().union(*self.of_sides)
        return [key for key in CRITERIA if key in found]

    def row(self, key: str) -> list[Quantity]:
        """Return the number of each side, with a text for a side without one."""
        missing = Quantity(key, nan, NONE)
        return [numbers.get(key, missing) for numbers in self.of_sides]


def _differences(document: Document) -> tuple[Difference, ...]:
    other = document.compare.against
    return () if other is None else differences(document.encoding, other)


def _draw(document: Document) -> Figure:
    numbers = _Numbers.of(document)
    rows = [_row(key, numbers) for key in numbers.keys]
    side_names = [side.name for side in numbers.sides]
    ratio = [RATIO] if numbers.are_two else []
    columns = ("", *side_names, *ratio, WHY)
    listing = Listing(columns, tuple(rows), spare_column=WHY, sign=numbers.are_two)
    panels = [Panel.of_listing(listing)]
    heights = [2.0 + len(rows)]
    lines = None if numbers.are_two else config_panel(document.encoding)
    if lines is not None:
        panels.append(lines)
        heights.append(3.0)
    largest_differences = _differences(document)
    if largest_differences:
        panels.append(difference_panel(largest_differences))
        heights.append(2.0 + len(largest_differences))
    rows_of_panels = tuple((panel,) for panel in panels)
    spare_rows = () if lines is None else (1,)
    return Figure("What decides", rows_of_panels, tuple(heights), spare_rows=spare_rows)


def _row(key: str, numbers: _Numbers) -> tuple[str, ...]:
    criterion = CRITERIA[key]
    sides = numbers.row(key)
    title = criterion.title.format(back=number(numbers.size.back))
    ratio = [_ratio_text(*sides)] if numbers.are_two else []
    why = numbers.why_rotation if key == "rotation" else criterion.why
    return (title, *(side.text for side in sides), *ratio, why)


def _ratio_text(a: Quantity, b: Quantity) -> str:
    """Return a text on which number is larger in absolute value, and by what factor or amount.

    Return an empty text if there are not two numbers.
    """
    if a.text == b.text or isnan(a.value) or isnan(b.value):
        return ""
    difference = number(abs(a.value - b.value), 3)
    have_one_sign = a.value * b.value > 0
    if not have_one_sign:
        return f"{'A' if a.value > b.value else 'B'} by {difference}"
    smaller, larger = sorted((abs(a.value), abs(b.value)))
    larger_side = "A" if abs(a.value) == larger else "B"
    if larger >= LEAST_RATIO * smaller:
        return f"{larger_side} {number(larger / smaller, 3)} ×"
    return f"{larger_side} by {difference}"


def _tables(document: Document) -> tuple[Columns, ...]:
    """Return the pane's list as one table for files.

    Below the numbers of each side are the largest differences.
    """
    numbers = _Numbers.of(document)
    largest_differences = _differences(document)
    no_numbers = [nan] * len(numbers.keys)
    no_differences = [nan] * len(largest_differences)
    difference_keys = [f"{DIFFERENCE}{difference.key}" for difference in largest_differences]
    columns: dict[str, Column] = {"number": numbers.keys + difference_keys}
    labels: dict[str, str] = {}
    for place, side in enumerate(numbers.sides):
        values = [numbers.row(key)[place].value for key in numbers.keys]
        columns[side.key] = values + no_differences
        labels[side.key] = side.name
    if numbers.are_two:
        differences_of_sides = [difference.value for difference in largest_differences]
        columns["a_minus_b"] = no_numbers + differences_of_sides
        labels["a_minus_b"] = "largest |A − B|"
    lags = [-float(numbers.size.back) if key == "lost" else nan for key in numbers.keys]
    columns["lag"] = lags + [difference.lag for difference in largest_differences]
    labels["lag"] = "lag s − t that the number is of"
    return (Columns("numbers", columns, labels),)


def _explain(document: Document) -> str:
    numbers = _Numbers.of(document)
    sentences = [
        _first_sentence(numbers),
        _length_sentence(numbers),
        _placeholder_sentence(numbers),
    ]
    meanings = [CRITERIA[key].meaning for key in numbers.keys]
    if any(meanings):
        positions = in_unit(number(numbers.size.back), "positions")
        listed = "; ".join(filter(None, meanings)).format(positions=positions)
        sentences.append(f"Below: {listed}.")
    if any(isinstance(side.scheme, Rotating) for side in numbers.sides):
        sentences.append("Attention of rotary schemes is that of random queries and keys.")
    return " ".join(filter(None, sentences))


def _first_sentence(numbers: _Numbers) -> str:
    if numbers.are_two:
        return (
            "The numbers that decide, of A and of B; "
            "the ratio says whose is larger, and how many times."
        )
    return f"The numbers that decide for or against {numbers.sides[0].name} at its length."


def _length_sentence(numbers: _Numbers) -> str:
    """Return a sentence on the size up to which all schemes are computed.

    It is empty if all have one length, or the same grid.
    """
    if len({side.scheme.length for side in numbers.sides}) == 1:
        return ""
    if all(isinstance(side.scheme, Gridded) for side in numbers.sides):
        return "All are followed along each axis as far as the longest reaches."
    return f"All are followed as far as the longest reaches, *L* = {number(numbers.size.length)}."


def _placeholder_sentence(numbers: _Numbers) -> str:
    if not any(side.scheme.is_placeholder for side in numbers.sides):
        return ""
    return "A placeholder stands for numbers that a model learns: it is compared with nothing."


def _formula(document: Document) -> Formula:
    encoding = document.encoding
    formula = encoding.formula()
    if isinstance(encoding, Turning):
        formula = formula.joined_with(encoding.frequency_formula())
    if document.compared_document is None:
        return formula
    return Formula(joint_formula(formula.mathtext, _formula(document.compared_document).mathtext))


PANE = Pane(
    "deciding",
    Scheme,
    "the numbers that decide between schemes, in one listing; of A and B where they are compared",
    called="What decides",
    in_brief="Numbers that decide between schemes",
    reads=attrgetter("encoding", "compare.against"),
    draw=_draw,
    explain=_explain,
    hint="Ctrl+B pins this scheme as B; then change A, and both are listed side by side.",
    formula=_formula,
    tables=_tables,
    draws_comparison_itself=True,
    lists=True,
    most_values=MOST_VALUES,
)
