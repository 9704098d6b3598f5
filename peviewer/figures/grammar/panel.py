"""A panel: one pair of axes with marks."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from peviewer.figures.grammar.axis import Axis
from peviewer.figures.grammar.marks import (
    Band,
    Curve,
    Dials,
    Heatmap,
    Mark,
    Named,
    Note,
    Rule,
    Words,
)
from peviewer.figures.grammar.places import Places
from peviewer.figures.grammar.tables import Listing
from peviewer.model.encodings.scheme import Scheme

# Rows or columns of cells that are so many pixels of a screen wide are outlined, others have a
# single line.
LEAST_OUTLINED_CELL = 6.0


@dataclass(frozen=True)
class Panel:
    """One pair of axes with marks; ``title`` is above it at the left, ``fact`` at the right.

    With ``square_cells``, its data area is sized so that one unit is as long along y as along x. A
    ``square`` panel shows more instead, and has neither axes nor frame. A panel whose only mark is
    a Table is a table, and its axes are the window of rows (y) and columns (x). ``share`` is how
    wide it is beside the others of its row; a ``bare`` one has lines between the panels beside it,
    and neither axes nor frame. Of it and its ``variants``, such as clocks on two lines instead of
    one, a painter takes what fits its space best.

    In a comparison of two schemes, one that ``keeps_curves_together`` is shown beside the other,
    not in one plot with it; where its axes mean something else to each, it ``subtracts`` nothing.

    With ``places`` each cell is a place of a grid, and the axes have no cursor of their own.
    ``names_above``: whether names of upright marks stand above the plot; otherwise they are drawn
    on it. ``encoding`` is what its cells are of, such as M(φ)'s for another layout; None for the
    Document's. ``moved`` is by how many positions its rows of numbers were moved on, so that their
    angles are those of later positions; None where they have no angles. Where its title has no
    room, the name of its ``owner`` stays: that of the encoding, among several, that it is of.
    """

    x: Axis
    y: Axis
    marks: tuple[Mark, ...]
    title: str = ""
    fact: str = ""
    legend: bool = False
    square: bool = False
    square_cells: bool = False
    share: float = 1.0
    keeps_curves_together: bool = False
    subtracts: bool = True
    variants: tuple["Panel", ...] = ()
    places: tuple[Places, ...] = ()
    names_above: bool = True
    encoding: Scheme | None = None
    moved: float | None = 0.0
    owner: str = ""
    bare: bool = False

    @classmethod
    def of_listing(cls, listing: Listing, title: str = "", fact: str = "") -> "Panel":
        axis = Axis("listing", "", (0.0, 1.0))
        return cls(axis, axis, (listing,), title, fact)

    @classmethod
    def of_note(cls, text: str, title: str = "") -> "Panel":
        """Return a panel with a sentence in place of data that does not exist."""
        axis = Axis("nothing", "", (0.0, 1.0))
        return cls(axis, axis, (Note(text),), title, square=True)

    @cached_property
    def heatmap(self) -> Heatmap | None:
        return next((mark for mark in self.marks if isinstance(mark, Heatmap)), None)

    def outlines_cells(self, rule: Rule) -> bool:
        """Whether a rule is drawn as the outline of a row or column of cells."""
        axis = self.x if rule.direction == "x" else self.y
        marks_cells = rule.color == "mark" and not rule.outside
        return marks_cells and axis.whole and self.heatmap is not None

    @cached_property
    def is_without_axes(self) -> bool:
        """Whether it has neither axes nor frame.

        A drawing to scale, a sentence, and clocks above another panel's axis have neither.
        """
        if self.square or self.bare:
            return True
        return all(isinstance(mark, Note | Dials | Words) for mark in self.marks)

    @property
    def is_sentence(self) -> bool:
        return any(isinstance(mark, Note) for mark in self.marks)

    @property
    def is_listing(self) -> bool:
        return bool(self.marks) and all(isinstance(mark, Listing) for mark in self.marks)

    @cached_property
    def fact_text(self) -> str:
        """The fact, or else the total number of rows of a table that shows the first ones."""
        if self.fact:
            return self.fact
        for mark in self.marks:
            if isinstance(mark, Listing) and mark.total:
                return mark.count_text()
        return ""

    @property
    def legend_marks(self) -> tuple[Named, ...]:
        """The marks in the legend: curves, references last, then rules and shading in view."""
        curves = [mark for mark in self.marks if isinstance(mark, Curve) and mark.label]
        curves.sort(key=lambda curve: curve.color == "reference")
        seen_marks = list(self._named_marks_in_view())
        rules = [mark for mark in seen_marks if isinstance(mark, Rule)]
        bands = [mark for mark in seen_marks if isinstance(mark, Band)]
        # Bands with one label and one colour have one entry: the first band, in the last one's
        # place.
        bands_by_look = {(band.label, band.color): band for band in reversed(bands)}
        return (*curves, *rules, *reversed(bands_by_look.values()))

    def _named_marks_in_view(self) -> Iterator[Rule | Band]:
        """Yield the rules and bands that have a label and are at least partly in view."""
        for mark in self.marks:
            if not isinstance(mark, Rule | Band) or not mark.label:
                continue
            low, high = (self.x if mark.direction == "x" else self.y).shown
            first = mark.low if isinstance(mark, Band) else mark.at
            last = mark.high if isinstance(mark, Band) else mark.at
            if low <= last and first <= high:
                yield mark
