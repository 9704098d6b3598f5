"""Pictures as figures of matplotlib, at home in a notebook."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, overload

from matplotlib.axes import Axes
from matplotlib.colors import to_rgb

from peviewer.api.arguments import Encoding, PaneNames, Request, request
from peviewer.api.options import with_options
from peviewer.base.refusals import refused
from peviewer.paper.page.page import PaperPage

# Width and height in inches.
FIGSIZE = (10.0, 6.0)

# Pixels an inch: matplotlib's own resolution.
DPI = 100.0

# A background is dark if its red, green and blue, each from 0 to 1, have a lower sum.
DARK_GROUND = 1.5

# Width and height in pixels.
Size = str | tuple[int, int] | None

# Arguments that only a figure of its own takes.
SIZE_ARGUMENTS = "size", "inches", "figsize", "dpi"


@overload
def figure(
    encoding: Encoding = None,
    panes: PaneNames = None,
    size: Size = None,
    *,
    ax: None = None,
    **more: Any,
) -> PaperPage: ...


@overload
def figure(
    encoding: Encoding = None, panes: PaneNames = None, size: Size = None, *, ax: Axes, **more: Any
) -> Axes: ...


def figure(
    encoding: Encoding = None,
    panes: PaneNames = None,
    size: Size = None,
    *,
    figsize: tuple[float, float] | None = None,
    dpi: float | None = None,
    ax: Axes | None = None,
    label: str = "",
    columns: int | None = None,
    **view: Any,
) -> PaperPage | Axes:
    """Return what a pane shows of an encoding, or several on one page, as a matplotlib Figure.

    Parameters
    ----------
    encoding : Scheme, array_like or path of a ``config.json``, optional
        What to show; None for that of the preset or session.
    panes : str or sequence of str, optional
        ``"encoding"``, ``"shift"``, ``"binary"``, ``"distance"`` …; ``["encoding", "shift"]``. By
        default the one that suits the encoding best, or those that the picture of a session shows.
    size : str or tuple of int, optional
        Width and height in pixels, as in ``"1000x600"`` or ``(1000, 600)``.
    figsize : tuple of float, optional
        Width and height in inches instead, as matplotlib has it; by default (10, 6).
    dpi : float, optional
        Pixels an inch, with `figsize`; by default 100.
    ax : matplotlib.axes.Axes, optional
        Where to draw instead, in a figure of one's own: a pane with one plot, as
        ``"distance.matrix"``. Tables of texts are left out. A second call with the same axes draws
        its curve beside the first, in the next colour.
    label : str, optional
        What the curve is called in the legend of `ax`; by default what differs between the
        encodings drawn there.
    columns : int, optional
        How many panes stand side by side; None for as many as suit the page.
    **view : object
        ``preset="paper"``, the name of one to start from, or ``session=``, a ``.peview`` file or an
        exported one. Fields of the Document by their own name (``phi=10``, ``metric="dot"``,
        ``transposed=True``), the pane's own ones first, or by their path
        (``**{"cursor.pair": 5}``); ``positions="0:64"``, ``dimensions`` and ``pairs`` for a part of
        them; ``against=`` another scheme, or ``several={"dim": [64, 128]}``, the curves of several
        values in one plot. And the look: ``theme="slide-dark"``, ``title=False``, ``font_size``,
        ``transparent``, ``caption``, ``marks``, ``size="single"``, ``inches``; ``colormap`` or
        ``cmap``, ``vmin`` and ``vmax`` for colours. :func:`peviewer.options` chooses for all.

    Returns
    -------
    matplotlib.figure.Figure
        Not known to pyplot; a notebook cell that ends with it shows it, after
        ``%matplotlib inline`` in the formats chosen there. Its ``left_out``
        says what there is no room for. It has a look of its own, whatever rcParams say.
        With `ax` what was given is returned, and type is of the family and the size
        that rcParams say; colours are those of `theme`, by default such that suit its ground.

    Raises
    ------
    ValueError
        If there is no such pane or field, or a value is not allowed.

    Notes
    -----
    Several threads may call this, and save what it returns: they wait for one another. Axes of
    one's own are drawn by matplotlib alone, which only one thread may use at a time.

    Examples
    --------
    >>> import peviewer as pv
    >>> page = pv.figure(pv.Sinusoidal(length=50, dim=16), "shift", phi=10)
    >>> [axes.get_xlabel() for axes in page.axes][0]
    'dimension $j$'
    >>> page = pv.figure(panes="distance", preset="paper", figsize=(3.3, 2.5), dpi=200)
    >>> page.get_size_inches().round(3).tolist()
    [3.3, 2.5]

    Two of these axes have colour bars:

    >>> len(pv.figure(pv.Sinusoidal(length=20, dim=8), ["encoding", "distance"]).axes)
    5
    """
    from peviewer.paper.page.composition import Composition
    from peviewer.paper.page.painter import paint

    if ax is not None:
        choices = {**view, "size": size, "figsize": figsize, "dpi": dpi}
        size_names = [name for name in SIZE_ARGUMENTS if choices.get(name) is not None]
        if size_names:
            raise ValueError(f"ax and {size_names[0]} exclude each other: give one of them")
        asked = request(encoding, panes, {"theme": _theme_for(ax), **view})
        return _drawn_in(ax, label, asked)
    choices = with_options({**view, "size": size, "figsize": figsize, "dpi": dpi})
    asked = request(encoding, panes, sized(choices))
    return paint(Composition.of(asked.panes, asked.document, columns), asked.style)


def _theme_for(ax: Axes) -> str:
    """Return the theme that suits the background of some axes."""
    if not isinstance(ax, Axes):
        raise ValueError(refused("ax", ax, "it must be axes of matplotlib"))
    ground = to_rgb(ax.figure.get_facecolor())
    return "slide-dark" if sum(ground) < DARK_GROUND else "paper"


def _drawn_in(ax: Axes, label: str, asked: Request) -> Axes:
    from peviewer.paper.in_axes import draw_in
    from peviewer.paper.painting import painting

    if len(asked.panes) > 1:
        raise ValueError(f"ax takes one pane, not {len(asked.panes)}: give each axes of its own")
    figure = asked.panes[0].figure_for_file(asked.document)
    with painting({}):
        draw_in(figure, ax, asked.style, asked.document.encoding, label)
    return ax


def sized(choices: Mapping[str, Any], usual: tuple[float, float] = FIGSIZE) -> dict[str, Any]:
    """Return the choices with a size: the `usual` inches where none is given."""
    has_size = choices.get("size") is not None
    return dict(choices) if has_size else {"inches": usual, "dpi": DPI, **choices}
