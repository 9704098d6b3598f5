"""What is known of a declared parameter: what was said of it, its name, its kind and its choices."""

import math
import types
import typing
from dataclasses import dataclass
from typing import Any, Literal

from peviewer.base.parameters.declaration import Declaration, Parameters, declaration
from peviewer.base.words import plain

Kind = Literal["int", "float", "bool", "choice", "numbers", "other"]
_KINDS: dict[Any, Kind] = {int: "int", float: "float", bool: "bool"}


@dataclass(frozen=True, kw_only=True)
class Specification(Declaration):
    """What is known of one parameter, read back from its declaration."""

    name: str
    kind: Kind
    default: Any
    choices: tuple[str, ...]
    worded: bool = False
    """Whether what is switched on or off can be a text, too."""

    @property
    def keyed(self) -> bool:
        """Whether what is written begins with what it is about, and a sign of equality."""
        return self.typed and self.form.startswith("KEY=")

    def applies(self, section: Parameters, scheme: object = None) -> bool:
        """Whether the field does something in a section as it is, and with a scheme where one is given."""
        served = scheme is None or isinstance(scheme, self.needs)
        return served and (self.only is None or getattr(section, self.only[0]) in self.only[1])

    def allows(self, value: float) -> bool:
        """Whether a number lies in the range, and is whole where it has to be."""
        whole = self.kind != "int" or float(value).is_integer()
        above = value > self.minimum if self.open_minimum else value >= self.minimum
        return whole and above and value <= self.maximum and not (self.even and value % 2)

    @property
    def stride(self) -> int:
        """What whole numbers that are not typed are multiples of."""
        return 2 if self.even else self.step

    def stepped(self, value: int, steps: int) -> int:
        """Return the whole number some steps on, up to the end of what is allowed: the next multiple comes first.

        Examples
        --------
        >>> from peviewer.base.parameters import parameter
        >>> class Toy(Parameters):
        ...     size: int = parameter(4, title="Size", help="How big.", ge=1, le=99, step=2)
        >>> size = specification(Toy, "size")
        >>> size.stepped(4, 1), size.stepped(5, 1), size.stepped(5, -1), size.stepped(2, -1), size.stepped(98, 5)
        (6, 6, 4, 2, 98)
        """
        stride = self.stride
        begun = value // stride if steps > 0 else -(-value // stride)
        low, high = -(-self.minimum // stride), self.maximum // stride
        wanted = stride * min(max(begun + steps, low), high)
        return value if (wanted - value) * steps < 0 else int(wanted)

    def allowed(self) -> str:
        """Say which values are allowed, in words that end a sentence.

        Examples
        --------
        >>> from peviewer.base.parameters import parameter
        >>> class Toy(Parameters):
        ...     size: int = parameter(3, title="Size", help="How big.", ge=1, le=9)
        >>> specification(Toy, "size").allowed()
        'a whole number from 1 to 9'
        """
        if self.kind == "bool":
            return "true or false"
        if self.kind == "choice":
            return "one of " + ", ".join(self.choices)
        if self.kind == "numbers":
            return "finite numbers with commas between them"
        if self.kind == "other":
            return self.form or "a text"
        whole = "an even number" if self.even else "a whole number"
        noun = whole if self.kind == "int" else "a finite number"
        low, high = plain(self.minimum), plain(self.maximum)
        if self.open_minimum:
            tail = f" greater than {low}" + ("" if math.isinf(self.maximum) else f" and at most {high}")
        elif math.isinf(self.minimum) or math.isinf(self.maximum):
            tail = f" of at least {low}" if math.isfinite(self.minimum) else ""
            tail += f" of at most {high}" if math.isfinite(self.maximum) else ""
        else:
            tail = f" from {low} to {high}"
        return noun + tail

    def told(self, value: object) -> str:
        r"""Write one of its values as the window shows it, without its unit.

        Examples
        --------
        >>> from peviewer.base.parameters import parameter
        >>> class Toy(Parameters):
        ...     size: int = parameter(3000, title="Size", help="How big.")
        ...     loud: bool = parameter(False, title="Loud", help="Whether it is heard.")
        >>> specification(Toy, "size").told(3000), specification(Toy, "loud").told(False)
        ('3\u2009000', 'off')
        """
        if isinstance(value, bool):
            return "on" if value else "off"
        if self.kind == "numbers" and isinstance(value, tuple):
            return ", ".join(map(plain, value)) or "none"
        return plain(value) if isinstance(value, int | float) else f"“{self.label(str(value))}”"

    def label(self, choice: str) -> str:
        """Return what `choice` is called in the window."""
        return self.labels.get(choice, choice.replace("-", " ").capitalize())


def specification(model: type[Parameters], name: str) -> Specification:
    """Return the specification of one declared field.

    Parameters
    ----------
    model : type
        A :class:`Parameters` class.
    name : str
        The field's name.

    Returns
    -------
    Specification
        What the declaration says.

    Raises
    ------
    KeyError
        If `model` declares no such field.
    """
    field = model.model_fields[name]
    kind, choices = _kind(field.annotation)
    default = field.get_default(call_default_factory=True)
    worded = kind == "bool" and str in typing.get_args(field.annotation)
    said = vars(declaration(model, name))
    return Specification(**said, name=name, kind=kind, default=default, choices=choices, worded=worded)


def specifications(model: type[Parameters]) -> tuple[Specification, ...]:
    """Return the specifications of all declared fields, in order of declaration."""
    return tuple(specification(model, name) for name in model.model_fields)


def _kind(annotation: Any) -> tuple[Kind, tuple[str, ...]]:
    """Return the kind of an annotation, and its choices; ``int | None`` is an int."""
    if isinstance(annotation, types.UnionType) or typing.get_origin(annotation) is typing.Union:
        annotation = next(member for member in typing.get_args(annotation) if member is not type(None))
    if typing.get_origin(annotation) is Literal:
        return "choice", tuple(map(str, typing.get_args(annotation)))
    return "numbers" if annotation == tuple[float, ...] else _KINDS.get(annotation, "other"), ()
