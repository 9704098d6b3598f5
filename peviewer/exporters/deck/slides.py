"""The slides of a deck, one for each pane of a Document or each step of a story."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from peviewer.base.files import ExportError
from peviewer.base.numbers import plain
from peviewer.base.parameters import Parameters, parameter
from peviewer.base.words import unstarred
from peviewer.document.animation import SHIFT, field_specification
from peviewer.document.document import Document, DocumentError
from peviewer.exporters.clip.clip import Clip
from peviewer.exporters.deck.places import CAPTION_TYPE, LINE, Places, Slot, fitting_points
from peviewer.exporters.formats import check, format_of
from peviewer.figures.animated_fields import affects_panes
from peviewer.figures.compare.texts import comparison_title
from peviewer.figures.grammar import Figure
from peviewer.figures.panes.catalog import MAX_ALONE, PANES, panes, panes_for
from peviewer.figures.panes.pane import Pane, first_sentences
from peviewer.figures.stories import Place, Story, place, stories
from peviewer.paper.page.composition import Composition, captioned
from peviewer.paper.style import Style, StyleError

CAPTION_LINES = 2
NO_BREAK = "\u00a0"
# The most panes that stay readable on a slide.
MAX_PANES = 2
# How many letters fit on one line of any slide.
SHORT = 24
# What can be chosen of the look of a web page.
PAGE_FIELDS = ("title", "colormap")
# A clip takes as long as about this many pictures.
CLIP_COST = 12


@dataclass(frozen=True)
class Slide:
    """One pane of a Document, or several beside one another.

    ``words`` stand below the picture in place of the pane's own sentences. ``heading`` stands above
    it in place of the picture's own title; ``remark`` goes into the speaker notes. ``beside`` are
    the other panes of the same picture. ``plays`` is the field that moves in a clip, and ``step``
    the step of a story that is shown, as in ``start-here:1``. ``excerpt`` is a part of the pane's
    Figure, with ``place``, as in ``1 of 2``, where the other parts are on slides of their own.
    """

    pane: Pane
    document: Document
    heading: str = ""
    remark: str = ""
    words: str = ""
    beside: tuple[Pane, ...] = ()
    plays: str = SHIFT
    step: str = ""
    excerpt: Figure | None = None
    place: str = ""

    @property
    def panes(self) -> tuple[Pane, ...]:
        """The panes that are shown."""
        return (self.pane, *self.beside)

    @property
    def name(self) -> str:
        """The titles of its panes."""
        return " and ".join(pane.title for pane in self.panes)

    @cached_property
    def figures(self) -> tuple[Figure, ...]:
        """The Figure of each pane."""
        if self.excerpt is not None:
            return (self.excerpt,)
        return tuple(captioned(pane, self.document) for pane in self.panes)

    @property
    def figure(self) -> Figure | Composition:
        """The Figures of the picture; if there are several, formulas have no room."""
        if not self.beside:
            return self.figures[0]
        return Composition(tuple(replace(figure, formula="") for figure in self.figures))

    @property
    def explanation(self) -> str:
        """The explanation, with a paragraph for each pane."""
        return "\n".join(pane.explanation(self.document, hints=False) for pane in self.panes)

    @property
    def title(self) -> str:
        """The title above the picture, which names A and B.

        Short names of these are not broken.
        """
        title = self.figures[0].title
        if self.heading:
            title = comparison_title(self.heading, self.document)
        what, *sides = title.split(" · ")
        if self.place:
            what = f"{what} ({self.place.replace(' ', NO_BREAK)})"
        return " · ".join([what, *map(_unbroken_if_short, sides)])

    def title_above(self, *, played: bool = False) -> str:
        """Return the title.

        If the slide plays and its title changes meanwhile, the title names its moment.
        """
        if not played:
            return self.title
        clip = self.clip()
        frames = (0, clip.count // 4, clip.count // 2)
        titles = {self._title_of(clip.at(frame)) for frame in frames}
        return self.title if len(titles) == 1 else f"{self.title} ({self.moment})"

    def _title_of(self, document: Document) -> str:
        if self.step:
            return place(self.step).step.words(document).title
        return captioned(self.pane, document).title

    @property
    def subject(self) -> str:
        """The slide's subject in a few words; for a step the story's title."""
        if self.step:
            return place(self.step).story.summary
        return f"{self.document.encoding.title}, {self.document.encoding.size}"

    @property
    def moment(self) -> str:
        """The field that it plays, and its value in the Document."""
        field = field_specification(self.document, self.plays)
        value = plain(self.document.get(self.plays))
        return f"{field.symbol or field.title.lower()} = {value}"

    def caption_within(
        self, places: Places, own: bool | str | None = None, *, played: bool = False
    ) -> str:
        """Return the caption: as many sentences as fit, at least one; or the user's `own` text.

        If the slide plays, the caption names the moment of its numbers.
        """
        if places.caption is None:
            return ""
        if isinstance(own, str):
            return own
        text = self._caption_text(places.caption)
        has_numbers = re.search(r"\d", text)
        return f"{text} ({self.moment})" if played and has_numbers else text

    def _caption_text(self, place: Slot) -> str:
        if self.words:
            return self.words
        max_height = CAPTION_LINES * LINE * CAPTION_TYPE / 72
        lines = place._replace(height=min(place.height, max_height))
        two_sentences = first_sentences(self.explanation, 2)
        if fitting_points(two_sentences, lines, CAPTION_TYPE) is None:
            return two_sentences
        return first_sentences(self.explanation, 1)

    @property
    def moves(self) -> bool:
        """Whether the picture changes with the field that it plays; an excerpt stands still."""
        return self.excerpt is None and affects_panes(self.panes, self.document, self.plays)

    def clip(self) -> Clip:
        """Return a clip of the played field over its range and back."""
        return Clip(self.panes, self.document, path=self.plays, loop="bounce")


def _unbroken_if_short(text: str) -> str:
    return text.replace(" ", NO_BREAK) if len(text) <= SHORT else text


def slides_of_panes(names: str | Sequence[str], document: Document) -> list[Slide]:
    """Return a slide for each pane of a Document."""
    return [Slide(pane, document) for pane in panes(names)]


def slides_of_story(story: Story) -> list[Slide]:
    """Return a slide for each step: its panes, its insight, and what to look for.

    The notes say what to do. A step with more panes than fit on one slide continues on the next.
    """
    slides: list[Slide] = []
    for number in range(1, len(story.steps) + 1):
        slides += _slides_of_step(Place(story, number))
    return slides


def _slides_of_step(place: Place) -> Iterator[Slide]:
    step = place.step
    words = place.words
    source = place.story.source
    source_line = f"Source: {source.name}, {source.link}" if source else ""
    remark_lines = (f"Try: {unstarred(words.do)}", step.notes, source_line)
    remark = "\n".join(filter(None, remark_lines))
    step_panes = panes(step.slide or step.document.view.panes)
    for start in range(0, len(step_panes), MAX_PANES):
        pane, *beside = step_panes[start : start + MAX_PANES]
        yield Slide(
            pane,
            step.document,
            heading=f"{words.title} (continued)" if start else words.title,
            remark=remark,
            words=words.look,
            beside=tuple(beside),
            plays=step.animated_field,
            step=place.key,
        )


def _serving_panes(document: Document) -> tuple[str, ...]:
    """Return the open panes, with those that show nothing replaced by the scheme's best panes."""
    open_panes = document.view.panes
    known_names = [name for name in open_panes if name in PANES]
    serving_names = [name for name in known_names if PANES[name].shows_any(document)]
    if len(serving_names) == len(open_panes):
        return open_panes
    max_count = len(document.encoding.best_panes) or MAX_ALONE
    best_names = panes_for(document.encoding)[:max_count]
    return tuple(dict.fromkeys([*serving_names, *best_names]))


class Source(Parameters):
    """Some panes or a story; neither means the open panes.

    >>> [slide.pane.name for slide in Source(panes="shift,waves").slides(Document())]
    ['shift', 'waves']
    """

    panes: str | tuple[str, ...] | None = parameter(
        None,
        title="Panes",
        help="What to show (by default what is open).",
        form="names of panes, as in shift,clocks",
    )
    story: str | None = parameter(
        None, title="Story", help="Show all steps of a story, as in start-here."
    )
    clips: bool = parameter(
        False,
        title="Clips where something moves",
        help="Let pictures of a presentation move, by φ or as a step of a story is played: as MP4.",
    )

    @property
    def title(self) -> str:
        """The title of the story; empty for panes."""
        known = stories().get(self.story or "")
        return known.title if known else ""

    def slides(self, document: Document) -> list[Slide]:
        """Return the slides.

        Open panes that do not show the scheme are replaced by its best panes.
        """
        if self.story:
            return slides_of_story(place(self.story).story)
        names = self.panes or _serving_panes(document)
        return slides_of_panes(names, document)

    def check(self, beside: Mapping[str, object]) -> None:
        """Refuse a story together with panes or other choices of the content."""
        choices = {"panes": self.panes, **beside}
        others = [name for name, value in choices.items() if value]
        if self.story and others:
            without = " and ".join("{}" for _ in others)
            own = "{} brings its own presets and panes"
            raise DocumentError(f"{own}: give it without {without}", "story", *others)


def check_look(target: Path, fields: Iterable[str]) -> None:
    """Refuse fields that say how slides look where their format has a look of its own."""
    file_format = format_of("deck", target.suffix)
    if file_format is None or not file_format.slider:
        return
    for name in fields:
        if name not in PAGE_FIELDS:
            why = "its pictures have two layouts, both themes, and sliders"
            raise StyleError(f"{{}} is not allowed for .{file_format.suffix}: {why}", name)


def cost(moves: bool) -> int:
    """Return the amount of work of a slide: one picture, and possibly a clip."""
    return CLIP_COST if moves else 1


def write_deck(
    slides: Sequence[Slide],
    target: Path,
    style: Style,
    *,
    clips: bool = False,
    title: str = "",
) -> None:
    """Write slides as a presentation, a PDF or a web page.

    A slide has a title, a picture as sharp as a 4K screen (in a PDF at any size), and a
    caption; the notes of a presentation hold the explanation and the parameters. Whatever
    ends the work before its time, nothing is left behind and what was there stays as it was.
    """
    target = Path(target)
    if not slides:
        raise ExportError(f"cannot write {target}: a deck needs at least one pane")
    file_format = check(target, "deck")
    opaque_style = style.but(transparent=False)
    deck_title = title or slides[0].title
    file_format.write(slides, target, opaque_style, clips, deck_title)
