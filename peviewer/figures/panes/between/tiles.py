"""The Tiles pane: the similarity of every patch to all others, one tile per patch."""

from __future__ import annotations

from dataclasses import replace
from operator import attrgetter
from typing import NamedTuple

from peviewer.base.formula import Formula
from peviewer.base.numbers import number
from peviewer.base.words import in_unit
from peviewer.document.document import Document
from peviewer.figures.grammar import Axis, Figure, Heatmap, Mark, Panel, Path, Places
from peviewer.figures.panels.axes import key_places, patch_axes, place_rules
from peviewer.figures.panels.table import content_formula, content_note
from peviewer.figures.panes.pane import Pane
from peviewer.model.between.extents import extents
from peviewer.model.between.tiles import TileRaster
from peviewer.model.encodings.grids.gridded import PatchTable
from peviewer.model.encodings.grids.sincos import Sincos
from peviewer.model.encodings.learned import Learned
from peviewer.model.sampling.raster import ArrayRaster, Raster

# Patches whose cosines differ by less than this count as equal.
LEAST_RANGE = 1e-9

# The largest ratio of a picture's sides with square cells: more would be a strip.
MAX_SIDE_RATIO = 5

# The most tiles along an axis whose edges are drawn.
MAX_EDGES = 32

# The width of one patch beside all tiles, as a share of theirs.
PATCH_SHARE = 0.65

Coordinates = tuple[float, ...]


class Patch(NamedTuple):
    """A patch by its layer, row and column, from 0."""

    layer: int
    row: int
    column: int


def reference_patch(document: Document[PatchTable]) -> Patch:
    """Return the patch of the reference position."""
    encoding = document.encoding
    rows, columns = encoding.grid[-2:]
    index = document.reference_position - encoding.first
    layer, place = divmod(index, rows * columns)
    row, column = divmod(place, columns)
    return Patch(layer, row, column)


def _draw(document: Document[PatchTable]) -> Figure:
    title = "Every patch compared with all patches"
    if not document.encoding.grid:
        return Figure(title, ((Panel.of_note(_no_grid(document)),),))
    patch = reference_patch(document)
    rows, columns = document.encoding.grid[-2:]
    tiles = TileRaster(document.embedded, (rows, columns), patch.layer * rows * columns)
    panels = (_tiles_panel(document, tiles, patch), _patch_panel(document, tiles, patch))
    return Figure(title, (panels,))


def _tiles_panel(document: Document[PatchTable], tiles: TileRaster, patch: Patch) -> Panel:
    rows, columns = tiles.sides
    height, width = tiles.shape
    marks: list[Mark] = [
        _cosine_heatmap(document, tiles, "tiles", None),
        *_edge_paths(rows, columns),
        _frame(rows, columns, patch),
    ]
    first = document.encoding.first + tiles.start
    return Panel(
        _tile_axis("column", columns),
        replace(_tile_axis("row", rows), inverted=True),
        tuple(marks),
        f"{number(rows)} × {number(columns)} tiles",
        square_cells=_has_square_cells(height, width),
        places=(
            Places("position", first, tiles.sides, "tile"),
            Places("other", first, tiles.sides, "within"),
        ),
    )


def _edge_paths(rows: int, columns: int) -> list[Path]:
    """Return lines along the edges between tiles, level and upright; none where they are many."""
    paths: list[Path] = []
    if 1 < rows <= MAX_EDGES:
        edges, ends = _there_and_back(rows, columns * columns)
        paths.append(Path(ends, edges, "muted"))
    if 1 < columns <= MAX_EDGES:
        edges, ends = _there_and_back(columns, rows * rows)
        paths.append(Path(edges, ends, "muted"))
    return paths


def _there_and_back(side: int, length: int) -> tuple[Coordinates, Coordinates]:
    """Return one line along all edges between the tiles of a side, there and back."""
    low_end = -0.5
    high_end = length - 0.5
    edges: list[float] = []
    ends: list[float] = []
    for edge in range(1, side):
        place = edge * side - 0.5
        edges += [place, place]
        ends += [low_end, high_end] if edge % 2 else [high_end, low_end]
    return tuple(edges), tuple(ends)


def _frame(rows: int, columns: int, patch: Patch) -> Path:
    """Return the frame around a patch's tile."""
    left = patch.column * columns - 0.5
    top = patch.row * rows - 0.5
    right = left + columns
    bottom = top + rows
    return Path((left, right, right, left, left), (top, top, bottom, bottom, top), "mark")


def _tile_axis(name: str, side: int) -> Axis:
    length = side * side
    return Axis(
        f"tile {name}",
        f"{name} of the tile",
        (-0.5, length - 0.5),
        whole=True,
        zooms=True,
        names=tuple(number(cell // side) for cell in range(length)),
        group=side,
    )


def _patch_panel(document: Document[PatchTable], tiles: TileRaster, patch: Patch) -> Panel:
    rows, columns = tiles.sides
    across, down = patch_axes(tiles.sides)
    raster = ArrayRaster(tiles.tile(patch.row, patch.column))
    heatmap = _cosine_heatmap(document, raster, "patch", "cosine similarity")
    position = document.reference_position
    rules = place_rules(position, (patch.row, patch.column), columns)
    return Panel(
        across,
        down,
        (heatmap, *rules),
        f"*t* = {number(position)}",
        square_cells=_has_square_cells(rows, columns),
        share=PATCH_SHARE,
        places=(key_places(document.encoding.first + tiles.start, tiles.sides),),
    )


def _cosine_heatmap(
    document: Document[PatchTable], raster: Raster, key: str, bar: str | None
) -> Heatmap:
    view = document.view
    full = (-1.0, 1.0)
    _, largest_range = extents(document.embedded).ranges
    low = max(-1.0, 1 - largest_range)
    levels = (low, 1.0) if 1 - low > LEAST_RANGE else full
    shows_part = view.colormap == "diverging" and levels != full
    return Heatmap(
        raster,
        levels,
        "viridis" if shows_part else view.colormap,
        reduce=view.reduce,
        bar=bar,
        full=full,
        full_colormap=view.colormap,
        quantity="cosine similarity",
        key=key,
    )


def _has_square_cells(height: int, width: int) -> bool:
    """Return whether a picture of height × width cells has square cells; a strip has not."""
    shorter, longer = sorted((height, width))
    return shorter > 1 and longer <= MAX_SIDE_RATIO * shorter


def _no_grid(document: Document[PatchTable]) -> str:
    scheme = document.encoding
    if not isinstance(scheme, Learned):
        return (
            f"{scheme.title} does not say that its positions are on a grid: "
            "its class needs a property grid."
        )
    if scheme.layout and not scheme.layout.of_patches:
        return f"The positions of {scheme.layout.family} are no patches of a grid."
    count = in_unit(number(scheme.length), "positions")
    return (
        f"{count} fill no grid of patches: set “Rows of patches” (patch_rows) "
        "to the rows of one that they fill."
    )


def _explain(document: Document[PatchTable]) -> str:
    encoding = document.encoding
    if not encoding.grid:
        return _no_grid(document)
    if encoding.length == 1:
        return "There is only one patch, and it is compared with itself."
    patch = reference_patch(document)
    has_frames = len(encoding.grid) > 2 and encoding.grid[0] > 1
    of_frame = f" of frame {number(patch.layer)}" if has_frames else ""
    text = (
        f"Each tile stands for the patch{of_frame} at the same place of the picture and shows how "
        "similar its vector is to those of all patches. The framed tile, "
        f"row {number(patch.row)} and column {number(patch.column)}, is drawn large."
    )
    if isinstance(encoding, Sincos) and not document.embedded.has_no_content:
        return (
            f"{text} The content differs from patch to patch or adds to every product."
            f"{content_note(document)}"
        )
    if isinstance(encoding, Sincos) and encoding.is_whole:
        return (
            f"{text} All tiles are parts of one picture, moved: the similarity of two patches "
            "depends only on how many rows and columns they are apart."
        )
    return (
        f"{text} A model that has learned where patches are has a bright spot in each tile at the "
        "tile’s own place; bright rows and columns show that patches of one row or column are "
        f"alike.{_guess_text(encoding)}"
    )


def _guess_text(encoding: PatchTable) -> str:
    """Return a sentence on a grid that is guessed; empty where it is known."""
    if not isinstance(encoding, Learned) or not encoding.is_grid_guessed:
        return ""
    sides = " × ".join(map(number, encoding.grid))
    return f" That {number(encoding.length)} positions are {sides} patches is guessed."


def _formula(document: Document[PatchTable]) -> Formula:
    name = "PE" if document.embedded.has_no_content else "y"
    product = rf"{name}(t)\cdot {name}(s)"
    norms = rf"\Vert {name}(t)\Vert\,\Vert {name}(s)\Vert"
    cosine = Formula(rf"\frac{{{product}}}{{{norms}}}")
    if document.embedded.has_no_content:
        return cosine
    return cosine.joined_with(content_formula(document))


PANE = Pane(
    "tiles",
    PatchTable,
    "how similar patches of a grid are: a tile for every patch, and one patch drawn large",
    in_brief="How similar patches are",
    reads=attrgetter("embedded", "view.colormap", "view.raw", "cursor.position"),
    draw=_draw,
    explain=_explain,
    formula=_formula,
    parts=("tiles", "patch"),
)
