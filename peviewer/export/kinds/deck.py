"""A deck: a presentation with a pane a slide, or a folder of numbered pictures."""

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any, Literal, Self

from peviewer.base.parameters import parameter
from peviewer.base.work import Work
from peviewer.export.deck.picture import slide_picture
from peviewer.export.deck.slides import Slide
from peviewer.export.deck.source import Source
from peviewer.export.deck.write import write_deck
from peviewer.export.formats import formats, hints
from peviewer.export.kinds.kind import Kind, Shown, Subject
from peviewer.export.kinds.look import LOOK_GROUPS, SCREEN, THEMES, Look
from peviewer.export.picture.render import render
from peviewer.figures.presets import groups
from peviewer.paper.style import SLIDE_THEMES

OPEN, CHOSEN = "open", "chosen"
FOLDER = "folder"
LABELS = {suffix: known.label for suffix, known in formats("deck").items()} | {FOLDER: "Numbered pictures"}
Format = Literal[(*LABELS,)]  # type: ignore[valid-type]  # the table names them


class DeckChoices(Look):
    """Which slides, and what they look like."""

    format: Format = parameter("pptx", title="Format", labels=LABELS, help="What is written.")
    source: str = parameter(OPEN, title="Slides", help="What the slides show.")
    clips: bool = parameter(False, title="Clips where φ matters", help="Let panes that change with φ move: as MP4.")

    def has_theme(self, theme: str) -> bool:
        """Whether there is a theme for the format: slides have none for paper."""
        return self.format == FOLDER or theme in (SCREEN, *SLIDE_THEMES)

    def with_theme(self) -> Self:
        """Return the choices with a theme that there is."""
        return self if self.has_theme(self.theme) else self.model_copy(update={"theme": SCREEN})


class Deck(Kind):
    """Slides in one go."""

    name = "deck"
    title = "Deck"
    choices = DeckChoices
    groups = {  # noqa: RUF012  # declared as a class variable in Kind, and never changed
        "": ("format",),
        "Slides": ("source", "clips"),
        "Size": LOOK_GROUPS["Size"],
        "Look": LOOK_GROUPS["Look"],
        "Parts": ("title caption", "labels bars", "legend formula", "times"),
    }
    several = True

    def of_panes(self, choices: DeckChoices) -> bool:
        """Whether the panes are chosen one by one."""
        return choices.source == CHOSEN

    def offered(self, subject: Subject, choices: DeckChoices) -> Mapping[str, Mapping[str, str]]:
        """Return what slides can show."""
        presets = {group: f"Presets: {group}" for group in groups()}
        themes = {name: label for name, label in THEMES.items() if choices.has_theme(name)}
        return {"source": {OPEN: "The open panes", CHOSEN: "Chosen panes", **presets}, "theme": themes}

    def remembered(self, kept: Mapping[str, Any]) -> DeckChoices:
        """Return the choices as they were kept, with a format and slides that can be had."""
        made: DeckChoices = super().remembered(kept)
        gone = made.source not in (OPEN, CHOSEN, *groups())
        unable = "format" in self.obstacles() and made.format in self.obstacles()["format"]
        changes = ({"source": OPEN} if gone else {}) | ({"format": FOLDER} if unable else {})
        return made.model_copy(update=changes).with_theme()

    def hidden(self, subject: Subject, choices: DeckChoices) -> frozenset[str]:
        """Return what a presentation has no choice of, and clips that cannot be made here."""
        sized = frozenset() if choices.format == FOLDER else frozenset(_SIZES)
        return sized | choices.idle(subject) | (frozenset({"clips"}) if hints("clip")["mp4"] else frozenset())

    def effective(self, subject: Subject, choices: DeckChoices) -> Mapping[str, Any]:
        """Return what the theme decides; slides of a presentation have a caption."""
        return {**choices.effective(subject), "caption": choices.format != FOLDER}

    def units(self, subject: Subject, choices: DeckChoices) -> Mapping[str, str]:
        """Return the unit of the size of type."""
        return choices.units(subject)

    def edited(self, choices: DeckChoices, name: str, value: object) -> DeckChoices:
        """Return the choices with one of them made."""
        return choices.edited(name, value).with_theme()

    def moments(self, subject: Subject, choices: DeckChoices) -> int:
        """Return the number of slides."""
        return len(_slides(subject, choices))

    def suffix(self, choices: DeckChoices) -> str:
        """Return the extension of the format; a folder has none."""
        return "" if choices.format == FOLDER else f".{choices.format}"

    def with_suffix(self, choices: DeckChoices, suffix: str) -> DeckChoices | None:
        """Return the choices with the format of an extension."""
        if not suffix:
            return choices.model_copy(update={"format": FOLDER})
        made: DeckChoices | None = super().with_suffix(choices, suffix)
        return made and made.with_theme()

    def suggested(self, subject: Subject, choices: DeckChoices) -> str:
        """Return what the slides are of."""
        size = f"{subject.document.encoding.stem}"
        name = size if choices.source in (OPEN, CHOSEN) else "-".join(choices.source.lower().split())
        return f"slides-{name}"

    def preview(self, subject: Subject, choices: DeckChoices, moment: int = 0) -> Shown:
        """Paint one slide of a presentation, or one picture of a folder."""
        slides = _slides(subject, choices)
        slide, style = slides[moment], choices.style(subject)
        picture = (
            slide_picture(slide, style)
            if choices.format != FOLDER
            else render(slide.figure, "png", document=slide.document, style=style)
        )
        return Shown(picture, caption=f"Slide {moment + 1} of {len(slides)} · {slide.pane.title}")

    def write(self, subject: Subject, choices: DeckChoices, target: Path, work: Work, ready: bytes = b"") -> None:
        """Write the deck."""
        clips = choices.clips and not hints("clip")["mp4"]
        slides, style = _slides(subject, choices), choices.style(subject)
        work.do(partial(write_deck, slides, target, style, clips=clips, title=subject.title))


_SIZES = ("size", "width", "height", "wide", "high", "dpi")


def _slides(subject: Subject, choices: DeckChoices) -> list[Slide]:
    """Return the slides: where no pane is open, of the one that is exported."""
    if choices.source in (OPEN, CHOSEN):
        seen = subject.document.view.panes if choices.source == OPEN else ()
        return Source(panes=seen or subject.panes).slides(subject.document)
    return Source(group=choices.source).slides(subject.document)
