"""Constants that come with a choice: where they are published, they are what the user has not touched."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from peviewer.base.parameters.declaration import Parameters

Published = Mapping[str, Mapping[str, Mapping[str, object]]]
"""By field and choice the fields that have constants with it."""


def filled(published: Published, given: Mapping[str, object]) -> dict[str, object]:
    """Return fields that are given, and the constants of their choices for those that are not.

    Examples
    --------
    >>> filled({"form": {"round": {"radius": 4}}}, {"form": "round", "size": 2})
    {'radius': 4, 'form': 'round', 'size': 2}
    """
    found: dict[str, object] = {}
    for name, choices in published.items():
        found |= choices.get(str(given.get(name)), {})
    return {**found, **given}


def followed(published: Published, current: Parameters, changes: Mapping[str, object]) -> dict[str, object]:
    """Return the constants that come with newly made choices, for fields that are at a default or a constant now.

    Examples
    --------
    >>> from peviewer.base.parameters import Parameters, parameter
    >>> class Toy(Parameters):
    ...     form: str = parameter("none", title="Form", help="What.")
    ...     radius: int = parameter(1, title="Radius", help="How wide.")
    >>> constants = {"form": {"round": {"radius": 4}, "oval": {"radius": 7}}}
    >>> [followed(constants, Toy(radius=radius), {"form": "round"}) for radius in (1, 7, 3)]
    [{'radius': 4}, {'radius': 4}, {}]
    """
    found: dict[str, object] = {}
    for name, choices in published.items():
        chosen = str(changes.get(name))
        if name not in changes or chosen == getattr(current, name):
            continue
        for field, constant in choices.get(chosen, {}).items():
            usual = [known[field] for known in choices.values() if field in known]
            if getattr(current, field) in [type(current).model_fields[field].default, *usual]:
                found[field] = constant
    return found
