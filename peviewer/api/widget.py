"""One live pane as a widget for a window of one's own."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from peviewer.api.arguments import Encoding, document_from_arguments, edited
from peviewer.app.window.display import missing_library
from peviewer.base.names import look_up
from peviewer.document.document import Document
from peviewer.figures.palette import PALETTES
from peviewer.figures.panes.catalog import pane as named

try:
    import pyqtgraph as pg
    from PySide6.QtCore import QCoreApplication
    from PySide6.QtWidgets import QWidget

    from peviewer.live.panel import PanelView
    from peviewer.live.view import FigureView
except ImportError as error:
    raise ImportError(missing_library() or str(error)) from error


class PaneWidget(FigureView):
    """A pane of peviewer as a QWidget: it is zoomed, read and dragged as in the window.

    Parameters
    ----------
    pane : str
        ``"encoding"``, ``"shift"``, ``"binary"``, ``"distance"`` …
    encoding : Scheme or array_like, optional
        What to show; None for that of the preset or session.
    theme : str
        ``"light"`` or ``"dark"``.
    preset : str, optional
        The name of a preset to start from.
    session : str or pathlib.Path, optional
        A ``.peview`` file or an exported one to start from.
    parent : QWidget, optional
        As everywhere in Qt; a QApplication must exist.
    **view : object
        Fields of the Document, as for :func:`peviewer.figure`.

    Raises
    ------
    ValueError
        If there is no such pane, theme or field, or a value is not allowed.

    Notes
    -----
    What takes long is computed on threads. Python collects garbage in whichever
    thread comes to it, and Qt can crash where that deletes items of a scene; a
    program of one's own keeps ``pyqtgraph.util.garbage_collector.GarbageCollector()``,
    as peviewer's window does.

    Examples
    --------
    >>> import peviewer as pv, pyqtgraph as pg
    >>> app = pg.mkQApp()
    >>> widget = pv.PaneWidget("distance", pv.Sinusoidal(length=50, dim=16), metric="dot")
    >>> line = widget.plots[1].addItem(pg.InfiniteLine(4, angle=0))
    >>> widget.plots[1].viewRange()[0]
    [-0.5, 49.5]
    >>> widget.edit(metric="cosine")
    >>> widget.document.pairwise.metric
    'cosine'
    >>> widget.dispose()
    """

    def __init__(
        self,
        pane: str,
        encoding: Encoding = None,
        *,
        theme: str = "light",
        preset: str | None = None,
        session: str | Path | None = None,
        parent: QWidget | None = None,
        **view: Any,
    ) -> None:
        self._pane = named(pane)
        self.document: Document = document_from_arguments(
            encoding, view, preset, session, [self._pane]
        )
        """The Document that is shown; :meth:`edit` changes it."""
        super().__init__(look_up(theme, PALETTES, "theme"), parent)
        self.hovered.connect(lambda cells, _: self.set_crosshair(cells))
        self.left.connect(lambda: self.set_crosshair({}))
        self.edited.connect(lambda field, value, _: self.edit(**{field: value}))
        if (app := QCoreApplication.instance()) is not None:
            app.aboutToQuit.connect(self.dispose)
        self.edit()

    @property
    def plots(self) -> list[pg.PlotItem]:
        """The :class:`pyqtgraph.PlotItem` of each panel, row by row.

        Their coordinates are those of the axes; of a logarithmic axis they are the logarithms to
        base ten. Where a change brings other panels, they are made anew.
        """
        return [view.plot for view in self.panels if isinstance(view, PanelView)]

    def edit(self, encoding: Encoding = None, **view: Any) -> None:
        """Show another encoding, or other fields of the Document.

        Parameters
        ----------
        encoding : Scheme or array_like, optional
            What to show; None for what is shown.
        **view : object
            Fields of the Document, as for :func:`peviewer.figure`.

        Raises
        ------
        ValueError
            If there is no such field, or a value is not allowed; what is shown stays.
        """
        self.document = edited(self.document, encoding, view, [self._pane])
        self.set_figure(self._pane.figure(self.document))
