"""What a deck shows, and what its slides have: declared once for the window, the command line and Python."""

import datetime
from collections.abc import Callable, Mapping

from pydantic import ValidationError

from peviewer.base.parameters import Parameters, explain_briefly, parameter
from peviewer.document.document import Document, DocumentError
from peviewer.exporters.deck.slides import Slide, slides_of_panes, slides_of_story
from peviewer.figures.panes.catalog import PANES
from peviewer.figures.panes.serving import MOST_ALONE, panes_for
from peviewer.figures.stories import place, stories

TODAY = "today"


class DeckOptions(Parameters):
    """What moves, and what stands on slides besides."""

    clips: bool = parameter(
        False, title="Clips where something moves",
        help="Let pictures of a presentation move, by φ or as a step of a story is played: as MP4.",
    )  # fmt: skip
    cover: bool | None = parameter(
        None, title="Title slide",
        help="Begin with a slide that has its title; at first where an author or a date is named.",
    )  # fmt: skip
    author: str = parameter("", title="Author", typed=True, form="a text", help="Who made it: on the title slide.")
    date: str = parameter("", title="Date", typed=True, form="a text",
                          help="On the title slide; today stands for the date of today.")  # fmt: skip
    footer: str = parameter("", title="Footer", typed=True, form="a text", help="A line at the foot of every slide.")
    numbers: bool = parameter(True, title="Slide numbers", help="A number on every slide.")

    @property
    def covered(self) -> bool:
        """Whether there is a title slide."""
        return bool(self.author or self.date) if self.cover is None else self.cover

    @property
    def footed(self) -> bool:
        """Whether slides have something at their foot."""
        return bool(self.footer) or self.numbers

    @property
    def by(self) -> str:
        """Who made it, and when, in a line."""
        today = datetime.date.today().isoformat()
        date = today if self.date.strip().lower() == TODAY else self.date
        return " · ".join(filter(None, (self.author, date)))


def _serving(document: Document) -> tuple[str, ...]:
    """Return the panes that are open, in place of those that show nothing of the scheme with what it names itself."""
    kept = [name for name in document.view.panes if name in PANES and PANES[name].shows_any(document)]
    if len(kept) == len(document.view.panes):
        return document.view.panes
    most = len(document.encoding.best_panes) or MOST_ALONE
    return tuple(dict.fromkeys([*kept, *panes_for(document.encoding)[:most]]))


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


class Source(Parameters):
    """Some panes or a story; neither for what is open.

    Examples
    --------
    >>> [slide.pane.name for slide in Source(panes="shift,waves").slides(Document())]
    ['shift', 'waves']
    """

    panes: str | tuple[str, ...] | None = parameter(None, title="Panes", help="What to show (at first what is open).",
                                                form="names of panes, as in shift,clocks")  # fmt: skip
    story: str | None = parameter(None, title="Story", help="Show all steps of a story, as in start-here.")

    @property
    def title(self) -> str:
        """The title of the story; empty for panes."""
        known = stories().get(self.story or "")
        return known.title if known else ""

    def slides(self, document: Document) -> list[Slide]:
        """Return the slides: of the open panes those that show the scheme; where some do not, those it names as well.

        Raises
        ------
        UnknownName
            If there is no such pane or story; the message names the nearest, or those there are.
        """
        if self.story:
            return slides_of_story(place(self.story).story)
        return slides_of_panes(self.panes or _serving(document), document)

    def check(self, beside: Mapping[str, object], called: Callable[[str], str] = str) -> None:
        """Refuse a story together with what else says what to show.

        Parameters
        ----------
        beside : mapping
            What else says what to show, by the names of arguments.
        called : callable
            Says what an argument is called where that is refused.

        Raises
        ------
        DocumentError
            If both are given.
        """
        others = [called(name) for name, value in {"panes": self.panes, **beside}.items() if value]
        if self.story and others:
            own = f"{called('story')} brings its own presets and panes"
            raise DocumentError(f"{own}: give it without {' and '.join(others)}")
