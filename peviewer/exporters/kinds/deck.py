"""A deck: slides as a presentation or a PDF, or a folder of numbered pictures."""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, Literal, Self

from peviewer.base.parameters import declaration, parameter
from peviewer.base.work import Work
from peviewer.exporters.clip.range import LOSSLESS, USUAL
from peviewer.exporters.deck.options import DeckOptions, Source, lacking
from peviewer.exporters.deck.pdf import Pages
from peviewer.exporters.deck.picture import page_picture
from peviewer.exporters.deck.slide_page import Design
from peviewer.exporters.deck.slides import Slide, cover_texts
from peviewer.exporters.deck.template import blank_deck, theme_of
from peviewer.exporters.deck.write import write_deck
from peviewer.exporters.formats import formats, hints
from peviewer.exporters.kinds.choices import FREE, LOOK_GROUPS, SCREEN, THEMES, Look
from peviewer.exporters.kinds.kind import Kind, Shown, Subject
from peviewer.exporters.picture.render import render
from peviewer.figures.presets import groups
from peviewer.figures.stories import stories
from peviewer.paper.sizes import SLIDES
from peviewer.paper.style import SLIDE_THEMES, Style

OPEN, CHOSEN = "open", "chosen"
FOLDER = "folder"
LABELS = {suffix: known.label for suffix, known in formats("deck").items()} | {FOLDER: "Numbered pictures"}
Format = Literal[(*LABELS,)]  # type: ignore[valid-type]  # the table names them


class DeckChoices(Look, DeckOptions):
    """Which slides, what they look like, and how they are made."""

    format: Format = parameter("pptx", title="Format", labels=LABELS, help="What is written.")
    source: str = parameter(OPEN, title="Slides", help="What the slides show.")

    def has_theme(self, theme: str) -> bool:
        """Whether there is a theme for the format: slides have none for paper."""
        return self.format == FOLDER or theme in (SCREEN, *SLIDE_THEMES)

    def has_size(self, size: str) -> bool:
        """Whether there is a size for the format: slides have none of paper."""
        return self.format == FOLDER or size in (*SLIDES, *FREE)

    def with_theme(self) -> Self:
        """Return the choices with a theme and a size that there is."""
        changes = {} if self.has_theme(self.theme) else {"theme": SCREEN}
        return self.model_copy(update=changes | ({} if self.has_size(self.size) else {"size": next(iter(SLIDES))}))

    def style(self, subject: Subject) -> Style:
        """Return the Style of the slides."""
        return super().style(subject).but(transparent=False)

    def themed(self, subject: Subject) -> Style:
        """Return the same in the theme that suits a template's ground, where that decides."""
        style, template = self.style(subject), self.options.template
        return style.but(theme=theme_of(Path(template))) if template and self.theme == SCREEN else style

    @property
    def options(self) -> DeckOptions:
        """How the deck is made; a folder of pictures takes less of it."""
        lacks = lacking("" if self.format == FOLDER else self.format)
        return DeckOptions(**{name: getattr(self, name) for name in DeckOptions.model_fields if name not in lacks})


class Deck(Kind):
    """Slides in one go."""

    name = "deck"
    title = "Deck"
    choices = DeckChoices
    groups = {  # noqa: RUF012  # declared as a class variable in Kind, and never changed
        "": ("format",),
        "Slides": (
            "source",
            "clips",
            "tables vector",
            "cover numbers",
            "notes",
            "author",
            "date",
            "footer",
            "template",
        ),
        "Motion": ("seconds fps", "quality"),
        "Size": LOOK_GROUPS["Size"],
        "Look": LOOK_GROUPS["Look"],
        "Parts": ("title caption", "labels bars", "legend formula", "times"),
    }
    several = True

    def of_panes(self, choices: DeckChoices) -> bool:
        """Whether the panes are chosen one by one."""
        return choices.source == CHOSEN

    def options(self, subject: Subject, choices: DeckChoices) -> Mapping[str, Mapping[str, str]]:
        """Return what slides can show."""
        by_story = {name: f"Story: {story.title}" for name, story in stories().items()}
        presets = {group: f"Presets: {group}" for group in groups()}
        themes = {name: label for name, label in THEMES.items() if choices.has_theme(name)}
        if choices.options.template:
            themes[SCREEN] = "As the template"
        sizes = {name: label for name, label in declaration(Look, "size").labels.items() if choices.has_size(name)}
        return {
            "source": {OPEN: "The open panes", CHOSEN: "Chosen panes", **by_story, **presets},
            "theme": themes,
            "size": sizes,
        }

    def remembered(self, kept: Mapping[str, Any]) -> DeckChoices:
        """Return the choices as they were kept, with a format and slides that can be had."""
        made: DeckChoices = super().remembered(kept)
        gone = made.source not in (OPEN, CHOSEN, *stories(), *groups())
        unable = "format" in self.obstacles() and made.format in self.obstacles()["format"]
        changes = ({"source": OPEN} if gone else {}) | ({"format": FOLDER} if unable else {})
        return made.model_copy(update=changes).with_theme()

    def hidden(self, subject: Subject, choices: DeckChoices) -> frozenset[str]:
        """Return what a presentation has no choice of, and clips that cannot be made here."""
        idle = choices.idle(subject) | ({"clips"} if hints("clip")["mp4"] else set())
        idle |= set(lacking("" if choices.format == FOLDER else choices.format))
        return idle | set(_SIZES) if choices.options.template else idle

    def effective(self, subject: Subject, choices: DeckChoices) -> Mapping[str, Any]:
        """Return what the theme decides; slides of a presentation have a caption, and so have steps of a story."""
        captioned = choices.format != FOLDER or choices.source in stories()
        made = choices.options
        feet = {"cover": made.covered, "numbers": made.numbers if made.template else made.numbers is not False}
        quality = LOSSLESS if choices.format == "webp" else USUAL
        return {
            **choices.effective(subject),
            "caption": captioned,
            "template": "",
            "quality": quality,
            "date": "e.g. today",
            **feet,
        }

    def units(self, subject: Subject, choices: DeckChoices) -> Mapping[str, str]:
        """Return the unit of the size of type."""
        return choices.units(subject)

    def edited(self, choices: DeckChoices, name: str, value: object) -> DeckChoices:
        """Return the choices with one of them made."""
        return choices.edited(name, value).with_theme()

    def moments(self, subject: Subject, choices: DeckChoices) -> int:
        """Return the number of slides, with the title's."""
        return len(_slides(subject, choices)) + choices.options.covered

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
        """Paint one slide of a presentation, one page of a PDF, or one picture of a folder."""
        slides, style, options = _slides(subject, choices), choices.themed(subject), choices.options
        number, covers = moment + 1, int(options.covered)
        told = [f"{PIECES.get(choices.format, 'Slide')} {number} of {len(slides) + covers}"]
        told.append("title slide" if moment < covers else slides[moment - covers].name)
        told += ["design not shown"] if options.template else []
        if choices.format == FOLDER:
            figure, look = slides[moment].alone(style)
            picture = render(figure, "png", document=slides[moment].document, style=look)
        else:
            texts = cover_texts(slides, style.title, _title(subject, choices), options.by)
            if choices.format != "pdf":
                options = options.model_copy(update={"notes": False})
            own = choices.format != "pptx"
            design = Design.own(style, options, above_notes=options.notes) if own else blank_deck(style, options).design
            picture = page_picture(Pages(slides, design, options, texts), number)
        return Shown(picture, caption=" · ".join(told))

    def write(self, subject: Subject, choices: DeckChoices, target: Path, work: Work, ready: bytes = b"") -> None:
        """Write the deck."""
        options = choices.options.model_copy(update={"clips": choices.options.clips and not hints("clip")["mp4"]})
        slides, style = _slides(subject, choices), choices.themed(subject)
        work.do(partial(write_deck, slides, target, style, options, title=_title(subject, choices)))


PIECES = {FOLDER: "Picture", "pdf": "Page"}
_SIZES = ("size", "width", "height", "wide", "high", "dpi")


def _title(subject: Subject, choices: DeckChoices) -> str:
    """Return what the slides are called: as their story or group, or what is open."""
    return subject.title if choices.source in (OPEN, CHOSEN) else Source(group=choices.source).title


def _slides(subject: Subject, choices: DeckChoices) -> list[Slide]:
    """Return the slides: where no pane is open, of the one that is exported."""
    source = Source(group=choices.source)
    if choices.source in (OPEN, CHOSEN):
        seen = subject.document.view.panes if choices.source == OPEN else ()
        source = Source(panes=seen or subject.panes)
    return [replace(slide, marks=choices.marks) for slide in source.slides(subject.document)]
