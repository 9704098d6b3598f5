"""A deck: slides as a presentation or a PDF."""

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any, Literal

from peviewer.base.parameters import declaration, parameter, redeclared
from peviewer.base.work import Work
from peviewer.exporters.deck.slide_page import slide_page
from peviewer.exporters.deck.slides import Slide, Source, write_deck
from peviewer.exporters.formats import formats
from peviewer.exporters.kinds.choices import FREE, LOOK_GROUPS, SCREEN, THEMES, Look, Subject
from peviewer.exporters.kinds.kind import Kind, Shown
from peviewer.figures.stories import stories
from peviewer.paper.page.painter import settings
from peviewer.paper.painting import painting
from peviewer.paper.style import DECK_TYPE, SLIDE_THEMES, SLIDES, Style

OPEN, CHOSEN = "open", "chosen"
LABELS = {suffix: known.label for suffix, known in formats("deck").items()}
Format = Literal[(*LABELS,)]  # type: ignore[valid-type]  # the table names them


class DeckChoices(Look):
    """Which slides, what they look like, and how they are made."""

    format: Format = parameter("pptx", title="Format", labels=LABELS, help="What is written.")
    source: str = parameter(OPEN, title="Slides", help="What the slides show.")
    clips: bool = redeclared(Source, "clips", False)

    def style(self, subject: Subject) -> Style:
        """Return the Style of the slides, in a theme and of a size that these have."""
        changes = {} if self.theme in (SCREEN, *SLIDE_THEMES) else {"theme": SCREEN}
        changes |= {} if self.size in (*SLIDES, *FREE) else {"size": next(iter(SLIDES))}
        made = self.model_copy(update=changes)
        return (
            super(DeckChoices, made).style(subject).but(transparent=False, title=None, caption=None)
        )


class Deck(Kind):
    """Slides in one go."""

    name = "deck"
    title = "Deck"
    choices = DeckChoices
    groups = {  # noqa: RUF012  # declared as a class variable in Kind, and never changed
        "": ("format",),
        "Slides": ("source", "clips"),
        "Size": LOOK_GROUPS["Size"],
        "Look": ("theme", "colormap", "font_size"),
    }
    several = True

    def of_panes(self, choices: DeckChoices) -> bool:
        """Whether the panes are chosen one by one."""
        return choices.source == CHOSEN

    def options(self, subject: Subject, choices: DeckChoices) -> Mapping[str, Mapping[str, str]]:
        by_story = {name: f"Story: {story.title}" for name, story in stories().items()}
        themes = {name: label for name, label in THEMES.items() if name in (SCREEN, *SLIDE_THEMES)}
        sizes = {
            name: label
            for name, label in declaration(Look, "size").labels.items()
            if name in (*SLIDES, *FREE)
        }
        return {
            "source": {OPEN: "The open panes", CHOSEN: "Chosen panes", **by_story},
            "theme": themes,
            "size": sizes,
        }

    def remembered(self, kept: Mapping[str, Any]) -> DeckChoices:
        made: DeckChoices = super().remembered(kept)
        known = made.source in (OPEN, CHOSEN, *stories())
        return made if known else made.model_copy(update={"source": OPEN})

    def hidden(self, subject: Subject, choices: DeckChoices) -> frozenset[str]:
        return choices.idle(subject) | ({"clips"} if choices.format == "pdf" else set())

    def effective(self, subject: Subject, choices: DeckChoices) -> Mapping[str, Any]:
        return {**choices.effective(subject), "font_size": choices.font_size or DECK_TYPE}

    def moments(self, subject: Subject, choices: DeckChoices) -> int:
        return len(_slides(subject, choices))

    def suggested(self, subject: Subject, choices: DeckChoices) -> str:
        size = f"{subject.document.encoding.stem}"
        name = (
            size if choices.source in (OPEN, CHOSEN) else "-".join(choices.source.lower().split())
        )
        return f"slides-{name}"

    def preview(self, subject: Subject, choices: DeckChoices, moment: int = 0) -> Shown:
        slides, style = _slides(subject, choices), choices.style(subject)
        with painting(settings(style)):
            picture = slide_page(slides[moment], style, rows=1080).png()
        return Shown(
            picture, caption=f"Slide {moment + 1} of {len(slides)} · {slides[moment].name}"
        )

    def write(self, subject: Subject, choices: DeckChoices, target: Path, work: Work) -> None:
        slides, style = _slides(subject, choices), choices.style(subject)
        work.do(
            partial(
                write_deck,
                slides,
                target,
                style,
                clips=choices.clips,
                title=_title(subject, choices),
            )
        )


def _title(subject: Subject, choices: DeckChoices) -> str:
    """Return what the slides are called: as their story, or what is open."""
    return subject.title if choices.source in (OPEN, CHOSEN) else Source(story=choices.source).title


def _slides(subject: Subject, choices: DeckChoices) -> list[Slide]:
    """Return the slides: where no pane is open, of the one that is exported."""
    source = Source(story=choices.source)
    if choices.source in (OPEN, CHOSEN):
        seen = subject.document.view.panes if choices.source == OPEN else ()
        source = Source(panes=seen or subject.panes)
    return source.slides(choices.coloured(subject).document)
