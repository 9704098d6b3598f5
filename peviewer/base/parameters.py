"""Declare a parameter once: control, flag, tooltip, limits and error message follow."""

import difflib
import math
import types
import typing
from dataclasses import dataclass
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator
from pydantic.fields import FieldInfo

Kind = Literal["int", "float", "bool", "choice", "other"]
Scale = Literal["linear", "log"]


class Parameters(BaseModel):
    """A frozen, validated group of parameters; unknown fields are refused."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)

    @field_validator("*", mode="before")
    @classmethod
    def _no_truth_as_number(cls, value: object, info: Any) -> object:
        field = cls.model_fields[info.field_name]
        if isinstance(value, bool) and field.annotation in (int, float):
            raise ValueError("a truth value is not a number")
        return value


def parameter(
    default: Any,
    *,
    title: str,
    help: str,
    symbol: str = "",
    unit: str = "",
    formula: str = "",
    ge: float | None = None,
    gt: float | None = None,
    le: float | None = None,
    slider: tuple[float, float] | None = None,
    scale: Scale = "linear",
    labels: dict[str, str] | None = None,
    hidden: bool = False,
    only: tuple[str, tuple[str, ...]] | None = None,
) -> Any:
    """Declare one field of a :class:`Parameters` class.

    Parameters
    ----------
    default : object
        The value a new Document starts with.
    title : str
        The label of its control, in sentence case: ``"Length"``.
    help : str
        One line that says what it does; with `formula` it is the tooltip.
    symbol, unit : str
        The formula symbol (``"L"``) and the unit shown behind the number.
    formula : str
        Where it enters, as text: ``"ωᵢ = base^(−2i/d)"``.
    ge, gt, le : float, optional
        The allowed range; everything else is refused.
    slider : tuple of float, optional
        The range of the slider where that is narrower than what is allowed.
    scale : {"linear", "log"}
        How the slider is divided.
    labels : dict of str to str, optional
        What each choice is called in the window.
    hidden : bool
        True for a field that has no control (set by panes or by the session).
    only : tuple, optional
        The name of a sibling field and those of its choices with which this one
        does something: ``("kind", ("normal",))``. Its control is shown only then.

    Returns
    -------
    pydantic.fields.FieldInfo
        The field; typed ``Any`` so that it can stand as a default.

    Examples
    --------
    >>> class Toy(Parameters):
    ...     size: int = parameter(3, title="Size", help="How big.", ge=1, le=9)
    >>> Toy().size
    3
    >>> specification(Toy, "size").allowed()
    'a whole number from 1 to 9'
    """
    extra: dict[str, Any] = {
        "symbol": symbol,
        "unit": unit,
        "formula": formula,
        "slider": slider,
        "scale": scale,
        "labels": labels or {},
        "hidden": hidden,
        "only": only,
    }
    bounds = {name: bound for name, bound in (("ge", ge), ("gt", gt), ("le", le)) if bound is not None}
    return Field(default, title=title, description=help, json_schema_extra=extra, **bounds)  # type: ignore[call-overload]  # bounds are read by name


@dataclass(frozen=True)
class Specification:
    """What is known of one parameter, read back from its declaration."""

    name: str
    kind: Kind
    default: Any
    title: str
    help: str
    symbol: str
    unit: str
    formula: str
    minimum: float
    maximum: float
    open_minimum: bool
    slider: tuple[float, float]
    scale: Scale
    choices: tuple[str, ...]
    labels: dict[str, str]
    optional: bool
    hidden: bool
    only: tuple[str, tuple[str, ...]] | None

    def applies(self, section: Parameters) -> bool:
        """Whether the field does something in a section as it is."""
        return self.only is None or getattr(section, self.only[0]) in self.only[1]

    def allowed(self) -> str:
        """Say which values are allowed, in words that end a sentence."""
        if self.kind == "bool":
            return "true or false"
        if self.kind == "choice":
            return "one of " + ", ".join(self.choices)
        if self.kind == "other":
            return "a value of its own form"
        noun = "a whole number" if self.kind == "int" else "a finite number"
        low, high = plain(self.minimum), plain(self.maximum)
        if self.open_minimum:
            tail = f" greater than {low}" + ("" if math.isinf(self.maximum) else f" and at most {high}")
        elif math.isinf(self.minimum) or math.isinf(self.maximum):
            tail = f" of at least {low}" if math.isfinite(self.minimum) else ""
            tail += f" of at most {high}" if math.isfinite(self.maximum) else ""
        else:
            tail = f" from {low} to {high}"
        return noun + tail

    def label(self, choice: str) -> str:
        """Return what `choice` is called in the window."""
        return self.labels.get(choice, choice.replace("-", " ").capitalize())


def plain(number: float) -> str:
    """Write a number as people do: thousands set apart, no needless decimals.

    Examples
    --------
    >>> plain(10_000_000), plain(0.5), plain(-1e20)
    ('10,000,000', '0.5', '−1e+20')
    """
    whole = float(number).is_integer() and abs(number) < 1e16
    text = f"{int(number):,}" if whole else f"{number:.6g}"
    return text.replace("-", "−", 1) if text.startswith("-") else text


def _bounds(field: FieldInfo) -> tuple[float, float, bool]:
    low, high, is_open = -math.inf, math.inf, False
    for constraint in field.metadata:
        if (ge := getattr(constraint, "ge", None)) is not None:
            low = ge
        if (gt := getattr(constraint, "gt", None)) is not None:
            low, is_open = gt, True
        if (le := getattr(constraint, "le", None)) is not None:
            high = le
    return low, high, is_open


def _shape(annotation: Any) -> tuple[Kind, tuple[str, ...], bool]:
    """Return the kind of an annotation, its choices, and whether None is allowed."""
    optional = False
    if isinstance(annotation, types.UnionType) or typing.get_origin(annotation) is typing.Union:
        members = [member for member in typing.get_args(annotation) if member is not type(None)]
        optional = len(members) < len(typing.get_args(annotation))
        annotation = members[0]
    if typing.get_origin(annotation) is Literal:
        return "choice", tuple(map(str, typing.get_args(annotation))), optional
    kinds: dict[Any, Kind] = {int: "int", float: "float", bool: "bool"}
    return kinds.get(annotation, "other"), (), optional


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
    extra: dict[str, Any] = field.json_schema_extra if isinstance(field.json_schema_extra, dict) else {}
    kind, choices, optional = _shape(field.annotation)
    low, high, is_open = _bounds(field)
    return Specification(
        name=name,
        kind=kind,
        default=field.get_default(call_default_factory=True),
        title=field.title or name,
        help=field.description or "",
        symbol=extra.get("symbol", ""),
        unit=extra.get("unit", ""),
        formula=extra.get("formula", ""),
        minimum=low,
        maximum=high,
        open_minimum=is_open,
        slider=extra.get("slider") or (low, high),
        scale=extra.get("scale", "linear"),
        choices=choices,
        labels=extra.get("labels", {}),
        optional=optional,
        hidden=bool(extra.get("hidden", True)),
        only=extra.get("only"),
    )


def specifications(model: type[Parameters]) -> tuple[Specification, ...]:
    """Return the specifications of all declared fields, in order of declaration."""
    return tuple(specification(model, name) for name in model.model_fields)


def nearest_names(name: str, known: list[str]) -> str:
    """Return ``"; did you mean …?"`` for a misspelt name, or the known names.

    Examples
    --------
    >>> nearest_names("lenght", ["length", "dim"])
    '; did you mean length?'
    >>> nearest_names("colour", ["length", "dim"])
    '; there are: length, dim'
    """
    near = difflib.get_close_matches(name, known, n=1)
    return f"; did you mean {near[0]}?" if near else "; there are: " + ", ".join(known)


def shown(value: object) -> str:
    """Write a refused value as the user gave it, shortened.

    Examples
    --------
    >>> shown("abc"), shown(float("nan")), shown(1e12)
    ("'abc'", 'nan', '1e+12')
    """
    text = f"{value:g}" if isinstance(value, float) else repr(value)
    return text if len(text) <= 60 else text[:57] + "…"


def explain(error: ValidationError, model: type[Parameters], prefix: str = "") -> str:
    """Turn pydantic's report into one clear line.

    Parameters
    ----------
    error : pydantic.ValidationError
        What validation raised.
    model : type
        The class that was validated.
    prefix : str
        Put before the field's name, as in ``"encoding."``.

    Returns
    -------
    str
        Names the field, the value and what is allowed.

    Examples
    --------
    >>> class Toy(Parameters):
    ...     size: int = parameter(3, title="Size", help="How big.", ge=1, le=9)
    >>> try:
    ...     Toy(size=0)
    ... except ValidationError as error:
    ...     print(explain(error, Toy, "toy."))
    toy.size = 0 is not allowed: it must be a whole number from 1 to 9
    """
    first = error.errors()[0]
    name = str(first["loc"][0]) if first["loc"] else ""
    if name not in model.model_fields:
        if not name:
            return f"{prefix}{first['msg'].removeprefix('Value error, ')}"
        return f"{prefix}{name} is not a field{nearest_names(name, list(model.model_fields))}"
    spec = specification(model, name)
    allowed = spec.allowed() if spec.kind != "other" else first["msg"].removeprefix("Value error, ")
    return f"{prefix}{name} = {shown(first['input'])} is not allowed: it must be {allowed}"
