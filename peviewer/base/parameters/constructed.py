"""Parameters that people construct in Python: what is refused is said in one line, as everywhere else."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from pydantic import ValidationError, model_validator

from peviewer.base.parameters.declaration import Parameters, in_order
from peviewer.base.parameters.published import Published, filled
from peviewer.base.parameters.refusal import explain

if TYPE_CHECKING:
    from collections.abc import Mapping


class Constructed(Parameters):
    """Parameters whose constructor raises a ValueError that names the field, the value and what is allowed.

    Examples
    --------
    >>> from peviewer.base.parameters import parameter
    >>> class Toy(Constructed):
    ...     ordered: ClassVar[tuple[str, ...]] = ("size",)
    ...     size: int = parameter(3, title="Size", help="How big.", ge=1, le=9)
    >>> Toy(5).size
    5
    >>> Toy(0)
    Traceback (most recent call last):
        ...
    ValueError: size = 0 is not allowed: it must be a whole number from 1 to 9
    """

    ordered: ClassVar[tuple[str, ...]] = ()
    """The fields that may be given without their names, those of them that a class has."""
    also: ClassVar[Mapping[str, str]] = {}
    """Other names that fields may be given by, and those fields; a message says the name that was given."""

    published: ClassVar[Published] = {}
    """Constants that come with a choice, for fields that are not given."""

    @model_validator(mode="before")
    @classmethod
    def _completed(cls, data: Any) -> Any:
        if not isinstance(data, dict) or not (cls.also or cls.published):
            return data
        return filled(cls.published, {cls.also.get(name, name): value for name, value in data.items()})

    if not TYPE_CHECKING:  # checkers know the fields and their types only of the constructor that pydantic makes

        def __init__(self, *values: Any, **fields: Any) -> None:
            kind = type(self)
            known = [name for name in kind.ordered if name in kind.model_fields]
            given = in_order(known, values)
            if twice := [name for name in fields if kind.also.get(name, name) in given]:
                raise TypeError(f"{twice[0]} is given twice: once by its place, and once by its name")
            if twice := [name for name in fields if kind.also.get(name) in fields]:
                raise TypeError(f"{twice[0]} is given twice: it is another name of {kind.also[twice[0]]}")
            try:
                super().__init__(**given, **fields)
            except ValidationError as error:
                told = explain(error, kind)
                for name in kind.also.keys() & fields.keys():
                    told = told.replace(kind.also[name], name, 1)
                raise ValueError(told) from None
