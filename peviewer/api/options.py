"""Options: how pictures look unless a call says otherwise."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from peviewer.api.arguments import (
    SIZE_FIELDS,
    STYLE_NAMES,
    as_called_here,
    style_from_arguments,
)
from peviewer.base.names import nearest_names
from peviewer.base.refusals import FieldsError

# The names of options.
NAMES = ("colormap", *STYLE_NAMES)

_chosen: dict[str, Any] = {}


class Options:
    """The present options; at the end of a ``with`` block the former ones hold again."""

    def __init__(self, before: Mapping[str, Any]) -> None:
        self._before = dict(before)

    def __enter__(self) -> Options:
        return self

    def __exit__(self, *error: object) -> None:
        _chosen.clear()
        _chosen.update(self._before)

    def __repr__(self) -> str:
        return f"options({', '.join(f'{name}={value!r}' for name, value in _chosen.items())})"


def options(**look: Any) -> Options:
    """Choose once how all figures and files look that follow, or within a ``with`` alone.

    Parameters
    ----------
    **look : object
        ``theme``, ``size`` or ``inches``, ``dpi``, ``font_size``, ``colormap``, ``title``,
        ``caption``, ``transparent``, as for :func:`peviewer.export`; None for the default again.
        What a call says itself goes before them.

    Returns
    -------
    Options
        Which options hold; without arguments none is changed.

    Raises
    ------
    ValueError
        If there is no such option, or a value is not allowed.

    Notes
    -----
    The rcParams of matplotlib change nothing, so that a figure looks the same wherever it is made.
    Pictures in axes of one's own, and ``peviewer.show``, follow no options.

    Examples
    --------
    >>> import peviewer as pv
    >>> with pv.options(theme="slide-dark", size=(640, 480)):
    ...     page = pv.figure(pv.Sinusoidal(length=20, dim=8), "encoding")
    >>> page.bbox.size.tolist(), pv.options()
    ([640.0, 480.0], options())
    """
    look = as_called_here(look)
    for name in look:
        if name not in NAMES:
            raise FieldsError(f"{name} is not an option{nearest_names(name, NAMES)}")
    together = {**_chosen, **look}
    chosen = {name: value for name, value in together.items() if value is not None}
    style_from_arguments({name: value for name, value in chosen.items() if name != "colormap"})
    before = Options(_chosen)
    _chosen.clear()
    _chosen.update(chosen)
    return before


def with_options(choices: Mapping[str, Any]) -> dict[str, Any]:
    """Return the choices of a call with the options that hold and that it leaves open."""
    named = as_called_here(choices)
    said = {name: value for name, value in named.items() if value is not None}
    usual = dict(_chosen)
    if any(name in said for name in SIZE_FIELDS):
        for name in SIZE_FIELDS:
            usual.pop(name, None)
    return {**usual, **said}
