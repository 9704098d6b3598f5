"""Draw what stands for each pane where panes are chosen: what export draws of it, without texts.

``python -m tests.thumbnails`` writes them into resources/thumbnails, ``--into FOLDER`` elsewhere. They are drawn
twice as large as they are shown, for fine screens and large type.
"""

import argparse
import io
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from PIL import Image

from peviewer.document.document import Document
from peviewer.document.tables import open_table
from peviewer.figures.grammar import Band, Diagonal, Figure, Heatmap, Mark, Panel, Rule
from peviewer.figures.panes.catalog import PANES
from peviewer.figures.panes.pane import Pane
from peviewer.figures.presets import presets
from peviewer.paper.page.painter import paint
from peviewer.paper.style import Style

THUMBNAILS = Path(__file__).parents[1] / "resources" / "thumbnails"
THEMES = {"light": "slide-light", "dark": "slide-dark"}
WIDTH, HEIGHT = 240, 160
TYPE = 10  # of tables, in pixels of a slide
BOLDER = 2.5  # lines of type so small are too pale
COLOURS = 64
MODEL = Path(__file__).parent / "data" / "configurations" / "gemma3_12b.json"
"""No preset lists Layers, as none is a model with rules for each."""


def main(folder: Path) -> None:
    """Draw all panes in both themes."""
    folder.mkdir(exist_ok=True)
    for name, picture in thumbnails():
        picture.save(folder / name, optimize=True)


def thumbnails() -> Iterator[tuple[str, Image.Image]]:
    """Yield the name of each file, and its picture."""
    for pane in PANES.values():
        document = document_of(pane)
        figure = without_texts(pane.figure_for_file(document))
        for suffix, theme in THEMES.items():
            yield f"{pane.name}-{suffix}.png", drawn(figure, theme)


def document_of(pane: Pane) -> Document:
    """Return the Document of the first preset that lists a pane."""
    listing = (
        preset.document for preset in presets().values() if pane.name in preset.document.view.panes
    )
    if document := next(listing, None):
        return document
    model, _ = open_table(Document(), str(MODEL))
    return model


def without_texts(figure: Figure) -> Figure:
    """Return a Figure with texts in its tables alone, and with these only where it has nothing else."""
    plain = figure.with_each(without_texts_around)
    return replace(plain, title="", formula="").without_listings


def without_texts_around(panel: Panel) -> Panel:
    marks: list[Mark] = []
    for mark in panel.marks:
        if isinstance(mark, Heatmap):
            mark = replace(mark, bar=None)
        elif isinstance(mark, Rule | Band | Diagonal):
            mark = replace(mark, label="")
        marks.append(mark)
    return replace(
        panel,
        x=replace(panel.x, label="", far_numbers=(), words=(0, ()), names=()),
        y=replace(panel.y, label="", words=(0, ()), names=()),
        marks=tuple(marks),
        title="",
        fact="",
        owner="",
        legend=False,
    )


def drawn(figure: Figure, theme: str) -> Image.Image:
    """Return what a page of the size of a thumbnail shows, without numbers at its axes."""
    style = Style(WIDTH, HEIGHT, theme=theme, transparent=True, marks=False, font_size=TYPE)
    page = paint(figure, style)
    for axes in page.axes:
        axes.tick_params(length=0, labelbottom=False, labelleft=False)
        for line in axes.get_lines():
            line.set_linewidth(BOLDER * line.get_linewidth())
    file = io.BytesIO()
    page.savefig(file, format="png", dpi=style.dpi, facecolor=style.ground)
    method = Image.Quantize.FASTOCTREE
    return Image.open(file).convert("RGBA").quantize(COLOURS, method, dither=Image.Dither.NONE)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--into", type=Path, default=THUMBNAILS)
    main(parser.parse_args().into)
