"""Stories of ``resources/stories``: presets in a row, each with an insight and what to do."""

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
    """A preset with its texts, whose numbers are named; see :mod:`peviewer.figures.wording`.

    ``preset`` is the name of the one that it opens, with other ``panes`` or another ``zoom`` where
    these are given. ``title`` is the insight, ``short`` what the button that leads here says,
    ``look`` what to look for, and ``do`` what to do, with the names of controls in ``**``.
    ``controls`` are their fields in the same order; they are highlighted. ``play`` is the field
    that Play moves, if it is not the preset's. With ``follows``, fields and sections besides t, φ
    and the view, the texts stay true. ``notes`` are differences from the source. ``slide`` are the
    panes of its slide, if not all, as in ``"distance.matrix,similarity.dot"``.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    preset: Line
    title: Line
    short: Line
    look: Line
    do: Line
    controls: Annotated[tuple[Line, ...], Field(min_length=1)]
    panes: tuple[str, ...] = ()
    zoom: dict[str, tuple[float, float]] = Field(default_factory=dict)
    play: str = ""
    follows: tuple[str, ...] = ()
    notes: str = ""
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
    def played(self) -> str:
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
    """Steps in order.

    ``name`` is that of its file, without ``.toml``; ``summary`` is its subject in a line, ``order``
    its place among the stories, ``next`` the names of the two that its last step offers, and
    ``source`` the text that it follows.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    title: Line
    summary: Line
    order: int
    next: tuple[Line, Line]
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
