"""Files of tables: which arrays they have, and which one is chosen."""

import os
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

from peviewer.base.names import nearest_names
from peviewer.base.refusals import abbreviated
from peviewer.model.stored import families
from peviewer.model.stored.choice import (
    BROKEN,
    KINDS,
    Choice,
    choice_of_entry,
    reading_error,
    unshown,
)
from peviewer.model.stored.entry import LONGEST_NAME, Contents, TableError
from peviewer.model.stored.formats import SUFFIXES, read_arrays
from peviewer.model.stored.opened import StoredFile

_LISTED = 6


def contents(path: Path) -> Contents:
    """Return the arrays of a file."""
    if "\0" in str(path):
        raise TableError(f"{abbreviated(path.name)} cannot be read: a path has no NUL")
    try:
        known = path.stat()
        listed = _listed(path.absolute(), known.st_size, known.st_mtime_ns)
    except BROKEN as error:
        raise reading_error(path, error) from None
    arrays = {key: entry for key, entry in listed.arrays.items() if _is_name(key)}
    return Contents(arrays, {key: why for key, why in listed.refused.items() if _is_name(key)})


@lru_cache(maxsize=1)
def _listed(path: Path, _size: int, _changed: int) -> Contents:
    """Return all arrays of a file; cached, as a file is examined before its table is shown."""
    with StoredFile(path) as file:
        return read_arrays(file)


def _is_name(key: str) -> bool:
    """Whether the name of an array fits into a line."""
    return key.isprintable() and len(key) <= LONGEST_NAME


def choices(path: Path) -> list[Choice]:
    """Return the arrays of a file: known tables first, those that cannot be shown last."""
    listed = contents(path)
    # The names of some arrays tell from which model the file is.
    all_names = (*listed.arrays, *listed.refused)
    telling = [part for part in families.TELLING if any(part in name for name in all_names)]
    shown = {
        key: entry for key, entry in listed.arrays.items() if not families.NO_POSITIONS.search(key)
    }
    every = [choice_of_entry(path, key, shown, telling) for key in shown]
    every += [unshown(path, key, why) for key, why in listed.refused.items()]
    every.sort(key=_order)
    if all(choice.why_not for choice in every):
        check_table(every, path)
        raise TableError(
            f"{path.name} has no table to show: "
            f"{every[0].title if every else 'save an array by np.save'}"
        )
    return every


def _order(choice: Choice) -> int:
    """Return an array's rank in a list: known tables, then names like positions, then others."""
    if choice.is_known:
        return 1 if choice.why_not else 0
    return 4 if choice.why_not else 2 if families.LIKE_POSITIONS.search(choice.key) else 3


def chosen(path: Path, key: str = "") -> Choice:
    """Return the chosen table of positions of a file; see :func:`picked`."""
    choice = picked(choices(path), path, key)
    if choice.biases or choice.kind != "table":
        what = KINDS.get(choice.kind, "")
        if choice.biases:
            by = "bucket" if choice.biases.scheme == "t5" else "offset"
            what = f"{choice.biases.title} by {by} and head"
        named = f"{choice.key} of {path.name}" if choice.key else path.name
        raise TableError(f"{named} has {what}, no vectors: load_table gives their scheme")
    return choice


def picked(every: Sequence[Choice], path: Path, key: str = "") -> Choice:
    """Return the chosen array of a file: by name, or the only one, or the first known one."""
    usable = [choice for choice in every if not choice.why_not]
    if not key:
        check_table(every, path)
        first = every[0]
        if first.is_known or len(usable) == 1:
            return first
        listed = ", ".join(choice.key for choice in usable[:_LISTED])
        more = f" and {len(usable) - _LISTED} more" if len(usable) > _LISTED else ""
        example = f"choose one, as in {path.name}:{first.key}: {listed}{more}"
        raise TableError(f"{path.name} has {len(usable)} arrays of unknown names: {example}")
    choice = next((choice for choice in every if choice.key == key), None)
    if choice is None:
        hint = (
            nearest_names(key, [choice.key for choice in usable])
            if usable[0].key
            else ": its one array has no name"
        )
        raise TableError(f"{path.name} has no array {key}{hint}")
    if choice.why_not:
        raise TableError(f"{key} of {path.name} {choice.why_not}")
    return choice


def check_table(every: Sequence[Choice], path: Path) -> None:
    """Refuse a file whose table cannot be shown, or that has no table because its model rotates."""
    known = bool(every) and every[0].is_known
    if known and every[0].why_not:
        raise TableError(f"{every[0].key} of {path.name} {every[0].why_not}")
    turning = next((choice.key for choice in every if families.TURNS.search(choice.key)), "")
    has_others = any(not choice.why_not and choice.key != turning for choice in every)
    if turning and has_others and not known and not families.LIKE_POSITIONS.search(every[0].key):
        raise TableError(
            f"{path.name} has no table of positions: its model rotates queries and keys by RoPE, "
            f"as {turning} says. "
            f"Open its config.json to see how, or {path.name}:{turning} for its frequencies"
        )


def split_key(text: str) -> tuple[str, str]:
    """Return the file and the key of ``FILE[:KEY]``; a file of the whole name comes first.

    >>> split_key("gpt2.safetensors:wpe.weight"), split_key("wpe.npy"), split_key("C:/wpe.npy")
    (('gpt2.safetensors', 'wpe.weight'), ('wpe.npy', ''), ('C:/wpe.npy', ''))
    """
    path, colon, key = text.rpartition(":")
    if (
        colon
        and (path.lower().endswith(tuple(SUFFIXES)) or os.path.isfile(path))
        and not os.path.exists(text)
    ):
        return path, key
    return text, ""
