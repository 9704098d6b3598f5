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

# A mark outlines rows or columns that are at least so many pixels of a screen wide; it is a single
# line through narrower ones.
LEAST_OUTLINED_CELL = 6.0


@dataclass(frozen=True)
class Panel:
    """One pair of axes with marks.

    A panel whose only mark is a Table is a table, and its axes are the window of rows (y) and
    columns (x).
    """

    x: Axis
    y: Axis
    marks: tuple[Mark, ...]
    # What stands above the panel at the left.
    title: str = ""
    # A remark on what is shown, at the right of the title.
    fact: str = ""
    # Whether a legend names the marks.
    legend: bool = False
    # Whether it is drawn to scale, one unit as long along y as along x, without axes and frame. It
    # fills its space, and so may show more than its axes say.
    square: bool = False
    # Whether its space is made smaller so that one unit is as long along y as along x.
    square_cells: bool = False
    # How wide it is beside the other panels of its row.
    share: float = 1.0
    # Whether a comparison of two schemes shows it beside the other's, not both in one plot.
    keeps_curves_together: bool = False
    # Whether a comparison may subtract one scheme's numbers from the other's: not where the axes
    # mean something else to each.
    subtracts: bool = True
    # Panels that may replace it, such as clocks on two lines instead of one: a painter takes what
    # fills the space best.
    variants: tuple["Panel", ...] = ()
    # How cells are positions on a grid; the axes then have no cursor of their own.
    places: tuple[Places, ...] = ()
    # Whether names of upright marks stand above the data; otherwise they are drawn on them.
    names_above: bool = True
    # What its cells are of, such as M(φ)'s for another layout; None for the Document's encoding.
    encoding: Scheme | None = None
    # By how many positions its rows of numbers were moved on: their angles are those of later
    # positions. None where they have no angles.
    moved: float | None = 0.0
    # The name of the encoding that it shows, where a Figure shows several. It stays where the title
    # has no room.
    owner: str = ""
    # Whether it has only lines that join the panels at its sides, without axes and frame.
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
