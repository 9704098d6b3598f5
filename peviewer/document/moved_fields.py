"""Fields that earlier versions had at other paths, and where their values are now."""

from collections.abc import Mapping
from typing import NamedTuple


class PresentPlace(NamedTuple):
    """The place of a value now: a field's path, and keys within the field if it is a mapping."""

    path: str
    keys: tuple[str, ...] = ()


def _in_track(name: str) -> PresentPlace:
    return PresentPlace("play.tracks", ("shift.phi", name))


MOVED: dict[str, PresentPlace] = {
    "play.courses": PresentPlace("play.tracks"),
    "shift.repeat": PresentPlace("play.repeat"),
    "shift.start": _in_track("start"),
    "shift.stop": _in_track("stop"),
    "shift.speed": _in_track("speed"),
}
"""The new places by the paths of format 1.

Sessions, presets and typed fields may still name these.
"""


def at_new_paths(values: Mapping[str, object], present: Mapping[str, object]) -> dict[str, object]:
    """Return values of fields by their paths of today.

    `present` has, by path, the mappings into which values go.

    >>> present = {"play.tracks": {"cursor.bit": {"stop": 5}}}
    >>> at_new_paths({"shift.start": 3, "shift.phi": 1}, present)
    {'shift.phi': 1, 'play.tracks': {'cursor.bit': {'stop': 5}, 'shift.phi': {'start': 3}}}
    """
    places = {path: MOVED.get(path, PresentPlace(path)) for path in values}
    moved = {place.path: values[path] for path, place in places.items() if not place.keys}
    for path, place in places.items():
        if place.keys:
            mapping = moved.get(place.path, present[place.path])
            moved[place.path] = _with_entry(mapping, place.keys, values[path])
    return moved


def _with_entry(mapping: object, keys: tuple[str, ...], value: object) -> object:
    """Return a mapping with a value at some nested keys.

    A value that is no mapping stays, and is refused later.
    """
    if not keys:
        return value
    if not isinstance(mapping, Mapping):
        return mapping
    first, *rest = keys
    entry = _with_entry(mapping.get(first, {}), tuple(rest), value)
    return {**mapping, first: entry}
