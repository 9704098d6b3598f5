"""The layers of a model that was opened: which rule each has, and how far it sees."""

from collections.abc import Iterator, Sequence
from itertools import count
from string import ascii_uppercase
from typing import Annotated

from pydantic import Field, model_validator

from peviewer.base.parameters import Parameters, parameter
from peviewer.base.refusals import refused
from peviewer.document.comparison import SCHEME_FORM, AnyScheme, Compare
from peviewer.model.encodings.grids.gridded import Gridded
from peviewer.model.encodings.scheme import Scheme

MOST_LAYERS = 10_000

# The number of the rule of a layer without positions, and its name.
NONE = -1
NO_RULE = "none"

_FORMS = {
    "indices": "a list of the numbers of rules, from 0, or −1, one a layer",
    "windows": "a list of whole numbers from 0, one a layer",
    "kinds": "a list of names, one a layer",
}

# Fields of a scheme that do not belong to its rule: they only say how much of it is looked at.
_SIZES = ("length", "first", "sentence")


class Layers(Parameters):
    """The layers of a model whose configuration is open; without one there are none."""

    rules: Annotated[tuple[AnyScheme, ...], Field(max_length=MOST_LAYERS)] = parameter(
        (),
        title="Rules",
        hidden=True,
        form=f"a list of schemes: {SCHEME_FORM}",
        help="The different encodings that layers of the model have.",
    )
    indices: Annotated[tuple[int, ...], Field(max_length=MOST_LAYERS)] = parameter(
        (),
        title="Rule of each layer",
        hidden=True,
        form=_FORMS["indices"],
        help="Which of the rules each layer has, counted from 0; −1 for a layer without positions.",
    )
    windows: tuple[int, ...] = parameter(
        (),
        title="Window of each layer",
        hidden=True,
        form=_FORMS["windows"],
        help="How many positions each layer sees; 0 for all of them.",
    )
    kinds: tuple[str, ...] = parameter(
        (),
        title="Kind of each layer",
        hidden=True,
        form=_FORMS["kinds"],
        help="What the configuration calls each layer, as in sliding_attention.",
    )
    source: str = parameter(
        "",
        title="Configuration",
        hidden=True,
        form="the name of a file",
        help="The name of the file that the layers were read from.",
    )

    @model_validator(mode="after")
    def _one_a_layer(self) -> "Layers":
        rules = range(NONE, len(self.rules))
        are_right = {
            "indices": all(index in rules for index in self.indices),
            "windows": len(self.windows) in (0, self.count) and min(self.windows, default=0) >= 0,
            "kinds": len(self.kinds) in (0, self.count),
        }
        for name, is_right in are_right.items():
            if not is_right:
                values = list(getattr(self, name))
                raise ValueError(refused(name, values, f"it must be {_FORMS[name]}"))
        return self

    @property
    def count(self) -> int:
        """How many layers there are."""
        return len(self.indices)

    def window(self, layer: int) -> int:
        """Return how many positions a layer sees; 0 for all of them, or if it is unknown."""
        return self.windows[layer] if self.windows else 0

    def rule(self, layer: int) -> Scheme | None:
        """Return the rule of a layer; None if it has none, or there is no such layer."""
        if layer >= self.count or self.indices[layer] == NONE:
            return None
        return self.rules[self.indices[layer]]

    @property
    def are_several(self) -> bool:
        """Whether layers differ in their rule or in how far they see."""
        different = {(index, self.window(layer)) for layer, index in enumerate(self.indices)}
        return len(different) > 1


def is_same_rule(a: Scheme, b: Scheme) -> bool:
    """Whether two schemes have the same rule, even if they show different parts of it."""
    if type(a) is not type(b):
        return False
    size_fields = [*_SIZES]
    if isinstance(a, Gridded):
        size_fields += type(a).sides_of(a.by_field())
    sizes = {name: getattr(a, name) for name in size_fields}
    return a == b.model_copy(update=sizes)


def rule_names(rules: Sequence[Scheme], a: Scheme, b: Scheme | None) -> list[str]:
    """Return what rules are called: A and B, where they are these, and the letters after them.

    >>> from peviewer.model.encodings.rope import Rope
    >>> rule_names([Rope(base=5.0), Rope(), Rope(base=7.0)], Rope(length=9), None)
    ['C', 'A', 'D']
    """
    further_names = _names_from_c()
    names: list[str] = []
    for rule in rules:
        if is_same_rule(rule, a):
            names.append("A")
        elif b is not None and is_same_rule(rule, b):
            names.append("B")
        else:
            names.append(next(further_names))
    return names


def _names_from_c() -> Iterator[str]:
    """Yield C to Z, then C1 to Z1, and so on."""
    for round_number in count():
        suffix = str(round_number) if round_number else ""
        for letter in ascii_uppercase[2:]:
            yield f"{letter}{suffix}"


def layers_after(layers: Layers, before: Scheme, after: Scheme) -> Layers:
    """Return the layers that stay when the encoding `before` becomes `after`.

    All layers stay, or none if `after` is of another kind and no rule of the model.
    """
    if not layers.rules or type(after) is type(before):
        return layers
    is_rule_of_a_layer = any(is_same_rule(after, rule) for rule in layers.rules)
    return layers if is_rule_of_a_layer else Layers()


def sections_of_layer(
    layers: Layers, number: int, encoding: Scheme, compare: Compare
) -> dict[str, object]:
    """Return the sections to change so that A is the rule of a layer.

    If that rule was B, A and B change places. They are empty where A stays as it is.
    """
    rule = layers.rule(number)
    if rule is None or is_same_rule(rule, encoding):
        return {}
    b = compare.against
    if b is None or not is_same_rule(rule, b):
        return {"encoding": rule}
    return {"encoding": b, "compare": compare.model_copy(update={"against": encoding})}
