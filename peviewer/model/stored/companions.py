"""Arrays that belong to another one of a file by their names."""

import re
from collections.abc import Mapping

from peviewer.model.stored.entry import Entry, without_ones

_COSINES = re.compile(r"(?<![a-z])cos(?![a-z]{2})", re.IGNORECASE)
_BEFORE = re.compile("before")
_TURNED_ENDS = "_rot", "_rotated", "_turned", "_embed", "_rope", "_out", "_after"
_SINES = {"COS": "SIN", "Cos": "Sin"}


def sines_of(key: str, entries: Mapping[str, Entry]) -> Entry | None:
    """Return the sines beside an array of cosines, of the same rows and columns.

    Return None for other arrays.
    """
    if not _COSINES.search(key):
        return None
    name_of_sines = _COSINES.sub(lambda found: _SINES.get(found[0], "sin"), key)
    sines = entries.get(name_of_sines)
    if sines is None:
        return None
    sides = without_ones(entries[key].shape)
    is_alike = len(sides) == 2 and sides == without_ones(sines.shape)
    return sines if is_alike else None


def turned_of(key: str, entries: Mapping[str, Entry]) -> Entry | None:
    """Return queries or keys after a rotation beside those before it, of the same shape.

    Return None for other arrays.
    """
    names = [f"{key}{end}" for end in _TURNED_ENDS]
    if _BEFORE.search(key):
        names.append(_BEFORE.sub("after", key))
    shape = entries[key].shape
    found = [entries[name] for name in names if name in entries]
    is_of_rows = len(shape) >= 2 and shape[-1] % 2 == 0
    return found[0] if found and is_of_rows and found[0].shape == shape else None
