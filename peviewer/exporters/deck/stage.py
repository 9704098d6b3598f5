"""What slides are made on: a presentation without slides, its layouts, and what stands where."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from peviewer.exporters.deck.places import Places
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
