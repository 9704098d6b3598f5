"""Marks: what is drawn in a panel, and the colours that it is drawn in."""

from dataclasses import dataclass
from typing import Literal

from peviewer.figures.grammar.tables import Listing, Numbers, Table
from peviewer.model.sampling.raster import Raster, Reduce
from peviewer.model.sampling.series import Series

Role = Literal[
    "ink",
    "muted",
    "accent",
    "mark",
    "compared",
    "sine",
    "cosine",
    "reference",
    "curve-0",
    "curve-1",
    "curve-2",
    "curve-3",
    "curve-4",
    "curve-5",
    "ordered-0",
    "ordered-1",
    "ordered-2",
    "ordered-3",
    "ordered-4",
    "ordered-5",
]
"""The meanings of colours. The ordered ones are of one hue, from light to dark."""

Direction = Literal["x", "y"]
"""The axis along which a mark has its coordinate: the line ``x = at`` has direction ``"x"``."""

HALOED: tuple[Role, ...] = ("mark", "ink")
"""Colours of lines drawn with a halo in the background's colour, to be seen on any data."""


@dataclass(frozen=True)
class Heatmap:
    """A raster drawn as coloured cells.

    Row r of the raster lies at y = y0 + r, and column c at x = x0 + c; each cell is centred there.
    """

    raster: Raster
    # The numbers that have the first and the last colour.
    levels: tuple[float, float]
    # A name in `resources/colormaps`, or "diverging" or "ink", which are others in each theme.
    colormap: str
    x0: float = 0.0
    y0: float = 0.0
    # What a pixel shows that covers several cells.
    reduce: Reduce = "mean"
    # The title of the colour bar; None for no bar.
    bar: str | None = ""
    # The range of all numbers that are possible, where `levels` are only those of the data.
    full: tuple[float, float] | None = None
    # The colormap for that range.
    full_colormap: str = ""
    # Whether the user cannot choose other levels.
    fixed: bool = False
    # Whether the first and the last number mean the same, as angles of 0° and 360° do; the
    # colormap then ends with the colour that it begins with.
    cyclic: bool = False
    # What a readout calls a cell; None for the title of the colour bar, or of the panel.
    quantity: str | None = None
    unit: str = ""
    # Its name in files of numbers, one word that never changes; None where another mark has its
    # numbers.
    key: str | None = ""


@dataclass(frozen=True)
class Curve:
    """A series drawn as a line, as steps centred on whole numbers, or as points."""

    series: Series
    label: str = ""
    color: Role = "accent"
    # A "wide" line is pale, and stands behind what is expected to run along it.
    style: Literal["line", "step", "dashed", "points", "wide"] = "line"
    # What a readout calls its numbers; empty for the label, or the title of the panel.
    quantity: str = ""
    # Its name in files of numbers, as for a :class:`Heatmap`.
    key: str | None = ""
    # The y of the number 0. It is not added to the numbers: beside a large one they would be
    # rounded away.
    y0: float = 0.0
    # Its number among several lines, which print, being grey, tells apart by their dashes.
    dash: int = 0


@dataclass(frozen=True)
class Picks:
    """The effect of clicks on a mark's shapes: they set a field of the Document to these values."""

    field: str
    values: tuple[float, ...]


@dataclass(frozen=True)
class Turns:
    """The effect of turning an arrow of a mark: it changes a field of the Document, now `value`.

    Turning the k-th arrow by θ rad adds θ / rates[k].
    """

    field: str
    value: float
    rates: tuple[float, ...]
    whole: bool = False


@dataclass(frozen=True)
class Rule:
    """A straight line across the panel at one coordinate: with ``direction="x"``, at x = at.

    A rule in the colour ``"mark"`` marks a place; see :attr:`is_mark`. Its label stands in a margin
    beside the data. On cells it is drawn as the outline of a row or of a column.
    """

    direction: Direction
    at: float
    label: str = ""
    color: Role = "mark"
    dashed: bool = False
    # The field of the Document that dragging the rule sets: at x, to (x − origin)·factor. With a
    # factor of 1 or more, and on an axis of whole numbers, only whole numbers x are reached.
    moves: str = ""
    origin: float = 0
    factor: float = 1
    # Whether the label of a horizontal rule that is no mark is at its left end, because curves end
    # at the right.
    at_left: bool = False
    # What replaces the label where that has no room; empty for nothing.
    short: str = ""
    # The longest text that the label can become; the margin has room for it.
    longest: str = ""
    # Whether a mark is of something beyond all cells: it is then a line at their edge.
    outside: bool = False

    @property
    def is_mark(self) -> bool:
        return self.color == "mark"


@dataclass(frozen=True)
class Diagonal:
    """The line x − y = at, where both axes are of one quantity.

    ``moves``, ``short`` and ``longest`` as for a :class:`Rule`.
    """

    at: float
    label: str = ""
    color: Role = "mark"
    dashed: bool = False
    moves: str = ""
    short: str = ""
    longest: str = ""

    @property
    def is_mark(self) -> bool:
        return self.color == "mark"


@dataclass(frozen=True)
class Band:
    """A shaded range of coordinates along one direction.

    Several bands with one label and one colour are one entry of the legend.
    """

    direction: Direction
    low: float
    high: float
    color: Role = "mark"
    # Whether only its edges are drawn.
    framed: bool = False
    label: str = ""
    # Whether it has its full colour instead of a tint, because it is data itself.
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
    """Small clocks in a row, each with a hand before a turn, and one after it.

    Each is centred on its x, and round whatever the scales. `before` are angles in rad, `turned` by
    how many rad each goes on to the other hand; the sector between is tinted. A painter shows as
    many as do not touch, evenly spread, with their names beside them where these have room.
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
    """Short texts centred on points."""

    x: tuple[float, ...]
    y: tuple[float, ...]
    texts: tuple[str, ...]
    color: Role = "ink"
    # Whether they are set in smaller type that never grows, and left out where they do not fit.
    small: bool = False
    # The width that each text has, in units of x; texts grow to fill it, up to a limit.
    room: float | None = None
    # The directions of a path at the points. With them a dot marks each point, and its text stands
    # beside it, away from the middle of the panel.
    tangents: tuple[tuple[float, float], ...] = ()
    # Whether a text stands ahead of its point instead, in the direction of the path, as at its end.
    beyond: bool = False


Named = Curve | Rule | Band
"""The kinds of marks that a legend can name."""

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
    if isinstance(mark, Rule):
        return "dashed" if mark.dashed else "line"
    if mark.framed:
        return "line"
    return "solid" if mark.solid else "band"


def layer(kind: type[object]) -> int:
    """Return the layer of a kind of mark, 0 at the back.

    Within a layer later marks are in front.
    """
    return next(depth for depth, kinds in enumerate(_LAYERS) if issubclass(kind, kinds))
