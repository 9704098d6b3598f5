"""The scheme that the Document's own is compared with: B, beside A."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Literal

from pydantic import SerializeAsAny, ValidationError, field_validator

from peviewer.base.parameters import Parameters, explain, parameter
from peviewer.base.words import UnknownName, read_value
from peviewer.model.encodings.catalog import scheme as known
from peviewer.model.encodings.scheme import Scheme

FORM = "a scheme and its fields, as in scheme=alibi,heads=8"
Shows = Literal["both", "difference"]
MOST_VALUES = 5  # of one parameter, in one plot
SEVERAL_FORM = f"at most {MOST_VALUES} schemes, as in dim=64,128,256"

_NEXT = re.compile(r",(?=\s*[A-Za-z_][\w.]*\s*=)")  # a row of numbers has commas of its own


class Compare(Parameters):
    """The scheme compared with the encoding, and how the two are shown."""

    against: SerializeAsAny[Scheme] | None = parameter(
        None, title="Compared scheme", hidden=True, form=FORM,
        help="The encoding that the current one, A, is compared with.",
    )  # fmt: skip
    shows: Shows = parameter(
        "both", title="Show", labels={"both": "A and B", "difference": "A − B"}, hidden=True,
        help="A beside B, or with it in one plot; or how far they are apart.",
    )  # fmt: skip
    several: tuple[SerializeAsAny[Scheme], ...] = parameter(
        (), title="Several values", hidden=True, form=SEVERAL_FORM,
        help="Encodings with several values of one parameter, whose curves are drawn in one plot.",
    )  # fmt: skip

    @property
    def mode(self) -> str:
        """How the two are shown; empty where nothing is compared."""
        return self.shows if self.against is not None else ""

    @field_validator("several", mode="before")
    @classmethod
    def _as_schemes(cls, values: Any) -> Any:
        if not isinstance(values, Sequence) or isinstance(values, str) or len(values) > MOST_VALUES:
            raise ValueError(SEVERAL_FORM)
        try:
            return tuple(map(cls._as_scheme, values))
        except ValueError:
            raise ValueError(SEVERAL_FORM) from None

    @field_validator("against", mode="before")
    @classmethod
    def _as_scheme(cls, value: Any) -> Any:
        fields = fields_of(value) if isinstance(value, str) else value
        if fields is None or isinstance(fields, Scheme):
            return fields
        if not isinstance(fields, Mapping) or "scheme" not in fields:
            raise ValueError(FORM)
        kind: type[Scheme] | None = None
        try:
            kind = known(str(fields["scheme"]))
            return kind.model_validate(dict(fields))
        except ValidationError as error:
            why = explain(error, kind or Scheme).replace(" is not allowed: it must be", " must be")
            raise ValueError(f"{FORM}; {why}") from None
        except UnknownName as error:
            raise ValueError(f"{FORM}; {fields['scheme']!r} is no scheme{error.hint}") from None


def fields_of(text: str) -> dict[str, object]:
    """Return the fields that a text names.

    >>> fields_of("scheme=rotary, dim=64,short=1,2,3")
    {'scheme': 'rotary', 'dim': 64, 'short': '1,2,3'}
    """
    parts = [part.partition("=") for part in _NEXT.split(text)]
    if not all(name.strip() and equals for name, equals, _ in parts):
        raise ValueError(FORM)
    return {name.strip(): read_value(value.strip()) for name, _, value in parts}
