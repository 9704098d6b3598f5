"""The shift drawn with matplotlib alone, as everybody would: what peviewer's exports are measured against."""

from pathlib import Path

import matplotlib as mpl
import numpy as np
from matplotlib.animation import FFMpegWriter, FuncAnimation, PillowWriter
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from peviewer.document.document import Document


class Page:
    """Two pictures of the table, one of them moved, and two curves below."""

    def __init__(self, document: Document, size: tuple[int, int]) -> None:
        self._encoding = document.encoding
        self.page = Figure(figsize=(size[0] / 96, size[1] / 96), dpi=96, layout="tight")
        FigureCanvasAgg(self.page)
        places = self.page.subplot_mosaic(
            [["before", "after"], ["row", "row"]], height_ratios=(2, 1)
        )
        self.page.suptitle("A shift is one matrix, the same for every position")
        look = {"cmap": "RdBu", "vmin": -1, "vmax": 1, "aspect": "auto", "interpolation": "nearest"}
        places["before"].imshow(self._encoding.table(), **look)
        self._after = places["after"].imshow(self._encoding.table(), **look)
        self.page.colorbar(self._after, ax=places["after"])
        for name in ("before", "after"):
            places[name].set(xlabel="dimension $j$", ylabel="position $t$")
        self._title = places["after"].set_title("")
        (self._direct,) = places["row"].plot(self._encoding.table()[0])
        (self._moved,) = places["row"].plot(self._encoding.table()[0], "--")

    def move(self, phi: float) -> None:
        positions = np.arange(self._encoding.length) + phi
        table = self._encoding.table(positions)
        self._after.set_data(table)
        self._title.set_text(rf"$M(\varphi)\cdot PE(t)$, $\varphi$ = {phi:.4f}")
        self._direct.set_ydata(table[0])
        self._moved.set_ydata(table[0])

    def picture(self, target: Path) -> None:
        self.move(3.25)
        self.page.savefig(target)

    def clip(self, target: Path, values: list[float]) -> None:
        writer = FFMpegWriter(fps=30) if target.suffix == ".mp4" else PillowWriter(fps=30)
        FuncAnimation(self.page, self.move, frames=values, blit=False).save(target, writer=writer)


def has_ffmpeg() -> bool:
    return mpl.animation.writers.is_available("ffmpeg")
