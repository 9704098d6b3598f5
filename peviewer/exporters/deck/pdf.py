"""Write slides as a PDF: a page each, as large as the slide; or of A4, with the notes below it, to be printed."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from peviewer.base.files import atomic_file
from peviewer.base.version import __version__
from peviewer.base.words import unstarred
from peviewer.exporters.deck.notes import formulas, origin, parameter_lines
from peviewer.exporters.deck.places import LINE, Slot
from peviewer.exporters.deck.slide_page import Design, Frame, page_of_cover, page_of_slide
from peviewer.exporters.deck.slides import cover_texts
from peviewer.exporters.deck.write import cost
from peviewer.exporters.metadata.reading import stamped
from peviewer.paper.page.painter import painting, settings
from peviewer.paper.style import PRINT_DPI
from peviewer.paper.text import wrapped

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from peviewer.base.work import Work
    from peviewer.exporters.deck.options import DeckOptions
    from peviewer.exporters.deck.slide_page import SlidePage
    from peviewer.exporters.deck.slides import Slide
    from peviewer.paper.style import Style

# A4, its margin, the tallest slide on it, and what is between things, in inches.
PAPER, MARGIN, TALLEST, APART = (8.27, 11.69), 0.6, 5.2, 0.12
# The sizes of type of notes, in points: the largest, the smallest, and that of the line at the foot.
LARGEST, SMALLEST, SMALL = 10.5, 7.5, 8.5
LINK = re.compile(r"https://\S+")


def write_pdf(
    slides: Sequence[Slide], target: Path, style: Style, options: DeckOptions, work: Work, title: str
) -> None:
    """Write a PDF whose pictures are sharp at any size; it opens again as the first slide's Document."""
    from matplotlib.backends.backend_pdf import PdfPages

    session = stamped(slides[0].document, [pane.name for pane in slides[0].panes], style)
    texts = cover_texts(slides, style.title, title, options.by)
    # Plain ASCII keeps the string readable in the file: matplotlib writes anything else as UTF-16.
    about = {"Title": unstarred(texts[0]), "Author": options.author, "Creator": f"peviewer {__version__}",
             "Subject": json.dumps(json.loads(session)), "CreationDate": None}  # fmt: skip
    made = Pages(slides, Design.own(style, options, above_notes=options.notes), options, texts)
    with atomic_file(target) as file:
        pages: Any = PdfPages(file, metadata=about)  # untyped in part
        for number in range(1, made.count + 1):
            work.check()
            with painting(settings(style)):
                made.slide_page(number, vector=True).add_to(pages)
            if number > made.covers:
                work.add(cost(False))
        with painting(settings(style)):
            pages.close()
        work.check()


@dataclass(frozen=True)
class Pages:
    """The pages of a PDF, of which each can be had; matplotlib's settings of the style must be in force then."""

    slides: Sequence[Slide]
    design: Design
    options: DeckOptions
    texts: Sequence[str]

    @property
    def covers(self) -> int:
        """How many pages come before the first slide's."""
        return int(self.options.covered)

    @property
    def count(self) -> int:
        """How many there are."""
        return self.covers + len(self.slides)

    def slide_page(self, number: int, *, vector: bool = False, rows: int = 1080) -> SlidePage:
        """Return a page, by its number from 1 on.

        Parameters
        ----------
        number : int
            Which one.
        vector : bool
            Whether it is for a file that is sharp at any size, and not for the screen.
        rows : int
            Pixels of the shorter side of a slide on the screen.
        """
        frame = _frame(self.design) if self.options.notes else None
        dpi = None if vector else rows / min(self.design.places.width, self.design.places.height)
        if number <= self.covers:
            slide_page = page_of_cover(self.texts, self.design, frame, dpi=dpi or PRINT_DPI)
            if frame:
                self._finish(slide_page, frame, number, self._contents())
            return slide_page
        slide = self.slides[number - 1 - self.covers]
        resolution = PRINT_DPI / (frame.scale if frame else 1) if vector else None
        slide_page = page_of_slide(slide, self.design, number, frame, dpi=dpi, resolution=resolution)
        if frame:
            self._finish(slide_page, frame, number, _notes(slide, first=number == 1 + self.covers))
        return slide_page

    def _contents(self) -> list[_Passage]:
        before = (None, *(slide.step for slide in self.slides))
        titles = [
            f"{number}\u2002{slide.title}"
            for number, (slide, step) in enumerate(zip(self.slides, before, strict=False), 1 + self.covers)
            if not slide.step or slide.step != step
        ]
        return [_Passage("Contents", tuple(titles))]

    def _finish(self, slide_page: SlidePage, frame: Frame, number: int, passages: Sequence[_Passage]) -> None:
        """Draw the edge of the slide, write what is below it, and the foot of the paper."""
        palette = self.design.style.palette
        across, bottom = PAPER[0] - 2 * MARGIN, PAPER[1] - MARGIN
        top = frame.top + frame.scale * self.design.places.height + 2.5 * APART
        slide_page.outline("#C4CAD3")
        _put(slide_page, passages, Slot(MARGIN, top, across, bottom - APART - top))
        foot = Slot(MARGIN, bottom, across, MARGIN)
        color = palette.secondary if palette.name == "light" else GREY
        if self.design.footer:
            slide_page.lines(foot, [self.design.footer], SMALL, color=color)
        if self.design.numbered:
            slide_page.lines(foot, [str(number)], SMALL, color=color, right=True)


GREY, BLACK = "#59626E", "#1A1E24"


class _Passage(NamedTuple):
    """Some paragraphs below a heading; `columns` of them side by side. `spare` ones go where there is no room."""

    heading: str
    paragraphs: tuple[str, ...]
    columns: int = 1
    spare: bool = False


def _notes(slide: Slide, *, first: bool) -> list[_Passage]:
    """Return what stands below a slide."""
    said = [*filter(None, slide.remark.split("\n"))]
    return [
        _Passage("Notes", tuple(said)),
        _Passage("What is shown", (*slide.explanation.split("\n"), *formulas(slide)), spare=True),
        _Passage("Parameters", tuple(parameter_lines(slide)), columns=2),
        _Passage("", tuple(origin(slide, opens=first))),
    ]


def _frame(design: Design) -> Frame:
    """Return where a slide stands on paper."""
    width, height = design.places.width, design.places.height
    scale = min((PAPER[0] - 2 * MARGIN) / width, TALLEST / height)
    return Frame(scale, (PAPER[0] - scale * width) / 2, MARGIN, PAPER)


def _put(slide_page: SlidePage, passages: Sequence[_Passage], slot: Slot) -> None:
    """Write passages into a place, in the largest type in which they fit; without spare ones where none is."""
    sizes = [LARGEST - k / 2 for k in range(int(2 * (LARGEST - SMALLEST)) + 1)]
    needed = [passage for passage in passages if not passage.spare]
    ways = [(some, points) for some in (passages, needed) for points in sizes]
    for some, points in ways:
        blocks = list(_blocks(some, slot, points))
        if not blocks or blocks[-1].bottom <= slot.top + slot.height or (some, points) == ways[-1]:
            break
    for block in blocks:
        slide_page.lines(block.slot, block.lines, points, bold=block.bold, color=BLACK, url=block.url)


class _Block(NamedTuple):
    """Lines in their place."""

    slot: Slot
    lines: list[str]
    bottom: float
    bold: bool = False
    url: str | None = None


def _blocks(passages: Sequence[_Passage], slot: Slot, points: float) -> Iterator[_Block]:
    """Yield passages as lines from the top of a place downwards."""
    top = slot.top
    for heading, paragraphs, columns, _ in (passage for passage in passages if passage.paragraphs):
        if heading:
            yield _Block(slot._replace(top=top), [heading], top + LINE * points / 72, bold=True)
            top += LINE * points / 72 + APART / 3
        wide = (slot.width - (columns - 1) * 2 * APART) / columns
        rows = [paragraphs[start : start + columns] for start in range(0, len(paragraphs), columns)]
        for row in rows:
            found = [wrapped(text, 72 * wide / points) for text in row]
            bottom = top + max(map(len, found)) * LINE * points / 72
            for k, (text, lines) in enumerate(zip(row, found, strict=True)):
                place = slot._replace(left=slot.left + k * (wide + 2 * APART), top=top, width=wide)
                link = LINK.search(text)
                yield _Block(place, lines, bottom, url=link[0] if link else None)
            top = bottom + (APART / 2 if columns == 1 else 0)
        top += APART
