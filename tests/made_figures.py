"""Small Figures with every mark, free of any pane."""

from dataclasses import dataclass
from types import SimpleNamespace

import numpy as np
import pytest

from peviewer.figures.grammar import (
    Axis,
    Band,
    Curve,
    Diagonal,
    Figure,
    Heatmap,
    Listing,
    Note,
    Numbers,
    Panel,
    Rule,
)
from peviewer.model.sampling.raster import Raster
from peviewer.model.sampling.series import Samples


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


@dataclass(frozen=True)
class Ramp(Raster):
    """Numbers from −1 to 1 that tell their place; remembers the largest block asked for."""

    rows: int
    columns: int
    asked: tuple = ()

    @property
    def shape(self):
        return self.rows, self.columns

    def sample(self, rows, columns, reduce="mean"):
        raise NotImplementedError

    def exact(self, rows, columns):
        for calls in self.asked:
            calls.append((len(rows), len(columns)))
        places = np.array(rows)[:, None] % 1000 * 37 + np.array(columns)[None, :] % 1000 * 11
        return (places % 201 - 100) / 100


def axis(quantity, cells, start=0, **more):
    return Axis(quantity, f"{quantity} *t*", (start - 0.5, start + cells - 0.5), whole=True, **more)


def heat(
    rows=8, columns=12, colormap="viridis", bar="value", inverted=True, raster=None, start=0, **more
):
    mark = Heatmap(raster or Checks(rows, columns), (0.0, 256.0), colormap, bar=bar, x0=start)
    return Panel(
        axis("dimension", columns, start),
        axis("position", rows, inverted=inverted),
        (mark,),
        **more,
    )


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


def sheet(rows=200, columns=256, row0=0, window=None, asked=(), **more):
    """A panel with a table of numbers.

    `window` is the rows and the columns it shows, in the axes' numbers.
    """
    down, across = window or (None, None)
    mark = Numbers(Ramp(rows, columns, asked), row0=row0, **more)
    return Panel(
        axis("dimension", columns, window=across),
        axis("position", rows, row0, inverted=True, window=down),
        (mark,),
    )


CLAIMS = (
    ("unique", "0.31", "The smallest distance between any two positions is that of 198 and 199."),
    ("bounded", "1", "Every value lies in −1 … 1."),
    (
        "constant-step",
        "3.67198566",
        "√(*d* − 2 Σ cos *ωᵢ*) between neighbours, wherever they are in the table.",
    ),
    ("monotone", "43", "Similarity falls up to this lag."),
    (
        "linear-shift",
        "4×10⁻¹⁵",
        "*M*(*φ*) was built for another layout: every pair is turned with a stranger’s angle.",
    ),
)


def listing(times=1, verdicts=(True, True, True, None, False)):
    blank = Axis("listing", "", (0.0, 1.0))
    mark = Listing(("Claim", "Number", "What it is"), CLAIMS * times, verdicts * times)
    return Panel(blank, blank, (mark,), "Claims")


def plot(*marks, x=None, y=None, **more):
    """Return a Figure of one panel with axes from 0 to 10 and from −1 to 1."""
    x, y = x or Axis("position", "", (0.0, 10.0)), y or Axis("value", "", (-1.0, 1.0))
    return Figure("", ((Panel(x, y, marks, **more),),))


def figure(*rows, **more):
    return Figure("Made *here*", tuple(rows), tuple(1.0 for _ in rows), "made-here", **more)


@pytest.fixture
def made():
    note = Panel(
        axis("dimension", 4), axis("position", 4), (Note("There is no *M*(*φ*) for odd *d*."),)
    )
    return SimpleNamespace(
        Asked=Asked,
        Axis=Axis,
        Curve=Curve,
        Diagonal=Diagonal,
        Listing=Listing,
        Panel=Panel,
        Rule=Rule,
        Samples=Samples,
        axis=axis,
        heat=heat,
        curves=curves,
        figure=figure,
        sheet=sheet,
        listing=listing,
        stacked=figure((heat(),), (curves(title="Curves", fact="a fact", legend=True),)),
        note=figure((note,)),
    )
