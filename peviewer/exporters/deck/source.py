"""What a deck is asked to show: some panes, what is open, or a group of presets."""

from collections.abc import Callable, Mapping
from pathlib import Path

from peviewer.base.parameters import Parameters, parameter
from peviewer.document.document import Document, DocumentError
from peviewer.exporters.deck.slides import Slide, slides_of_group, slides_of_panes
from peviewer.exporters.numbered import is_folder
from peviewer.paper.sizes import Sizing


class Source(Parameters):
    """Some panes or a group; neither for what is open.

    Examples
    --------
    >>> [slide.pane.name for slide in Source(panes="shift,waves").slides(Document())]
    ['shift', 'waves']
    """

    panes: str | tuple[str, ...] | None = parameter(None, title="Panes", help="What to show (at first what is open).",
                                                form="names of panes, as in shift,clocks")  # fmt: skip
    group: str | None = parameter(None, title="Group", help="Show all presets of a group, as in 'Step by step'.")

    def slides(self, document: Document) -> list[Slide]:
        """Return the slides.

        Raises
        ------
        UnknownName
            If there is no such pane or group; the message names the nearest, or those there are.
        """
        if self.group:
            return slides_of_group(self.group)
        return slides_of_panes(self.panes or document.view.panes, document)

    def check(
        self,
        target: Path,
        making: Mapping[str, object],
        size: Sizing,
        beside: Mapping[str, object],
        called: Callable[[str], str] = str,
    ) -> None:
        """Refuse what does not go together.

        Parameters
        ----------
        target : pathlib.Path
            The file or the folder.
        making : mapping
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
            if alien := [called(name) for name in making if name != "clips"]:
                raise DocumentError(f"{alien[0]} goes with a presentation: a folder of pictures has none")
        elif size.given and making.get("template"):
            raise DocumentError(f"{called('template')} brings its own size: give it without {called(size.given[0])}")
