"""Stories: presets in a row, each step with an insight, what to look for and what to do.

``resources/stories``.
"""

import tomllib
from functools import cache, cached_property, lru_cache
from typing import Annotated, NamedTuple

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from peviewer.base.files import resource
from peviewer.base.names import UnknownName, look_up
from peviewer.document.document import Document, DocumentError
from peviewer.figures.animated_fields import default_animated_field
from peviewer.figures.panes.catalog import PANES
from peviewer.figures.presets import Preset, preset
from peviewer.figures.wording import Words, words, written

AT_START = "at the start of this step"
TOUR = "start-here"
"""The story that a newcomer is invited to."""
Line = Annotated[str, StringConstraints(min_length=1, pattern=r"^[^\n]+$")]


class Source(BaseModel):
    """The text that a story follows; if it has no address, the one of the text before is linked."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: Line
    link: Annotated[str, StringConstraints(pattern=r"^https://\S+$")]
    after: str = ""


class Step(BaseModel):
    """A preset with its texts, whose numbers are named; see :mod:`peviewer.figures.wording`."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    preset: Line  # the name of the preset that it opens
    title: Line  # the insight
    look: Line  # what to look for
    do: Line  # what to do
    highlight: Line  # the field to change, which is highlighted
    play: str = ""  # the field that Play moves, if it is not the preset's
    # fields and sections, besides t, φ and the view, with which the texts stay true
    follows: tuple[str, ...] = ()
    notes: str = ""  # differences from the source
    # the panes of its slide, if not all, as in `"distance.matrix,similarity.dot"`
    slide: str = ""

    @cached_property
    def opened(self) -> Preset:
        return preset(self.preset)

    @cached_property
    def document(self) -> Document:
        document = self.opened.document
        return document.edited({"play.moves": self.play}) if self.play else document

    @property
    def played(self) -> str:
        shown = [PANES[name] for name in self.document.view.panes]
        return self.document.play.moves or default_animated_field(self.document, shown)

    def words(self, document: Document) -> Words:
        """Return its texts with the numbers of a Document, or else those of its start."""
        lines = Words(self.title, self.look, self.do, AT_START)
        return words(lines, self.document, document, self.follows)

    @cached_property
    def heading(self) -> str:
        return written(self.title, self.document)

    @cached_property
    def at_start(self) -> Words:
        return self.words(self.document)


class Story(BaseModel):
    """Steps in order."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str  # the name of its file, without `.toml`
    title: Line  # its title
    summary: Line  # its subject in a line
    order: int  # its place among the stories
    source: Source | None = None  # the text that it follows
    steps: Annotated[tuple[Step, ...], Field(min_length=1)]  # at least one


class Place(NamedTuple):
    """A step of a story, by its number from 1 on."""

    story: Story
    number: int

    @property
    def step(self) -> Step:
        return self.story.steps[self.number - 1]

    @property
    def key(self) -> str:
        """Its name in files and on the command line, as in ``start-here:1``."""
        return f"{self.story.name}:{self.number}"

    @property
    def text(self) -> str:
        return f"{self.story.title} {self.of_all}"

    @property
    def of_all(self) -> str:
        return f"{self.number} of {len(self.story.steps)}"

    @property
    def title(self) -> str:
        """Its title at its start."""
        return self.step.heading

    @property
    def words(self) -> Words:
        """Its texts at its start."""
        return self.step.at_start

    def moved(self, by: int) -> "Place | None":
        """Return the place some steps further; None beyond the story's ends."""
        number = self.number + by
        return Place(self.story, number) if 1 <= number <= len(self.story.steps) else None


@cache
def stories() -> dict[str, Story]:
    """Return all stories by name, in their order."""
    files = resource("stories").glob("*.toml")
    all_stories = [
        Story(name=path.stem, **tomllib.loads(path.read_text(encoding="utf-8"))) for path in files
    ]
    return {
        story.name: story
        for story in sorted(all_stories, key=lambda story: (story.order, story.name))
    }


def place(text: str) -> Place:
    """Return the place that is named as ``STORY`` or ``STORY:STEP``."""
    name, colon, number = text.partition(":")
    story = look_up(name, stories(), "story")
    if not colon:
        return Place(story, 1)
    if not (number.isascii() and number.isdigit() and 1 <= int(number) <= len(story.steps)):
        raise DocumentError(
            f"{text} is not allowed: the step must be a whole number from 1 to {len(story.steps)}"
        )
    return Place(story, int(number))


@lru_cache(maxsize=64)  # cached, as several listeners call it at every change of the Document
def place_of(title: str, key: str = "") -> Place | None:
    """Return the place of an opened step, or of a preset by its title; None if no story has it."""
    try:
        known = place(key) if key else None
    except (UnknownName, DocumentError):
        known = None  # a name of another version
    if known and known.step.opened.title == title:
        return known
    return next(
        (known_place for known_place in places() if known_place.step.opened.title == title), None
    )


@cache
def places() -> tuple[Place, ...]:
    return tuple(
        Place(story, number + 1)
        for story in stories().values()
        for number in range(len(story.steps))
    )
