"""The model against plain NumPy and against copying memory."""

import os
from collections.abc import Iterator

import numpy as np

import peviewer as pv
from peviewer.document.document import Document
from peviewer.figures.grammar import Curve
from peviewer.figures.panes.catalog import pane
from peviewer.model.between.position_matrices import PairwiseRaster
from peviewer.model.embedded import Embedded
from peviewer.model.sampling.grid import cells
from tests.benchmarks.measure import Row, peak_megabytes, seconds


def plain_table(length: int, dim: int) -> np.ndarray:
    """Build a table as the notebooks do."""
    table = np.empty((length, dim))
    positions = np.arange(length)[:, None]
    frequencies = 10000 ** (-np.arange(0, dim, 2) / dim)
    table[:, 0::2] = np.sin(positions * frequencies)
    table[:, 1::2] = np.cos(positions * frequencies)
    return table


def broadcast_distances(table: np.ndarray) -> np.ndarray:
    """Compare all rows as the notebooks do, through an L×L×d array."""
    return np.linalg.norm(table[:, None] - table[None, :], axis=2)


def _free_bytes() -> float:
    """Return how much memory is free, 0 where that cannot be asked."""
    try:
        return os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, ValueError, OSError):
        return 0.0


def rows() -> Iterator[Row]:
    """Yield the rows of the table."""
    encoding = pv.Sinusoidal(length=1000, dim=512)
    table = encoding.table()
    ours, plain, copy = seconds(encoding.table, lambda: plain_table(1000, 512), table.copy, runs=41)
    yield Row(
        "table 1000×512: plain NumPy / ours", plain / ours, "×", "≥ 5", f"ours {ours * 1e3:.2f} ms"
    )
    yield Row(
        "table 1000×512: ours / copying the same bytes",
        ours / copy,
        "×",
        "≤ 2.5",
        f"copy {copy * 1e3:.2f} ms",
    )

    encoding = pv.Sinusoidal(length=1000, dim=500)
    side = (
        1000 if _free_bytes() > 12e9 else 400
    )  # the broadcast holds two arrays of side² × 500 numbers
    part = encoding.table()[:side]
    (fast,) = seconds(lambda: pv.pairwise(encoding), runs=25)
    (slow,) = seconds(lambda: broadcast_distances(part), runs=1)
    whole = slow * (1000 / side) ** 2
    note = f"ours {fast * 1e3:.2f} ms; broadcast run at {side}×500: {slow:.2f} s"
    yield Row(
        "distances 1000×500: broadcast / ours", whole / fast, "×", "≥ 5000",
        note if side == 1000 else f"{note}, times (1000/{side})²",
    )  # fmt: skip
    memory = (
        peak_megabytes(lambda: pv.pairwise(encoding)),
        peak_megabytes(lambda: broadcast_distances(part[:200])),
    )
    yield Row("distances 1000×500: peak memory, ours", memory[0], "MB")
    yield Row(
        "distances 1000×500: peak memory, broadcast",
        memory[1] * 25,
        "MB",
        note="run at 200×500, times 25",
    )

    for length, dim in ((200, 256), (1_000_000, 4096), (10_000_000, 16_384)):
        yield from _pictures(length, dim)

    bases = iter(range(10_000, 11_000))  # never twice the same

    def precision() -> None:
        document = Document(encoding={"length": 10_000_000, "dim": 65_536, "base": next(bases)})
        panel = pane("precision").figure(document).panels[0]
        for curve in (mark for mark in panel.marks if isinstance(mark, Curve)):
            curve.series.sample(*panel.x.limits, 720)

    (drawn,) = seconds(precision, runs=5)
    yield Row("precision of 10,000,000 × 65,536 in three formats, anew", drawn * 1e3, "ms", "< 100")


def _pictures(length: int, dim: int) -> Iterator[Row]:
    size = pv.Sinusoidal(length=length, dim=dim)
    across = cells(-0.5, dim - 0.5, dim, 720)
    down = cells(-0.5, length - 0.5, length, 600)
    phi = iter(np.arange(1, 10_000) / 7)
    (step,) = seconds(lambda: size.raster(next(phi)).sample(down, across), runs=15)
    yield Row(f"heatmap 720×600 pixels of {length:,}×{dim:,}: one φ step", step * 1e3, "ms")
    windows = iter(
        cells(-0.5, length * (1 - run / 1000), length, 700) for run in range(10)
    )  # never twice the same

    def distances() -> None:
        square = next(windows)
        PairwiseRaster(Embedded(size)).sample(square, square)

    (shown,) = seconds(distances, runs=5)
    yield Row(
        f"distances 700×700 pixels of {length:,} positions, d = {dim:,}, anew", shown * 1e3, "ms"
    )
