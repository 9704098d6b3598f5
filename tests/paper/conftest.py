"""Small Figures with every mark, free of any pane."""

from dataclasses import dataclass
from types import SimpleNamespace

import numpy as np
import pytest

from peviewer.figures.grammar import Axis, Band, Curve, Figure, Heatmap, Note, Panel, Rule
from peviewer.model.raster import Raster
from peviewer.model.series import Samples


@dataclass(frozen=True)
class Checks(Raster):
    """A matrix whose neighbouring cells differ a lot: 37·row + 11·column modulo 256."""

    rows: int
    columns: int

    @property
    def shape(self):
        return self.rows, self.columns

    def sample(self, rows, columns, reduce="mean"):
        rows, columns = np.rint(np.atleast_1d(rows)), np.rint(np.atleast_1d(columns))
        return ((rows[:, None] * 37 + columns[None, :] * 11) % 256).astype(np.float32)


@dataclass(frozen=True)
class Asked(Checks):
    """Remembers how many samples it was asked for."""

    calls: tuple = ()

    def sample(self, rows, columns, reduce="mean"):
        self.calls[0].append((len(rows), len(columns)))
        return super().sample(rows, columns, reduce)


def axis(quantity, cells, start=0, **more):
    return Axis(quantity, f"{quantity} *t*", (start - 0.5, start + cells - 0.5), whole=True, **more)


def heat(rows=8, columns=12, colormap="viridis", bar="value", inverted=True, raster=None, start=0, **more):
    mark = Heatmap(raster or Checks(rows, columns), (0.0, 256.0), colormap, bar=bar, x0=start)
    return Panel(axis("dimension", columns, start), axis("position", rows, inverted=inverted), (mark,), **more)


def curves(columns=12, **more):
    x = np.arange(columns, dtype=float)
    marks = (
        Band("x", 2, 4),
        Rule("y", 0.5, "half"),
        Rule("x", 3, "three", dashed=True),
        Curve(Samples(x, np.sin(x)), "sine", "curve-0"),
        Curve(Samples(x, x % 2), "bit *b*", "curve-1", "step"),
        Curve(Samples(x, np.cos(x)), "dots", "curve-2", "points"),
    )
    return Panel(axis("dimension", columns), Axis("value", "value", (-1.1, 1.1)), marks, **more)


def figure(*rows, **more):
    return Figure("made-here", "Made *here*", tuple(rows), tuple(1.0 for _ in rows), **more)


@pytest.fixture
def made():
    note = Panel(axis("dimension", 4), axis("position", 4), (Note("There is no *M*(*φ*) for odd *d*."),))
    return SimpleNamespace(
        Asked=Asked,
        Axis=Axis,
        Curve=Curve,
        Panel=Panel,
        Samples=Samples,
        axis=axis,
        heat=heat,
        curves=curves,
        figure=figure,
        stacked=figure((heat(),), (curves(title="Curves", fact="a fact", legend=True),)),
        note=figure((note,)),
    )
