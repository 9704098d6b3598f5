"""Documents with an array of a file, and the files that a session names."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from os import PathLike
from os.path import isabs
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from peviewer.base.arrays import plain_array
from peviewer.base.refusals import abbreviated, refused
from peviewer.document.arrays.showing import show_array
from peviewer.document.configurations.reading import is_config, open_config
from peviewer.document.document import Document, DocumentError
from peviewer.document.sessions import named_schemes
from peviewer.model.encodings.scheme import Scheme
from peviewer.model.stored.choice import Choice, choice_of_entry
from peviewer.model.stored.entry import Entry, TableError, is_number
from peviewer.model.stored.loading import MOST_EMBEDDED, has_changed, is_in_memory
from peviewer.model.stored.reading import choices, picked, split_key

# The most known tables of a file that are named.
FEW = 5


def open_table(document: Document, text: str) -> tuple[Document, str]:
    """Return a Document with the array that ``FILE[:KEY]`` names, and a sentence about it.

    A model's ``config.json`` sets the scheme, and B if other layers have another one.
    """
    path, key = split_key(text)
    if is_config(Path(path)):
        return open_config(document, Path(path), key)
    try:
        arrays = choices(Path(path))
        choice = picked(arrays, Path(path), key)
        shown, known = show_array(document, Path(path), choice)
        chosen = "" if key or shown.encoding.question else _choice_made(arrays, Path(path), choice)
        return shown, " ".join(filter(None, (known, chosen)))
    except TableError as error:
        raise DocumentError(str(error)) from None


def _choice_made(arrays: Sequence[Choice], path: Path, choice: Choice) -> str:
    """Return a sentence on which of several known tables is shown; empty if there is one."""
    known = [other.key for other in arrays if other.is_known and not other.why_not]
    others = ", ".join(key for key in known[:FEW] if key != choice.key)
    return f"Of {path.name} {choice.key} is shown; it also has {others}." if others else ""


def load_table(path: str | Path, key: str = "") -> Scheme:
    """Return the scheme that shows an array of a file.

    Parameters
    ----------
    path : str or pathlib.Path
        A file of NumPy, text, safetensors or PyTorch, in which nothing is run, or a model's
        ``config.json``.
    key : str
        The name of the array in it; by default its only one, or the first that is known. Of a
        configuration a part, such as ``"vision_config"``; by default its text.

    Returns
    -------
    Scheme
        A table of positions; the biases of T5, and of Swin or BEiT, where the array is known to be
        these; or the scheme that a configuration names.

    Raises
    ------
    TableError
        If there is no such array; one line says why, or which there are.

    Examples
    --------
    >>> import numpy as np, tempfile, peviewer as pv
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     np.savez(f"{folder}/swin.npz", relative_position_bias_table=np.zeros((169, 3)))
    ...     pv.load_table(f"{folder}/swin.npz").heads
    3
    """
    if not isinstance(path, str | PathLike):
        raise DocumentError(refused("path", path, "it must be the path of a file"))
    try:
        opened, _ = open_table(Document(), f"{path}:{key}" if key else str(path))
    except DocumentError as error:
        raise TableError(str(error)) from None
    return opened.encoding


def scheme_of_arrays(arrays: Mapping[str, ArrayLike]) -> Scheme:
    """Return the scheme of arrays by the names that they would have in a file.

    A TableError says in one line what is wrong with them.
    """
    entries: dict[str, Entry] = {}
    for key, values in arrays.items():
        array = plain_array(values)
        if not is_number(array.dtype):
            raise TableError(f"{key} has numbers of type {array.dtype}, which cannot be shown")
        entries[str(key)] = Entry(array.shape, array.dtype.name, partial(np.asarray, array))
    path = Path("the arrays")
    every = [choice_of_entry(path, key, entries, ()) for key in entries]
    every.sort(key=lambda choice: not choice.is_known)
    if not every or every[0].kind == "table":
        names = abbreviated(", ".join(entries))
        expected = "inv_freq, cos and sin, or q and q_rotated"
        raise TableError(f"arrays named {names} are not known: their names must be {expected}")
    shown, _ = show_array(Document(), path, every[0])
    return shown.encoding


def lacking_array(document: Document) -> str:
    """Return a sentence about an array of the Document that is too large for a session.

    The result is usually empty.
    """
    arrays = (*document.compared, document.content)
    if not any(is_in_memory(getattr(holder, "data", "")) for holder in arrays):
        return ""
    most = f"{MOST_EMBEDDED // 1024} KiB"
    return (
        f"Arrays over {most} are no part of a session: this one opens no more once the program "
        "has ended. Save the array by np.save, and open that file instead."
    )


def without_folders(document: Document) -> dict[str, Any]:
    """Return a Document in the types of JSON for a file to share.

    Files of tables and code are named without their folders.
    """
    data: dict[str, Any] = json.loads(document.to_json())
    for scheme, name in _named_files(data):
        scheme[name] = Path(scheme[name]).name
    return data


def place_files(session: dict[str, Any], folder: Path) -> None:
    """Let a session in JSON look in `folder`, beside its own file, for files without a folder."""
    for scheme, name in _named_files(session):
        if not isabs(scheme[name]):
            scheme[name] = str(folder.absolute() / scheme[name])


def _named_files(data: Any) -> Iterator[tuple[dict[str, Any], str]]:
    for scheme in named_schemes(data):
        for name in ("path", "source"):
            if isinstance(scheme.get(name), str) and scheme[name]:
                yield scheme, name


def table_files(data: Any) -> list[str]:
    """Return the files of tables that a session in JSON names."""
    return [scheme[name] for scheme, name in _named_files(data) if name == "path"]


def changed_tables(session: Any) -> list[str]:
    """Return the files of tables that a session in JSON names and that have changed since."""
    return [scheme["path"] for scheme in named_schemes(session) if _has_another_table(scheme)]


def take_changed_tables(session: Any) -> list[str]:
    """Let a session in JSON accept the present content of the files of its tables.

    Return the files that have changed.
    """
    changed: list[str] = []
    for scheme in named_schemes(session):
        if _has_another_table(scheme):
            changed.append(scheme["path"])
            for name in ("fingerprint", "length", "dim", "patch_rows"):
                scheme.pop(name, None)
            if all(choice.key != scheme.get("key") for choice in choices(Path(scheme["path"]))):
                scheme.pop("key", None)
    return changed


def _has_another_table(scheme: dict[str, Any]) -> bool:
    path = scheme.get("path")
    return (
        isinstance(path, str)
        and bool(path)
        and has_changed(path, str(scheme.get("fingerprint", "")))
    )


def have_changed(tables: Sequence[str]) -> str:
    """Return a sentence about each table that has changed since it was last shown."""
    names = dict.fromkeys(Path(table).name for table in tables)
    return " ".join(
        f"{name} has changed since it was last shown here: it is shown as it is now."
        for name in names
    )
