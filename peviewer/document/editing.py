"""Edits of one section of a Document, and the fields that an edit of the encoding keeps."""

from collections.abc import Collection, Sequence
from contextlib import suppress

from pydantic import ValidationError

from peviewer.base.constructed import constants_of_choices
from peviewer.base.explanations import explain
from peviewer.base.parameters import Parameters
from peviewer.base.refusals import CompleteError
from peviewer.base.specification import specification
from peviewer.document.comparing import sized_like
from peviewer.document.error import DocumentError, named_scheme
from peviewer.model.encodings.scheme import Scheme

Fields = dict[str, object]


def edited_section(
    name: str,
    section: Parameters,
    values: Fields,
    *,
    compared: Sequence[Scheme],
    alone: bool = False,
) -> Parameters:
    """Return a section with other values of some fields.

    Parameters
    ----------
    name : str
        The section's name.
    section : Parameters
        The section as it is.
    values : dict
        The values by the names of their fields.
    compared : sequence of Scheme
        The encoding and what it is compared with.
    alone : bool
        Whether nothing but these fields is to change.

    Raises
    ------
    DocumentError
        If a value is not allowed.
    """
    kept_values = _kept_values(section, values)
    if not isinstance(section, Scheme):
        return _validated(name, type(section), {**kept_values, **values})

    scheme_class = type(section)
    if "scheme" in values:
        scheme_class = named_scheme(str(values["scheme"]))
    if scheme_class is not type(section):
        return _as_another_scheme(name, section, scheme_class, kept_values, values, compared)

    following_values: Fields = {}
    if not alone:
        following_values |= constants_of_choices(section.published, section, values)
        following_values |= _values_beside(section, values, compared)
    if following_values:
        # If the consequences are not allowed with these values, the values alone are set.
        with suppress(ValidationError):
            return scheme_class.model_validate({**kept_values, **following_values, **values})
    return _validated(name, scheme_class, {**kept_values, **values})


def _validated(name: str, section_class: type[Parameters], values: Fields) -> Parameters:
    try:
        return section_class.model_validate(values)
    except ValidationError as error:
        raise DocumentError(explain(error, section_class, f"{name}.")) from None


def _kept_values(section: Parameters, values: Fields) -> Fields:
    """Return the values of a section's fields that stay when `values` change."""
    try:
        return dict(section.fields_kept_with(values))
    except CompleteError as error:
        # The file of a table has changed.
        raise DocumentError(str(error)) from None


def _as_another_scheme(
    name: str,
    scheme: Scheme,
    scheme_class: type[Scheme],
    kept_values: Fields,
    values: Fields,
    compared: Sequence[Scheme],
) -> Parameters:
    """Return a scheme of another class that keeps the chosen values of fields that both have."""
    field_names = {*kept_values, *scheme.derived_fields} - {"scheme", *scheme_class.derived_fields}
    carried_values: Fields = dict(sized_like(scheme_class, compared))
    carried_values |= _carried_over(scheme, scheme_class, field_names)
    try:
        return scheme_class.model_validate({**carried_values, **values})
    except ValidationError as error:
        is_chosen_alone = set(values) == {"scheme"}
        if carried_values and is_chosen_alone:
            default_class: type[Parameters] = scheme_class
            return default_class()
        raise DocumentError(explain(error, scheme_class, f"{name}.")) from None


def _carried_over(scheme: Scheme, scheme_class: type[Scheme], names: Collection[str]) -> Fields:
    """Return the chosen values of some fields that are allowed in another scheme.

    A number that is not allowed there becomes the nearest allowed one.
    """
    carried_values: Fields = {}
    for name in names:
        value = getattr(scheme, name)
        if name not in scheme_class.model_fields:
            continue
        if value == type(scheme).model_fields[name].default:
            continue
        spec = specification(scheme_class, name)
        if spec.kind not in ("int", "float"):
            if not spec.choices or value in spec.choices:
                carried_values[name] = value
        elif isinstance(value, int | float):
            carried_values[name] = spec.nearest(value)
    return carried_values


def _values_beside(scheme: Scheme, values: Fields, compared: Sequence[Scheme]) -> Fields:
    """Return the values that a scheme gets besides `values`.

    There are none unless a scheme of its kind is compared with it.
    """
    if not any(type(other) is type(scheme) for other in compared[1:]):
        return {}
    values_beside: Fields = {}
    for name, value in values.items():
        values_beside |= scheme.companion_values(name, value)
    return values_beside
