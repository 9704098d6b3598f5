"""The arguments of the functions in Python: the Document that they name, and the look of a page."""

import itertools
import warnings
from collections.abc import Collection, Iterable, Mapping, Sequence
from math import isfinite
from numbers import Real
from os import PathLike
from pathlib import Path
from typing import Any, NamedTuple

from numpy.typing import ArrayLike

from peviewer.api.targets import file_at
from peviewer.base.parameters import Parameters
from peviewer.base.refusals import refused
from peviewer.document.animation import replaced_values
from peviewer.document.configurations.reading import is_config, open_config
from peviewer.document.document import Document, DocumentError
from peviewer.document.fields import compared, path_of
from peviewer.document.visible_range import VisibleRange
from peviewer.exporters.formats import FORMATS
from peviewer.exporters.reading import Made, OpenedFile, open_file
from peviewer.figures.panes.catalog import PANES, check_several
from peviewer.figures.panes.catalog import panes as named_panes
from peviewer.figures.panes.pane import Pane
from peviewer.figures.presets import preset as named
from peviewer.figures.ranges import has_free_range
from peviewer.model.encodings.files import adopt
from peviewer.model.encodings.scheme import Scheme
from peviewer.model.encodings.tables.arrays import as_scheme
from peviewer.paper.sizing import Sizing
from peviewer.paper.style import Parts, Style

# What a function takes as an encoding, and as the panes that show it.
Encoding = Scheme | ArrayLike | None
PaneNames = str | Sequence[str] | None

# The names of what says how a picture looks, and with them what else it can be asked for beside the
# fields of the Document.
STYLE_NAMES = ("theme", *Sizing.model_fields, *Parts.model_fields)
LOOK = (*STYLE_NAMES, *VisibleRange.model_fields)

# The fields that give a size.
SIZE_FIELDS = "size", "inches"

# matplotlib's names of the ends of a range of colours.
COLOUR_ENDS = ("vmin", "vmax")


def document_from_arguments(
    encoding: Encoding,
    view: Mapping[str, object],
    preset: str | None = None,
    session: OpenedFile | str | Path | None = None,
    panes: Sequence[Pane] = (),
    beside: Sequence[str] = (),
) -> Document:
    """Return the Document that arguments name: a preset or session, with encoding and fields set.

    Fields go by their own name, those of the sections of `panes` first, or by their path; and what
    is seen by ``positions="0:64"``, ``dimensions`` and ``pairs``. A misspelt name may mean one of
    those `beside` the fields.
    """
    document, encoding = _source(encoding, preset, session)
    return edited(document, encoding, view, panes, beside)


class Request(NamedTuple):
    """What a call asks for of a function that makes figures or files."""

    panes: list[Pane]
    document: Document
    style: Style

    # How the file of the session was made, if a session is named.
    made: Made


def request(
    encoding: Encoding,
    panes: PaneNames,
    choices: Mapping[str, Any],
    *,
    beside: Sequence[str] = (),
    names_may_be_file: bool = False,
    usual_size: str = "",
) -> Request:
    """Return the request that the arguments of a public function make; it must call this directly.

    choices: ``preset`` and ``session``, the look, and fields of the Document by their own names.
    beside: other names that a misspelt one may mean.
    usual_size: the size where neither the choices nor the file of the session have one.
    """
    choices = as_called_here(choices)
    preset = choices.pop("preset", None)
    session = choices.pop("session", None)
    opened_file = open_file(file_at("session", session)) if session else None
    made = opened_file.made if opened_file else Made()
    sizes = [choices[name] for name in SIZE_FIELDS if choices.get(name) is not None]
    has_size = sizes or made.look or choices.get("theme") == "paper"
    if usual_size and not has_size:
        choices["size"] = usual_size
    style, view = style_from_arguments(choices, made.style)
    ends = [view.pop(name, None) for name in COLOUR_ENDS]
    document, encoding = _source(encoding, preset, opened_file)
    shown = document.encoding if encoding is None else as_scheme(encoding)
    usual_panes = made.panes or shown.best_panes[:1]
    pane_list = panes_of(encoding, panes, usual_panes, names_may_be_file=names_may_be_file)
    document = edited(document, encoding, view, pane_list, (*LOOK, *beside))
    return Request(pane_list, with_colour_ends(document, pane_list, ends), style, made)


def as_called_here(choices: Mapping[str, Any]) -> dict[str, Any]:
    """Return the choices with names of matplotlib's replaced by peviewer's.

    >>> as_called_here({"cmap": "magma", "figsize": (6, 4)})
    {'inches': (6, 4), 'colormap': 'magma'}
    """
    named = dict(choices)
    figsize = named.pop("figsize", None)
    if figsize is not None:
        _exclude(named, "figsize", SIZE_FIELDS)
        named["inches"] = _inches(figsize)
    cmap = named.pop("cmap", None)
    if cmap is not None:
        _exclude(named, "cmap", ("colormap",))
        named["colormap"] = cmap
    return named


def _exclude(choices: Mapping[str, Any], name: str, others: Sequence[str]) -> None:
    """Refuse a choice beside one of some others."""
    for other in others:
        if choices.get(other) is not None:
            raise DocumentError("{} and {} exclude each other: give one of them", name, other)


def _inches(figsize: object) -> Sequence[float]:
    """Return width and height as matplotlib has them."""
    sides = figsize if isinstance(figsize, list | tuple) else ()
    are_numbers = all(isinstance(side, int | float) for side in sides)
    if len(sides) != 2 or not are_numbers:
        allowed = "it must be (width, height) in inches, as in (6, 4)"
        raise DocumentError(refused("figsize", figsize, allowed))
    return sides


def with_colour_ends(document: Document, panes: Sequence[Pane], ends: Sequence[Any]) -> Document:
    """Return the Document with the ends of the range of colours of some panes.

    An end that is None is taken from what the pane shows.
    """
    if ends == [None, None]:
        return document
    for name, end in zip(COLOUR_ENDS, ends, strict=True):
        if end is not None and not (isinstance(end, Real) and isfinite(end)):
            raise DocumentError(refused(name, end, "it must be a finite number"))
    levels: dict[str, object] = dict(document.view.levels)
    for pane in panes:
        panels = pane.figure(document).panels
        marks = itertools.chain.from_iterable(panel.marks for panel in panels)
        own_ends = next((mark.levels for mark in marks if has_free_range(mark)), None)
        if own_ends is None:
            name = COLOUR_ENDS[ends[0] is None]
            raise DocumentError(f"{name} is not allowed: {pane.name} has no range of colours here")
        low, high = (own if end is None else end for own, end in zip(own_ends, ends, strict=True))
        if low >= high:
            allowed = f"it must be less than vmax, which is {high:g}"
            raise DocumentError(refused("vmin", low, allowed))
        levels[pane.name] = [low, high]
    return document.edited({"view.levels": levels})


def _source(
    encoding: Encoding, preset: str | None, session: OpenedFile | str | Path | None
) -> tuple[Document, Scheme | ArrayLike | None]:
    """Return the Document to start from, and the encoding if that Document does not have it yet."""
    if preset and session:
        raise DocumentError("preset and session exclude each other: give one of them")
    if not isinstance(preset, str | None):
        raise DocumentError(refused("preset", preset, "it must be the name of a preset"))
    if session:
        if not isinstance(session, OpenedFile):
            session = open_file(file_at("session", session))
        return session.document(), encoding
    if preset:
        return named(preset).document, encoding
    if isinstance(encoding, str | PathLike) and is_config(Path(encoding)):
        return open_config(Document(), Path(encoding))[0].with_marks_inside_table, None
    if encoding is not None:
        _check_order(encoding)
        return _opening(Document(), encoding).with_marks_inside_table, None
    return Document(), None


def edited(
    document: Document,
    encoding: Encoding,
    view: Mapping[str, object],
    panes: Sequence[Pane] = (),
    beside: Sequence[str] = (),
) -> Document:
    """Return a Document with another encoding, other fields, and another visible range.

    Fields are set by their name or path.
    """
    if encoding is not None:
        document = _opening(document, encoding)
    visible_range = fields_of(VisibleRange, view)
    several = _several_as_typed(view.get("several"))
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
        # The warning points to the call of the public function.
        warnings.warn(line, stacklevel=4)
    return VisibleRange(**visible_range).of(document)


def _several_as_typed(several: object) -> object:
    """Return several values, as ``{"dim": [64, 128]}``, in their typed form: ``dim=64,128``."""
    if not isinstance(several, Mapping) or len(several) != 1:
        return several
    ((name, values),) = several.items()
    is_listed = isinstance(values, Iterable) and not isinstance(values, str)
    return f"{name}={','.join(map(str, values))}" if is_listed else several


def _opening(document: Document, encoding: Scheme | ArrayLike) -> Document:
    shown = as_scheme(encoding)
    adopt(shown)
    return document.opening(shown)


def style_from_arguments(
    choices: Mapping[str, Any], before: Style | None = None
) -> tuple[Style, dict[str, Any]]:
    """Return the style that the choices ask for, and the other choices.

    Where nothing was chosen, the style is that of the file made `before`.
    """
    size = fields_of(Sizing, choices)
    parts = fields_of(Parts, choices)
    rest = {name: value for name, value in choices.items() if name not in STYLE_NAMES}
    return Sizing(**size).restyled(before, choices.get("theme"), **parts), rest


def fields_beside_look(choices: Mapping[str, Any]) -> list[str]:
    """Return the names of the choices that say what is shown, and not how it looks."""
    return [
        name for name, value in choices.items() if name not in STYLE_NAMES and value is not None
    ]


def fields_of(model: type[Parameters], choices: Mapping[str, Any]) -> dict[str, Any]:
    """Return the choices that are fields of a class."""
    return {name: value for name, value in choices.items() if name in model.model_fields}


def _path(
    document: Document, name: str, panes: Collection[str], scheme: str, beside: Sequence[str]
) -> str:
    """Return the path of a field: one of the panes' own fields, or else as on the command line."""
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
    names: PaneNames,
    before: str | Sequence[str] = (),
    *,
    names_may_be_file: bool = False,
) -> list[Pane]:
    """Return the panes with some names; without names those `before`.

    An encoding must come before the names; it is no name itself.

    names_may_be_file: whether the name of a file is missing, so that panes of the form ``"a.key"``
    may be one.

    >>> panes_of("shift", None)
    Traceback (most recent call last):
    peviewer.document.document.DocumentError: encoding = 'shift' is not allowed: the encoding ...
    >>> panes_of(None, None)
    Traceback (most recent call last):
    peviewer.document.document.DocumentError: panes are missing: name what to show, as in ...
    """
    _check_order(encoding, names)
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


def _check_order(encoding: object, names: object = None) -> None:
    """Refuse panes in the place of the encoding, or an encoding in the place of panes."""
    first = encoding.partition(",")[0].partition(".")[0] if isinstance(encoding, str) else ""
    if first in PANES or isinstance(names, Scheme):
        order = 'the encoding comes first, then the panes, as in figure(encoding, "shift")'
        raise DocumentError(refused("encoding", encoding, order))


def _is_file(names: object, *, of_any_suffix: bool) -> bool:
    """Whether the argument in the place of panes is the name of a file that can be exported.

    of_any_suffix: whether any file counts.
    """
    if not isinstance(names, str | PathLike):
        return False
    suffix = Path(names).suffix.lower()
    return bool(suffix) and (of_any_suffix or suffix in {f".{known.suffix}" for known in FORMATS})
