"""Parameters, declared once each: control, flag and limits follow from the declaration."""

import math
import types
import typing
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from pydantic import BaseModel, ConfigDict, Field, field_validator

from peviewer.base.numbers import number
from peviewer.base.typed_values import is_for_field, read_number, read_numbers, read_real

Scale = Literal["linear", "log"]
Kind = Literal["int", "float", "bool", "choice", "numbers", "other"]

# How many entries a field may have. Numbers are exempt if all are valid: of each invalid one
# pydantic would say why.
MOST_ENTRIES = 10_000

_KINDS: dict[Any, Kind] = {int: "int", float: "float", bool: "bool"}


if TYPE_CHECKING:
    Listed = BaseModel
else:

    class _ListsForUsers(type(BaseModel)):
        """The names a class lists after its name and a dot in an editor: none of pydantic's."""

        def __dir__(cls) -> list[str]:
            special = [name for name in super().__dir__() if name.startswith("__")]
            return sorted({*special, *cls.listed_names()})

    class Listed(BaseModel, metaclass=_ListsForUsers):
        """Parameters that list only the names that are for users."""

        @classmethod
        def listed_names(cls) -> set[str]:
            return set()


class Parameters(Listed):
    """A frozen, validated group of parameters; unknown fields are errors."""

    # The names, besides fields, that users call; all others are for the program.
    names_for_users: ClassVar[tuple[str, ...]] = ()

    # Whether a field with an annotation but without a declaration has a control, too.
    fields_may_be_annotated: ClassVar[bool] = False

    # pydantic builds its validator with the class: on first use, two threads could build it at
    # once.
    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)

    @field_validator("*", mode="before")
    @classmethod
    def _as_meant(cls, value: object, info: Any) -> object:
        """Read numbers that were typed, with any minus and any spaces, or several in a row.

        A truth value as a number and too many entries are refused.
        """
        annotation = cls.model_fields[info.field_name].annotation
        if isinstance(value, list | tuple | dict) and len(value) > MOST_ENTRIES:
            takes_numbers = annotation in (tuple[float, ...], tuple[int, ...])
            if not (takes_numbers and all(isinstance(entry, int | float) for entry in value)):
                raise ValueError(f"at most {number(MOST_ENTRIES)} entries")
        if isinstance(value, bool) and annotation in (int, float):
            raise ValueError("a truth value is not a number")
        if isinstance(value, str):
            kind, _ = read_annotation(annotation)
            typed: object = None
            if kind == "numbers":
                typed = read_numbers(value)
            elif kind == "int" and not is_for_field(value):
                typed = read_number(value)
            elif kind == "float" and not is_for_field(value):
                typed = read_real(value)
            return value if typed is None else typed
        return value

    @classmethod
    def listed_names(cls) -> set[str]:
        """Return the names for users, and all names that a user's own class adds."""
        names: set[str] = set()
        for owner in cls.__mro__:
            attributes = vars(owner)
            names.update(attributes.get("names_for_users", ()))
            if not owner.__module__.startswith(("peviewer.", "pydantic", "builtins", "typing")):
                names.update(name for name in attributes if not name.startswith("_"))
        return names

    def __dir__(self) -> list[str]:
        """List the fields and what is for users: neither the program's hooks nor pydantic's."""
        return sorted({*type(self).model_fields, *self.listed_names()})

    def fields_kept_with(self, changes: Mapping[str, object]) -> dict[str, object]:
        """Return the fields that stay as they are when others change."""
        return self.by_field()

    def by_field(self) -> dict[str, Any]:
        """Return the values by the names of their fields; a class may yield others."""
        return {name: getattr(self, name) for name in type(self).model_fields}


@dataclass(frozen=True, kw_only=True)
class Declaration:
    """The declaration of a parameter: its labels, its limits and its control."""

    # The label of the control, in sentence case: "Length".
    title: str

    # One line that says what the field does; with `formula` it is the tooltip.
    help: str

    # Its symbol in formulas: "L".
    symbol: str = ""

    # The unit is shown behind the number.
    unit: str = ""

    # Where the field enters, in mathtext: r"\omega_i = b^{-2i/d}".
    formula: str = ""

    # The limits of what is allowed; everything else is an error.
    ge: float | None = None
    gt: float | None = None
    le: float | None = None

    # The range of the slider, if it is narrower than the allowed range.
    slider: tuple[float, float] = (-math.inf, math.inf)

    # How the slider is divided.
    scale: Scale = "linear"

    # What each choice is called in the window.
    labels: dict[str, str] = field(default_factory=dict)

    # Whether the field has no control: panes or the session set it.
    hidden: bool = False

    # The name of a sibling field, and its choices with which this field has an effect:
    # ("kind", ("normal",)). Its control is shown only then.
    only: tuple[str, tuple[str, ...]] | None = None

    # What a scheme must be for the control to be shown.
    needs: type | tuple[type, ...] = object

    # Only multiples of this number are allowed.
    multiple: int = 1

    # What ↑ and ↓ add to a whole number. The slider stops at multiples; others can be typed.
    step: int = 1

    # Usual numbers, at which the slider stops a little.
    stops: tuple[int, ...] = ()

    # The name of the range in the Document that the slider's ends follow, such as "positions";
    # empty if the ends are fixed. The names are in `document/animation.py`.
    follows: str = ""

    # What is allowed, as the end of a sentence, if the field is neither a number nor a choice.
    form: str = ""

    # Whether a value of such a field is typed into a line, and not chosen from a list.
    typed: bool = False

    # The headings that choices are listed under.
    groups: dict[str, list[str]] = field(default_factory=dict)

    # The text for 0 in the window, if 0 has a special meaning: "not given".
    zero: str = ""

    # Whether the field is seldom used: its control is then folded away.
    seldom: bool = False

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
    bounds = {"ge": made.ge, "gt": made.gt, "le": made.le}
    constraints: dict[str, Any] = {
        name: bound for name, bound in bounds.items() if bound is not None
    }
    if made.multiple > 1:
        constraints["multiple_of"] = made.multiple
    return Field(
        default,
        json_schema_extra=made,
        title=made.title,
        description=made.help,
        **constraints,
    )


def redeclared(model: type[Parameters], name: str, default: Any, **changes: Any) -> Any:
    """Declare a field as another group declares it, with another default and some changes."""
    return parameter(default, **{**vars(declaration(model, name)), **changes})


def declaration(model: type[Parameters], name: str) -> Declaration:
    """Return the declaration of a field.

    The declaration of an undeclared field is hidden, or made from its annotation.
    """
    declared = model.model_fields[name].json_schema_extra
    if isinstance(declared, Declaration):
        return declared
    if model.fields_may_be_annotated:
        return _declaration_of_annotated(model, name)
    return Declaration(title=name, help="", hidden=True)


def _declaration_of_annotated(model: type[Parameters], name: str) -> Declaration:
    """Return a field's declaration by a base class, or one from its name, bounds and default."""
    for base in model.__mro__[1:]:
        inherited = base.model_fields.get(name) if issubclass(base, Parameters) else None
        if inherited and isinstance(inherited.json_schema_extra, Declaration):
            return inherited.json_schema_extra

    field_info = model.model_fields[name]
    bounds = {}
    for constraint in field_info.metadata:
        for bound in ("ge", "gt", "le"):
            if hasattr(constraint, bound):
                bounds[bound] = getattr(constraint, bound)

    slider = -math.inf, math.inf
    default = field_info.get_default(call_default_factory=True)
    if isinstance(default, int | float) and not isinstance(default, bool):
        slider = min(0, 4 * default), max(0, 4 * default) or 1

    kind, _ = read_annotation(field_info.annotation)
    return Declaration(
        title=field_info.title or name.replace("_", " ").strip().capitalize(),
        help=field_info.description or "",
        slider=slider,
        hidden=kind == "other",
        **bounds,
    )


def read_annotation(annotation: Any) -> tuple[Kind, tuple[str, ...]]:
    """Return the kind of an annotation, and its choices; ``int | None`` is an int."""
    if isinstance(annotation, types.UnionType) or typing.get_origin(annotation) is typing.Union:
        members = typing.get_args(annotation)
        annotation = next(member for member in members if member is not type(None))
    if typing.get_origin(annotation) is Literal:
        return "choice", tuple(map(str, typing.get_args(annotation)))
    if annotation == tuple[float, ...]:
        return "numbers", ()
    return _KINDS.get(annotation, "other"), ()
