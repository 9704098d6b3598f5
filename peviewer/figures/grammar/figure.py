"""A Figure: what one pane shows, as rows of panels."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from peviewer.figures.grammar.marks import Curve, Rule
from peviewer.figures.grammar.panel import Panel
from peviewer.figures.grammar.tables import Listing

PanelKey = tuple[str, int] | tuple[int, int]
"""What tells a panel from all others of a Figure; see :attr:`Figure.keyed_rows`."""

KeyedRow = tuple[tuple[PanelKey, Panel], ...]


@dataclass(frozen=True)
class Figure:
    """What one pane shows: rows of panels, top to bottom, each row from left to right."""

    title: str
    rows: tuple[tuple[Panel, ...], ...]
    # The heights of the rows, in any one unit.
    heights: tuple[float, ...] = (1.0,)
    # The name of the pane.
    name: str = ""
    # Mathtext without dollar signs.
    formula: str = ""
    # What a page writes below the picture.
    caption: str = ""
    # The numbers of the rows that a small picture is drawn without.
    spare_rows: tuple[int, ...] = ()
    # The names of the panels, row by row; each panel, or several of one name, can be shown alone.
    names: tuple[str, ...] = ()
    # Another order for a wide page, in rows of the panels' numbers, and the heights of these rows.
    wide: tuple[tuple[int, ...], ...] = ()
    wide_heights: tuple[float, ...] = ()
    # Whether all rows are read along one axis: in a comparison, A's panels are above B's.
    aligned: bool = False
    # Empty, or two Figures of which a comparison shows one at a time: A's panels, and B's in the
    # same places.
    flips: tuple["Figure", ...] = ()
    # Whether one is shown at a time because the user chose that, not for lack of room.
    flips_by_choice: bool = False
    # In such a Figure, the side that it is of: "A" or "B".
    side: str = ""

    def __post_init__(self) -> None:
        if len(self.heights) != len(self.rows):
            raise ValueError(f"{len(self.heights)} heights for {len(self.rows)} rows of panels")

    def only(self, name: str) -> "Figure":
        """Return the Figure with the panels of one name only, if there are any.

        Each has its own legend and titles.
        """
        panel_names = iter(self.names)
        rows: list[tuple[Panel, ...]] = []
        for row in self.rows:
            named = [panel for panel in row if next(panel_names, "") == name]
            rows.append(tuple(_standing_alone(panel) for panel in named))
        return self._with_panels(rows)

    @property
    def without_spare_rows(self) -> "Figure":
        panel_names = iter(self.names)
        rows: list[tuple[Panel, ...]] = []
        heights: list[float] = []
        names: list[str] = []
        for number, row in enumerate(self.rows):
            names_of_row = [next(panel_names, "") for _ in row]
            if number not in self.spare_rows:
                rows.append(row)
                heights.append(self.heights[number])
                names += names_of_row
        return replace(
            self,
            rows=tuple(rows),
            heights=tuple(heights),
            names=tuple(names) if self.names else (),
            spare_rows=(),
            wide=(),
        )

    @property
    def without_spare_columns(self) -> "Figure":
        return self.with_each(_without_spare_columns)

    def with_each(self, change: Callable[[Panel], Panel]) -> "Figure":
        """Return the Figure with what `change` returns in place of each panel."""
        rows = [tuple(map(change, row)) for row in self.rows]
        flips = [figure.with_each(change) for figure in self.flips]
        return replace(self, rows=tuple(rows), flips=tuple(flips))

    @property
    def without_listings(self) -> "Figure":
        """The Figure without its tables of texts, unless it has nothing else."""
        rows = [tuple(panel for panel in row if not panel.is_listing) for row in self.rows]
        if not any(rows) or sum(map(len, rows)) == len(self.panels):
            return self
        return self._with_panels(rows)

    def _with_panels(self, rows: Sequence[tuple[Panel, ...]]) -> "Figure":
        """Return the Figure with only some of its panels, given row by row."""
        heights = tuple(height for row, height in zip(rows, self.heights, strict=True) if row)
        full_rows = tuple(row for row in rows if row)
        return replace(
            self, rows=full_rows, heights=heights, names=(), spare_rows=(), wide=(), flips=()
        )

    @property
    def on_wide_page(self) -> "Figure":
        """The Figure with its panels in their order for a wide page."""
        rows: list[tuple[Panel, ...]] = []
        names: list[str] = []
        for numbers in self.wide:
            rows.append(tuple(self.panels[number] for number in numbers))
            if self.names:
                names += [self.names[number] for number in numbers]
        return replace(
            self,
            rows=tuple(rows),
            heights=self.wide_heights,
            names=tuple(names),
            spare_rows=(),
            wide=(),
        )

    @cached_property
    def panels(self) -> tuple[Panel, ...]:
        return tuple(panel for row in self.rows for panel in row)

    @cached_property
    def keyed_rows(self) -> tuple[KeyedRow, ...]:
        """The rows, each panel with a key.

        A key is the panel's name with its number among panels of that name, or its row and column.
        """
        panel_names = iter(self.names)
        name_counts = Counter[str]()
        rows: list[KeyedRow] = []
        for row_number, row in enumerate(self.rows):
            keyed_row: list[tuple[PanelKey, Panel]] = []
            for column, panel in enumerate(row):
                name = next(panel_names, "")
                key: PanelKey = (name, name_counts[name]) if name else (row_number, column)
                keyed_row.append((key, panel))
                name_counts[name] += 1
            rows.append(tuple(keyed_row))
        return tuple(rows)

    @cached_property
    def panels_by_key(self) -> dict[PanelKey, Panel]:
        return {key: panel for row in self.keyed_rows for key, panel in row}


def _standing_alone(panel: Panel) -> Panel:
    """Return a panel with its own legend and vertical title, which its neighbours may have had."""
    has_names = any(not isinstance(mark, Rule) for mark in panel.legend_marks)
    curves = [mark for mark in panel.marks if isinstance(mark, Curve)]
    label = panel.y.label
    if not label and len(curves) == 1:
        label = curves[0].quantity
    return replace(panel, y=replace(panel.y, label=label), legend=panel.legend or has_names)


def _without_spare_columns(panel: Panel) -> Panel:
    if not panel.is_listing:
        return panel
    listings = [mark for mark in panel.marks if isinstance(mark, Listing)]
    return replace(
        panel, marks=tuple(listing.without(listing.spare_column) for listing in listings)
    )
