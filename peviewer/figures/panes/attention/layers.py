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
MOST_LISTED = 4  # layers of one rule that are named
MOST_DRAWN = 512  # layers; no model has that many
HALF = 0.42  # of a layer's width in the strip, which leaves a gap to the next
_COLORS: dict[str, Role] = {"A": "accent", "B": "compared", NO_RULE: "muted"}
_COLORS_OF_OTHERS: tuple[Role, ...] = ("curve-2", "curve-3", "curve-4", "curve-1")


class _Group(NamedTuple):
    """Layers with one rule, which see equally far."""

    name: str
    rule: Scheme | None
    window: int
    layers: list[int]


def _groups(document: Document) -> list[_Group]:
    """Return the layers by rule and window, those of A first, then those of B, and those without a rule last."""
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
    source = document.layers.source or "a model"
    heights = 1.0, 1.0 + 0.4 * len(groups)
    strip = _strip(document)
    rows = ((strip,), (listing,)) if strip else ((listing,),)
    names = ("strip", "rules") if strip else ("rules",)
    return Figure(f"Layers of {source}", rows, heights[-len(rows) :], names=names)


def _strip(document: Document) -> Panel | None:
    """Return the strip of all layers, unless there are more than could be told apart."""
    names = document.layer_rules
    if len(names) > MOST_DRAWN:
        return None
    marks: list[Mark] = []
    for name in sorted(set(names), key=_rank):
        layers = [layer for layer, other in enumerate(names) if other == name]
        label = f"{name}: {in_unit(number(len(layers)), 'layers')}"
        marks += [
            Band("x", layer - HALF, layer + HALF, _color(name), label=label, solid=True)
            for layer in layers
        ]
    chosen = ""
    layer = document.cursor.layer
    if layer < len(names):
        marks.append(Rule("x", layer, color="ink", moves="cursor.layer"))
        chosen = f"layer {number(layer)}: {names[layer]}"
    across = Axis(
        "layer", "layer", (-0.5, len(names) - 0.5), cursor="layer", whole=True, zooms=True
    )
    # Heights mean nothing here: there is no whole number among them that could be a tick.
    up = Axis("nothing", "", (0.25, 0.75), whole=True)
    return Panel(
        across, up, tuple(marks), in_unit(number(len(names)), "layers"), chosen, legend=True
    )


def _rank(name: str) -> tuple[bool, str]:
    """Return what rules are sorted by: A and B come first, none last."""
    return name == NO_RULE, name


def _listing(groups: Sequence[_Group]) -> Listing:
    heads = "", "layers", WHICH, "rule", "base", "scaling", "head size", "window"
    return Listing(heads, tuple(map(_row, groups)), spare=WHICH)


def _row(group: _Group) -> tuple[str, ...]:
    of_rule = _texts(group.rule) if group.rule else (NONE,) * 4
    window = number(group.window) if group.window else ALL
    return (group.name, number(len(group.layers)), _listed(group.layers), *of_rule, window)


def _texts(rule: Scheme) -> tuple[str, str, str, str]:
    """Return the name of a rule, its base, scaling and head size."""
    base = getattr(rule, "base", None)
    base_text = NONE if base is None else number(base, 7)
    scaling = rule.value_name("scaling") if isinstance(rule, Rope) else NONE
    return rule.title, base_text, scaling, _head_size(rule)


def _head_size(rule: Scheme) -> str:
    if isinstance(rule, Rotating) and rule.still:
        return f"{number(rule.dim)}, {number(2 * rule.pairs)} turn"
    dim = getattr(rule, "dim", None)
    return NONE if dim is None else number(dim)


def _listed(layers: Sequence[int]) -> str:
    """Return the numbers of layers; of many the first ones and the last."""
    texts = [number(layer) for layer in layers]
    if len(texts) <= MOST_LISTED:
        return ", ".join(texts)
    return f"{', '.join(texts[: MOST_LISTED - 1])} … {texts[-1]}"


def _tables(document: Document) -> tuple[Columns, ...]:
    layers = document.layers
    every = list(range(layers.count))
    rules = [layers.rule(layer) for layer in every]
    columns: dict[str, Column] = {
        "layer": every,
        "rule": document.layer_rules,
        "scheme": [rule.called() if rule else "" for rule in rules],
        "base": _numbers("base", rules),
        "scaling": [getattr(rule, "scaling", "") for rule in rules],
        "factor": list(map(_factor, rules)),
        "head_size": _numbers("dim", rules),
        "pairs": _numbers("pairs", rules),
        "window": list(map(layers.window, every)),
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
    names = document.layer_rules
    every = in_unit(number(len(names)), "layers")
    rules = sorted(set(names) - {NO_RULE})
    counted = ", ".join(f"{name} in {number(names.count(name))}" for name in rules)
    file = document.layers.source or "its configuration"
    sentences = [f"The layers of a model, as {file} has them: of {every} {counted}."]
    if without := names.count(NO_RULE):
        sentences.append(f"{number(without)} {in_number(without, 'has')} no positions.")
    if others := [name for name in rules if name not in ("A", "B")]:
        verb = in_number(len(others), "is")
        sentences.append(f"{', '.join(others)} {verb} compared with nothing here until made A.")
    if "A" not in names:
        sentences.append("A is no rule of the model: it has been changed.")
    return " ".join(sentences)


def _formula(document: Document) -> Formula:
    encoding = document.encoding
    own = encoding.formula()
    if isinstance(encoding, Turning):
        own = own.beside(encoding.frequency_formula())
    if (other := document.other) is None:
        return own
    return Formula(joint_formula(own.mathtext, _formula(other).mathtext))


def _lacks(document: Document) -> str:
    if document.layers.are_several:
        return ""
    return "Layers shows which layer has which rule: open the configuration of a model whose layers differ."


PANE = Pane(
    "layers",
    Scheme,
    "which layer of a model has which rule: base, scaling, head size and window of each",
    reads=attrgetter("layers", "encoding", "compare.against", "cursor.layer"),
    draw=_draw,
    explain=_explain,
    hint="Click on a layer, or drag the line, to make its rule A.",
    formula=_formula,
    tables=_tables,
    main="layers",
    choices=("cursor.layer",),
    shows_both=True,
    lacks=_lacks,
)
