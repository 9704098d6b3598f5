"""The Layers pane: which layer of a model has which rule, and how far each sees."""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter
from typing import NamedTuple

import numpy as np

from peviewer.base.formula import Formula
from peviewer.base.numbers import number
from peviewer.base.words import in_number, in_unit
from peviewer.document.document import Document
from peviewer.document.layers import NO_RULE
from peviewer.figures.compare.listings import NONE
from peviewer.figures.compare.texts import joint_formula
from peviewer.figures.grammar import Axis, Band, Figure, Listing, Mark, Panel, Role, Rule
from peviewer.figures.panes.pane import Column, Columns, Pane
from peviewer.model.encodings.rope import Rope
from peviewer.model.encodings.scheme import Scheme
from peviewer.model.encodings.turning import Rotating, Turning

ALL = "all"
WHICH = "which"

# The most layers of one rule that are named.
MAX_LISTED = 4

# The most layers that are drawn; no model has that many.
MAX_DRAWN = 512

# Half of a layer's width in the strip, which leaves a gap to the next.
HALF_WIDTH = 0.42

_COLORS: dict[str, Role] = {"A": "accent", "B": "compared", NO_RULE: "muted"}
_COLORS_OF_OTHERS: tuple[Role, ...] = ("curve-2", "curve-3", "curve-4", "curve-1")


class _Group(NamedTuple):
    """Layers with one rule, which see equally far."""

    name: str
    rule: Scheme | None
    window: int
    layers: list[int]


def _groups(document: Document) -> list[_Group]:
    """Return the layers by rule and window: of A, of B, of other rules, and without a rule."""
    layers = document.layers
    groups: dict[tuple[str, int], _Group] = {}
    for layer, name in enumerate(document.layer_rules):
        window = layers.window(layer)
        new = _Group(name, layers.rule(layer), window, [])
        groups.setdefault((name, window), new).layers.append(layer)
    return sorted(groups.values(), key=lambda group: _rank(group.name))


def _color(name: str) -> Role:
    if name in _COLORS:
        return _COLORS[name]
    place = ord(name[0]) - ord("C")
    return _COLORS_OF_OTHERS[place % len(_COLORS_OF_OTHERS)]


def _draw(document: Document) -> Figure:
    groups = _groups(document)
    listing = Panel.of_listing(_listing(groups))
    title = f"Layers of {document.layers.source or 'a model'}"
    listing_height = 1.0 + 0.4 * len(groups)
    strip = _strip(document)
    if strip is None:
        return Figure(title, ((listing,),), (listing_height,), names=("rules",))
    rows = ((strip,), (listing,))
    return Figure(title, rows, (1.0, listing_height), names=("strip", "rules"))


def _strip(document: Document) -> Panel | None:
    """Return the strip of all layers, unless there are more than could be told apart."""
    rules = document.layer_rules
    if len(rules) > MAX_DRAWN:
        return None
    marks: list[Mark] = []
    for name in sorted(set(rules), key=_rank):
        marks += _bands(name, [layer for layer, rule in enumerate(rules) if rule == name])
    fact = ""
    layer = document.cursor.layer
    if layer < len(rules):
        marks.append(Rule("x", layer, color="ink", moves="cursor.layer"))
        fact = f"layer {number(layer)}: {rules[layer]}"

    limits = (-0.5, len(rules) - 0.5)
    across = Axis("layer", "layer", limits, cursor="layer", whole=True, zooms=True)
    # Heights mean nothing here: the range holds no whole number, so there are no ticks.
    up = Axis("nothing", "", (0.25, 0.75), whole=True)
    title = in_unit(number(len(rules)), "layers")
    return Panel(across, up, tuple(marks), title, fact, legend=True)


def _bands(rule: str, layers: Sequence[int]) -> list[Band]:
    """Return a block for each layer of a rule."""
    label = f"{rule}: {in_unit(number(len(layers)), 'layers')}"
    bands: list[Band] = []
    for layer in layers:
        left = layer - HALF_WIDTH
        right = layer + HALF_WIDTH
        bands.append(Band("x", left, right, _color(rule), label=label, solid=True))
    return bands


def _rank(name: str) -> tuple[bool, str]:
    """Return the sorting key of rules: A and B come first, layers without a rule last."""
    return name == NO_RULE, name


def _listing(groups: Sequence[_Group]) -> Listing:
    columns = ("", "layers", WHICH, "rule", "base", "scaling", "head size", "window")
    return Listing(columns, tuple(map(_row, groups)), spare_column=WHICH)


def _row(group: _Group) -> tuple[str, ...]:
    rule_texts = _texts(group.rule) if group.rule else (NONE,) * 4
    window = number(group.window) if group.window else ALL
    return (group.name, number(len(group.layers)), _listed(group.layers), *rule_texts, window)


def _texts(rule: Scheme) -> tuple[str, str, str, str]:
    """Return the name of a rule, its base, scaling and head size."""
    base = getattr(rule, "base", None)
    base_text = NONE if base is None else number(base, 7)
    scaling = rule.value_name("scaling") if isinstance(rule, Rope) else NONE
    return rule.title, base_text, scaling, _head_size(rule)


def _head_size(rule: Scheme) -> str:
    if isinstance(rule, Rotating) and rule.still_pairs:
        return f"{number(rule.dim)}, {number(2 * rule.pairs)} turn"
    dim = getattr(rule, "dim", None)
    return NONE if dim is None else number(dim)


def _listed(layers: Sequence[int]) -> str:
    """Return the numbers of layers as text; of many only the first ones and the last."""
    texts = [number(layer) for layer in layers]
    if len(texts) <= MAX_LISTED:
        return ", ".join(texts)
    return f"{', '.join(texts[: MAX_LISTED - 1])} … {texts[-1]}"


def _tables(document: Document) -> tuple[Columns, ...]:
    layers = document.layers
    numbers = list(range(layers.count))
    rules = [layers.rule(layer) for layer in numbers]
    columns: dict[str, Column] = {
        "layer": numbers,
        "rule": document.layer_rules,
        "scheme": [rule.scheme_name() if rule else "" for rule in rules],
        "base": _numbers("base", rules),
        "scaling": [getattr(rule, "scaling", "") for rule in rules],
        "factor": list(map(_factor, rules)),
        "head_size": _numbers("dim", rules),
        "pairs": _numbers("pairs", rules),
        "window": list(map(layers.window, numbers)),
        "kind": list(layers.kinds or [""] * layers.count),
    }
    labels = {
        "window": "positions that are seen; 0 for all",
        "kind": "as the configuration calls it",
    }
    return (Columns("layers", columns, labels),)


def _numbers(field: str, rules: Sequence[Scheme | None]) -> list[float]:
    """Return a field of each rule; nan where a rule has none."""
    return [getattr(rule, field, np.nan) for rule in rules]


def _factor(rule: Scheme | None) -> float:
    """Return the factor of a rule's scaling; nan if it is not scaled."""
    if not isinstance(rule, Rope) or rule.scaling == "none":
        return np.nan
    return rule.factor


def _explain(document: Document) -> str:
    rules = document.layer_rules
    names = sorted(set(rules) - {NO_RULE})
    counts = ", ".join(f"{name} in {number(rules.count(name))}" for name in names)
    file = document.layers.source or "its configuration"
    layers = in_unit(number(len(rules)), "layers")
    sentences = [f"The layers of a model, as {file} has them: of {layers} {counts}."]
    layers_without = rules.count(NO_RULE)
    if layers_without:
        verb = in_number(layers_without, "has")
        sentences.append(f"{number(layers_without)} {verb} no positions.")
    other_names = [name for name in names if name not in ("A", "B")]
    if other_names:
        verb = in_number(len(other_names), "is")
        sentences.append(
            f"{', '.join(other_names)} {verb} compared with nothing here until made A."
        )
    if "A" not in rules:
        sentences.append("A is no rule of the model: it has been changed.")
    return " ".join(sentences)


def _formula(document: Document) -> Formula:
    encoding = document.encoding
    formula = encoding.formula()
    if isinstance(encoding, Turning):
        formula = formula.joined_with(encoding.frequency_formula())
    if document.compared_document is None:
        return formula
    return Formula(joint_formula(formula.mathtext, _formula(document.compared_document).mathtext))


def _lacks(document: Document) -> str:
    if document.layers.are_several:
        return ""
    return (
        "Layers shows which layer has which rule: "
        "open the configuration of a model whose layers differ."
    )


PANE = Pane(
    "layers",
    Scheme,
    "which layer of a model has which rule: base, scaling, head size and window of each",
    in_brief="Which layer has which rule",
    reads=attrgetter("layers", "encoding", "compare.against", "cursor.layer"),
    draw=_draw,
    explain=_explain,
    hint="Click on a layer, or drag the line, to make its rule A.",
    formula=_formula,
    tables=_tables,
    main="layers",
    choices=("cursor.layer",),
    draws_comparison_itself=True,
    lacks=_lacks,
)
