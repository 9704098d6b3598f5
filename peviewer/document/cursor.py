"""The clicked cell, which all panes share."""

from typing import Literal, get_args

from peviewer.base.parameters import Parameters, parameter
from peviewer.model.encodings.grids.gridded import ByOffset
from peviewer.model.encodings.lagged import Lagged
from peviewer.model.encodings.turning import Rotating, Turning

# The fields that a click can pin.
Pinned = Literal["position", "dimension", "bit", "other", "pair", "head", "lag", "row", "layer"]


class Cursor(Parameters):
    """The clicked cell, shared by all panes.

    The cell below the pointer is not part of a Document.
    """

    position: int = parameter(
        50,
        title="Position",
        follows="seen positions",
        symbol="t",
        ge=-(2**53),
        le=2**53,
        slider=(0, 200),
        unit="",
        help="The reference position of all panes: the row that is shifted, the query, the row of "
        "the profile. Click in a pane or drag the line to move it.",
    )
    dimension: int = parameter(
        0,
        title="Dimension",
        symbol="j",
        ge=0,
        le=65_535,
        slider=(0, 255),
        hidden=True,
        unit="",
        help="The dimension that was clicked.",
    )
    bit: int = parameter(
        4,
        title="Bit",
        follows="bits",
        needs=Turning,
        symbol="u",
        ge=0,
        le=63,
        unit="",
        help="The bit that is drawn below, with the pair of the nearest period. Click on a bit to "
        "choose it.",
        formula=r"\mathrm{period}\ 2^{u+1}",
    )
    other: int = parameter(
        0,
        title="Key position",
        follows="seen positions",
        needs=Rotating,
        symbol="s",
        ge=-(2**53),
        le=2**53,
        slider=(0, 200),
        unit="",
        help="The position of the key. Click in a matrix of positions to set it.",
    )
    pair: int = parameter(
        0,
        title="Pair",
        symbol="i",
        ge=0,
        le=32_767,
        slider=(0, 127),
        hidden=True,
        unit="",
        help="The pair that was clicked.",
    )
    head: int = parameter(
        1,
        title="Head",
        symbol="h",
        follows="heads",
        needs=(Lagged, ByOffset, Rotating),
        ge=1,
        le=1024,
        slider=(1, 16),
        unit="",
        help="The head that stands out in every pane that shows one.",
    )
    lag: int = parameter(
        0,
        title="Lag",
        symbol="Δ",
        ge=-(2**53),
        le=2**53,
        hidden=True,
        unit="",
        help="The lag that was clicked.",
    )
    row: int = parameter(
        0,
        title="Row",
        symbol="r",
        ge=0,
        le=65_535,
        hidden=True,
        unit="",
        help="The row, in a matrix of dimensions.",
    )
    layer: int = parameter(
        0,
        title="Layer",
        follows="layers",
        ge=0,
        le=9999,
        slider=(0, 31),
        unit="",
        help="A layer of the model that was opened. Its rule becomes A: click on a layer, or "
        "choose its number here.",
    )
    pinned: tuple[Pinned, ...] = parameter(
        (),
        title="Pinned",
        hidden=True,
        help="Which of these are pinned by a click: the crosshair stays there.",
        form=f"a list of names among {', '.join(get_args(Pinned))}",
    )
