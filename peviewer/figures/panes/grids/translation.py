"""The Translation pane: M(φ) along rows and columns of a grid, and where it takes the vector of one patch."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from peviewer.base.formula import Formula
from peviewer.base.parameters import Parameters, parameter
from peviewer.base.words import difference, steady, whole
from peviewer.figures.grammar import Figure, Heatmap, Panel, Rule
from peviewer.figures.panels.axes import dimension_axis
from peviewer.figures.panels.patches import cosine_heatmap, has_square_cells, key_places, patch_axes, place_rules
from peviewer.figures.panes.pane import Pane
from peviewer.model.encodings.grids.plane_waves import PlaneWaves
from peviewer.model.sampling.raster import ArrayRaster, Raster, Reduce
from peviewer.model.shift.over_grid import GridOperatorRaster, shift_error, shift_over_grid

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from peviewer.document.document import Document


class Translation(Parameters):
    """How far patches are moved along rows and columns."""

    down: float = parameter(
        2.0, title="Rows down", unit="rows", ge=-1e6, le=1e6, slider=(-14, 14), needs=PlaneWaves,
        help="How many rows every patch is moved down. Any real number.",
    )  # fmt: skip
    across: float = parameter(
        3.5, title="Columns across", unit="columns", ge=-1e6, le=1e6, slider=(-14, 14), needs=PlaneWaves,
        help="How many columns every patch is moved to the right. Any real number.",
    )  # fmt: skip


@dataclass(frozen=True)
class Landing(Raster):
    """The cosine of one patch's vector, moved by M, with those of all patches of its layer; shape (H, W)."""

    encoding: PlaneWaves
    place: tuple[int, ...]
    moved: tuple[float, ...]

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns of patches."""
        rows, columns = self.encoding.grid[-2:]
        return rows, columns

    def sample(self, rows: ArrayLike, columns: ArrayLike, reduce: Reduce = "mean") -> NDArray[np.float32]:
        """Return cells or block means; see :meth:`Raster.sample`."""
        return ArrayRaster(self._cosines()).sample(rows, columns, reduce)

    def exact(self, rows: range, columns: range) -> NDArray[np.float64]:
        """Return the numbers themselves; see :meth:`Raster.exact`."""
        return ArrayRaster(self._cosines()).exact(rows, columns)

    def _cosines(self) -> NDArray[np.float64]:
        encoding, (rows, columns) = self.encoding, self.shape
        vector = shift_over_grid(encoding, encoding.at([self.place]), self.moved)[0]
        start = sum(self.place[:-2]) * rows * columns
        table = encoding.table(encoding.first + start + np.arange(rows * columns))
        cosines: NDArray[np.float64] = (table @ vector).reshape(rows, columns) * (2 / encoding.dim)
        return cosines


def _moved(document: Document[PlaneWaves]) -> tuple[float, ...]:
    chosen = document.of(Translation)
    return (*(0.0,) * (len(document.encoding.grid) - 2), chosen.down, chosen.across)


def _place(document: Document[PlaneWaves]) -> tuple[int, ...]:
    return tuple(document.encoding.places(document.reference_position).tolist())


def _draw(document: Document[PlaneWaves]) -> Figure:
    encoding, moved = document.encoding, _moved(document)
    columns = dimension_axis(document)
    rows = replace(columns, label="row *r*", cursor="row", inverted=True)
    matrix = Panel(
        replace(columns, label="column *j*"),
        rows,
        (
            Heatmap(
                GridOperatorRaster(encoding, moved),
                (-1.0, 1.0),
                document.view.colormap,
                reduce=document.view.reduce,
                quantity="*M*(*φ*)",
                key="operator",
            ),
        ),
        title="*M*(*φ*)",
        fact=f"largest error {difference(shift_error(encoding, moved))}",
        square_cells=True,
    )
    return Figure("One operator moves every patch", ((matrix, _landing_panel(document)),))


def _landing_panel(document: Document[PlaneWaves]) -> Panel:
    encoding, place, moved = document.encoding, _place(document), _moved(document)
    height, width = encoding.grid[-2:]
    across, down = patch_axes((height, width))
    plain = document.edited({"content.kind": "none"})  # colours of what is drawn, which has no content
    heat = cosine_heatmap(plain, Landing(encoding, place, moved), "landing", "cosine similarity")
    marks = [*place_rules(document.reference_position, (place[-2], place[-1]), width)]
    if moved[-2] and -0.5 <= place[-2] + moved[-2] <= height - 0.5:
        to = place[-2] + moved[-2]
        name = f"row {steady(to)}"
        marks.append(Rule("y", to, name, dashed=True, moves="translation.down", origin=place[-2], at_left=True))
    if moved[-1] and -0.5 <= place[-1] + moved[-1] <= width - 0.5:
        to = place[-1] + moved[-1]
        name = f"column {steady(to)}"
        marks.append(Rule("x", to, name, dashed=True, moves="translation.across", origin=place[-1]))
    title = "*M*(*φ*)·PE"
    start = document.reference_position - place[-2] * width - place[-1]
    places = (key_places(start, (height, width)),)
    return Panel(across, down, (heat, *marks), title, square_cells=has_square_cells(height, width), places=places)


def _explain(document: Document[PlaneWaves]) -> str:
    encoding, place, moved = document.encoding, _place(document), _moved(document)
    to = ", ".join(
        f"{name} {steady(at + by)}" for name, at, by in zip(("row", "column"), place[-2:], moved[-2:], strict=True)
    )
    inside = all(-0.5 <= at + by <= side - 0.5 for side, at, by in zip(encoding.grid, place, moved, strict=True))
    text = (
        "Every pair turns by its own angle, two numbers a row: one *M*(*φ*) moves the vector of every patch, wherever "
        f"it is. The vector of row {whole(place[-2])}, column {whole(place[-1])} becomes that of {to}, "
        f"{'and is most similar to the patches about it' if inside else 'which is beyond the grid'}."
    )
    separate = bool((np.count_nonzero(encoding.turns(), axis=1) <= 1).all())
    own = " The pairs of the rows turn with the rows alone, those of the columns with the columns: a block of each."
    return f"{text}{own if separate else ' Each pair turns with both, as its wave lies across both.'}"


def _formula(document: Document[PlaneWaves]) -> Formula:
    return Formula(
        "PE(row + down, column + across) = M(φ)·PE(row, column)",
        r"PE(\mathrm{row}+\mathrm{down},\ \mathrm{column}+\mathrm{across}) = "
        r"M(\varphi)\,PE(\mathrm{row},\ \mathrm{column})",
    )


PANE = Pane(
    name="translation",
    title="Translation",
    summary="the matrix that moves every patch of a grid down and across, and where it takes one of them",
    shows="how one operator moves every place of a grid",
    needs=PlaneWaves,
    reads=lambda document: (
        document.encoding,
        document.of(Translation),
        document.view.colormap,
        document.view.raw,
        document.cursor.position,
    ),
    draw=_draw,
    explain=_explain,
    formula=_formula,
    section=Translation,
    choices=("translation.down", "translation.across"),
    parts=("operator", "landing"),
)
