"""The sections of the Document that panes share, and the list of those that belong to one pane."""

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Literal, get_args

import numpy as np
from pydantic import BeforeValidator, Field, SerializeAsAny, ValidationError, field_validator

from peviewer.base.files import resource
from peviewer.base.names import UnknownName
from peviewer.base.parameters import Parameters, parameter
from peviewer.base.refusals import explain
from peviewer.base.specification import Specification
from peviewer.base.typed_values import read_value
from peviewer.document.arrangement import FORM, Split, checked, even, names
from peviewer.model.between.pairwise import Metric
from peviewer.model.encodings.catalog import scheme as known_scheme
from peviewer.model.encodings.grids.gridded import ByOffset
from peviewer.model.encodings.lagged import Lagged
from peviewer.model.encodings.scheme import Scheme, Tabled
from peviewer.model.encodings.turning import Paired, Rotating, Turning
from peviewer.model.sampling.raster import Reduce
from peviewer.model.shifting import USUAL_PHI
from peviewer.model.turning.pairs import Operator

Window = tuple[float, float]
OTHER = (
    "other "  # before what runs along both sides of a matrix: its second side, in what is zoomed to
)
Chosen = (
    Literal["full", "seen"] | Window
)  # a range of colours: all there could be, what is visible, or two typed ends
MOST_COLOURED = 1e30  # a typed end; beyond, single precision overflows


class Shift(Parameters):
    """The shift PE(t+φ) = M(φ)·PE(t)."""

    phi: float = parameter(
        USUAL_PHI, title="Shift", needs=Paired, symbol="φ", unit="positions", ge=-1e9, le=1e9, slider=(-200, 200),
        follows="length", help="How far every position is moved; any real number.",
        formula=r"PE(t+\varphi) = M(\varphi)\,PE(t),\ d\ \mathrm{even}",
    )  # fmt: skip
    operator: Operator = parameter(
        "own", title="M(φ) built for", needs=Turning, seldom=True,
        labels={"own": "This layout", "interleaved": "sin cos sin cos …", "concatenated": "sines | cosines",
                "flipped": "cosines | sines"},
        help="The column layout that M(φ) is built for. A layout other than the table's is a classic bug.",
    )  # fmt: skip


class FieldTrack(Parameters):
    """From where to where a number is played, and how fast.

    What is not chosen follows from the Document.
    """

    start: float | None = parameter(None, title="Play from", help="Where playing starts.")
    stop: float | None = parameter(None, title="Play to", help="Where playing ends.")
    speed: float | None = parameter(
        None, title="Speed", ge=0.01, le=1e6, scale="log", slider=(0.1, 1000),
        help="How far the number moves in a second; on a logarithmic slider, by how many factors of ten.",
    )  # fmt: skip


USUAL_TRACKS = {"shift.phi": FieldTrack(start=0.0, stop=100.0, speed=20.0)}
"""Tracks of numbers that are not played over the whole range of their sliders."""

Repeat = Literal["once", "loop", "bounce"]


class Play(Parameters):
    """What is played, and how."""

    moves: str = parameter(
        "", title="What moves", hidden=True,
        help="The field that playing moves, such as encoding.base. By default φ, or the field that affects most of "
             "the open panes.",
    )  # fmt: skip
    repeat: Repeat = parameter(
        "bounce", title="Repeat", hidden=True,
        labels={"once": "Once", "loop": "Loop", "bounce": "Back and forth"},
        help="What playing does at the end of its range.",
    )  # fmt: skip
    tracks: dict[str, FieldTrack] = parameter(
        {}, title="Tracks", hidden=True, help="The range and speed at which each field is played.",
        form='start, stop and speed by field, as in {"encoding.base": {"speed": 2}}',
    )  # fmt: skip

    def track(self, path: str) -> FieldTrack:
        """Return the track of a field: its usual one, with what was chosen."""
        usual = USUAL_TRACKS.get(path, FieldTrack())
        chosen = self.tracks.get(path, FieldTrack()).model_dump(exclude_none=True)
        return usual.model_copy(update=chosen)


class Pairwise(Parameters):
    """Distances and similarities between positions."""

    metric: Metric = parameter(
        "euclidean", title="Metric", needs=Tabled,
        labels={"euclidean": "Euclidean distance", "sse": "Squared distance", "cosine": "Cosine similarity",
                "dot": "Dot product"},
        help="How two positions are compared.", formula=r"\Vert PE(t) - PE(s)\Vert = \sqrt{d - 2\sum_i \cos\,\omega_i (s-t)},\ d\ \mathrm{even}",
    )  # fmt: skip


SCHEME_FORM = "a scheme and its fields, as in scheme=alibi,heads=8"
Shows = Literal["both", "difference"]
MOST_VALUES = 5  # of one parameter, in one plot
SEVERAL_FORM = f"at most {MOST_VALUES} schemes, as in dim=64,128,256"

_NEXT = re.compile(r",(?=\s*[A-Za-z_][\w.]*\s*=)")  # a row of numbers has commas of its own


def fields_of(text: str) -> dict[str, object]:
    """Return the fields that a text names.

    >>> fields_of("scheme=rotary, dim=64,short=1,2,3")
    {'scheme': 'rotary', 'dim': 64, 'short': '1,2,3'}
    """
    parts = [part.partition("=") for part in _NEXT.split(text)]
    if not all(name.strip() and equals for name, equals, _ in parts):
        raise ValueError(SCHEME_FORM)
    return {name.strip(): read_value(value.strip()) for name, _, value in parts}


def _as_scheme(value: object) -> object:
    fields = fields_of(value) if isinstance(value, str) else value
    if isinstance(fields, Scheme):
        return fields
    if not isinstance(fields, Mapping) or "scheme" not in fields:
        raise ValueError(SCHEME_FORM)
    kind: type[Scheme] | None = None
    try:
        kind = known_scheme(str(fields["scheme"]))
        return kind.model_validate(dict(fields))
    except ValidationError as error:
        why = explain(error, kind or Scheme).replace(" is not allowed: it must be", " must be")
        raise ValueError(f"{SCHEME_FORM}; {why}") from None
    except UnknownName as error:
        raise ValueError(f"{SCHEME_FORM}; {fields['scheme']!r} is no scheme{error.hint}") from None


AnyScheme = Annotated[SerializeAsAny[Scheme], BeforeValidator(_as_scheme)]


class Compare(Parameters):
    """The scheme compared with the encoding, and how the two are shown."""

    against: AnyScheme | None = parameter(
        None, title="Compared scheme", hidden=True, form=SCHEME_FORM,
        help="The encoding that the current one, A, is compared with.",
    )  # fmt: skip
    shows: Shows = parameter(
        "both", title="Show", labels={"both": "A and B", "difference": "A − B"}, hidden=True,
        help="A beside B, or with it in one plot; or how far they are apart.",
    )  # fmt: skip
    several: Annotated[tuple[AnyScheme, ...], Field(max_length=MOST_VALUES)] = parameter(
        (), title="Several values", hidden=True, form=SEVERAL_FORM,
        help="Encodings with several values of one parameter, whose curves are drawn in one plot.",
    )  # fmt: skip

    @property
    def mode(self) -> str:
        """How the two are shown; empty where nothing is compared."""
        return self.shows if self.against is not None else ""


_OWN_COLORMAPS = {"diverging": "Diverging", "grey": "Grey", "grey-reversed": "Grey, reversed", "viridis": "Viridis",
                  "cividis": "Cividis (colour-blind safe)"}  # fmt: skip
with np.load(resource("colormaps", "matplotlib.npz")) as _tables:
    _MATPLOTLIB = sorted({*_tables.files} - {*_OWN_COLORMAPS}, key=str.lower)
_REVERSED = [
    f"{name}_r" for name in sorted([*_MATPLOTLIB, "grey", "viridis", "cividis"], key=str.lower)
]
COLORMAPS = (
    *_OWN_COLORMAPS,
    *_MATPLOTLIB,
    *_REVERSED,
)  # Ours, and all of matplotlib by their names there
Colormap = Literal[(*COLORMAPS,)]  # type: ignore[valid-type]  # a file names them


class View(Parameters):
    """How panes are shown."""

    panes: tuple[str, ...] = parameter(
        ("encoding", "shift", "binary", "distance"), title="Panes", help="Which panes are open.", hidden=True,
        form="names of panes, as in shift,clocks",
    )  # fmt: skip
    arrangement: Split | None = parameter(
        None, title="Arrangement", hidden=True, form=FORM,
        help="Where the panes are and how large. By default all panes get equal space.",
    )  # fmt: skip
    maximised: str = parameter(
        "", title="Maximised pane", hidden=True, form="the name of a pane, or nothing",
        help="The pane that fills the window.",
    )  # fmt: skip
    colormap: Colormap = parameter(
        "diverging", title="Colours", labels={name: name for name in COLORMAPS} | _OWN_COLORMAPS,
        groups={"Usual": [*_OWN_COLORMAPS], "Of matplotlib": _MATPLOTLIB, "Reversed": _REVERSED},
        form=f"one of {', '.join(_OWN_COLORMAPS)} or a colormap of matplotlib, as in magma or RdBu_r",
        help="How numbers become colours: diverging is the usual map, magma or RdBu_r one of matplotlib.",
    )  # fmt: skip
    transposed: bool = parameter(
        False, title="Positions across", needs=(Tabled, Paired),
        help="Draw positions along the horizontal axis, dimensions down.",
    )  # fmt: skip
    raw: bool = parameter(
        False, title="Raw samples", seldom=True,
        help="Where several cells share a pixel, show one of them instead of their mean. This gives the moiré of "
             "naive subsampling.",
    )  # fmt: skip
    linked: bool = parameter(
        True, title="Link zoom", seldom=True, help="Zooming one pane zooms every pane along the same quantity.",
    )  # fmt: skip
    square: bool = parameter(
        True, title="Square cells", hidden=True,
        help="Draw every cell of a matrix of positions as a square, where the pane has room.",
    )  # fmt: skip
    zoom: dict[str, Window] = parameter(
        {}, title="Zoom", help="The range of each quantity that is shown.", hidden=True,
        form='windows [low, high] by what runs along an axis, as in {"position": [0, 64]}',
    )  # fmt: skip
    levels: dict[str, Chosen] = parameter(
        {}, title="Colour range", hidden=True,
        help="The range of colours of each pane's heatmaps: full, seen, or [low, high]. By default it is that of the "
             "data.",
        form='full, seen or [low, high] by pane, as in {"distance": "seen"}',
    )  # fmt: skip

    @field_validator("panes", mode="before")
    @classmethod
    def _named_in_a_row(cls, panes: object) -> object:
        """Take names with commas between, as ``--panes`` does."""
        if not isinstance(panes, str):
            return panes
        names = [name.strip() for name in panes.split(",")]
        return [name for name in names if name]

    @property
    def reduce(self) -> Reduce:
        return "nearest" if self.raw else "mean"

    @field_validator("arrangement")
    @classmethod
    def _sound(cls, arrangement: Split | None) -> Split | None:
        return arrangement and checked(arrangement)

    def arranged(self, panes: Sequence[str]) -> Split:
        """Return the arrangement of some panes: the user's, or the default if one of them has no place."""
        if self.arrangement is None or not set(panes) <= set(names(self.arrangement)):
            return even(panes)
        return self.arrangement

    @field_validator("zoom")
    @classmethod
    def _windows(cls, zoom: dict[str, Window]) -> dict[str, Window]:
        for quantity, (low, high) in zoom.items():
            if not (math.isfinite(low) and math.isfinite(high) and low < high):
                raise ValueError(f"a window [low, high] with low < high for {quantity!r}")
        return zoom

    @field_validator("levels")
    @classmethod
    def _ranges(cls, levels: dict[str, Chosen]) -> dict[str, Chosen]:
        for pane, chosen in levels.items():
            if isinstance(chosen, tuple) and not is_distinguishable(*chosen):
                raise ValueError(
                    f"full, seen, or a range [low, high] for {pane!r}, low < high by a millionth of them at least, "
                    f"and both from {-MOST_COLOURED:g} to {MOST_COLOURED:g}"
                )
        return levels


def is_distinguishable(low: float, high: float) -> bool:
    """Whether numbers between the ends of a range of colours differ in single precision."""
    size = max(abs(low), abs(high))
    return size <= MOST_COLOURED and high - low >= max(1e-30, 1e-6 * size)


Pinned = Literal["position", "dimension", "bit", "other", "pair", "head", "lag", "row", "layer"]


class Cursor(Parameters):
    """The clicked cell, shared by all panes.

    The cell below the pointer is not part of a Document.
    """

    position: int = parameter(
        50, title="Position", follows="seen positions", symbol="t", ge=-(2**53), le=2**53, slider=(0, 200), unit="",
        help="The reference position of all panes: the row that is shifted, the query, the row of the profile. Click "
             "in a pane or drag the line to move it.",
    )  # fmt: skip
    dimension: int = parameter(
        0, title="Dimension", symbol="j", ge=0, le=65_535, slider=(0, 255), hidden=True, unit="",
        help="The dimension that was clicked.",
    )  # fmt: skip
    bit: int = parameter(
        4, title="Bit", follows="bits", needs=Turning, symbol="u", ge=0, le=63, unit="",
        help="The bit that is drawn below, with the pair of the nearest period. Click on a bit to choose it.",
        formula=r"\mathrm{period}\ 2^{u+1}",
    )  # fmt: skip
    other: int = parameter(
        0, title="Key position", follows="seen positions", needs=Rotating, symbol="s", ge=-(2**53), le=2**53,
        slider=(0, 200), unit="",
        help="The position of the key. Click in a matrix of positions to set it.",
    )  # fmt: skip
    pair: int = parameter(
        0, title="Pair", symbol="i", ge=0, le=32_767, slider=(0, 127), hidden=True, unit="",
        help="The pair that was clicked.",
    )  # fmt: skip
    head: int = parameter(
        1, title="Head", symbol="h", follows="heads", needs=(Lagged, ByOffset, Rotating), ge=1, le=1024,
        slider=(1, 16), unit="", help="The head that stands out in every pane that shows one.",
    )  # fmt: skip
    lag: int = parameter(
        0, title="Lag", symbol="Δ", ge=-(2**53), le=2**53, hidden=True, unit="", help="The lag that was clicked.",
    )  # fmt: skip
    row: int = parameter(
        0, title="Row", symbol="r", ge=0, le=65_535, hidden=True, unit="", help="The row, in a matrix of dimensions.",
    )  # fmt: skip
    layer: int = parameter(
        0, title="Layer", follows="layers", ge=0, le=9999, slider=(0, 31), unit="",
        help="A layer of the model that was opened. Its rule becomes A: click on a layer, or choose its number here.",
    )  # fmt: skip
    pinned: tuple[Pinned, ...] = parameter(
        (), title="Pinned", hidden=True, help="Which of these are pinned by a click: the crosshair stays there.",
        form=f"a list of names among {', '.join(get_args(Pinned))}",
    )  # fmt: skip


@dataclass(frozen=True)
class PaneSection:
    """A section of one pane: its fields, and the kind of scheme that the pane needs."""

    fields: type[Parameters]
    needs: type[Scheme]


PANE_SECTIONS: dict[str, PaneSection] = {}
"""The sections that belong to one pane each, by their names; the catalog of panes fills this."""


def declare_section(name: str, fields: type[Parameters], needs: type[Scheme] = Scheme) -> None:
    """Give every Document a section that belongs to one pane."""
    own = PaneSection(fields, needs)
    if PANE_SECTIONS.setdefault(name, own) != own:
        raise ValueError(f"two panes declare a section {name!r}")


def can_be_animated(path: str, known: Specification) -> bool:
    """Whether a field is a number with a control, in the parameters or in a pane's header."""
    return known.kind in ("int", "float") and has_control(path, known)


def has_control(path: str, known: Specification) -> bool:
    """Whether a field has a control, in the parameters or in a pane's header."""
    return not known.hidden or path.partition(".")[0] in PANE_SECTIONS
