"""Which stage a deck is made on: our own design, or a template of somebody else."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from peviewer.exporters.deck.places import own_places
from peviewer.exporters.deck.stage import Stage
from peviewer.exporters.numbered import is_folder

if TYPE_CHECKING:
    from peviewer.exporters.deck.making import Making
    from peviewer.paper.style import Style


def usual_theme(target: Path, making: Making) -> str | None:
    """Return the theme of a deck for which none is named: for a presentation that of its ground, whatever its size."""
    if is_folder(target):
        return None
    if not making.template:
        return "slide-light"
    from peviewer.exporters.deck.template import theme_of

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
        from peviewer.exporters.deck.template import opened

        return opened(Path(making.template), style)
    from peviewer.exporters.deck.master import empty_deck

    places = own_places(style)
    deck, layout, cover = empty_deck(style, places)
    return Stage(deck, places, layout, cover, style)
