"""A deck: slides as a presentation, a PDF or a web page."""

from contextlib import suppress
from pathlib import Path
from typing import Any, ClassVar, Literal

from pydantic import field_validator

from peviewer.base.parameters import declaration, parameter, redeclared
from peviewer.base.words import unstarred
from peviewer.exporters.deck.slides import Slide, Source, write_deck
from peviewer.exporters.formats import formats
from peviewer.exporters.kinds.choices import FREE, LOOK_GROUPS, SCREEN, THEMES, Look, Subject
from peviewer.exporters.kinds.kind import Description, Groups, Kind, Shown
from peviewer.figures.stories import stories
from peviewer.paper.sizing import SLIDES
from peviewer.paper.style import DECK_TYPE, SLIDE_THEMES, PageSize, Style

OPEN = "open"
CHOSEN = "chosen"
LABELS = {suffix: known.label for suffix, known in formats("deck").items()}
Format = Literal[(*LABELS,)]  # type: ignore[valid-type]  # the table names them


class Deck(Look, Kind):
    """The choices of a deck: its slides, their look, and its format."""

    name = "deck"
    label = "Deck"
    groups: ClassVar[Groups] = {
        "": ("format",),
        "Slides": ("source", "clips"),
        "Size": LOOK_GROUPS["Size"],
        "Look": ("theme", "colormap", "font_size"),
    }
    several = True

    format: Format = parameter("pptx", title="Format", labels=LABELS, help="What is written.")
    source: str = parameter(OPEN, title="Slides", help="What the slides show.")
    clips: bool = redeclared(Source, "clips", False)

    @field_validator("source")
    @classmethod
    def _known(cls, source: str) -> str:
        if source not in (OPEN, CHOSEN, *stories()):
            raise ValueError("it must be the name of a story")
        return source

    def style(self, subject: Subject) -> Style:
        """Return the Style of the slides, with a theme and a size that slides may have."""
        changes: dict[str, Any] = {}
        if self.theme not in (SCREEN, *SLIDE_THEMES):
            changes["theme"] = SCREEN
        if self.size not in (*SLIDES, *FREE):
            changes["size"] = next(iter(SLIDES))
        allowed = self.model_copy(update=changes)
        style = super(Deck, allowed).style(subject)
        return style.but(transparent=False, title=None, caption=None)

    @property
    def _is_page(self) -> bool:
        """Whether it has layouts and themes of its own, and sliders."""
        return formats("deck")[self.format].slider

    @property
    def _is_story(self) -> bool:
        return self.source not in (OPEN, CHOSEN)

    def fields(self, subject: Subject) -> Description:
        sources = {OPEN: "The open panes", CHOSEN: "Chosen panes"}
        sources |= {name: f"Story: {story.title}" for name, story in stories().items()}
        themes = {name: label for name, label in THEMES.items() if name in (SCREEN, *SLIDE_THEMES)}
        all_sizes = declaration(Look, "size").labels
        sizes = {name: label for name, label in all_sizes.items() if name in (*SLIDES, *FREE)}
        effective: dict[str, Any] = {}
        units = None
        # Where this fails the preview fails, too, and says why.
        with suppress(ValueError):
            effective = self.values_of_theme(subject)
            effective["font_size"] = self.font_size or DECK_TYPE
            units = self.units(subject)
        slide_count = 1
        with suppress(ValueError):
            slide_count = len(self._slides(subject))

        shown = subject.document.encoding.size_in_file_name
        if self._is_story:
            shown = "-".join(self.source.lower().split())
        unused = self.unused_fields(subject)
        if self.format != "pptx":
            unused |= {"clips"}
        if self._is_page:
            unused |= {*PageSize.model_fields, "size", "wide", "high", "dpi", "theme", "font_size"}
        return Description(
            f"slides-{shown}",
            options={"source": sources, "theme": themes, "size": sizes},
            hidden=unused,
            effective=effective,
            units=units,
            moments=slide_count,
            of_panes=self.source == CHOSEN,
        )

    def check(self, subject: Subject, moment: int = 0) -> Shown:
        # Painting is imported here, on a worker's thread, because matplotlib takes long to load.
        from peviewer.exporters.deck.slide_page import slide_page
        from peviewer.exporters.deck.tables import with_whole_tables
        from peviewer.paper.page.painter import settings
        from peviewer.paper.painting import painting

        slides = self._slides(subject)
        slide = slides[moment]
        if self._is_page:
            return _preview_of_page(slide, subject.screen, f"Step {moment + 1} of {len(slides)}")
        style = self.style(subject)
        first, *others = with_whole_tables([slide], style)
        with painting(settings(style)):
            picture = slide_page(first, style, rows=1080).png()
        name = f"{first.name} (and {len(others)} more)" if others else first.name
        return Shown(picture, caption=f"Slide {moment + 1} of {len(slides)} · {name}")

    def write(self, subject: Subject, target: Path) -> None:
        slides = self._slides(subject)
        style = Style() if self._is_page else self.style(subject)
        title = Source(story=self.source).title if self._is_story else subject.title
        write_deck(slides, target, style, clips=self.clips, title=title)

    def _slides(self, subject: Subject) -> list[Slide]:
        """Return the slides; if no pane is open, a slide of the pane that is exported."""
        if self._is_story:
            source = Source(story=self.source)
        else:
            open_panes = subject.document.view.panes if self.source == OPEN else ()
            source = Source(panes=open_panes or subject.panes)
        return source.slides(self.coloured(subject).document)


def _preview_of_page(slide: Slide, theme: str, place: str) -> Shown:
    """Return the picture of a step as a wide page has it."""
    from peviewer.exporters.deck.page.picture import LAYOUTS
    from peviewer.exporters.picture import render

    style = LAYOUTS["wide"].style(theme, has_formula=not slide.beside)
    picture = render(slide.figure, "png", document=slide.document, style=style)
    caption = f"{place} · {unstarred(slide.title)}"
    return Shown(picture, caption=caption, ground=style.backdrop)
