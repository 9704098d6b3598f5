"""The grammar of Figures: what a pane shows, as frozen data that either painter can draw.

Texts may set mathematics in italics by stars, as in ``"position *t*"``.
Colours are roles (``"accent"``, ``"sine"``), which a theme turns into colours: ``"mark"`` is what marks a
place and never data, ``"reference"`` what something is compared with, dashed, ``"compared"`` the scheme B alone.
"""

from dataclasses import dataclass, replace
from typing import Literal

from peviewer.figures.sheets import Listing as Listing
from peviewer.figures.sheets import Numbers as Numbers
from peviewer.figures.sheets import Sheet as Sheet
from peviewer.model.sampling.raster import Raster, Reduce
from peviewer.model.sampling.series import Series

Role = Literal[
    "ink", "muted", "accent", "mark", "compared", "sine", "cosine", "reference",
    "curve-0", "curve-1", "curve-2", "curve-3", "curve-4", "curve-5",
]  # fmt: skip
Direction = Literal["x", "y"]
HALOED: tuple[Role, ...] = ("mark", "ink")
"""Colours of lines that lie on a wider one of the ground's colour, so that they are seen on data of any colour."""


@dataclass(frozen=True)
class Axis:
    """One axis of a panel.

    Attributes
    ----------
    quantity : str
        What runs along it (``"position"``, ``"dimension"``, ``"bit"``, ``"value"`` …).
        Axes of one quantity link their zoom.
    label : str
        Its title, with italics by stars: ``"position *t*"``.
    limits : tuple of float
        The whole range; a painter never shows more.
    window : tuple of float, optional
        The range to show; None for all of `limits`.
    cursor : str, optional
        The field of ``Document.cursor`` that follows the pointer along this axis.
    inverted : bool
        True where values grow downwards (y) or leftwards (x).
    whole : bool
        True where only whole numbers make sense as ticks.
    log : bool
        True for a logarithmic axis.
    zooms : bool
        True where what the user zooms to is kept in the Document.
    names : tuple of str
        What 0, 1, 2 … are called, in place of their numbers.
    backwards : bool
        True where it counts the other way than its cursor and what shares its zoom: t − s, of lags s − t.
    """

    quantity: str
    label: str
    limits: tuple[float, float]
    window: tuple[float, float] | None = None
    cursor: str | None = None
    inverted: bool = False
    whole: bool = False
    log: bool = False
    zooms: bool = False
    names: tuple[str, ...] = ()
    backwards: bool = False

    @property
    def shown(self) -> tuple[float, float]:
        """The range to show."""
        return self.window or self.limits

    def counted(self, value: int) -> int:
        """Return a place as its cursor counts it, or what its cursor counts as a place."""
        return -value if self.backwards else value

    def shared(self, window: tuple[float, float]) -> tuple[float, float]:
        """Return a window as all axes of its quantity share it, or a shared one as its own."""
        return (-window[1], -window[0]) if self.backwards else window


@dataclass(frozen=True)
class Heatmap:
    """A raster drawn as coloured cells.

    ``raster`` row r lies at y = y0 + r and column c at x = x0 + c, each cell centred there.
    ``colormap`` is a name below ``resources/colormaps`` or ``"diverging"`` or ``"ink"``, which the theme resolves.
    ``levels`` are the data's; ``full`` is the range there could be, where that is another, with its own colours.
    The levels of a ``fixed`` heatmap, or a cyclic one, mean something: nobody chooses others.
    ``key`` is its name in files of numbers, one word that stays the same whatever is shown; None where its numbers
    stand elsewhere.
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
    cyclic: bool = False  # whether the last colour stands beside the first, as of angles
    called: str | None = None  # what a cell is, where it is read; None for the bar's label, or the panel's title
    unit: str = ""
    key: str | None = ""


@dataclass(frozen=True)
class Curve:
    """A series drawn as a line, as steps centred on whole numbers, or as points; ``key`` as for a :class:`Heatmap`.

    ``y0`` is where its 0 lies: heights added to a place far out would be rounded away.
    One that ``alternates`` has sines at even places and cosines at odd ones.
    """

    series: Series
    label: str = ""
    color: Role = "accent"
    style: Literal["line", "step", "dashed", "points"] = "line"
    called: str = ""  # what its numbers are, where they are read; empty for the label, or the panel's title
    key: str | None = ""
    y0: float = 0.0
    alternates: bool = False


@dataclass(frozen=True)
class Picks:
    """What a click on each of a mark's shapes sets a field of the Document to."""

    field: str
    values: tuple[float, ...]


@dataclass(frozen=True)
class Turns:
    """What turning a mark's arrows does: by θ rad, the k-th adds θ / rates[k] to a field that is now `value`."""

    field: str
    value: float
    rates: tuple[float, ...]
    whole: bool = False


@dataclass(frozen=True)
class Rule:
    """A straight line across the panel at one coordinate: ``direction="x"`` stands at x = at.

    ``moves`` names the field of the Document that it stands for, less `origin`: who drags it, sets that, `per` one
    of the axis.
    The label of one at a height stands at its right end; `at_left` where curves end there.
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


@dataclass(frozen=True)
class Diagonal:
    """The straight line of all places whose x − y is `at`, where both axes are of one quantity.

    ``moves`` names the field of the Document that it stands for, as a :class:`Rule`'s does.
    """

    at: float
    label: str = ""
    color: Role = "mark"
    dashed: bool = False
    moves: str = ""


@dataclass(frozen=True)
class Band:
    """A shaded stretch between two coordinates along one direction; a `framed` one only has its edges drawn."""

    direction: Direction
    low: float
    high: float
    color: Role = "mark"
    framed: bool = False


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
class Path:
    """A line through points in any order; ``fading`` lines grow fainter towards their beginning."""

    x: tuple[float, ...]
    y: tuple[float, ...]
    color: Role = "accent"
    fading: bool = False


@dataclass(frozen=True)
class Words:
    """Short texts centred on points; where each has `room` (in units of x), they grow to fill it, within reason.

    Small ones do not grow: they are left out where they have not that room.
    """

    x: tuple[float, ...]
    y: tuple[float, ...]
    texts: tuple[str, ...]
    color: Role = "ink"
    small: bool = False
    room: float | None = None


Mark = Heatmap | Curve | Rule | Diagonal | Band | Note | Rings | Arrows | Path | Words | Sheet

_LAYERS: tuple[tuple[type, ...], ...] = (
    (Heatmap, Numbers, Listing),
    (Band, Rings),
    (Rule, Diagonal),
    (Curve, Path),
    (Arrows, Note),
    (Words,),
)


def layer(kind: type[object]) -> int:
    """Return how far in front a kind of mark is painted, from 0 for what lies behind all others.

    What marks something, with its halo, stands on cells and behind curves; of one layer the later mark is in front.

    Examples
    --------
    >>> layer(Heatmap) < layer(Band) < layer(Rule) == layer(Diagonal) < layer(Curve) < layer(Words)
    True
    """
    return next(depth for depth, kinds in enumerate(_LAYERS) if issubclass(kind, kinds))


@dataclass(frozen=True)
class Shape:
    """A panel's drawing otherwise spread, such as clocks in two lines."""

    x: Axis
    y: Axis
    marks: tuple[Mark, ...]


@dataclass(frozen=True)
class Panel:
    """One pair of axes with marks; `title` stands above it left, `fact` right.

    One with ``square_cells`` keeps a unit as long upwards as sideways, by the size
    of its data area. A ``square`` panel keeps it by what it shows, and has neither
    axes nor frame. A panel whose only mark is a Sheet is a table; its axes say
    which window of rows (y) and columns (x) is meant. What ``compares`` its curves with one another
    keeps them together beside another one. ``shapes`` are the same drawing otherwise spread, of which a painter takes
    what fills its room.
    """

    x: Axis
    y: Axis
    marks: tuple[Mark, ...]
    title: str = ""
    fact: str = ""
    legend: bool = False
    square: bool = False
    square_cells: bool = False
    compares: bool = False
    shapes: tuple[Shape, ...] = ()

    def shaped(self, number: int) -> "Panel":
        """Return it otherwise spread."""
        shape = self.shapes[number]
        return replace(self, x=shape.x, y=shape.y, marks=shape.marks, shapes=())

    @property
    def heatmap(self) -> Heatmap | None:
        """Its heatmap; None where it has none."""
        return next((mark for mark in self.marks if isinstance(mark, Heatmap)), None)

    @property
    def is_listing(self) -> bool:
        """Whether it is a table of texts."""
        return bool(self.marks) and all(isinstance(mark, Listing) for mark in self.marks)

    @property
    def aside(self) -> str:
        """The fact, or of how many the rows of a table are the first, where a table does not say so below them."""
        counted = (mark.told() for mark in self.marks if isinstance(mark, Listing) and mark.of)
        return self.fact or next(counted, "")

    @property
    def named(self) -> tuple[Curve | Rule, ...]:
        """What a legend names: curves, what they are compared with after them though drawn below, and rules in view."""
        curves = [mark for mark in self.marks if isinstance(mark, Curve) and mark.label]
        rules = [mark for mark in self.marks if isinstance(mark, Rule) and mark.label and self._has_in_view(mark)]
        return *sorted(curves, key=lambda curve: curve.color == "reference"), *rules

    def _has_in_view(self, rule: Rule) -> bool:
        low, high = (self.x if rule.direction == "x" else self.y).shown
        return low <= rule.at <= high


@dataclass(frozen=True)
class Figure:
    """What one pane shows: rows of panels, top to bottom, each row from left to right.

    ``name`` is the pane's. ``heights`` are relative, one a row. ``formula`` is the picture's formula in
    mathtext (without dollar signs). Panels of one row share its width equally.
    ``caption`` is a sentence that goes below it on paper. ``names`` are what its panels are asked for by, row by row,
    where they can be shown alone. ``spare`` are the rows that a picture too small for
    all can do without. ``wide`` says how its panels, by their numbers, may stand row by row where
    a page is so wide that a table has room beside others, and ``wide_heights`` how high.
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

    def __post_init__(self) -> None:
        if len(self.heights) != len(self.rows):
            raise ValueError(f"{len(self.heights)} heights for {len(self.rows)} rows of panels")

    def alone(self, name: str) -> "Figure":
        """Return the Figure with those panels only that are called so; it has no rows where there are none."""
        names = iter(self.names)
        kept = [tuple(panel for panel in row if next(names, "") == name) for row in self.rows]
        heights = tuple(height for row, height in zip(kept, self.heights, strict=True) if row)
        return replace(self, rows=tuple(filter(None, kept)), heights=heights, spare=(), names=(), wide=())

    @property
    def but_for_spare_rows(self) -> "Figure":
        """The Figure without the rows that it can spare."""
        stay = [k for k in range(len(self.rows)) if k not in self.spare]
        heights = tuple(self.heights[k] for k in stay)
        return replace(self, rows=tuple(self.rows[k] for k in stay), heights=heights, spare=(), wide=())

    @property
    def but_for_tables(self) -> "Figure":
        """The Figure without its tables of texts, where it has anything else."""
        kept = [tuple(panel for panel in row if not panel.is_listing) for row in self.rows]
        if not any(kept) or sum(map(len, kept)) == len(self.panels):
            return self
        heights = tuple(height for row, height in zip(kept, self.heights, strict=True) if row)
        return replace(self, rows=tuple(filter(None, kept)), heights=heights, names=(), spare=(), wide=())

    @property
    def widened(self) -> "Figure":
        """The Figure as it may stand on a wide page."""
        panels = self.panels
        rows = tuple(tuple(panels[k] for k in row) for row in self.wide)
        names = tuple(self.names[k] for row in self.wide for k in row) if self.names else ()
        return replace(self, rows=rows, heights=self.wide_heights, names=names, spare=(), wide=())

    @property
    def panels(self) -> tuple[Panel, ...]:
        """All panels, row by row."""
        return tuple(panel for row in self.rows for panel in row)
