"""Stories: presets in a row, each step with an insight, what to look for and what to do; ``resources/stories``."""

import re
import tomllib
from functools import cache, cached_property, lru_cache
from typing import Annotated, NamedTuple

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError

from peviewer.base.files import resource
from peviewer.base.words import UnknownName, look_up, whole
from peviewer.document.animation import field_specification
from peviewer.document.document import Document, DocumentError
from peviewer.figures.animated_fields import default_animated_field
from peviewer.figures.panes.catalog import PANES
from peviewer.figures.presets import Preset, preset

TOUR = "start-here"
"""The story that a newcomer is invited to."""
Line = Annotated[str, StringConstraints(min_length=1, pattern=r"^[^\n]+$")]
_FIELD = re.compile(r"\{([a-z_]+\.[a-z_]+)\}")


class Source(BaseModel):
    """The text that a story follows; where that has no address of its own, the one that it comes after is linked."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: Line
    link: Annotated[str, StringConstraints(pattern=r"^https://\S+$")]
    after: str = ""


class Step(BaseModel):
    """A preset, and what is said of it; ``{encoding.length}`` in a line is that field's value."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    preset: Line  # the name of the preset that it opens
    title: Line  # what is to be understood
    look: Line  # what to look for
    do: Line  # what to do
    highlight: Line  # the field that is to be changed, and is highlighted
    play: str = ""  # the field that Play moves, if another than with the preset
    notes: str = ""  # what the source has otherwise
    # what a slide of it shows, where that is less than its panes, as in `"distance.matrix,similarity.dot"`
    slide: str = ""

    @cached_property
    def opened(self) -> Preset:
        """The preset."""
        return preset(self.preset)

    @cached_property
    def document(self) -> Document:
        """What the step shows: its preset, played as the step has it."""
        found = self.opened.document
        return found.edited({"play.moves": self.play}) if self.play else found

    @property
    def played(self) -> str:
        """The field that Play moves."""
        shown = [PANES[name] for name in self.document.view.panes]
        return self.document.play.moves or default_animated_field(self.document, shown)

    def written(self, line: str) -> str:
        """Return one of its lines with the values of the fields that it names."""
        return _FIELD.sub(lambda found: self._value(found[1]), line)

    def _value(self, path: str) -> str:
        value = self.document.get(path)
        return whole(value) if isinstance(value, int) else field_specification(self.document, path).value_text(value)


class Story(BaseModel):
    """Steps in order."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str  # the name of its file, without `.toml`
    title: Line  # what it is called
    summary: Line  # what it is about, in a line
    order: int  # its place among the stories
    source: Source | None = None  # the text that it follows
    steps: Annotated[tuple[Step, ...], Field(min_length=1)]  # at least one


class Place(NamedTuple):
    """A step of a story, by its number from 1 on."""

    story: Story
    number: int

    @property
    def step(self) -> Step:
        """The step."""
        return self.story.steps[self.number - 1]

    @property
    def key(self) -> str:
        """What names it in files and on the command line, as in ``start-here:1``."""
        return f"{self.story.name}:{self.number}"

    @property
    def text(self) -> str:
        """The story's title, which step it is, and of how many."""
        return f"{self.story.title} {self.number} of {len(self.story.steps)}"

    @property
    def title(self) -> str:
        """What is to be understood."""
        return self.step.written(self.step.title)

    @property
    def look(self) -> str:
        """What to look for."""
        return self.step.written(self.step.look)

    @property
    def do(self) -> str:
        """What to do."""
        return self.step.written(self.step.do)

    @property
    def notes(self) -> str:
        """What the source has otherwise; empty where there is nothing to say."""
        return self.step.written(self.step.notes)

    def moved(self, by: int) -> "Place | None":
        """Return the place so many steps further; None beyond the story's ends."""
        number = self.number + by
        return Place(self.story, number) if 1 <= number <= len(self.story.steps) else None


@cache
def stories() -> dict[str, Story]:
    """Return all stories by name, in their order.

    >>> next(iter(stories()))
    'start-here'
    """
    found = [_read(path.stem, path.read_text(encoding="utf-8")) for path in resource("stories").glob("*.toml")]
    return {story.name: story for story in sorted(found, key=lambda story: (story.order, story.name))}


def _read(name: str, text: str) -> Story:
    try:
        return Story(**{**tomllib.loads(text), "name": name})
    except tomllib.TOMLDecodeError as error:
        raise DocumentError(f"story {name}: {error}") from None
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part + 1) if isinstance(part, int) else part for part in first["loc"])
        raise DocumentError(
            f"story {name}: {where} is not allowed: {first['msg'][:1].lower()}{first['msg'][1:]}"
        ) from None


def place(text: str) -> Place:
    """Return the place that is named as ``STORY`` or ``STORY:STEP``.

    >>> place("choosing:3").text, place("start-here").number
    ('Choosing 3 of 9', 1)
    >>> place("choosing:12")
    Traceback (most recent call last):
        ...
    peviewer.document.document.DocumentError: choosing:12 is not allowed: the step must be a whole number from 1 to 9
    """
    name, colon, number = text.partition(":")
    story = look_up(name, stories(), "story")
    if not colon:
        return Place(story, 1)
    if not (number.isascii() and number.isdigit() and 1 <= int(number) <= len(story.steps)):
        raise DocumentError(f"{text} is not allowed: the step must be a whole number from 1 to {len(story.steps)}")
    return Place(story, int(number))


@lru_cache(maxsize=64)  # several listeners ask at every change of the Document
def place_of(title: str, key: str = "") -> Place | None:
    """Return the place of what was opened as a step or by the title of a preset; None if no story has that.

    >>> place_of("200 × 256, shifted by 100").key
    'shift:1'
    """
    try:
        known = place(key) if key else None
    except (UnknownName, DocumentError):
        known = None  # of another version
    if known and known.step.opened.title == title:
        return known
    return next((found for found in places() if found.step.opened.title == title), None)


@cache
def places() -> tuple[Place, ...]:
    """Return the places of all steps, story by story."""
    return tuple(Place(story, number + 1) for story in stories().values() for number in range(len(story.steps)))
