"""What a deck shows: one pane of one Document a slide, from a list of panes or from a group of presets."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from peviewer.base.words import UnknownName, unstarred
from peviewer.document.animation import SHIFT
from peviewer.exporters.clip.clip import Clip
from peviewer.exporters.deck.places import LINE, fitting_points
from peviewer.figures.panes.catalog import panes
from peviewer.figures.panes.pane import first_sentences
from peviewer.figures.presets import groups
from peviewer.figures.stories import Place, stories
from peviewer.figures.transforms import without_mark_sentences, without_marks
from peviewer.paper.page.composition import captioned

if TYPE_CHECKING:
    from collections.abc import Sequence

    from peviewer.document.document import Document
    from peviewer.exporters.deck.places import Places
    from peviewer.figures.grammar import Figure
    from peviewer.figures.panes.pane import Pane
    from peviewer.figures.stories import Story

CAPTION_TYPE, CAPTION_LINES = 16, 2  # points: it can be read from the last row
NO_BREAK = "\u00a0"
SHORT = 24  # letters that fit on one line of any slide


@dataclass(frozen=True)
class Slide:
    """One pane of a Document.

    ``words`` stand below the picture in place of the pane's own sentences. ``heading`` stands above it in place of the
    picture's own title, which the picture keeps then; ``remark`` goes into the speaker notes. Without ``marks`` nothing
    is marked, nor spoken of as such.
    """

    pane: Pane
    document: Document
    heading: str = ""
    remark: str = ""
    marks: bool = True
    words: str = ""

    @cached_property
    def figure(self) -> Figure:
        """What the picture shows."""
        found = captioned(self.pane, self.document)
        return found if self.marks else without_marks(found)

    @property
    def explanation(self) -> str:
        """What is said of it."""
        said = self.pane.explanation(self.document, hints=False)
        return said if self.marks else without_mark_sentences(said)

    @property
    def title(self) -> str:
        """What stands above the picture; the short names of what is compared are not broken."""
        what, *sides = (self.heading or self.figure.title).split(" · ")
        return " · ".join([what, *(side.replace(" ", NO_BREAK) if len(side) <= SHORT else side for side in sides)])

    @property
    def subject(self) -> str:
        """What it is about, in a few words."""
        return f"{self.document.encoding.title}, {self.document.encoding.size}"

    def caption_within(self, places: Places, own: bool | str | None = None) -> str:
        """Return what stands below the picture: as many sentences as there is room for, at least one; or a text."""
        if places.caption is None or isinstance(own, str):
            return own if places.caption and isinstance(own, str) else ""
        if self.words:
            return self.words
        beginnings = [first_sentences(self.explanation, sentences) for sentences in (2, 1)]
        lines = places.caption._replace(height=min(places.caption.height, CAPTION_LINES * LINE * CAPTION_TYPE / 72))
        return next((text for text in beginnings if fitting_points(text, lines, CAPTION_TYPE) is None), beginnings[-1])

    @property
    def moves(self) -> bool:
        """Whether the picture changes with φ."""
        shift = self.document.shift
        moved = self.document.edited({SHIFT: shift.phi + 1 if shift.phi < 0 else shift.phi - 1})
        return self.pane.read(moved) != self.pane.read(self.document)

    def clip(self) -> Clip:
        """Return φ on its way from where it is played to where, and back."""
        return Clip(self.pane, self.document, loop="bounce")


def cover_texts(slides: Sequence[Slide], own: bool | str | None, title: str) -> tuple[str, str]:
    """Return what stands on a title slide: a text of one's own, the deck's or the first slide's, and its subject."""
    named = own if isinstance(own, str) else title
    return named or unstarred(slides[0].title), slides[0].subject


def slides_of_panes(names: str | Sequence[str], document: Document) -> list[Slide]:
    """Return a slide for each pane of a Document.

    Raises
    ------
    UnknownName
        If there is no pane of some name.
    """
    return [Slide(pane, document) for pane in panes(names)]


def slides_of_story(story: Story) -> list[Slide]:
    """Return a slide for each open pane of each step: its insight, what to look for, and in the notes what to do."""
    found = []
    for number in range(1, len(story.steps) + 1):
        place = Place(story, number)
        source = f"Source: {story.source.name}, {story.source.link}" if story.source else ""
        remark = "\n".join(filter(None, [f"To do: {place.do}", place.notes, source]))
        title, document = place.step.written(place.step.title), place.step.document
        for slide in slides_of_panes(document.view.panes, document):
            found.append(replace(slide, heading=title, remark=remark, words=place.look))
    return found


def slides_of_group(name: str) -> list[Slide]:
    """Return a slide for each open pane of each preset of a group, or of each step of a story, by the story's name.

    Raises
    ------
    UnknownName
        If there is no such group or story; the message names those there are.

    Examples
    --------
    >>> [(slide.title, slide.pane.name) for slide in slides_of_group("shift and linearity")][:2]
    [('200 × 256, shifted by 100', 'encoding'), ('200 × 256, shifted by 100', 'shift')]
    """
    if story := stories().get(name):
        return slides_of_story(story)
    known = {group.casefold(): presets for group, presets in groups().items()}
    if name.casefold() not in known:
        raise UnknownName(name, groups(), "group of presets")
    return [
        replace(slide, heading=preset.title, remark=preset.description)
        for preset in known[name.casefold()]
        for slide in slides_of_panes(preset.document.view.panes, preset.document)
    ]
