"""What slides are made on: a presentation without slides, its layouts, and what stands where."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from peviewer.export.deck.folder import is_folder
from peviewer.export.deck.places import own_places

if TYPE_CHECKING:
    from peviewer.export.deck.making import Making
    from peviewer.export.deck.places import Places
    from peviewer.paper.style import Style


@dataclass(frozen=True)
class Stage:
    """A presentation to put slides into.

    ``title``, ``picture`` and ``caption`` are the numbers of the layout's placeholders,
    None where it has none: then a text box or a picture stands in its place.

    Attributes
    ----------
    deck : pptx.presentation.Presentation
        Has no slide yet.
    places : Places
        What stands where.
    layout, cover : pptx.slide.SlideLayout
        Of slides with a picture, and of the first one.
    style : Style
        The look of pictures.
    footers : frozenset of str
        What stands at the foot of every slide: ``"sldNum"``, ``"ftr"``, ``"dt"``.
    """

    deck: Any
    places: Places
    layout: Any
    cover: Any
    style: Style
    title: int | None = 0
    picture: int | None = 1
    caption: int | None = 2
    footers: frozenset[str] = frozenset()


def usual_theme(target: Path, making: Making) -> str | None:
    """Return the theme of a deck for which none is named: for a presentation that of its ground, whatever its size."""
    if is_folder(target):
        return None
    if not making.template:
        return "slide-light"
    from peviewer.export.deck.template import theme_of

    return theme_of(Path(making.template))


def stage(style: Style, making: Making) -> Stage:
    """Return what slides are made on: our own design, or a template.

    Raises
    ------
    StyleError
        If the theme is none of slides, or their shape is not allowed.
    ExportError
        If the template cannot be used; the message names it and says why.
    """
    if making.template:
        from peviewer.export.deck.template import opened

        return opened(Path(making.template), style)
    from peviewer.export.deck.master import empty_deck

    places = own_places(style)
    deck, layout, cover = empty_deck(style, places)
    return Stage(deck, places, layout, cover, style)
