"""Pictures, numbers, slides and code from Python.

They have the same names as on the command line.
"""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import IO, Any

from peviewer.api.arguments import (
    STYLE_NAMES,
    Encoding,
    PaneNames,
    as_called_here,
    fields_beside_look,
    panes_of,
    request,
)
from peviewer.api.options import with_options
from peviewer.api.targets import file_at, writable
from peviewer.base.refusals import refused

Target = str | Path | IO[bytes] | IO[str]


def export(
    encoding: Encoding = None,
    panes: PaneNames = None,
    target: Target | None = None,
    *,
    format: str | None = None,
    columns: int | None = None,
    **choices: Any,
) -> Any:
    """Write a pane, or several on one page, as a picture, by the file's extension.

    Parameters
    ----------
    encoding, panes, columns, **choices
        As for :func:`peviewer.figure`. Without panes these are what the picture of a session
        shows, whose size and look are its own where nothing else is said.
    target : str, pathlib.Path or file
        The file: ``.png``, ``.svg`` or ``.pdf``; or one that is open for writing.
    format : {"png", "svg", "pdf"}, optional
        What to write into an open file.

    Returns
    -------
    pathlib.Path or file
        The file.

    Warns
    -----
    UserWarning
        If the picture has no room for all: what it leaves out, as ``pv.figure(...).left_out`` says
        it, too.

    Raises
    ------
    ValueError
        If there is no such pane or field, or a value is not allowed; the message names it, and what
        is allowed.
    OSError
        If the file cannot be written; nothing is left behind then.

    Examples
    --------
    >>> import pathlib, tempfile, peviewer as pv
    >>> folder = pathlib.Path(tempfile.mkdtemp())
    >>> encoding = pv.Sinusoidal(length=20, dim=8)
    >>> pv.export(encoding, "shift", folder / "a.png", size=(480, 360), phi=3).name
    'a.png'
    """
    from peviewer.exporters.picture import export as write_picture
    from peviewer.exporters.picture import missing_from
    from peviewer.paper.page.composition import Composition

    asked = request(
        encoding,
        panes,
        with_options(choices),
        beside=["target"],
        names_may_be_file=target is None,
    )
    columns = columns or (None if panes else asked.made.columns)
    page = Composition.of(asked.panes, asked.document, columns)
    with writable(target, "picture", format) as file:
        left_out = write_picture(page, file, document=asked.document, style=asked.style)
    if left_out:
        warnings.warn(missing_from(str(target), left_out), stacklevel=2)
    return _returned(target)


def data(
    encoding: Encoding = None,
    pane: str | None = None,
    target: Target | None = None,
    *,
    format: str | None = None,
    array: str | None = None,
    **choices: Any,
) -> Any:
    """Return the numbers behind a pane, exact, or write them with coordinates and units.

    Parameters
    ----------
    encoding, **choices
        As for :func:`peviewer.figure`.
    pane : str, optional
        The pane whose numbers are wanted.
    target : str, pathlib.Path or file, optional
        The file: ``.csv``, ``.npz`` or ``.npy``; or one that is open for writing. The lines of a
        ``.csv`` that start with # hold its session, so that it stays one file, and what its columns
        are: ``pandas.read_csv(target, comment="#")``.
    format : {"csv", "npz", "npy"}, optional
        What to write into an open file.
    array : str, optional
        Another array than the main one, for ``.npy`` and ``.csv``, by its key in ``.npz``.

    Returns
    -------
    dict of str to ndarray, pathlib.Path or file
        Without a target the arrays, by the names that they have in a ``.npz``; else the file.

    Raises
    ------
    ValueError
        If there is no such pane or field, or a value is not allowed.
    OSError
        If the file cannot be written: no such array, too large, no space, no folder.

    Examples
    --------
    >>> import peviewer as pv
    >>> arrays = pv.data(pv.Sinusoidal(length=20, dim=8), "distance")
    >>> list(arrays)[:4], arrays["distance"].shape
    (['distance', 'distance.rows', 'distance.columns', 'profile.x'], (20, 20))
    """
    from peviewer.document.visible_range import RANGES
    from peviewer.exporters.data.write import as_arrays, write_data

    asked = request(encoding, pane, choices)
    shown, *more = asked.panes
    if more:
        raise ValueError(refused("pane", pane, "it must be one pane"))
    is_part = any(name in choices for name in RANGES)
    if target is None:
        return as_arrays(shown, asked.document, is_part, array)
    with writable(target, "data", format) as file:
        write_data(shown, asked.document, file, is_part, array=array)
    return _returned(target)


def _returned(target: Any) -> Any:
    """Return what was written: a path, or the open file."""
    return target if hasattr(target, "write") else Path(target)


def deck(
    encoding: Encoding = None,
    panes: PaneNames = None,
    target: str | Path | None = None,
    *,
    story: str | None = None,
    clips: bool = False,
    **choices: Any,
) -> Path:
    """Write slides, each a pane or a step of a story, as a presentation, a PDF or a web page.

    Parameters
    ----------
    encoding, panes, **choices
        As for :func:`peviewer.figure`; without panes those that are open in the preset or session,
        as far as they show the scheme. Slides take their shape from the size (``size="1440x1080"``
        is 4:3).
    target : str or pathlib.Path
        A file that ends in ``.pptx`` or ``.pdf``, or in ``.html``: a page with sliders, in both
        themes.
    story : str, optional
        Show all steps of a story instead, as in ``"start-here"``.
    clips : bool
        Let pictures of a presentation move, as MP4.

    Returns
    -------
    pathlib.Path
        The file.

    Raises
    ------
    ValueError
        If there is no such pane, story or field, or a value is not allowed.
    OSError
        If it cannot be written.

    Examples
    --------
    >>> import pathlib, tempfile, peviewer as pv
    >>> target = pathlib.Path(tempfile.mkdtemp()) / "slides.pdf"
    >>> pv.deck(pv.Sinusoidal(length=20, dim=8), "binary", target).name
    'slides.pdf'
    """
    from peviewer.exporters.deck.slides import Source, check_look, write_deck

    if panes is not None:
        panes_of(encoding, panes, names_may_be_file=target is None)
    choices = as_called_here(choices)
    source = Source(panes=panes, story=story)
    source.check({"encoding": encoding, **dict.fromkeys(fields_beside_look(choices), True)})
    file = file_at("target", target)
    chosen_look = [name for name in choices if name in STYLE_NAMES]
    check_look(file, [*chosen_look, *(["clips"] if clips else [])])
    look = {"theme": "slide-light", **with_options(choices)}
    asked = request(encoding, panes, look, beside=["target"])
    write_deck(source.slides(asked.document), file, asked.style, clips=clips, title=source.title)
    return file


def code(
    encoding: Encoding = None,
    framework: str = "numpy",
    *,
    operator: bool = False,
    figure: bool = False,
    **choices: Any,
) -> str:
    """Return a short program that builds an encoding.

    Parameters
    ----------
    framework : {"numpy", "torch", "jax"}
        What the table is an array of.
    operator : bool
        Also the matrix that shifts the encoding.
    figure : bool
        Also a picture by matplotlib.
    encoding, **choices
        As for :func:`peviewer.figure`.

    Returns
    -------
    str
        The program.

    Raises
    ------
    ValueError
        If something is not allowed, or there is no code for the scheme.

    Examples
    --------
    >>> import peviewer as pv
    >>> pv.code(pv.Sinusoidal(length=50)).splitlines()[3]
    'def positional_encoding(length=50, dim=256, base=10_000.0):'
    """
    from peviewer.exporters.code import code as program

    document = request(encoding, None, choices).document
    return program(document, framework, operator, figure)


def panes() -> dict[str, str]:
    """Return the names of the panes there are, and in a line what each shows.

    Examples
    --------
    >>> import peviewer as pv
    >>> list(pv.panes())[:3]
    ['encoding', 'vectors', 'table']
    """
    from peviewer.figures.panes.catalog import PANES

    return {name: pane.summary for name, pane in PANES.items()}


def presets() -> dict[str, str]:
    """Return the names of the presets there are, and in a line what each sets.

    Examples
    --------
    >>> import peviewer as pv
    >>> "rope-llama-3.1" in pv.presets()
    True
    """
    from peviewer.figures.presets import presets as known

    return {name: preset.description for name, preset in known().items()}


def schemes() -> dict[str, str]:
    """Return the names of the schemes there are, and in a line what each is.

    Examples
    --------
    >>> import peviewer as pv
    >>> list(pv.schemes())[:2]
    ['sinusoidal', 'tensor2tensor']
    """
    from peviewer.model.encodings.catalog import SCHEMES

    return {name: kind.scheme_summary() for name, kind in SCHEMES.items()}
