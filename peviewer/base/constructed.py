"""Parameters that Python programs construct: values by position, constants that follow choices."""

from collections.abc import Iterable, Mapping, Sequence
from inspect import Parameter, Signature
from typing import TYPE_CHECKING, Any, ClassVar

from pydantic import ValidationError, model_validator

from peviewer.base.explanations import explain, first_error
from peviewer.base.parameters import Parameters, declaration
from peviewer.base.refusals import CompleteError

Published = Mapping[str, Mapping[str, Mapping[str, object]]]
"""The constants that come with a choice: field → choice → other fields and their values."""


def by_position(fields: Iterable[str], values: Sequence[object]) -> dict[str, object]:
    """Return values that were given in the order of fields as a mapping by name."""
    names = list(fields)
    if len(values) > len(names):
        few = "none goes without"
        if names:
            few = f"only {' and '.join(names)} go without, in this order"
        raise TypeError(f"{len(values)} values without names are too many: {few}")
    return dict(zip(names, values, strict=False))


def constants_of_choices(
    published: Published, current: Parameters, changes: Mapping[str, object]
) -> dict[str, object]:
    """Return the constants that come with the choices among `changes`.

    Fields that the user has set keep their values: only fields at a default or a constant change.
    """
    constants: dict[str, object] = {}
    for name, constants_by_choice in published.items():
        choice = str(changes.get(name))
        if name not in changes or choice == getattr(current, name):
            continue
        for field, constant in constants_by_choice.get(choice, {}).items():
            usual_values = [type(current).model_fields[field].default]
            usual_values += [
                others[field] for others in constants_by_choice.values() if field in others
            ]
            if getattr(current, field) in usual_values:
                constants[field] = constant
    return constants


def _positional_fields(kind: type["Constructed"]) -> list[str]:
    return [name for name in kind.positional_fields if name in kind.model_fields]


def _short_signature(kind: type["Constructed"]) -> Signature:
    """Return the constructor's signature without types and limits, which its docstring has.

    Fields that go without names come first.
    """
    positional = _positional_fields(kind)
    arguments = []
    for name in dict.fromkeys([*positional, *kind.model_fields]):
        may_be_positional = name in positional
        if may_be_positional or not declaration(kind, name).hidden:
            how = Parameter.POSITIONAL_OR_KEYWORD if may_be_positional else Parameter.KEYWORD_ONLY
            default = kind.model_fields[name].get_default(call_default_factory=True)
            arguments.append(Parameter(name, how, default=default))
    return Signature(arguments)


class Constructed(Parameters):
    """Parameters whose constructor raises one clear line.

    It is a ValueError that names the field, the value and what is allowed.
    """

    # Fields that may be given without names, if the class has them.
    positional_fields: ClassVar[tuple[str, ...]] = ()

    # Constants that come with a choice, for fields that are not given.
    published: ClassVar[Published] = {}

    @model_validator(mode="before")
    @classmethod
    def _completed(cls, data: Any) -> Any:
        """Set the fields that are not given to the constants that come with the choices."""
        if not isinstance(data, dict):
            return data
        constants: dict[str, object] = {}
        for name, constants_by_choice in cls.published.items():
            constants |= constants_by_choice.get(str(data.get(name)), {})
        return {**constants, **data}

    @classmethod
    def __pydantic_init_subclass__(cls, **kwargs: Any) -> None:
        super().__pydantic_init_subclass__(**kwargs)
        cls.__signature__ = _short_signature(cls)

    # Type checkers would see only this constructor, and no longer the fields that pydantic's has.
    if not TYPE_CHECKING:

        def __init__(self, *values: Any, **fields: Any) -> None:
            kind = type(self)
            positional = by_position(_positional_fields(kind), values)
            if twice := [name for name in fields if name in positional]:
                raise TypeError(
                    f"{twice[0]} is given twice: once by its place, and once by its name"
                )
            try:
                super().__init__(**positional, **fields)
            except ValidationError as error:
                cause = first_error(error).get("ctx", {}).get("error")
                error_class = type(cause) if isinstance(cause, CompleteError) else ValueError
                raise error_class(explain(error, kind)) from None
