"""What a deck shows, and how it is made: declared once for the window, the command line and Python."""

import datetime
from collections.abc import Callable, Mapping
from pathlib import Path

from pydantic import ValidationError

from peviewer.base.parameters import Parameters, explain_briefly, parameter, redeclared
from peviewer.document.document import Document, DocumentError
from peviewer.exporters.clip.range import ClipQuality, ClipRange
from peviewer.exporters.deck.slides import Slide, slides_of_group, slides_of_panes
from peviewer.exporters.formats import format_of
from peviewer.exporters.target import is_folder
from peviewer.figures.panes.catalog import PANES
from peviewer.figures.panes.serving import MOST_ALONE, panes_for
from peviewer.figures.stories import stories
from peviewer.paper.sizes import Sizing


class DeckOptions(Parameters):
    """What moves, and what the slides are made of; each format lacks some of it."""

    clips: bool = parameter(
        False, title="Clips where something moves",
        help="Let pictures move, by φ or as a step of a story is played: as MP4.",
    )  # fmt: skip
    cover: bool | None = parameter(
        None,
        title="Title slide",
        help="Begin with a slide that has its title; at first where an author or a date is named.",
    )
    author: str = parameter("", title="Author", typed=True, form="a text", help="Who made it: on the title slide.")
    date: str = parameter("", title="Date", typed=True, form="a text",
                          help="On the title slide; today stands for the date of today.")  # fmt: skip
    footer: str = parameter("", title="Footer", typed=True, form="a text", help="A line at the foot of every slide.")
    numbers: bool | None = parameter(
        None, title="Slide numbers", help="A number on every slide; at first unless a template has none."
    )
    notes: bool = parameter(
        True, title="Notes",
        help="What to do, source and parameters: speaker notes of a presentation; in a PDF below each slide, on pages "
        "of A4 to be printed, which without them are as large as the slide.",
    )  # fmt: skip
    tables: bool = parameter(
        True, title="Lists as tables",
        help="Lists as tables of a presentation, whose words can be changed, where there is room for them.",
    )  # fmt: skip
    vector: bool = parameter(
        False, title="Pictures as SVG",
        help="Pictures as SVG too, sharp at any size; programs that know none show them as PNG.",
    )  # fmt: skip
    template: str | None = parameter(
        None, title="Template", files="*.pptx *.potx",
        help="A .pptx or .potx whose size, layouts, colours and fonts the slides take.",
    )  # fmt: skip
    seconds: float = redeclared(
        ClipRange, "seconds", 8.0, title="Each slide",
        help="How long a clip shows each slide, in seconds: a quarter of it still, before it plays.",
    )  # fmt: skip
    fps: float = redeclared(ClipRange, "fps", 25.0)
    quality: int | None = redeclared(ClipQuality, "quality", None)

    @property
    def covered(self) -> bool:
        """Whether there is a title slide."""
        return bool(self.author or self.date) if self.cover is None else self.cover

    @property
    def footed(self) -> bool:
        """Whether our own slides have something at their foot."""
        return bool(self.footer) or self.numbers is not False

    @property
    def by(self) -> str:
        """Who made it, and when, in a line."""
        return " · ".join(filter(None, (self.author, _today() if self.date.strip().lower() == TODAY else self.date)))


TODAY = "today"


def _serving(document: Document) -> tuple[str, ...]:
    """Return the panes that are open, in place of those that show nothing of the scheme with what it names itself."""
    kept = [name for name in document.view.panes if name in PANES and PANES[name].shows_any(document)]
    if len(kept) == len(document.view.panes):
        return document.view.panes
    most = len(document.encoding.best_panes) or MOST_ALONE
    return tuple(dict.fromkeys([*kept, *panes_for(document.encoding)[:most]]))


def _today() -> str:
    return datetime.date.today().isoformat()


def deck_options(said: Mapping[str, object]) -> DeckOptions:
    """Return how a deck is made.

    Raises
    ------
    ValueError
        If something is not allowed; one line that names it, and what is.

    Examples
    --------
    >>> deck_options({"cover": True}).cover
    True
    """
    try:
        return DeckOptions.model_validate(dict(said))
    except ValidationError as error:
        raise ValueError(explain_briefly(error, DeckOptions)) from None


def lacking(suffix: str) -> tuple[str, ...]:
    """Return the options that do nothing in a format, by its extension; without one, in a folder of pictures."""
    if not suffix:
        return tuple(name for name in DeckOptions.model_fields if name != "clips")
    known = format_of("deck", suffix)
    return known.lacks if known else ()


class Source(Parameters):
    """Some panes or a group; neither for what is open.

    Examples
    --------
    >>> [slide.pane.name for slide in Source(panes="shift,waves").slides(Document())]
    ['shift', 'waves']
    """

    panes: str | tuple[str, ...] | None = parameter(None, title="Panes", help="What to show (at first what is open).",
                                                form="names of panes, as in shift,clocks")  # fmt: skip
    group: str | None = parameter(
        None, title="Group", help="Show all presets of a group, as in 'Step by step', or a story, as in start-here."
    )  # fmt: skip

    @property
    def title(self) -> str:
        """The title of the story, or the name of the group; empty for panes."""
        story = stories().get(self.group or "")
        return story.title if story else self.group or ""

    def slides(self, document: Document) -> list[Slide]:
        """Return the slides: of the open panes those that show the scheme; where some do not, those it names as well.

        Raises
        ------
        UnknownName
            If there is no such pane or group; the message names the nearest, or those there are.
        """
        if self.group:
            return slides_of_group(self.group)
        return slides_of_panes(self.panes or _serving(document), document)

    def check(
        self,
        target: Path,
        options: Mapping[str, object],
        size: Sizing,
        beside: Mapping[str, object],
        called: Callable[[str], str] = str,
    ) -> None:
        """Refuse what does not go together.

        Parameters
        ----------
        target : pathlib.Path
            The file or the folder.
        options : mapping
            What is said of how the deck is made.
        size : Sizing
            Of its pictures.
        beside : mapping
            What else says what to show, by the names of arguments.
        called : callable
            Says what an argument is called where that is refused.

        Raises
        ------
        DocumentError
            If a group is asked for and something else too, a size and a template, or for a folder what only a
            presentation has.
        """
        others = [called(name) for name, value in {"panes": self.panes, **beside}.items() if value]
        if self.group and others:
            own = f"{called('group')} brings its own presets and panes"
            raise DocumentError(f"{own}: give it without {' and '.join(others)}")
        if is_folder(target):
            if alien := [called(name) for name in options if name != "clips"]:
                raise DocumentError(f"{alien[0]} goes with a presentation: a folder of pictures has none")
        elif alien := [called(name) for name in options if name in lacking(target.suffix)]:
            raise DocumentError(f"{alien[0]} does nothing for {target.suffix}: leave it out")
        elif size.given and options.get("template"):
            raise DocumentError(f"{called('template')} brings its own size: give it without {called(size.given[0])}")
