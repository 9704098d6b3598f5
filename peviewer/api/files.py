"""Pictures, numbers, slides and code from Python.

They are the same as on the command line, by the same names.
"""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from numpy.typing import ArrayLike

from peviewer.api.arguments import (
    LOOK,
    document_from_arguments,
    file_at,
    panes_of,
    style_from_arguments,
)
from peviewer.base.refusals import refused
from peviewer.figures.panes.pane import Pane
from peviewer.model.encodings.scheme import Scheme


def export(
    encoding: Scheme | ArrayLike | None = None,
    panes: str | Sequence[str] | None = None,
    target: str | Path | None = None,
    *,
    columns: int | None = None,
    preset: str | None = None,
    session: str | Path | None = None,
    **choices: Any,
) -> Path:
    """Write a pane, or several on one page, as a picture, by the file's extension.

    Parameters
    ----------
    encoding : Scheme or array_like, optional
        What to show; None for that of the preset or session.
    panes : str or sequence of str, optional
        What to show of it: ``"shift"``, ``"encoding,shift"`` or ``["encoding", "shift"]``.
        None for what the file of a session shows.
    target : str or pathlib.Path
        The file: ``.png``, ``.svg`` or ``.pdf``.
    columns : int, optional
        How many panes stand side by side; None for as many as suit the page.
    preset : str, optional
        The name of a preset to start from.
    session : str or pathlib.Path, optional
        A ``.peview`` file or an exported one to start from; a picture's panes, size and look are
        its own where nothing else is said.
    **choices : object
        The look, by the names of ``peviewer export --help``: ``size="1920x1080"`` or
        ``(1920, 1080)``, ``inches``, ``dpi``, ``theme``, ``font_size``, ``transparent``, ``title``,
        ``caption``, ``marks`` and ``colormap``; and fields of the Document by their
        own name (``phi=10``), those that belong to one of the panes first, or by their
        path (``**{"cursor.pair": 5}``); and ``positions="0:64"``, ``dimensions`` and ``pairs``
        for a part of them.

    Returns
    -------
    pathlib.Path
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
    from peviewer.exporters.reading import Made, open_file
    from peviewer.paper.page.composition import Composition

    opened_file = open_file(file_at("session", session)) if session else None
    before = opened_file.made if opened_file else Made()
    style, view = style_from_arguments(choices, before.style)
    shown, file = _panes_and_file(encoding, panes, target, before.panes)
    document = document_from_arguments(
        encoding, view, preset, opened_file, shown, (*LOOK, "target")
    )
    columns = columns or (None if panes else before.columns)
    page = Composition.of(shown, document, columns)
    if left_out := write_picture(page, file, document=document, style=style):
        warnings.warn(missing_from(str(file), left_out), stacklevel=2)
    return file


def data(
    encoding: Scheme | ArrayLike | None = None,
    pane: str | None = None,
    target: str | Path | None = None,
    *,
    array: str | None = None,
    preset: str | None = None,
    session: str | Path | None = None,
    **view: object,
) -> Path:
    """Write the numbers behind a pane, exact, with coordinates and units, by the file's extension.

    Parameters
    ----------
    encoding : Scheme or array_like, optional
        What they are of; None for that of the preset or session.
    pane : str
        The pane whose numbers are wanted.
    target : str or pathlib.Path
        The file: ``.csv``, ``.npz`` or ``.npy``. The lines of a ``.csv``
        that start with # hold its session, so that it stays one file, and what its columns are:
        ``pandas.read_csv(target, comment="#")``.
    array : str, optional
        Another array than the main one, for ``.npy`` and ``.csv``, by its key in ``.npz``.
    preset, session
        As for :func:`export`.
    **view : object
        Fields of the Document by their own name.

    Returns
    -------
    pathlib.Path
        The file.

    Raises
    ------
    ValueError
        If there is no such pane or field, or a value is not allowed.
    OSError
        If the file cannot be written: no such array, too large, no space, no folder.

    Examples
    --------
    >>> import numpy as np, pathlib, tempfile, peviewer as pv
    >>> target = pathlib.Path(tempfile.mkdtemp()) / "table.npy"
    >>> np.load(pv.data(pv.Sinusoidal(length=20, dim=8), "encoding", target)).shape
    (20, 8)
    """
    from peviewer.document.visible_range import RANGES
    from peviewer.exporters.data.write import write_data

    (shown, *more), file = _panes_and_file(encoding, pane, target)
    if more:
        raise ValueError(refused("pane", pane, "it must be one pane"))
    document = document_from_arguments(encoding, view, preset, session, [shown])
    write_data(shown, document, file, any(name in view for name in RANGES), array=array)
    return file


def _panes_and_file(
    encoding: object, names: str | Sequence[str] | None, target: object, before: Sequence[str] = ()
) -> tuple[list[Pane], Path]:
    """Return the panes of some names, or those `before`, and the file that is to be written."""
    panes = panes_of(encoding, names, before, names_may_be_file=target is None)
    return panes, file_at("target", target)


def deck(
    encoding: Scheme | ArrayLike | None = None,
    panes: str | Sequence[str] | None = None,
    target: str | Path | None = None,
    *,
    story: str | None = None,
    clips: bool = False,
    preset: str | None = None,
    session: str | Path | None = None,
    **choices: Any,
) -> Path:
    """Write slides, each a pane or a step of a story, as a presentation or a PDF.

    Parameters
    ----------
    encoding : Scheme or array_like, optional
        What to show; None for that of the preset or session.
    panes : str or sequence of str, optional
        What to show of it; None for the panes that are open in the preset or session, as far as
        they show the scheme.
    target : str or pathlib.Path
        A file that ends in ``.pptx`` or ``.pdf``.
    story : str, optional
        Show all steps of a story instead, as in ``"start-here"``.
    clips : bool
        Let pictures of a presentation move, as MP4.
    preset, session, **choices
        As for :func:`export`; slides take their shape from the size (``size="1440x1080"`` is 4:3).

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
    from peviewer.exporters.deck.slides import Source, write_deck

    shown = panes_of(encoding, panes, names_may_be_file=target is None) if panes else []
    source = Source(panes=panes, story=story)
    style, view = style_from_arguments({"theme": "slide-light", **choices})
    beside = {
        "encoding": encoding,
        "preset": preset,
        "session": session,
        **dict.fromkeys(view, True),
    }
    source.check(beside)
    file = file_at("target", target)
    slides = source.slides(
        document_from_arguments(encoding, view, preset, session, shown, (*LOOK, "target"))
    )
    write_deck(slides, file, style, clips=clips, title=source.title)
    return file


def code(
    encoding: Scheme | ArrayLike | None = None,
    framework: str = "numpy",
    *,
    operator: bool = False,
    figure: bool = False,
    preset: str | None = None,
    session: str | Path | None = None,
    **view: object,
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
    encoding, preset, session
        As for :func:`export`.
    **view : object
        Fields of the Document by their own name.

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

    return program(
        document_from_arguments(encoding, view, preset, session), framework, operator, figure
    )


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
