"""The arguments of the functions in Python: the Document that they name, and the look of a page."""

import warnings
from collections.abc import Collection, Mapping, Sequence
from os import PathLike
from pathlib import Path
from typing import Any

from numpy.typing import ArrayLike

from peviewer.base.parameters import Parameters
from peviewer.base.refusals import refused
from peviewer.document.animation import replaced_values
from peviewer.document.configurations.reading import is_config, open_config
from peviewer.document.document import Document, DocumentError
from peviewer.document.fields import compared, path_of
from peviewer.document.visible_range import VisibleRange
from peviewer.exporters.formats import FORMATS
from peviewer.exporters.reading import OpenedFile, open_file
from peviewer.figures.panes.catalog import PANES, check_several
from peviewer.figures.panes.catalog import panes as named_panes
from peviewer.figures.panes.pane import Pane
from peviewer.figures.presets import preset as named
from peviewer.model.encodings.files import adopt
from peviewer.model.encodings.scheme import Scheme
from peviewer.model.encodings.tables.arrays import as_scheme
from peviewer.paper.sizing import Sizing
from peviewer.paper.style import Parts, Style

# The names of what a picture can be asked for beside the fields of the Document.
LOOK = (*Sizing.model_fields, "theme", *Parts.model_fields, *VisibleRange.model_fields)


def document_from_arguments(
    encoding: Scheme | ArrayLike | None,
    view: Mapping[str, object],
    preset: str | None = None,
    session: OpenedFile | str | Path | None = None,
    panes: Sequence[Pane] = (),
    beside: Sequence[str] = (),
) -> Document:
    """Return the Document that is meant: of a preset or a session, with an encoding and fields set.

    Fields go by their own name, those of the sections of `panes` first, or by their path; and what
    is seen by ``positions="0:64"``, ``dimensions`` and ``pairs``. A misspelt name may mean one of
    those `beside` the fields.
    """
    if preset and session:
        raise DocumentError("preset and session exclude each other: give one of them")
    if not isinstance(preset, str | None):
        raise DocumentError(refused("preset", preset, "it must be the name of a preset"))
    if session:
        if not isinstance(session, OpenedFile):
            session = open_file(file_at("session", session))
        document = session.document()
    elif preset:
        document = named(preset).document
    elif isinstance(encoding, str | PathLike) and is_config(Path(encoding)):
        document = open_config(Document(), Path(encoding))[0].with_marks_inside_table
        encoding = None
    elif encoding is not None:
        document = _opening(Document(), encoding).with_marks_inside_table
        encoding = None
    else:
        document = Document()
    return edited(document, encoding, view, panes, beside)


def edited(
    document: Document,
    encoding: Scheme | ArrayLike | None,
    view: Mapping[str, object],
    panes: Sequence[Pane] = (),
    beside: Sequence[str] = (),
) -> Document:
    """Return a Document with another encoding, with other fields, and with what is seen of it.

    Fields are set by their name or path.
    """
    if encoding is not None:
        document = _opening(document, encoding)
    visible_range = fields_of(VisibleRange, view)
    several = view.get("several")
    against = view.get("against")
    other_names = {"several", *visible_range}
    if against is not None:
        other_names.add("against")
    fields = {name: value for name, value in view.items() if name not in other_names}

    scheme = str(fields.get("scheme", ""))
    pane_names = [pane.name for pane in panes]
    changes = {
        _path(document, name, pane_names, scheme, beside): value for name, value in fields.items()
    }
    document = document.edited_by_any_path(changes)
    document = compared(document, several, against)
    if several is not None and pane_names:
        check_several(document, pane_names)
    for line in replaced_values(document, changes):
        # The warning is of where the public function was called.
        warnings.warn(line, stacklevel=4)
    return VisibleRange(**visible_range).of(document)


def _opening(document: Document, encoding: Scheme | ArrayLike) -> Document:
    shown = as_scheme(encoding)
    adopt(shown)
    return document.opening(shown)


def style_from_arguments(
    choices: Mapping[str, Any], before: Style | None = None
) -> tuple[Style, dict[str, Any]]:
    """Return the style that is meant, and what is left of the choices.

    Where nothing was chosen it is as a file was made `before`.
    """
    size = fields_of(Sizing, choices)
    parts = fields_of(Parts, choices)
    used = {"theme", *size, *parts}
    rest = {name: value for name, value in choices.items() if name not in used}
    return Sizing(**size).restyled(before, choices.get("theme"), **parts), rest


def file_at(name: str, path: object) -> Path:
    """Return the path that an argument is.

    >>> file_at("target", 5)
    Traceback (most recent call last):
    peviewer.document.document.DocumentError: target = 5 is not allowed: it must be the path ...
    """
    if not isinstance(path, str | PathLike):
        raise DocumentError(refused(name, path, "it must be the path of a file"))
    return Path(path)


def fields_of(model: type[Parameters], choices: Mapping[str, Any]) -> dict[str, Any]:
    """Return the choices that are fields of a class."""
    return {name: value for name, value in choices.items() if name in model.model_fields}


def _path(
    document: Document, name: str, panes: Collection[str], scheme: str, beside: Sequence[str]
) -> str:
    """Return the path of a field: of one of the panes' own, else as the command line takes it."""
    owners = [
        pane
        for pane in panes
        if pane in document.sections() and name in type(document.section(pane)).model_fields
    ]
    if len(owners) > 1:
        listed = " or ".join(f"{pane}.{name}" for pane in owners)
        raise DocumentError(f"{name} is not one field: it could be {listed}")
    if owners:
        return f"{owners[0]}.{name}"
    return path_of(document, name, scheme, beside)


def panes_of(
    encoding: object,
    names: str | Sequence[str] | None,
    before: str | Sequence[str] = (),
    *,
    names_may_be_file: bool = False,
) -> list[Pane]:
    """Return the panes of some names, or those `before`.

    An encoding comes before them, and is no name of one.

    names_may_be_file: whether the name of a file is missing, so that panes of the form ``"a.key"``
    may be one.

    >>> panes_of("shift", None)
    Traceback (most recent call last):
    peviewer.document.document.DocumentError: encoding = 'shift' is not allowed: the encoding ...
    >>> panes_of(None, None)
    Traceback (most recent call last):
    peviewer.document.document.DocumentError: panes are missing: name what to show, as in ...
    """
    first = encoding.partition(",")[0].partition(".")[0] if isinstance(encoding, str) else ""
    if first in PANES or isinstance(names, Scheme):
        order = 'the encoding comes first, then the panes, as in figure(encoding, "shift")'
        raise DocumentError(refused("encoding", encoding, order))
    names = before if names is None else names
    if isinstance(names, str | Sequence) and not names:
        raise DocumentError('panes are missing: name what to show, as in figure(encoding, "shift")')

    try:
        return named_panes(names)
    except ValueError:
        if not _is_file(names, of_any_suffix=names_may_be_file):
            raise
    raise DocumentError(
        f'panes are missing: they come before the file, as in export(encoding, "shift", "{names}")'
    )


def _is_file(names: object, *, of_any_suffix: bool) -> bool:
    """Whether what stands in the place of panes is the name of a file that can be exported.

    of_any_suffix: whether any file counts.
    """
    if not isinstance(names, str | PathLike):
        return False
    suffix = Path(names).suffix.lower()
    return bool(suffix) and (of_any_suffix or suffix in {f".{known.suffix}" for known in FORMATS})
