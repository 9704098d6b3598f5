"""Pictures at home in a notebook, and the window opened from Python."""

from typing import TYPE_CHECKING, Any

from peviewer.document import Document, DocumentError
from peviewer.model.encoding import Encoding
from peviewer.model.parameters import nearest_names

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def figure(pane: str, encoding: Encoding, size: tuple[int, int] = (1000, 600), **view: object) -> "Figure":
    """Return what a pane shows of an encoding, as a matplotlib Figure.

    Parameters
    ----------
    pane : str
        ``"encoding"``, ``"shift"``, ``"binary"``, ``"distance"`` …
    encoding : Encoding
        What to show.
    size : tuple of int
        Width and height in pixels.
    **view : object
        Fields of the Document by their own name (``phi=10``, ``metric="dot"``,
        ``transposed=True``), and ``theme``: one of ``slide-light`` (the
        default), ``slide-dark`` and ``paper``.

    Returns
    -------
    matplotlib.figure.Figure
        Not known to pyplot; a notebook cell that ends with it shows it.

    Raises
    ------
    ValueError
        If there is no such pane or field, or a value is not allowed.

    Examples
    --------
    >>> import peviewer as pv
    >>> page = pv.figure("shift", pv.Sinusoidal(length=50, dim=16), phi=10)
    >>> [axes.get_xlabel() for axes in page.axes][0]
    'dimension $j$'
    """
    from peviewer.figures.catalog import pane as named
    from peviewer.paper.painter import paint
    from peviewer.paper.style import Style

    theme = str(view.pop("theme", "slide-light"))
    document = Document(encoding=encoding).edited(_paths(view))
    return paint(named(pane).draw(document), Style(size[0], size[1], theme=theme))


def _paths(view: dict[str, Any]) -> dict[str, object]:
    """Turn bare field names into paths: ``phi`` into ``shift.phi``."""
    sections = [path for path in Document().paths() if not path.startswith("encoding.")]
    homes = {path.partition(".")[2]: path for path in sections}
    for name in view:
        if name not in homes:
            raise DocumentError(f"{name} is not a field{nearest_names(name, sorted(homes))}")
    return {homes[name]: value for name, value in view.items()}


def show(encoding: Encoding) -> None:
    """Open the window on an encoding.

    In a script this returns when the window is closed; in IPython with
    ``%gui qt`` at once.

    Parameters
    ----------
    encoding : Encoding
        What to show.

    Raises
    ------
    ValueError
        If the encoding cannot be shown.
    RuntimeError
        If no window can be opened; the message says why.
    """
    from peviewer.app.launch import show as open_window

    open_window(Document(encoding=encoding), f"{encoding.length} × {encoding.dim}")
