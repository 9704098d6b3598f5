"""Parameters, each declared once: its control, flag, limits and the message about a wrong value follow from that."""

import math
import types
import typing
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator, model_validator
from pydantic_core import ErrorDetails

from peviewer.base.names import nearest_name, nearest_names
from peviewer.base.numbers import number, plain
from peviewer.base.typed_values import read_numbers
from peviewer.base.words import in_unit

Scale = Literal["linear", "log"]
Kind = Literal["int", "float", "bool", "choice", "numbers", "other"]
MOST_ENTRIES = 10_000  # but of numbers: of each wrong one pydantic would say why
_KINDS: dict[Any, Kind] = {int: "int", float: "float", bool: "bool"}
_SHORTER = (
    ("a finite number greater", "greater"),
    ("a finite number of ", ""),
    ("a finite number", "a number"),
)


class Parameters(BaseModel):
    """A frozen, validated group of parameters; unknown fields are errors."""

    annotated: ClassVar[bool] = (
        False  # whether what is only annotated, and not declared, has a control, too
    )

    # Built with the class, not when first used, as two threads could build it at the same time.
    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)

    @field_validator("*", mode="before")
    @classmethod
    def _as_meant(cls, value: object, info: Any) -> object:
        """Reject a truth value as a number and too many entries, and read numbers that were typed in a row."""
        field = cls.model_fields[info.field_name]
        if isinstance(value, list | tuple | dict) and len(value) > MOST_ENTRIES:
            takes_numbers = field.annotation in (tuple[float, ...], tuple[int, ...])
            if not (takes_numbers and all(isinstance(entry, int | float) for entry in value)):
                raise ValueError(f"at most {number(MOST_ENTRIES)} entries")
        if isinstance(value, bool) and field.annotation in (int, float):
            raise ValueError("a truth value is not a number")
        if isinstance(value, str) and field.annotation == tuple[float, ...]:
            numbers = read_numbers(value)
            return value if numbers is None else numbers
        return value


def in_order(fields: Iterable[str], values: Sequence[object]) -> dict[str, object]:
    """Return values that were given in the order of fields as a mapping by name."""
    known = list(fields)
    if len(values) > len(known):
        few = (
            f"only {' and '.join(known)} go without, in this order"
            if known
            else "none goes without"
        )
        raise TypeError(f"{len(values)} values without names are too many: {few}")
    return dict(zip(known, values, strict=False))


@dataclass(frozen=True, kw_only=True)
class Declaration:
    """A parameter as it is declared: labels, limits and the look of its control."""

    title: str  # the label of its control, in sentence case: "Length"
    help: str  # one line that says what it does; with `formula` it is the tooltip
    symbol: str = ""  # in formulas: "L"
    unit: str = ""  # shown behind the number
    formula: str = ""  # where it enters, in mathtext: r"\omega_i = b^{-2i/d}"
    ge: float | None = None  # the allowed range; everything else is an error
    gt: float | None = None
    le: float | None = None
    slider: tuple[float, float] = (
        -math.inf,
        math.inf,
    )  # its range where that is narrower than what is allowed
    scale: Scale = "linear"  # how the slider is divided
    labels: dict[str, str] = field(default_factory=dict)  # what each choice is called in the window
    hidden: bool = False  # true for a field that has no control (set by panes or by the session)
    # The name of a sibling field and those of its choices with which this one does something:
    # ("kind", ("normal",)). Its control is shown only then; and only where the scheme is what the
    # field needs.
    only: tuple[str, tuple[str, ...]] | None = None
    needs: type | tuple[type, ...] = object
    multiple: int = 1  # only its multiples are allowed
    step: int = 1  # what ↑ and ↓ add to a whole number, and what the slider's are multiples of; others can be typed
    stops: tuple[int, ...] = ()  # usual numbers, at which the slider stops a little
    follows: str = (
        ""  # what of the Document the slider's ends follow, as "positions"; empty where they stay
    )
    form: str = ""  # what is allowed, as the end of a sentence, where the field is neither a number nor a choice
    typed: bool = (
        False  # true where that is typed into a line, rather than chosen from what is offered
    )
    groups: dict[str, list[str]] = field(
        default_factory=dict
    )  # headings that its choices are listed under
    zero: str = ""  # what 0 stands for in the window, where it is no number: "not given"
    seldom: bool = (
        False  # true for a field that few look for: its control is among those folded away
    )

    def __post_init__(self) -> None:
        low, high = self.slider
        object.__setattr__(self, "slider", (max(low, self.minimum), min(high, self.maximum)))

    def __call__(self, schema: dict[str, Any]) -> None:
        """Add symbol and unit to a JSON schema.

        Pydantic calls it as the field's `json_schema_extra`.
        """
        schema |= {"symbol": self.symbol, "unit": self.unit}

    @property
    def minimum(self) -> float:
        """The smallest allowed value; with `open_minimum` the limit itself is excluded."""
        bound = self.ge if self.gt is None else self.gt
        return -math.inf if bound is None else bound

    @property
    def maximum(self) -> float:
        return math.inf if self.le is None else self.le

    @property
    def open_minimum(self) -> bool:
        return self.gt is not None


def parameter(default: Any, /, **declared: Any) -> Any:
    """Declare one field of a :class:`Parameters` class.

    default: the value a new Document starts with; declared: the attributes of a
    :class:`Declaration`.

    >>> class Toy(Parameters):
    ...     size: int = parameter(3, title="Size", help="How big.", ge=1, le=9)
    >>> Toy().size
    3
    """
    made = Declaration(**declared)
    bounds = {
        name: bound for name in ("ge", "gt", "le") if (bound := getattr(made, name)) is not None
    }
    bounds |= {"multiple_of": made.multiple} if made.multiple > 1 else {}
    known: dict[str, Any] = {"title": made.title, "description": made.help, **bounds}
    return Field(default, json_schema_extra=made, **known)


def redeclared(model: type[Parameters], name: str, default: Any, **changes: Any) -> Any:
    """Declare a field as another group declares it, with another default and some changes."""
    return parameter(default, **{**vars(declaration(model, name)), **changes})


def declaration(model: type[Parameters], name: str) -> Declaration:
    """Return the declaration of a field.

    That of an undeclared field is hidden, or follows from its annotation.
    """
    declared = model.model_fields[name].json_schema_extra
    if isinstance(declared, Declaration):
        return declared
    return (
        _of_annotation(model, name)
        if model.annotated
        else Declaration(title=name, help="", hidden=True)
    )


def _of_annotation(model: type[Parameters], name: str) -> Declaration:
    """Return the declaration of a field in a base, or one from its name, bounds and default."""
    for base in model.__mro__[1:]:
        inherited = base.model_fields.get(name) if issubclass(base, Parameters) else None
        if inherited and isinstance(inherited.json_schema_extra, Declaration):
            return inherited.json_schema_extra
    known = model.model_fields[name]
    marks = ("ge", "gt", "le")
    bounds = {
        mark: getattr(bound, mark)
        for bound in known.metadata
        for mark in marks
        if hasattr(bound, mark)
    }
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
        return (
            whole
            and above
            and value <= self.maximum
            and (self.multiple == 1 or not value % self.multiple)
        )

    def nearest(self, value: float) -> float:
        """Return the allowed number that is nearest to a finite one of its kind.

        The lower of two.
        """
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
        """Return the whole number some steps on, within the allowed range.

        The first step goes to the next multiple.
        """
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
        whole = {1: "a whole number", 2: "an even number"}.get(
            self.multiple, f"a multiple of {self.multiple}"
        )
        noun = whole if self.kind == "int" else "a finite number"
        low, high = plain(self.minimum), plain(self.maximum)
        if self.open_minimum:
            tail = f" greater than {low}" + (
                "" if math.isinf(self.maximum) else f" and at most {high}"
            )
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
        if self.zero and value == 0:
            return self.zero
        return plain(value) if isinstance(value, int | float) else f"“{self.label(str(value))}”"

    def text(self, value: object) -> str:
        """Write one of its values as the window shows it, with its unit."""
        written = self.value_text(value)
        return written if written == self.zero else in_unit(written, self.unit)

    def label(self, choice: str) -> str:
        return self.labels.get(choice, choice.replace("-", " ").capitalize())


@cache
def specification(model: type[Parameters], name: str) -> Specification:
    field = model.model_fields[name]
    kind, choices = _kind(field.annotation)
    default = field.get_default(call_default_factory=True)
    worded = kind == "bool" and str in typing.get_args(field.annotation)
    declared = vars(declaration(model, name))
    return Specification(
        **declared, name=name, kind=kind, default=default, choices=choices, worded=worded
    )


def specifications(model: type[Parameters]) -> tuple[Specification, ...]:
    return tuple(specification(model, name) for name in model.model_fields)


def _kind(annotation: Any) -> tuple[Kind, tuple[str, ...]]:
    """Return the kind of an annotation, and its choices; ``int | None`` is an int."""
    if isinstance(annotation, types.UnionType) or typing.get_origin(annotation) is typing.Union:
        annotation = next(
            member for member in typing.get_args(annotation) if member is not type(None)
        )
    if typing.get_origin(annotation) is Literal:
        return "choice", tuple(map(str, typing.get_args(annotation)))
    return "numbers" if annotation == tuple[float, ...] else _KINDS.get(annotation, "other"), ()


Published = Mapping[str, Mapping[str, Mapping[str, object]]]
"""By field and choice the fields that have constants with it."""


class FieldsError(ValueError):
    """What fields ask for cannot be; the message is one clear line.

    `names` are those of fields, one for each ``{}`` of the text.

    >>> error = FieldsError("{} and {} exclude each other", "size", "inches")
    >>> str(error), error.worded("--{}".format)
    ('size and inches exclude each other', '--size and --inches exclude each other')
    """

    def __init__(self, text: str, *names: str) -> None:
        super().__init__(text.format(*names) if names else text)
        self._text, self._names = text, names

    def worded(self, called: Callable[[str], str]) -> str:
        """Return the message with each field as somebody calls it."""
        return self._text.format(*map(called, self._names)) if self._names else self._text


class CompleteError(ValueError):
    """An error whose message is complete, so that no field is named before it."""


def requirement(spec: Specification) -> str:
    """Return the allowed values of a field, as its control shows them."""
    allowed = spec.allowed()
    for long, short in _SHORTER:
        allowed = allowed.replace(long, short)
    return f"{spec.title} must be {allowed}"


def abbreviated(value: object) -> str:
    text = f"{value:g}" if isinstance(value, float) else " ".join(repr(value).split())
    return text if len(text) <= 60 else text[:57] + "…"


def refused(name: str, value: object, why: str) -> str:
    """Return the message about a value that is not allowed."""
    return f"{name} = {abbreviated(value)} is not allowed: {why}"


def as_control_says(refusal: str, spec: Specification) -> str:
    """Return the message about a value of a field with the title of its control in the place of its path.

    >>> from peviewer.model.encodings.alibi import Alibi
    >>> as_control_says(refused("encoding.heads", 0, "it must be at least 1"), specification(Alibi, "heads"))
    'Heads must be at least 1'
    """
    _, is_form, allowed = refusal.partition(" is not allowed: it must be ")
    return f"{spec.title} must be {allowed}" if is_form else refusal


def explain(error: ValidationError, model: type[Parameters], prefix: str = "") -> str:
    """Turn pydantic's report into one clear line.

    The prefix comes before the field's name, as ``"encoding."``.
    """
    first = _first(error)
    if isinstance(raised := first.get("ctx", {}).get("error"), CompleteError):
        return str(raised)
    place = [str(part) for part in first["loc"]]
    # A field of a mapping's entry, as play.tracks.shift.phi.speed, is explained by the entry's own
    # class.
    if len(place) > 2 and (entry := _entry_class(model, place[0])) is not None:
        model, prefix, place = entry, f"{prefix}{place[0]}.{place[1][:60]}.", place[2:]
    name = place[0] if place else ""
    if name not in model.model_fields:
        if not name:
            return f"{prefix}{first['msg'].removeprefix('Value error, ')}"
        return f"{prefix}{name[:60]} is not a field{nearest_names(name, list(model.model_fields))}"
    spec = specification(model, name)
    own = spec.kind == "other" and first["type"] == "value_error"  # a validator's own words
    allowed = first["msg"].removeprefix("Value error, ") if own else spec.allowed()
    meant = nearest_name(first["input"], spec.choices) if isinstance(first["input"], str) else None
    asked = f"; did you mean {meant}?" if meant else ""
    return refused(f"{prefix}{name}", first["input"], f"it must be {allowed}{asked}")


def _entry_class(model: type[Parameters], name: str) -> type[Parameters] | None:
    """Return the class of the entries of a field that is a mapping; None of any other field."""
    field = model.model_fields.get(name)
    if field is None or typing.get_origin(field.annotation) is not dict:
        return None
    _, entry = typing.get_args(field.annotation)
    return entry if isinstance(entry, type) and issubclass(entry, Parameters) else None


def _first(error: ValidationError) -> ErrorDetails:
    """Return pydantic's first error, and drop the tracebacks of validators' own errors.

    pydantic keeps those errors where the garbage collector does not look. With their tracebacks
    they would keep alive every frame that holds the error they became, as one that passes it on to
    another thread.
    """
    details = error.errors()
    for detail in details:
        raised = detail.get("ctx", {}).get("error")
        while isinstance(raised, BaseException):
            raised.__traceback__ = None
            raised = raised.__context__
    return details[0]


def followed(
    published: Published, current: Parameters, changes: Mapping[str, object]
) -> dict[str, object]:
    """Return the constants that come with newly made choices, for fields that are at a default or a constant now."""
    constants: dict[str, object] = {}
    for name, choices in published.items():
        chosen = str(changes.get(name))
        if name not in changes or chosen == getattr(current, name):
            continue
        for sibling, constant in choices.get(chosen, {}).items():
            usual = [known[sibling] for known in choices.values() if sibling in known]
            if getattr(current, sibling) in [type(current).model_fields[sibling].default, *usual]:
                constants[sibling] = constant
    return constants


class Constructed(Parameters):
    """Parameters whose constructor raises a ValueError that names the field, the value and what is allowed."""

    ordered: ClassVar[
        tuple[str, ...]
    ] = ()  # fields that may be given without names, those of them that there are
    published: ClassVar[
        Published
    ] = {}  # constants that come with a choice, for fields that are not given

    @model_validator(mode="before")
    @classmethod
    def _completed(cls, data: Any) -> Any:
        """Give the fields that are not given the constants that come with the choices."""
        if not isinstance(data, dict):
            return data
        constants: dict[str, object] = {}
        for name, choices in cls.published.items():
            constants |= choices.get(str(data.get(name)), {})
        return {**constants, **data}

    if (
        not TYPE_CHECKING
    ):  # checkers know the fields and their types only of the constructor that pydantic makes

        def __init__(self, *values: Any, **fields: Any) -> None:
            kind = type(self)
            known = [name for name in kind.ordered if name in kind.model_fields]
            by_place = in_order(known, values)
            if twice := [name for name in fields if name in by_place]:
                raise TypeError(
                    f"{twice[0]} is given twice: once by its place, and once by its name"
                )
            try:
                super().__init__(**by_place, **fields)
            except ValidationError as error:
                complete = isinstance(_first(error).get("ctx", {}).get("error"), CompleteError)
                raise (CompleteError if complete else ValueError)(explain(error, kind)) from None
