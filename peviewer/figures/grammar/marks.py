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

HALOED: tuple[Role, ...] = ("mark", "ink")
"""Colours of lines drawn with a halo in the background's colour, to be seen on any data."""


@dataclass(frozen=True)
class Heatmap:
    """A raster drawn as coloured cells.

    ``raster`` row r lies at y = y0 + r and column c at x = x0 + c, each cell centred there.
    ``colormap`` is a name below ``resources/colormaps`` or ``"diverging"`` or ``"ink"``, which the
    theme resolves. ``levels`` are the range of the data; ``full``, with ``full_colormap``, is the
    possible range where it differs. ``bar`` is the colour bar's label; None for no bar. The user
    cannot choose other levels for a ``fixed`` heatmap, or for a ``cyclic`` one, whose colormap
    closes. ``quantity`` is what a readout calls a cell; None for the colour bar's label, or the
    panel's title. ``key`` is its name in files of numbers, one word that never changes; None where
    another mark has its numbers.
    """

    raster: Raster
    levels: tuple[float, float]
    colormap: str
    x0: float = 0.0
    y0: float = 0.0
    reduce: Reduce = "mean"
    bar: str | None = ""
    full: tuple[float, float] | None = None
    full_colormap: str = ""
    fixed: bool = False
    cyclic: bool = False
    quantity: str | None = None
    unit: str = ""
    key: str | None = ""


@dataclass(frozen=True)
class Curve:
    """A series drawn as a line, as steps centred on whole numbers, or as points.

    A wide one is pale, and stands behind what is expected to run along it. ``key`` is as for a
    :class:`Heatmap`.

    ``quantity`` is what a readout calls its numbers; empty for the label, or the panel's title.
    ``y0`` is where its 0 lies; added to the heights, a large one would round them away. ``dash`` is
    its number among several lines, which also differ in their dashes where print is grey.
    """

    series: Series
    label: str = ""
    color: Role = "accent"
    style: Literal["line", "step", "dashed", "points", "wide"] = "line"
    quantity: str = ""
    key: str | None = ""
    y0: float = 0.0
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

    Dragging it to x sets the field of the Document that ``moves`` names to (x − origin)·factor;
    with factor ≥ 1, and on an axis of whole numbers, x is one. The label of a mark is beside the
    data, where it has the room of its ``longest`` one; that of another horizontal line is on them,
    at its right end, or `at_left` where curves end there. Where its label has no room, ``short``
    replaces it, unless that is empty. On cells a mark is the outline of a row or column, unless
    what it marks is `outside` them: then it is a line at their edge.
    """

    direction: Direction
    at: float
    label: str = ""
    color: Role = "mark"
    dashed: bool = False
    moves: str = ""
    origin: float = 0
    factor: float = 1
    at_left: bool = False
    short: str = ""
    longest: str = ""
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

    Of a `framed` one only the edges are drawn. A `solid` one has its full colour: it is a datum.
    Several with one `label` and one colour are one entry of the legend.
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
    """Short texts centred on points.

    Where each has `room`, in units of x, they grow to fill it, up to a limit. Small ones do not
    grow, and are left out where they do not fit. With ``tangents``, the directions of a path, a dot
    marks each point, and its text stands beside it, away from the middle; with ``beyond`` it stands
    on ahead, as at the end of a path.
    """

    x: tuple[float, ...]
    y: tuple[float, ...]
    texts: tuple[str, ...]
    color: Role = "ink"
    small: bool = False
    room: float | None = None
    tangents: tuple[tuple[float, float], ...] = ()
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
