"""Pictures and clips for slides, against matplotlib's own savefig and FuncAnimation of the same picture."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

from peviewer.base.work import start
from peviewer.document.document import Document
from peviewer.exporters.clip.clip import Clip
from peviewer.exporters.clip.write import write_clip
from peviewer.exporters.kinds.catalog import KINDS
from peviewer.exporters.kinds.choices import Subject
from peviewer.exporters.picture import export
from peviewer.figures.panes.catalog import pane
from peviewer.figures.presets import DEFAULT, preset
from peviewer.paper.style import Style
from tests.benchmarks.measure import Row, seconds
from tests.benchmarks.plain_matplotlib import Page, has_ffmpeg

FOUR = ("encoding", "shift", "binary", "distance")
FULL, SMALL = (1920, 1080), (960, 540)
# As long a clip as others can write in a few seconds, and one in which starting up hardly counts.
SHORT, LONG = 20, 150


def rows() -> Iterator[Row]:
    """Yield the rows of the table."""
    document = preset(DEFAULT).document
    with tempfile.TemporaryDirectory() as folder:
        yield from _pictures(document, Path(folder))
        yield from _previews(document)
        for kind, size, aim in (("mp4", FULL, "≥ 15"), ("gif", SMALL, "")):
            yield from _clips(document, Path(folder), kind, size, aim)


def _pictures(document: Document, folder: Path) -> Iterator[Row]:
    figures = {name: pane(name).figure(document) for name in ("encoding", "shift")}
    ours = [
        lambda f=figure, t=folder / f"{name}.png": export(f, t, document=document, style=Style())
        for name, figure in figures.items()
    ]
    *taken, plain = seconds(
        *ours, lambda: Page(document, FULL).picture(folder / "plain.png"), runs=5
    )
    for name, time in zip(figures, taken, strict=True):
        yield Row(f"export {name} as PNG, 1920×1080", time * 1e3, "ms")
    yield Row("the shift by matplotlib's own imshow and savefig", plain * 1e3, "ms")
    yield Row("    its time for one of peviewer's", plain / taken[1], "×")


def _previews(document: Document) -> Iterator[Row]:
    picture = KINDS["picture"]

    def paint() -> None:
        picture.remembered({}).check(Subject(document, FOUR))

    here, apart = seconds(paint, lambda: start(paint, "preview").result(), runs=5)
    yield Row(
        "preview of four panes, as the window paints it",
        apart * 1e3,
        "ms",
        "",
        "on a thread that is kept",
    )
    yield Row("    its time for one painted in the main thread", apart / here, "×", "≤ 1.3")


def _clips(
    document: Document, folder: Path, kind: str, size: tuple[int, int], aim: str
) -> Iterator[Row]:
    def write(frames: int) -> None:
        write_clip(
            Clip(pane("shift"), document, seconds=frames / 30), folder / f"a.{kind}", Style(*size)
        )

    theirs = kind if kind != "mp4" or has_ffmpeg() else "gif"
    values = [Clip(pane("shift"), document, seconds=SHORT / 30).value(k) for k in range(SHORT)]
    long, short, plain = seconds(
        lambda: write(LONG),
        lambda: write(SHORT),
        lambda: Page(document, size).clip(folder / f"plain.{theirs}", values),
        runs=3,
    )
    label = f"{kind.upper()} {size[0]}×{size[1]}"
    yield Row(
        f"clip of the shift, {label}, {LONG} frames",
        LONG / long,
        "fps",
        aim,
        "one pane, painted and encoded",
    )
    yield Row(f"clip of the shift, {label}, {SHORT} frames", SHORT / short, "fps")
    yield Row(
        f"the same by FuncAnimation as {theirs.upper()}, {SHORT} frames", SHORT / plain, "fps"
    )
    yield Row("    its time for one frame of peviewer's", plain / SHORT / (long / LONG), "×")
