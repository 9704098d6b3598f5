"""The declaration of a parameter, which controls, flags and messages read."""

import math
import types
import typing
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, ClassVar, Literal

from pydantic import BaseModel, ConfigDict, Field, field_validator

from peviewer.base.words import plain, read_numbers

Scale = Literal["linear", "log"]
Kind = Literal["int", "float", "bool", "choice", "numbers", "other"]
_KINDS: dict[Any, Kind] = {int: "int", float: "float", bool: "bool"}


class Parameters(BaseModel):
    """A frozen, validated group of parameters; unknown fields are errors.

    Where ``annotated`` is true, numbers, switches and choices that are only annotated, and not declared, have a control
    too.
    """

    annotated: ClassVar[bool] = False

    # Built with the class, not when first used, as two threads could build it at the same time.
    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)

    @field_validator("*", mode="before")
    @classmethod
    def _as_meant(cls, value: object, info: Any) -> object:
        """Reject a truth value as a number, and read numbers that were typed in a row."""
        field = cls.model_fields[info.field_name]
        if isinstance(value, bool) and field.annotation in (int, float):
            raise ValueError("a truth value is not a number")
        if isinstance(value, str) and field.annotation == tuple[float, ...]:
            numbers = read_numbers(value)
            return value if numbers is None else numbers
        return value


def in_order(fields: Iterable[str], values: Sequence[object]) -> dict[str, object]:
    """Return values that were given in the order of fields as a mapping by name.

    >>> in_order(("width", "height"), (640,))
    {'width': 640}
    """
    known = list(fields)
    if len(values) > len(known):
        few = f"only {' and '.join(known)} go without, in this order" if known else "none goes without"
        raise TypeError(f"{len(values)} values without names are too many: {few}")
    return dict(zip(known, values, strict=False))


@dataclass(frozen=True, kw_only=True)
class Declaration:
    """A parameter as it is declared: labels, limits and the look of its control.

    title: the label of its control, in sentence case: ``"Length"``.
    help: one line that says what it does; with `formula` it is the tooltip.
    symbol, unit: the formula symbol (``"L"``) and the unit shown behind the number.
    formula: where it enters, as text: ``"ωᵢ = base^(−2i/d)"``.
    ge, gt, le: the allowed range; everything else is an error.
    slider: the range of the slider where that is narrower than what is allowed.
    scale: how the slider is divided.
    labels: what each choice is called in the window.
    hidden: true for a field that has no control (set by panes or by the session).
    only: the name of a sibling field and those of its choices with which this one does something: ``("kind",
    ("normal",))``. Its control is shown only then.
    needs: what a scheme must be for the field to do something; its control is shown only then.
    multiple: what only multiples of are allowed.
    step: what ↑ and ↓ add to a whole number, and what the slider's are multiples of; others can be typed.
    stops: usual numbers, at which the slider stops a little.
    form: what is allowed, as the end of a sentence, where the field is neither a number nor a choice.
    typed: true where that is typed into a line, rather than chosen from what is offered.
    follows: what of the Document the slider's ends follow, as in ``"positions"``; empty where they stay.
    files: which files a path may be of: ``"*.pptx *.potx"``; empty where it is none.
    groups: the headings that its choices are listed under, and those of each; none where it is empty.
    seldom: true for a field that few look for: its control is among those folded away.
    """

    title: str
    help: str
    symbol: str = ""
    unit: str = ""
    formula: str = ""
    ge: float | None = None
    gt: float | None = None
    le: float | None = None
    slider: tuple[float, float] = (-math.inf, math.inf)
    scale: Scale = "linear"
    labels: dict[str, str] = field(default_factory=dict)
    hidden: bool = False
    only: tuple[str, tuple[str, ...]] | None = None
    needs: type | tuple[type, ...] = object
    multiple: int = 1
    step: int = 1
    stops: tuple[int, ...] = ()
    follows: str = ""
    form: str = ""
    typed: bool = False
    files: str = ""
    groups: dict[str, list[str]] = field(default_factory=dict)
    seldom: bool = False

    def __post_init__(self) -> None:
        low, high = self.slider
        object.__setattr__(self, "slider", (max(low, self.minimum), min(high, self.maximum)))

    def __call__(self, schema: dict[str, Any]) -> None:
        """Add symbol and unit to a JSON schema; pydantic calls it as the field's `json_schema_extra`."""
        schema |= {"symbol": self.symbol, "unit": self.unit}

    @property
    def minimum(self) -> float:
        """The smallest allowed value; with `open_minimum` the limit itself is excluded."""
        return next((bound for bound in (self.gt, self.ge) if bound is not None), -math.inf)

    @property
    def maximum(self) -> float:
        return math.inf if self.le is None else self.le

    @property
    def open_minimum(self) -> bool:
        return self.gt is not None


def parameter(default: Any, /, **declared: Any) -> Any:
    """Declare one field of a :class:`Parameters` class.

    default: the value a new Document starts with.
    **declared: the attributes of a :class:`Declaration`; ``title`` and ``help`` are needed.

    >>> class Toy(Parameters):
    ...     size: int = parameter(3, title="Size", help="How big.", ge=1, le=9)
    >>> Toy().size
    3
    """
    made = Declaration(**declared)
    bounds = {name: bound for name in ("ge", "gt", "le") if (bound := getattr(made, name)) is not None}
    bounds |= {"multiple_of": made.multiple} if made.multiple > 1 else {}
    known: dict[str, Any] = {"title": made.title, "description": made.help, **bounds}
    return Field(default, json_schema_extra=made, **known)


def redeclared(model: type[Parameters], name: str, default: Any, **changes: Any) -> Any:
    """Declare a field as another group declares it, with another default and some changes."""
    return parameter(default, **{**vars(declaration(model, name)), **changes})


def declaration(model: type[Parameters], name: str) -> Declaration:
    """Return the declaration of a field; that of an undeclared field is hidden, or follows from its annotation."""
    declared = model.model_fields[name].json_schema_extra
    if isinstance(declared, Declaration):
        return declared
    return _of_annotation(model, name) if model.annotated else Declaration(title=name, help="", hidden=True)


def _of_annotation(model: type[Parameters], name: str) -> Declaration:
    """Return the declaration of a field in a base, or one from its name, bounds and default.

    The slider goes to a few times the default.

    >>> class Toy(Parameters):
    ...     annotated = True
    ...     half_life: float = Field(2.0, gt=0)
    >>> made = declaration(Toy, "half_life")
    >>> made.title, made.minimum, made.slider
    ('Half life', 0, (0, 8.0))
    """
    for base in model.__mro__[1:]:
        inherited = base.model_fields.get(name) if issubclass(base, Parameters) else None
        if inherited and isinstance(inherited.json_schema_extra, Declaration):
            return inherited.json_schema_extra
    known = model.model_fields[name]
    marks = ("ge", "gt", "le")
    bounds = {mark: getattr(bound, mark) for bound in known.metadata for mark in marks if hasattr(bound, mark)}
    begun = known.get_default(call_default_factory=True)
    ends = -math.inf, math.inf
    if isinstance(begun, int | float) and not isinstance(begun, bool):
        ends = min(0, 4 * begun), max(0, 4 * begun) or 1
    return Declaration(
        title=known.title or name.replace("_", " ").strip().capitalize(),
        help=known.description or "",
        slider=ends,
        hidden=_kind(known.annotation)[0] == "other",
        **bounds,
    )


@dataclass(frozen=True, kw_only=True)
class Specification(Declaration):
    """The properties of one parameter, read from its declaration."""

    name: str
    kind: Kind
    default: Any
    choices: tuple[str, ...]
    worded: bool = False  # whether what is switched on or off can be a text, too

    def applies(self, section: Parameters, scheme: object = None) -> bool:
        """Whether the field has an effect in a section with its present values, and with a scheme, if one is given."""
        served = scheme is None or isinstance(scheme, self.needs)
        return served and (self.only is None or getattr(section, self.only[0]) in self.only[1])

    def allows(self, value: float) -> bool:
        """Whether a number lies in the range, and is whole if it must be."""
        whole = self.kind != "int" or float(value).is_integer()
        above = value > self.minimum if self.open_minimum else value >= self.minimum
        return whole and above and value <= self.maximum and (self.multiple == 1 or not value % self.multiple)

    def nearest(self, value: float) -> float:
        """Return the allowed number that is nearest to a finite one of its kind; the lower of two."""
        if self.allows(value):
            return value
        within = min(max(value, self.minimum), self.maximum)
        if self.multiple == 1 or self.kind != "int":
            return int(within) if self.kind == "int" else within
        low, high = -(-self.minimum // self.multiple), self.maximum // self.multiple
        return int(self.multiple * min(max(math.ceil(within / self.multiple - 0.5), low), high))

    @property
    def stride(self) -> int:
        """The step of whole numbers that are not typed."""
        return self.multiple if self.multiple > 1 else self.step

    def stepped(self, value: int, steps: int) -> int:
        """Return the whole number some steps on, within the allowed range; the first step goes to the next multiple."""
        stride = self.stride
        begun = value // stride if steps > 0 else -(-value // stride)
        low, high = -(-self.minimum // stride), self.maximum // stride
        target = stride * min(max(begun + steps, low), high)
        return value if (target - value) * steps < 0 else int(target)

    def allowed(self) -> str:
        """Return the allowed values as the end of a sentence."""
        if self.kind == "bool":
            return "true or false"
        if self.kind == "choice":
            return self.form or "one of " + ", ".join(self.choices)
        if self.kind == "numbers":
            return "finite numbers with commas between them"
        if self.kind == "other":
            return self.form or "a text"
        whole = {1: "a whole number", 2: "an even number"}.get(self.multiple, f"a multiple of {self.multiple}")
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

    def value_text(self, value: object) -> str:
        """Write one of its values as the window shows it, without its unit."""
        if isinstance(value, bool):
            return "on" if value else "off"
        if self.kind == "numbers" and isinstance(value, tuple):
            return ", ".join(map(plain, value)) or "none"
        return plain(value) if isinstance(value, int | float) else f"“{self.label(str(value))}”"

    def label(self, choice: str) -> str:
        return self.labels.get(choice, choice.replace("-", " ").capitalize())


@cache
def specification(model: type[Parameters], name: str) -> Specification:
    field = model.model_fields[name]
    kind, choices = _kind(field.annotation)
    default = field.get_default(call_default_factory=True)
    worded = kind == "bool" and str in typing.get_args(field.annotation)
    declared = vars(declaration(model, name))
    return Specification(**declared, name=name, kind=kind, default=default, choices=choices, worded=worded)


def specifications(model: type[Parameters]) -> tuple[Specification, ...]:
    return tuple(specification(model, name) for name in model.model_fields)


def _kind(annotation: Any) -> tuple[Kind, tuple[str, ...]]:
    """Return the kind of an annotation, and its choices; ``int | None`` is an int."""
    if isinstance(annotation, types.UnionType) or typing.get_origin(annotation) is typing.Union:
        annotation = next(member for member in typing.get_args(annotation) if member is not type(None))
    if typing.get_origin(annotation) is Literal:
        return "choice", tuple(map(str, typing.get_args(annotation)))
    return "numbers" if annotation == tuple[float, ...] else _KINDS.get(annotation, "other"), ()
