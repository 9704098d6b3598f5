"""What the encoding is compared with: another scheme, or several values of one parameter."""

import re
from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import BeforeValidator, Field, SerializeAsAny, ValidationError

from peviewer.base.explanations import explain
from peviewer.base.names import UnknownName
from peviewer.base.parameters import Parameters, parameter
from peviewer.base.typed_values import read_value
from peviewer.model.encodings.catalog import scheme as known_scheme
from peviewer.model.encodings.scheme import Scheme

SCHEME_FORM = "a scheme and its fields, as in scheme=alibi,heads=8"
Shows = Literal["both", "flip", "difference"]

# The most values of one parameter in one plot.
MOST_VALUES = 8
# The most of them in panes with other curves or numbers than those of a scaling.
USUAL_VALUES = 5
SEVERAL_FORM = f"at most {MOST_VALUES} schemes, as in dim=64,128,256"

# The comma before the next field; other commas belong to rows of numbers.
_NEXT_FIELD = re.compile(r",(?=\s*[A-Za-z_][\w.]*\s*=)")


def fields_of(text: str) -> dict[str, object]:
    """Return the fields that a text names.

    >>> fields_of("scheme=rotary, dim=64,short=1,2,3")
    {'scheme': 'rotary', 'dim': 64, 'short': '1,2,3'}
    """
    fields: dict[str, object] = {}
    for part in _NEXT_FIELD.split(text):
        name, equals, value = part.partition("=")
        if not name.strip() or not equals:
            raise ValueError(SCHEME_FORM)
        fields[name.strip()] = read_value(value.strip())
    return fields


def _as_scheme(value: object) -> object:
    fields = fields_of(value) if isinstance(value, str) else value
    if isinstance(fields, Scheme):
        return fields
    if not isinstance(fields, Mapping) or "scheme" not in fields:
        raise ValueError(SCHEME_FORM)
    try:
        scheme_class = known_scheme(str(fields["scheme"]))
    except UnknownName as error:
        reason = f"{fields['scheme']!r} is no scheme{error.hint}"
        raise ValueError(f"{SCHEME_FORM}; {reason}") from None
    try:
        return scheme_class.model_validate(dict(fields))
    except ValidationError as error:
        reason = explain(error, scheme_class).replace(" is not allowed: it must be", " must be")
        raise ValueError(f"{SCHEME_FORM}; {reason}") from None


AnyScheme = Annotated[SerializeAsAny[Scheme], BeforeValidator(_as_scheme)]


class Compare(Parameters):
    """The scheme compared with the encoding, and how the two are shown."""

    against: AnyScheme | None = parameter(
        None,
        title="Compared scheme",
        hidden=True,
        form=SCHEME_FORM,
        help="The encoding that the current one, A, is compared with.",
    )
    shows: Shows = parameter(
        "both",
        title="Show",
        labels={"both": "Side by side", "flip": "Flip", "difference": "A − B"},
        hidden=True,
        help="A beside B; B in A's place while F is held, in files beside it; or how far they are "
        "apart. Curves are in one plot.",
    )
    several: Annotated[tuple[AnyScheme, ...], Field(max_length=MOST_VALUES)] = parameter(
        (),
        title="Several values",
        hidden=True,
        form=SEVERAL_FORM,
        help="Encodings with several values of one parameter, whose curves are drawn in one plot.",
    )

    @property
    def mode(self) -> str:
        """How the two are shown: side by side, or as a difference …; empty without a comparison."""
        return self.shows if self.against is not None else ""
