"""The fields of a table that no rule makes."""

from typing import Literal

from peviewer.base.parameters import parameter, redeclared
from peviewer.model.encodings.bases.tabled import Tabled
from peviewer.model.encodings.grids.gridded import PatchTable
from peviewer.model.encodings.stored import Stored
from peviewer.model.encodings.tables.source import EXAMPLE_SHAPE
from peviewer.model.stored.formats import SUFFIXES
from peviewer.model.stored.grids import Channels
from peviewer.model.stored.table import SIZE_FORM, Interpolation

FILE_FORM = f"a file of a table: {' '.join(SUFFIXES)}"


class TableFields(Stored, PatchTable):
    """The fields of a table, and what identifies its source."""

    length: int = redeclared(
        Tabled,
        "length",
        EXAMPLE_SHAPE[0],
        help="How many positions of the table are shown, counted from its first.",
        formula="",
    )
    dim: int = parameter(
        EXAMPLE_SHAPE[1],
        title="Dimensions",
        symbol="d",
        ge=1,
        le=65_536,
        hidden=True,
        help="How many numbers each position has in the table.",
    )
    path: str = parameter(
        "",
        title="File",
        form=FILE_FORM,
        hidden=True,
        help="The file that the table is read from.",
    )
    key: str = parameter(
        "",
        title="Array",
        form="the name of an array in the file",
        hidden=True,
        help="Which array of the file is shown. If none is named, it is that of a known model, or "
        "the only one.",
    )
    rows: Literal["positions", "dimensions"] = parameter(
        "positions",
        title="Rows are",
        labels={"positions": "Positions", "dimensions": "Dimensions"},
        help="Whether the rows of the table are positions or dimensions.",
    )
    channels: Channels = parameter(
        "last",
        title="Channels",
        labels={"first": "First", "last": "Last"},
        only=("axes", ("three",)),
        help="Which axis of a grid of patches has the numbers of a patch: the first, channels × "
        "rows × columns, or "
        "the last.",
    )
    axes: Literal["two", "three"] = parameter(
        "two",
        title="Axes",
        hidden=True,
        help="How many axes the array has: those of a table, or of a grid.",
    )
    patch_rows: int = parameter(
        0,
        title="Rows of patches",
        ge=0,
        le=4096,
        slider=(0, 64),
        unit="",
        seldom=True,
        help="How many rows of patches the positions are, counted row by row; with 0 they are "
        "guessed as a square. "
        "Rows at the beginning of the table that fill no column of patches are no patches, and "
        "left out.",
    )
    resize: str = parameter(
        "",
        title="Resize to",
        form=SIZE_FORM,
        typed=True,
        help="Another length or grid, for which the table is interpolated as "
        "torch.nn.functional.interpolate does.",
    )
    interpolation: Interpolation = parameter(
        "bicubic",
        title="Interpolation",
        labels={"nearest": "Nearest", "bilinear": "Bilinear", "bicubic": "Bicubic"},
        seldom=True,
        help="How numbers between positions are computed when the table is resized.",
    )
    antialias: bool = parameter(
        False,
        title="Antialias",
        seldom=True,
        help="Whether, if the table is resized to fewer positions, each is a mean over those that "
        "it stands for.",
    )
    align_corners: bool = parameter(
        False,
        title="Align corners",
        seldom=True,
        help="Whether the first and the last position stay as they are when the table is resized.",
    )
    data: str = parameter(
        "",
        title="Numbers",
        form="an embedded array",
        hidden=True,
        help="The numbers of an array that did not come from a file.",
    )
    function: str = parameter(
        "",
        title="Function",
        form="the name of a function",
        hidden=True,
        help="The function that gave the numbers; a session keeps its name only.",
    )
    fingerprint: str = parameter(
        "",
        title="Fingerprint",
        form="identifies a file when a session is opened again",
        hidden=True,
        help="The file's size, its time and a hash of blocks spread over it; it identifies the "
        "file when a session is"
        " opened again.",
    )
