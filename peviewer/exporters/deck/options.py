"""The content of a deck, declared once for the window, the command line and Python."""

from collections.abc import Callable, Mapping

from peviewer.base.parameters import Parameters, parameter
from peviewer.document.document import Document, DocumentError
from peviewer.exporters.deck.slides import Slide, slides_of_panes, slides_of_story
from peviewer.figures.panes.catalog import MOST_ALONE, PANES, panes_for
from peviewer.figures.stories import place, stories


def _serving(document: Document) -> tuple[str, ...]:
    """Return the open panes, with those that show nothing replaced by the scheme's best panes."""
    kept = [name for name in document.view.panes if name in PANES and PANES[name].shows_any(document)]
    if len(kept) == len(document.view.panes):
        return document.view.panes
    most = len(document.encoding.best_panes) or MOST_ALONE
    return tuple(dict.fromkeys([*kept, *panes_for(document.encoding)[:most]]))


class Source(Parameters):
    """Some panes or a story; neither means the open panes.

    >>> [slide.pane.name for slide in Source(panes="shift,waves").slides(Document())]
    ['shift', 'waves']
    """

    panes: str | tuple[str, ...] | None = parameter(None, title="Panes", help="What to show (at first what is open).",
                                                form="names of panes, as in shift,clocks")  # fmt: skip
    story: str | None = parameter(None, title="Story", help="Show all steps of a story, as in start-here.")
    clips: bool = parameter(
        False, title="Clips where something moves",
        help="Let pictures of a presentation move, by φ or as a step of a story is played: as MP4.",
    )  # fmt: skip

    @property
    def title(self) -> str:
        """The title of the story; empty for panes."""
        known = stories().get(self.story or "")
        return known.title if known else ""

    def slides(self, document: Document) -> list[Slide]:
        """Return the slides; open panes that do not show the scheme are replaced by its best panes."""
        if self.story:
            return slides_of_story(place(self.story).story)
        return slides_of_panes(self.panes or _serving(document), document)

    def check(self, beside: Mapping[str, object], called: Callable[[str], str] = str) -> None:
        """Refuse a story together with panes or other choices of the content."""
        others = [called(name) for name, value in {"panes": self.panes, **beside}.items() if value]
        if self.story and others:
            own = f"{called('story')} brings its own presets and panes"
            raise DocumentError(f"{own}: give it without {' and '.join(others)}")
