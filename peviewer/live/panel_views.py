"""The panels and tables of one view on screen: built, reused for the next Figure, removed."""

from collections import Counter
from collections.abc import Callable, Mapping

from PySide6.QtWidgets import QWidget

from peviewer.figures.grammar import Figure, Listing, Numbers, Panel
from peviewer.live.canvas import Canvas
from peviewer.live.panel import PanelView
from peviewer.live.tables.listing import ListingTable
from peviewer.live.tables.numbers import NumbersTable
from peviewer.live.tables.panel import TablePanel
from peviewer.live.worker import Worker

View = PanelView | TablePanel
Kinds = list[list[type | None]]


class PanelViews:
    """The panels on screen, row by row, and hidden ones of the next Figure.

    Parameters
    ----------
    connect : callable
        Called with each new view, to connect its signals.
    """

    def __init__(
        self, parent: QWidget, canvas: Canvas, worker: Worker, connect: Callable[[View], None]
    ) -> None:
        self._parent = parent
        self._canvas = canvas
        self._worker = worker
        self._connect = connect
        self.rows: list[list[View]] = []
        self._kinds: Kinds = []
        """The kinds of the panels, row by row."""
        self._built_ahead: list[View] = []
        """Hidden views of panels of the next Figure.

        They are shown together, once none is missing.
        """

    @property
    def panels(self) -> list[View]:
        return [view for row in self.rows for view in row]

    @property
    def graphics(self) -> list[PanelView]:
        return [view for view in self.panels if isinstance(view, PanelView)]

    @property
    def tables(self) -> list[NumbersTable | ListingTable]:
        return [view.table for view in self.panels if isinstance(view, TablePanel)]

    @property
    def has_built_ahead(self) -> bool:
        return bool(self._built_ahead)

    def is_rebuilt_for(self, figure: Figure) -> bool:
        """Whether a Figure has other rows, or tables in other places, than what is shown."""
        return _kinds(figure) != self._kinds

    def missing_panels(self, figure: Figure) -> list[Panel]:
        """Return the panels of a Figure for which no view is there that could be reused."""
        unused = Counter(_kind(view.panel) for view in (*self.panels, *self._built_ahead))
        missing: list[Panel] = []
        for panel in figure.panels:
            kind = _kind(panel)
            if unused[kind]:
                unused[kind] -= 1
            else:
                missing.append(panel)
        return missing

    def build_ahead(self, panel: Panel) -> None:
        """Build a hidden view of a panel."""
        self._built_ahead.append(self._new_view(panel))

    def remove_built_ahead(self) -> None:
        for view in self._built_ahead:
            view.remove()
        self._built_ahead = []

    def rebuild(
        self, figure: Figure, hovered: Mapping[str, int], pinned: Mapping[str, int]
    ) -> None:
        """Show a Figure's panels, with lines at the cursors; views of the same kind are reused."""
        reusable = [*self.panels, *self._built_ahead]
        self._built_ahead = []
        rows: list[list[View]] = []
        for row in figure.rows:
            rows.append([self._view_for(panel, reusable) for panel in row])
        self.rows = rows
        self._kinds = _kinds(figure)
        for view in reusable:
            view.remove()
        for view in self.panels:
            view.set_cursors(hovered, pinned)
            if isinstance(view, TablePanel):
                view.show()

    def _view_for(self, panel: Panel, reusable: list[View]) -> View:
        """Return a view of a panel, a reusable one, which is then taken, or a new one."""
        views_of_kind = [view for view in reusable if _kind(view.panel) == _kind(panel)]
        if not views_of_kind:
            return self._new_view(panel)
        view = views_of_kind[0]
        reusable.remove(view)
        view.set_panel(panel)
        return view

    def _new_view(self, panel: Panel) -> View:
        view: View
        if _kind(panel) is None:
            view = PanelView(panel, self._canvas, self._worker)
        else:
            view = TablePanel(panel, self._parent, self._canvas)
        self._connect(view)
        return view

    def remove_all(self) -> None:
        for view in self.panels:
            view.remove()
        self.rows = []
        self.remove_built_ahead()


def _kinds(figure: Figure) -> Kinds:
    return [[_kind(panel) for panel in row] for row in figure.rows]


def _kind(panel: Panel) -> type | None:
    """Return the type of the table that a panel is; None for graphics."""
    kind = type(panel.marks[0]) if len(panel.marks) == 1 else None
    return kind if kind in (Numbers, Listing) else None
