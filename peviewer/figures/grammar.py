"""The grammar of Figures: what a pane shows, as frozen data that either painter can draw.

Texts may set mathematics in italics by stars, as in ``"position *t*"``.
Colours are roles (``"accent"``, ``"sine"``), which a theme turns into colours: ``"mark"`` is what
marks a place and never data, ``"reference"`` what something is compared with, dashed,
``"compared"`` the scheme B alone.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import ceil, floor
from typing import Any, Literal

from peviewer.base.numbers import number
from peviewer.base.words import short_word
from peviewer.document.sections import OTHER
from peviewer.figures.tables import Listing as Listing
from peviewer.figures.tables import Numbers as Numbers
from peviewer.figures.tables import Table as Table
from peviewer.model.encodings.scheme import Scheme
from peviewer.model.sampling.raster import Raster, Reduce
from peviewer.model.sampling.series import Series

Role = Literal[
    "ink", "muted", "accent", "mark", "compared", "sine", "cosine", "reference",
    "curve-0", "curve-1", "curve-2", "curve-3", "curve-4", "curve-5",
]  # fmt: skip
Direction = Literal["x", "y"]
MOST_WORDS = 40
"""Words at the ticks of an axis."""
HALOED: tuple[Role, ...] = ("mark", "ink")
"""Colours of lines drawn with a halo in the background's colour, to be seen on data of any colour."""


@dataclass(frozen=True)
class Axis:
    """One axis of a panel."""

    # its quantity (`"position"`, `"dimension"`, `"bit"`, `"value"` …). Axes of one quantity link
    # their zoom; see :meth:`other_side`
    quantity: str
    label: str  # its title, with italics by stars: `"position *t*"`
    limits: tuple[float, float]  # the whole range; a painter never shows more
    window: tuple[float, float] | None = None  # the range to show; None for all of `limits`
    cursor: str | None = (
        None  # the field of `Document.cursor` that follows the pointer along this axis
    )
    inverted: bool = False  # true where values grow downwards (y) or leftwards (x)
    whole: bool = False  # true where only whole numbers make sense as ticks
    log: bool = False  # true for a logarithmic axis
    zooms: bool = False  # true if the user's zoom is kept in the Document
    names: tuple[str, ...] = ()  # the names of 0, 1, 2 …, shown instead of numbers
    backwards: bool = (
        False  # true if its values are the cursor's with the opposite sign: t − s for lags s − t
    )
    # the position from which lags are counted: two positions pointed at elsewhere are shown at
    # their lag from it
    lag_origin: float | None = None
    # other numbers along the far side of the axis, each with its coordinate; a painter shows as
    # many as fit
    far: tuple[tuple[float, str], ...] = ()
    words: tuple[int, tuple[str, ...]] = (
        0,
        (),
    )  # a whole number, and what it and those after it are called
    numbered: bool = False  # true if each whole number is a tick where it fits, before its word
    # the size of groups of cells from 0 on, as of a tile: ticks are in the middle of groups
    group: int = 1

    def most_ticks(self, most: int) -> int:
        """Return how many ticks it has at most, where numbers have `most`: of words the next cannot be guessed."""
        return max(most, MOST_WORDS) if self.names_each else most

    @property
    def names_each(self) -> bool:
        """Whether each whole number has a name, so that none can be left out by rule."""
        return bool(self.words[1]) or self.numbered

    @property
    def longest_words(self) -> list[str]:
        """Its longest words as they are written, for which there is room wherever it is zoomed to."""
        first, words = self.words
        texts = [self._word_text(first + place, "") for place in range(len(words[:1000]))]
        return sorted(texts, key=len)[-8:]

    def tick_texts(self, values: Sequence[float], numbers: Sequence[str]) -> list[str]:
        """Return what is written at ticks: their words, where they have some, in place of their numbers."""
        return [
            self._word_text(round(value), text) for value, text in zip(values, numbers, strict=True)
        ]

    def _word_text(self, place: int, text: str) -> str:
        """Return what is written at a whole number: its word, with its number before it, or `text`."""
        word = short_word(self.word(place))
        if word and self.numbered:
            return f"{number(place)} {word}"
        return word or text

    def word(self, place: int) -> str:
        """Return what a whole number is called; empty where it has no word."""
        first, words = self.words
        return words[place - first] if 0 <= place - first < len(words) else ""

    @property
    def shown(self) -> tuple[float, float]:
        return self.window or self.limits

    @property
    def extent(self) -> float:
        return self.shown[1] - self.shown[0]

    @property
    def cells_shown(self) -> range:
        """The cells in the range to show, whole or in part.

        >>> Axis("dimension", "", (-0.5, 255.5), window=(3.2, 7.5)).cells_shown
        range(3, 8)
        """
        low, high = self.shown
        return range(floor(low + 0.5), max(ceil(high - 0.5), floor(low + 0.5)) + 1)

    def cursor_at(self, cell: int) -> int:
        """Return the value of its cursor at a cell, or at the cell's group."""
        return -cell if self.backwards else cell // self.group

    def cell_at(self, value: int) -> int:
        """Return the cell at which its cursor has a value, the first of a group."""
        return -value if self.backwards else value * self.group

    def other_side(self, **changes: Any) -> "Axis":
        """Return the axis of the other side of a matrix, which zooms with this one until it is zoomed itself."""
        return replace(self, quantity=f"{OTHER}{self.quantity}", **changes)

    def zoom_keys(self, pane: str) -> tuple[str, ...]:
        """Return the keys of its zoom in a pane, the most specific first."""
        names = dict.fromkeys((self.quantity, self.quantity.removeprefix(OTHER)))
        return tuple(f"{own}{name}" for name in names for own in (f"{pane}/", ""))

    def flip_window(self, window: tuple[float, float]) -> tuple[float, float]:
        """Return a window of this axis in the coordinates that axes of its quantity share, or the reverse."""
        return (-window[1], -window[0]) if self.backwards else window


@dataclass(frozen=True)
class Heatmap:
    """A raster drawn as coloured cells.

    ``raster`` row r lies at y = y0 + r and column c at x = x0 + c, each cell centred there.
    ``colormap`` is a name below ``resources/colormaps`` or ``"diverging"`` or ``"ink"``, which the
    theme resolves. ``levels`` are the range of the data; ``full``, with ``full_colormap``, is the
    possible range where it differs. The user cannot choose other levels for a ``fixed`` heatmap, or
    for a ``cyclic`` one, whose colormap closes. ``quantity`` is what a readout calls a cell; None
    for the colour bar's label, or the panel's title. ``key`` is its name in files of numbers, one
    word that never changes; None where another mark has its numbers.
    """

    raster: Raster
    levels: tuple[float, float]
    colormap: str
    x0: float = 0.0
    y0: float = 0.0
    reduce: Reduce = "mean"
    bar: str | None = ""  # the colour bar's label; None for no bar
    full: tuple[float, float] | None = None
    full_colormap: str = ""
    fixed: bool = False
    cyclic: bool = False
    quantity: str | None = None
    unit: str = ""
    key: str | None = ""


@dataclass(frozen=True)
class Curve:
    """A series drawn as a line, as steps centred on whole numbers, or as points; ``key`` as for a :class:`Heatmap`.

    A wide one is pale, and stands behind what is expected to run along it.

    ``quantity`` is what a readout calls its numbers; empty for the label, or the panel's title.
    ``y0`` is where its 0 lies; added to the heights, a large one would round them away.
    """

    series: Series
    label: str = ""
    color: Role = "accent"
    style: Literal["line", "step", "dashed", "points", "wide"] = "line"
    quantity: str = ""
    key: str | None = ""
    y0: float = 0.0


@dataclass(frozen=True)
class Picks:
    """A field of the Document, and the value that a click on each of a mark's shapes gives it."""

    field: str
    values: tuple[float, ...]


@dataclass(frozen=True)
class Turns:
    """A field of the Document, now `value`, to which turning the k-th arrow of a mark by θ rad adds θ / rates[k]."""

    field: str
    value: float
    rates: tuple[float, ...]
    whole: bool = False


@dataclass(frozen=True)
class Rule:
    """A straight line across the panel at one coordinate: with ``direction="x"``, at x = at.

    Dragging it to x sets the field of the Document that ``moves`` names to (x − origin)·per; with
    per ≥ 1, and on an axis of whole numbers, x is one. The label of a horizontal line is at its
    right end, or `at_left` where curves end there. Where its label has no room, ``short`` replaces
    it, unless that is empty. On cells a mark is the outline of a row or column, unless what it
    marks is `outside` them: then it is a line.
    """

    direction: Direction
    at: float
    label: str = ""
    color: Role = "mark"
    dashed: bool = False
    moves: str = ""
    origin: float = 0
    per: float = 1
    at_left: bool = False
    short: str = ""
    outside: bool = False


@dataclass(frozen=True)
class Diagonal:
    """The line x − y = at, where both axes are of one quantity.

    ``moves`` as for a :class:`Rule`.
    """

    at: float
    label: str = ""
    color: Role = "mark"
    dashed: bool = False
    moves: str = ""


@dataclass(frozen=True)
class Band:
    """A shaded range of coordinates along one direction; of a `framed` one only the edges are drawn.

    A `solid` one has its full colour: it is a datum. Several with one `label` and one colour are
    one entry of the legend.
    """

    direction: Direction
    low: float
    high: float
    color: Role = "mark"
    framed: bool = False
    label: str = ""
    solid: bool = False


@dataclass(frozen=True)
class Note:
    """A sentence in the middle of the panel, in place of data that does not exist."""

    text: str


@dataclass(frozen=True)
class Rings:
    """Circles of one radius, in the panel's coordinates."""

    x: tuple[float, ...]
    y: tuple[float, ...]
    radius: float
    color: Role = "muted"
    picks: Picks | None = None


@dataclass(frozen=True)
class Arrows:
    """Straight arrows, such as the hands of clocks; ``strong`` ones are thick and have a head."""

    x: tuple[float, ...]
    y: tuple[float, ...]
    dx: tuple[float, ...]
    dy: tuple[float, ...]
    color: Role = "accent"
    strong: bool = True
    turns: Turns | None = None


@dataclass(frozen=True)
class Dials:
    """Small clocks in a row, each centred on its x, round whatever the scales: a hand before a turn, and one after it.

    `before` are angles in rad, `turned` by how many rad each goes on to the other hand; the sector
    between is tinted. A painter shows as many as do not touch, evenly spread, with their names
    beside them where these have room.
    """

    x: tuple[float, ...]
    before: tuple[float, ...]
    turned: tuple[float, ...]
    names: tuple[str, ...]
    color: Role = "mark"
    picks: Picks | None = None
    turns: Turns | None = None


@dataclass(frozen=True)
class Path:
    """A line through points in any order; ``fading`` lines grow fainter towards their beginning."""

    x: tuple[float, ...]
    y: tuple[float, ...]
    color: Role = "accent"
    fading: bool = False


@dataclass(frozen=True)
class Words:
    """Short texts centred on points; where each has `room`, in units of x, they grow to fill it, up to a limit.

    Small ones do not grow, and are left out where they do not fit.
    """

    x: tuple[float, ...]
    y: tuple[float, ...]
    texts: tuple[str, ...]
    color: Role = "ink"
    small: bool = False
    room: float | None = None


Named = Curve | Rule | Band
"""What a legend can name."""
Mark = (
    Heatmap | Curve | Rule | Diagonal | Band | Note | Rings | Arrows | Dials | Path | Words | Table
)

_LAYERS: tuple[tuple[type, ...], ...] = (
    (Heatmap, Numbers, Listing),
    (Band, Rings),
    (Rule, Diagonal),
    (Curve, Path),
    (Arrows, Dials, Note),
    (Words,),
)


def line_style(mark: Named) -> Literal["line", "step", "dashed", "points", "wide", "band", "solid"]:
    if isinstance(mark, Curve):
        return mark.style
    if isinstance(mark, Band):
        if mark.framed:
            return "line"
        return "solid" if mark.solid else "band"
    return "dashed" if mark.dashed else "line"


def layer(kind: type[object]) -> int:
    """Return the layer of a kind of mark, 0 at the back.

    Within a layer later marks are in front.
    """
    return next(depth for depth, kinds in enumerate(_LAYERS) if issubclass(kind, kinds))


@dataclass(frozen=True)
class Places:
    """A field of the cursor that both coordinates of a cell determine: a position on a grid, counted row by row."""

    cursor: str  # the field of `Document.cursor` that follows the pointer over cells
    first: int  # its value at the first place of the grid
    sides: tuple[int, int]  # rows and columns of the grid
    # whether each cell is a place; or each tile is one, of as many cells as the grid has places; or
    # each cell is the place of the grid that it has within its tile
    of: Literal["cell", "tile", "within"] = "cell"
    sets: str = ""  # the field that a click sets; empty for that of the pointer

    @property
    def counting(self) -> tuple[object, ...]:
        """The key of its counting, equal for grids that count their positions alike."""
        return self.cursor, self.first, self.sides[1], self.of

    def value_at(self, column: int, row: int) -> int | None:
        """Return the value of the field at a cell; None beside the grid."""
        rows, columns = self.sides
        if self.of == "tile":
            row, column = row // rows, column // columns
        elif self.of == "within":
            row, column = row % rows, column % columns
        return (
            self.first + row * columns + column
            if 0 <= row < rows and 0 <= column < columns
            else None
        )


def cell_of(places: Iterable[Places], cursor: Mapping[str, int]) -> tuple[int, int] | None:
    """Return the cell, column and row, at which fields of the cursor have their values.

    None where there is none.
    """
    column = row = 0
    for some in places:
        index = cursor.get(some.cursor, some.first - 1) - some.first
        rows, columns = some.sides
        if not 0 <= index < rows * columns:
            return None
        down, across = divmod(index, columns)
        row += down * (rows if some.of == "tile" else 1)
        column += across * (columns if some.of == "tile" else 1)
    return column, row


@dataclass(frozen=True)
class Panel:
    """One pair of axes with marks; `title` is above it at the left, `fact` at the right.

    With ``square_cells``, its data area is sized so that one unit is as long along y as along x. A
    ``square`` panel shows more instead, and has neither axes nor frame. A panel whose only mark is
    a Table is a table, and its axes are the window of rows (y) and columns (x). In a comparison of
    two schemes, one that ``keeps_curves_together`` is shown beside the other, not in one plot with
    it; where its axes mean something else to each, it ``subtracts`` nothing. Of it and its
    ``variants``, such as clocks on two lines instead of one, a painter takes what fits its space
    best. Its ``share`` is how wide it is beside the others of its row. With ``places`` each cell is
    a place of a grid, and the axes have no cursor of their own. Where it has no room for
    ``names_above`` its data, those of upright marks stand on these. Its cells are of the Document's
    encoding, unless it names another ``encoding``, such as that of M(φ) for another layout; rows of
    numbers that were ``moved`` on by so many positions have the angles there, or none (None). Where
    its title has no room, the name of its ``owner`` stays: that of the encoding, among several,
    that it is of.
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
        """Whether it has neither axes nor frame, as a drawing to scale, a sentence, or clocks above another's axis."""
        return self.square or all(isinstance(mark, Note | Dials | Words) for mark in self.marks)

    @property
    def is_sentence(self) -> bool:
        return any(isinstance(mark, Note) for mark in self.marks)

    @property
    def is_listing(self) -> bool:
        return bool(self.marks) and all(isinstance(mark, Listing) for mark in self.marks)

    @cached_property
    def fact_text(self) -> str:
        """The fact, or else the total number of rows of a table that shows the first ones."""
        counts = (
            mark.count_text() for mark in self.marks if isinstance(mark, Listing) and mark.total
        )
        return self.fact or next(counts, "")

    @property
    def legend_marks(self) -> tuple[Named, ...]:
        """The marks in the legend: curves, references last, then rules and shading in view."""
        curves = [mark for mark in self.marks if isinstance(mark, Curve) and mark.label]
        rules = [
            mark
            for mark in self.marks
            if isinstance(mark, Rule) and mark.label and self._is_in_view(mark)
        ]
        bands = [
            mark
            for mark in self.marks
            if isinstance(mark, Band) and mark.label and self._is_in_view(mark)
        ]
        shades = {(band.label, band.color): band for band in reversed(bands)}
        return (
            *sorted(curves, key=lambda curve: curve.color == "reference"),
            *rules,
            *reversed(shades.values()),
        )

    def _is_in_view(self, mark: Rule | Band) -> bool:
        low, high = (self.x if mark.direction == "x" else self.y).shown
        first, last = (mark.low, mark.high) if isinstance(mark, Band) else (mark.at, mark.at)
        return low <= last and first <= high


PanelKey = tuple[str, int] | tuple[int, int]
KeyedRow = tuple[tuple[PanelKey, Panel], ...]


@dataclass(frozen=True)
class Figure:
    """What one pane shows: rows of panels, top to bottom, each row from left to right.

    ``name`` is the pane's. ``heights`` are relative, one a row; panels of one row share its width
    equally. ``formula`` is mathtext without dollar signs. ``caption`` is a sentence for below the
    picture on paper. ``names`` name the panels, row by row, so that each can be shown alone.
    ``spare`` are the rows that a small picture is drawn without. ``wide``, in rows of panel
    numbers, and ``wide_heights`` are another order of panels for a wide page. In an `aligned` one
    all rows are read along one axis: in a comparison, A's panels are above B's.
    """

    title: str
    rows: tuple[tuple[Panel, ...], ...]
    heights: tuple[float, ...] = (1.0,)
    name: str = ""
    formula: str = ""
    caption: str = ""
    spare: tuple[int, ...] = ()
    names: tuple[str, ...] = ()
    wide: tuple[tuple[int, ...], ...] = ()
    wide_heights: tuple[float, ...] = ()
    aligned: bool = False

    def __post_init__(self) -> None:
        if len(self.heights) != len(self.rows):
            raise ValueError(f"{len(self.heights)} heights for {len(self.rows)} rows of panels")

    def only(self, name: str) -> "Figure":
        """Return the Figure with the panels of one name only, if there are any, each with its own legend and titles."""

        def alone(panel: Panel) -> Panel:
            named = [mark for mark in panel.legend_marks if not isinstance(mark, Rule)]
            curves = [mark for mark in panel.marks if isinstance(mark, Curve)]
            y = replace(
                panel.y, label=panel.y.label or (curves[0].quantity if len(curves) == 1 else "")
            )
            return replace(panel, y=y, legend=panel.legend or bool(named))

        names = iter(self.names)
        rows = [
            tuple(alone(panel) for panel in row if next(names, "") == name) for row in self.rows
        ]
        return self._with_panels(rows)

    @property
    def without_spare_rows(self) -> "Figure":
        stay = [k for k in range(len(self.rows)) if k not in self.spare]
        heights = tuple(self.heights[k] for k in stay)
        return replace(
            self, rows=tuple(self.rows[k] for k in stay), heights=heights, spare=(), wide=()
        )

    @property
    def without_spare_columns(self) -> "Figure":

        def without(panel: Panel) -> Panel:
            marks = tuple(
                mark.without(mark.spare) if isinstance(mark, Listing) else mark
                for mark in panel.marks
            )
            return replace(panel, marks=marks) if panel.is_listing else panel

        return replace(self, rows=tuple(tuple(map(without, row)) for row in self.rows))

    @property
    def without_listings(self) -> "Figure":
        """The Figure without its tables of texts, unless it has nothing else."""
        rows = [tuple(panel for panel in row if not panel.is_listing) for row in self.rows]
        if not any(rows) or sum(map(len, rows)) == len(self.panels):
            return self
        return self._with_panels(rows)

    def _with_panels(self, rows: Sequence[tuple[Panel, ...]]) -> "Figure":
        """Return the Figure with these of its panels, given by its rows."""
        heights = tuple(height for row, height in zip(rows, self.heights, strict=True) if row)
        return replace(
            self, rows=tuple(filter(None, rows)), heights=heights, names=(), spare=(), wide=()
        )

    @property
    def on_wide_page(self) -> "Figure":
        panels = self.panels
        rows = tuple(tuple(panels[k] for k in row) for row in self.wide)
        names = tuple(self.names[k] for row in self.wide for k in row) if self.names else ()
        return replace(self, rows=rows, heights=self.wide_heights, names=names, spare=(), wide=())

    @cached_property
    def panels(self) -> tuple[Panel, ...]:
        return tuple(panel for row in self.rows for panel in row)

    @cached_property
    def keyed_rows(self) -> tuple[KeyedRow, ...]:
        """The rows, each panel with a key: its name and its number among those of the name, or its row and column."""
        names, seen, rows = iter(self.names), Counter[str](), []
        for r, row in enumerate(self.rows):
            keyed: list[tuple[PanelKey, Panel]] = []
            for c, panel in enumerate(row):
                name = next(names, "")
                keyed.append(((name, seen[name]) if name else (r, c), panel))
                seen[name] += 1
            rows.append(tuple(keyed))
        return tuple(rows)

    @cached_property
    def panels_by_key(self) -> dict[PanelKey, Panel]:
        return {key: panel for row in self.keyed_rows for key, panel in row}
