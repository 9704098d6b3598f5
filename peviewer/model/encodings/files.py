"""Schemes in a user's file: its code is run, and its one class becomes a scheme."""

import math
import os
import sys
from collections.abc import Hashable
from pathlib import Path
from types import ModuleType
from typing import Any, TextIO

from peviewer.base.refusals import CompleteError, refused
from peviewer.base.specification import specification
from peviewer.base.work import Cancelled
from peviewer.model.encodings.bases.own_scheme import OwnScheme, error_with_place
from peviewer.model.encodings.catalog import SCHEMES
from peviewer.model.encodings.scheme import Scheme


def load_scheme(path: str | Path) -> type[OwnScheme]:
    """Run a file of Python, and make its class a scheme, under the name it has in sessions.

    A file that was loaded before is run again, and its class takes the place of the earlier one.

    Parameters
    ----------
    path : str or pathlib.Path
        The file: all that is in it is run. It has one class that derives from
        :class:`peviewer.Tabled`, :class:`~peviewer.Turning`, :class:`~peviewer.Rotating` or
        :class:`~peviewer.Lagged`.

    Returns
    -------
    type
        The class.

    Raises
    ------
    ValueError
        If it cannot be read or run, or has no such class, or what that gives is not allowed. One
        line says why, of an error in the file with the line in it; nothing is changed then.
    """
    kind = read_scheme(path)
    add_scheme(kind)
    return kind


def read_scheme(path: str | Path) -> type[OwnScheme]:
    """Run a file and try its class as :func:`load_scheme` does, on any thread.

    The schemes do not change.
    """
    if not isinstance(path, str | os.PathLike):
        raise CompleteError(refused("path", path, "it must be the path of a file"))
    file = Path(path).absolute()
    kind = _only_class(_run(file), file.name)
    kind.file = str(file)
    _refuse_taken(kind)
    try:
        for field in kind.model_fields:
            _check_field(kind, field)
        kind()
    except (Cancelled, KeyboardInterrupt):
        raise
    except ValueError as error:
        message = str(error)
        raise CompleteError(
            message if message.startswith(file.name) else f"{file.name}: {message}"
        ) from error
    except BaseException as error:
        # The user's own __init__ may raise anything, and an annotation may name a missing type.
        raise CompleteError(error_with_place(error, str(file))) from error
    return kind


def _check_field(kind: type[OwnScheme], field: str) -> None:
    """Refuse a field that can have no control.

    Its default may be invalid, or its name taken by schemes.
    """
    named = f"{kind.__name__}.{field}"
    if kind.model_fields[field].is_required():
        raise CompleteError(f"{named} needs a value to begin with")
    bases = [
        base
        for base in kind.__bases__
        if issubclass(base, Scheme) and field not in base.model_fields
    ]
    if any(hasattr(base, field) for base in bases):
        raise CompleteError(
            f"{named} is what schemes have already, and no field: call it otherwise"
        )
    known = specification(kind, field)
    is_number = isinstance(known.default, int | float) and math.isfinite(known.default)
    if known.kind in ("int", "float") and not is_number:
        raise CompleteError(refused(named, known.default, f"it must be {known.allowed()}"))
    if not isinstance(known.default, Hashable):
        raise CompleteError(
            f"{named} is of a type that no control shows: it must be a number, a text or Literal[…]"
        )


def add_scheme(kind: type[OwnScheme]) -> None:
    """Make a class from :func:`read_scheme` a scheme; it replaces an earlier one of its file."""
    _refuse_taken(kind)
    SCHEMES[kind.scheme_name()] = kind


def _refuse_taken(kind: type[OwnScheme]) -> None:
    known = SCHEMES.get(kind.scheme_name())
    if known is None or getattr(known, "file", "") == kind.file:
        return
    owner = f", of {known.file}" if issubclass(known, OwnScheme) and known.file else ""
    other = (
        f"there is a scheme {kind.scheme_name()} already{owner}: call the class {kind.__name__} "
        "otherwise"
    )
    raise CompleteError(f"{Path(kind.file).name}: {other}")


def adopt(scheme: Scheme) -> None:
    """Register a class of the running program, such as a notebook's.

    Another scheme that has its name is an error.
    """
    if isinstance(scheme, OwnScheme):
        known = SCHEMES.get(scheme.scheme)
        if known is None or (issubclass(known, OwnScheme) and not known.file):
            SCHEMES[scheme.scheme] = type(scheme)


def _run(file: Path) -> ModuleType:
    if os.path.exists(file) and not os.path.isfile(file):  # reading a pipe would block
        raise CompleteError(f"cannot open {file}: it is not an ordinary file")
    module = ModuleType(f"peviewer own {file.stem}")
    module.__file__ = str(file)
    vars(module)["print"] = _print
    sys.modules[module.__name__] = (
        # Annotations that are written as strings are looked up there.
        module
    )
    try:
        exec(compile(file.read_bytes(), str(file), "exec"), vars(module))
    except OSError as error:
        if error.filename == str(file):
            raise CompleteError(f"cannot open {file}: {error.strerror or error}") from None
        raise CompleteError(error_with_place(error, str(file))) from error
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        raise CompleteError(error_with_place(error, str(file))) from error
    return module


def _print(*words: object, file: TextIO | None = None, **how: Any) -> None:
    """Let code print to stderr: stdout may be a picture or JSON."""
    print(*words, file=file or sys.stderr, **how)


def _only_class(module: ModuleType, name: str) -> type[OwnScheme]:
    classes = [
        value
        for value in vars(module).values()
        if isinstance(value, type)
        and issubclass(value, OwnScheme)
        and value.__module__ == module.__name__
    ]
    if len(classes) != 1:
        names = ", ".join(kind.__name__ for kind in classes) or "none"
        bases = "Tabled, Turning, Rotating or Lagged of peviewer.extend"
        raise CompleteError(f"{name} must have one class that derives from {bases}: it has {names}")
    return classes[0]
