"""What a field of :class:`Parameters` is and allows, read from its declaration."""

import math
import typing
from dataclasses import dataclass
from functools import cache
from typing import Any

from peviewer.base.numbers import plain
from peviewer.base.parameters import Declaration, Kind, Parameters, declaration, read_annotation
from peviewer.base.words import in_unit


@dataclass(frozen=True, kw_only=True)
class Specification(Declaration):
    """The properties of one parameter, read from its declaration."""

    name: str
    kind: Kind
    default: Any
    choices: tuple[str, ...]

    # Whether the field, besides on or off, can also be a text.
    worded: bool = False

    def applies(self, section: Parameters, scheme: object = None) -> bool:
        """Whether the field has an effect in a section with its present values.

        With `scheme` given, the field must also have an effect for that scheme.
        """
        if scheme is not None and not isinstance(scheme, self.needs):
            return False
        if self.only is None:
            return True
        sibling, choices = self.only
        return getattr(section, sibling) in choices

    def allows(self, value: float) -> bool:
        """Whether a number lies in the range, and is whole if it must be."""
        if self.kind == "int" and not float(value).is_integer():
            return False
        is_high_enough = value > self.minimum if self.open_minimum else value >= self.minimum
        if not (is_high_enough and value <= self.maximum):
            return False
        return self.multiple == 1 or not value % self.multiple

    def nearest(self, value: float) -> float:
        """Return the allowed number that is nearest to a finite one of its kind.

        Of two equally near ones it is the lower.
        """
        if self.allows(value):
            return value
        within = min(max(value, self.minimum), self.maximum)
        if self.kind != "int":
            return within
        if self.multiple == 1:
            return int(within)
        low, high = self._range_in_steps(self.multiple)
        count = math.ceil(within / self.multiple - 0.5)
        return int(self.multiple * min(max(count, low), high))

    @property
    def is_editable(self) -> bool:
        """Whether a control can edit it: by its kind, or as a text that is typed."""
        return self.kind != "other" or self.typed

    @property
    def stride(self) -> int:
        """The step between whole numbers that a slider or an arrow key reaches."""
        return self.multiple if self.multiple > 1 else self.step

    def stepped(self, value: int, steps: int) -> int:
        """Return the whole number `steps` steps on, within the allowed range.

        The first step goes to the next multiple.
        """
        stride = self.stride
        nearest_multiple = value // stride if steps > 0 else -(-value // stride)
        low, high = self._range_in_steps(stride)
        target = stride * min(max(nearest_multiple + steps, low), high)
        goes_back = (target - value) * steps < 0
        return value if goes_back else int(target)

    def _range_in_steps(self, stride: int) -> tuple[float, float]:
        """Return the first and the last allowed multiple of `stride`, in strides."""
        return -(-self.minimum // stride), self.maximum // stride

    def allowed(self) -> str:
        """Return the allowed values as the end of a sentence."""
        if self.kind == "bool":
            return "true or false"
        if self.kind == "choice":
            return self.form or "one of " + ", ".join(self.choices)
        if self.kind == "numbers":
            return self.form or "finite numbers with commas between them"
        if self.kind == "other":
            return self.form or "a text"
        return self._noun() + self._range()

    def _noun(self) -> str:
        """Return a noun for its numbers, such as "whole number"."""
        if self.kind != "int":
            return "a finite number"
        if self.multiple == 1:
            return "a whole number"
        return "an even number" if self.multiple == 2 else f"a multiple of {self.multiple}"

    def _range(self) -> str:
        """Return the range of its numbers as the end of a sentence; empty if they have none."""
        low, high = plain(self.minimum), plain(self.maximum)
        has_minimum, has_maximum = math.isfinite(self.minimum), math.isfinite(self.maximum)
        if self.open_minimum:
            return (
                f" greater than {low} and at most {high}" if has_maximum else f" greater than {low}"
            )
        if has_minimum and has_maximum:
            return f" from {low} to {high}"
        if has_minimum:
            return f" of at least {low}"
        return f" of at most {high}" if has_maximum else ""

    def value_text(self, value: object) -> str:
        """Write one of its values as the window shows it, without its unit."""
        if isinstance(value, bool):
            return "on" if value else "off"
        if self.kind == "numbers" and isinstance(value, tuple):
            return ", ".join(map(plain, value)) or "none"
        if self.zero and value == 0:
            return self.zero
        if isinstance(value, int | float):
            return plain(value)
        return f"“{self.label(str(value))}”"

    def text(self, value: object) -> str:
        """Write one of its values as the window shows it, with its unit."""
        written = self.value_text(value)
        return written if written == self.zero else in_unit(written, self.unit)

    def label(self, choice: str) -> str:
        return self.labels.get(choice, choice.replace("-", " ").capitalize())


@cache
def specification(model: type[Parameters], name: str) -> Specification:
    field = model.model_fields[name]
    kind, choices = read_annotation(field.annotation)
    return Specification(
        **vars(declaration(model, name)),
        name=name,
        kind=kind,
        default=field.get_default(call_default_factory=True),
        choices=choices,
        worded=kind == "bool" and str in typing.get_args(field.annotation),
    )


def specifications(model: type[Parameters]) -> tuple[Specification, ...]:
    return tuple(specification(model, name) for name in model.model_fields)
