"""Stories of ``resources/stories``: presets in a row, each with an insight and what to do.

A :class:`Place` is a step together with its number and its story.
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
from peviewer.figures.wording import Caption, words, written

# What is said beside numbers that are not those of the Document that is shown.
AT_START = "at the start of this step"
TOUR = "start-here"
"""The story that a newcomer is invited to."""
Line = Annotated[str, StringConstraints(min_length=1, pattern=r"^[^\n]+$")]


class Source(BaseModel):
    """The text that a story follows: its name and its address, and the name of the one it follows.

    Where a text has no address of its own, `link` is that of the text it comes `after`.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: Line
    link: Annotated[str, StringConstraints(pattern=r"^https://\S+$")]
    after: str = ""


class Step(BaseModel):
    """A preset with its texts, whose numbers are named; see :mod:`peviewer.figures.wording`."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    # The name of the preset that it opens.
    preset: Line
    # The insight.
    title: Line
    # The text of the button that leads to this step.
    short: Line
    # What to look for.
    look: Line
    # What to do, with the names of controls in "**".
    do: Line
    # The fields of these controls, in the same order; the controls are highlighted.
    controls: Annotated[tuple[Line, ...], Field(min_length=1)]
    # The panes and the zoom, where they are not the preset's.
    panes: tuple[str, ...] = ()
    zoom: dict[str, tuple[float, float]] = Field(default_factory=dict)
    # The field that Play moves, if it is not the preset's.
    play: str = ""
    # The fields and sections that may change, besides t, φ and the view, while the texts stay true.
    follows: tuple[str, ...] = ()
    # Differences from the story's source.
    notes: str = ""
    # The panes of its slide, if not all, as in "distance.matrix,similarity.dot".
    slide: str = ""

    @cached_property
    def opened(self) -> Preset:
        return preset(self.preset)

    @cached_property
    def document(self) -> Document:
        changes: dict[str, object] = {}
        if self.panes:
            changes["view.panes"] = self.panes
        if self.zoom:
            changes["view.zoom"] = self.zoom
        if self.play:
            changes["play.moves"] = self.play
        return self.opened.document.edited(changes)

    @property
    def asks_for_another_scheme(self) -> bool:
        """Whether its words also say what another scheme would show."""
        return "encoding.scheme" in self.controls

    @property
    def plays(self) -> bool:
        """Whether the step asks the user to press Play."""
        return self.do.startswith("Play ")

    @property
    def formula_pane(self) -> str:
        """The first of its panes that has a formula; empty if none has one."""
        for name in self.document.view.panes:
            if PANES[name].formula_text(self.document):
                return name
        return ""

    @property
    def animated_field(self) -> str:
        """The field that Play moves."""
        if self.document.play.moves:
            return self.document.play.moves
        panes = [PANES[name] for name in self.document.view.panes]
        return default_animated_field(self.document, panes)

    def words(self, document: Document) -> Caption:
        """Return its texts with a Document's numbers, or if too much has changed, the start's."""
        lines = Caption(self.title, self.look, self.do, AT_START)
        return words(lines, self.document, document, self.follows)

    @cached_property
    def heading(self) -> str:
        return written(self.title, self.document)

    @cached_property
    def at_start(self) -> Caption:
        return self.words(self.document)


class Story(BaseModel):
    """Steps in order, with a title."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    # The name of its file, without ".toml".
    name: str
    title: Line
    # Its subject, in a line.
    summary: Line
    # Its place among the stories.
    order: int
    # The names of the two stories that its last step offers.
    next: tuple[Line, Line]
    # The text that it follows, if it follows one.
    source: Source | None = None
    steps: Annotated[tuple[Step, ...], Field(min_length=1)]


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
        """The title with the numbers at the start."""
        return self.step.heading

    @property
    def words(self) -> Caption:
        """The texts with the numbers at the start."""
        return self.step.at_start

    def moved(self, by: int) -> "Place | None":
        """Return the place `by` steps further; None beyond the story's ends."""
        number = self.number + by
        return Place(self.story, number) if 1 <= number <= len(self.story.steps) else None

    @property
    def offered(self) -> tuple["Place", ...]:
        """The beginnings of the stories that the last step offers; none at any other step."""
        if self.moved(1) is not None:
            return ()
        return tuple(place(name) for name in self.story.next)


@cache
def stories() -> dict[str, Story]:
    """Return all stories by name, in their order."""
    all_stories: list[Story] = []
    for path in resource("stories").glob("*.toml"):
        fields = tomllib.loads(path.read_text(encoding="utf-8"))
        all_stories.append(Story(name=path.stem, **fields))
    all_stories.sort(key=lambda story: (story.order, story.name))
    return {story.name: story for story in all_stories}


def place(text: str) -> Place:
    """Return the place with the name ``STORY`` or ``STORY:STEP``."""
    name, colon, number = text.partition(":")
    story = look_up(name, stories(), "story")
    if not colon:
        return Place(story, 1)
    is_number = number.isascii() and number.isdigit()
    if not is_number or not 1 <= int(number) <= len(story.steps):
        raise DocumentError(
            f"{text} is not allowed: the step must be a whole number from 1 to {len(story.steps)}"
        )
    return Place(story, int(number))


# Several listeners call it at every change of the Document.
@lru_cache(maxsize=64)
def place_of(title: str, key: str = "") -> Place | None:
    """Return the place of an opened step, or of a preset by its title; None if no story has it."""
    named_place: Place | None = None
    if key:
        try:
            named_place = place(key)
        except (UnknownName, DocumentError):
            # The key comes from another version of peviewer.
            named_place = None
    if named_place is not None and named_place.step.opened.title == title:
        return named_place
    return next((known for known in places() if known.step.opened.title == title), None)


@cache
def places() -> tuple[Place, ...]:
    all_places: list[Place] = []
    for story in stories().values():
        all_places += [Place(story, number) for number in range(1, len(story.steps) + 1)]
    return tuple(all_places)
