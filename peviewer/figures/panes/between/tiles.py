"""The Tiles pane: the similarity of every patch to all others, one tile per patch, and one patch over both axes."""

from __future__ import annotations

from dataclasses import replace
from operator import attrgetter

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

LEAST_RANGE = 1e-9  # of the cosines: patches that differ by less count as equal
STRIP = 5  # longest side ratio of a picture with square cells; a longer one would be a strip
MOST_EDGES = 32  # tiles along an axis whose edges are drawn
PATCH_SHARE = 0.65  # of the width of all tiles, for one patch beside them


def reference_patch(document: Document[PatchTable]) -> tuple[int, int, int]:
    """Return the layer, row and column of the reference position's patch, from 0."""
    encoding = document.encoding
    rows, columns = encoding.grid[-2:]
    layer, place = divmod(document.reference_position - encoding.first, rows * columns)
    return layer, place // columns, place % columns


def _draw(document: Document[PatchTable]) -> Figure:
    title = "Every patch compared with all patches"
    if not document.encoding.grid:
        return Figure(title, ((Panel.of_note(_no_grid(document)),),))
    layer, row, column = reference_patch(document)
    rows, columns = document.encoding.grid[-2:]
    tiles = TileRaster(document.embedded, (rows, columns), layer * rows * columns)
    panels = _tiles_panel(document, tiles, row, column), _patch_panel(document, tiles, row, column)
    return Figure(title, (panels,))


def _tiles_panel(document: Document[PatchTable], tiles: TileRaster, row: int, column: int) -> Panel:
    rows, columns = tiles.sides
    across, down = _tile_axis("column", columns), _tile_axis("row", rows)
    height, width = tiles.shape
    marks: list[Mark] = [_cosine_heatmap(document, tiles, "tiles", None)]
    for (side, length), turned in (((rows, width), True), ((columns, height), False)):
        along, beside = _edges(side, float(length))
        if along:
            marks.append(Path(beside, along, "muted") if turned else Path(along, beside, "muted"))
    left, top = column * columns - 0.5, row * rows - 0.5
    right, bottom = left + columns, top + rows
    marks.append(Path((left, right, right, left, left), (top, top, bottom, bottom, top), "mark"))
    first = document.encoding.first + tiles.start
    return Panel(
        across,
        down,
        tuple(marks),
        f"{number(rows)} × {number(columns)} tiles",
        square_cells=_has_square_cells(height, width),
        places=(
            Places("position", first, tiles.sides, "tile"),
            Places("other", first, tiles.sides, "within"),
        ),
    )


def _edges(side: int, length: float) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Return a line that runs along all edges between tiles, there and back.

    None where they are many.
    """
    if side > MOST_EDGES:
        return (), ()
    at = [edge * side - 0.5 for edge in range(1, side) for _ in range(2)]
    ends = (-0.5, length - 0.5, length - 0.5, -0.5)
    return tuple(at), tuple(ends[place % 4] for place in range(len(at)))


def _tile_axis(name: str, side: int) -> Axis:
    numbers = tuple(number(cell // side) for cell in range(side * side))
    axis = Axis(
        f"tile {name}", f"{name} of the tile", (-0.5, side * side - 0.5), names=numbers, group=side
    )
    return replace(axis, inverted=name == "row", whole=True, zooms=True)


def _patch_panel(document: Document[PatchTable], tiles: TileRaster, row: int, column: int) -> Panel:
    across, down = patch_axes(tiles.sides)
    heatmap = _cosine_heatmap(
        document, ArrayRaster(tiles.tile(row, column)), "patch", "cosine similarity"
    )
    position, square = document.reference_position, _has_square_cells(*tiles.sides)
    marks = (heatmap, *place_rules(position, (row, column), tiles.sides[1]))
    places = (key_places(document.encoding.first + tiles.start, tiles.sides),)
    title = f"*t* = {number(position)}"
    return Panel(across, down, marks, title, square_cells=square, share=PATCH_SHARE, places=places)


def _cosine_heatmap(
    document: Document[PatchTable], raster: Raster, key: str, bar: str | None
) -> Heatmap:
    view, low = document.view, max(-1.0, 1 - extents(document.embedded).ranges[1])
    span = (low, 1.0) if 1 - low > LEAST_RANGE else (-1.0, 1.0)
    colours = "viridis" if view.colormap == "diverging" and span != (-1.0, 1.0) else view.colormap
    return Heatmap(raster, span, colours, reduce=view.reduce, bar=bar, full=(-1.0, 1.0), full_colormap=view.colormap,
                   quantity="cosine similarity", key=key)  # fmt: skip


def _has_square_cells(height: int, width: int) -> bool:
    """Return whether a picture of so many cells is drawn with square ones, which would not make it a strip."""
    return min(height, width) > 1 and max(height, width) <= STRIP * min(height, width)


def _no_grid(document: Document[PatchTable]) -> str:
    scheme = document.encoding
    if not isinstance(scheme, Learned):
        return f"{scheme.title} does not say that its positions are on a grid: its class needs a property grid."
    if scheme.layout and not scheme.layout.of_patches:
        return f"The positions of {scheme.layout.family} are no patches of a grid."
    count = in_unit(number(scheme.length), "positions")
    return f"{count} fill no grid of patches: set “Rows of patches” (patch_rows) to the rows of one that they fill."


def _explain(document: Document[PatchTable]) -> str:
    encoding = document.encoding
    if not encoding.grid:
        return _no_grid(document)
    if encoding.length == 1:
        return "There is only one patch, and it is compared with itself."
    layer, row, column = reference_patch(document)
    layers = f" of frame {number(layer)}" if len(encoding.grid) > 2 and encoding.grid[0] > 1 else ""
    guessed = ""
    if isinstance(encoding, Learned) and encoding.is_grid_guessed:
        sides = " × ".join(map(number, encoding.grid))
        guessed = f" That {number(encoding.length)} positions are {sides} patches is guessed."
    start = (
        f"Each tile stands for the patch{layers} at the same place of the picture and shows how similar its vector is "
        f"to those of all patches. The framed tile, row {number(row)} and column {number(column)}, is drawn large."
    )
    if isinstance(encoding, Sincos) and encoding.is_whole and document.embedded.plain:
        why = (
            "the similarity of two patches depends only on how many rows and columns they are apart"
        )
        return f"{start} All tiles are parts of one picture, moved: {why}."
    if isinstance(encoding, Sincos) and not document.embedded.plain:
        return f"{start} The content differs from patch to patch or adds to every product.{content_note(document)}"
    return (
        f"{start} A model that has learned where patches are has a bright spot in each tile at the tile’s own place; "
        f"bright rows and columns show that patches of one row or column are alike.{guessed}"
    )


def _formula(document: Document[PatchTable]) -> Formula:
    x = "PE" if document.embedded.plain else "y"
    compared = Formula(rf"\frac{{{x}(t)\cdot {x}(s)}}{{\Vert {x}(t)\Vert\,\Vert {x}(s)\Vert}}")
    return compared if document.embedded.plain else compared.beside(content_formula(document))


PANE = Pane(
    "tiles",
    PatchTable,
    "how similar patches of a grid are: a tile for every patch, and one patch drawn large",
    reads=attrgetter("embedded", "view.colormap", "view.raw", "cursor.position"),
    draw=_draw,
    explain=_explain,
    formula=_formula,
    parts=("tiles", "patch"),
)
