"""The flags of a page: its size, in one of four ways, and its look; and the Style they ask for."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from peviewer.cli.declared import add_fields, flag, given

if TYPE_CHECKING:
    import argparse

    from peviewer.cli.parser import Parser
    from peviewer.exporters.metadata.reading import Made
    from peviewer.paper.sizes import Sizing
    from peviewer.paper.style import Style


def add_look(parser: Parser, without: str = "") -> None:
    """Add the flags of the size, of theme, type and parts, but for one of these."""
    from peviewer.paper.sizes import Sizing
    from peviewer.paper.style import Parts
    from peviewer.paper.style import Style as Whole

    parser.heading = "How it looks"
    add_fields(parser, Sizing, first=["size", "inches", "preset_size"])
    parts = [name for name in ("theme", *Parts.model_fields) if name != without]
    add_fields(parser, Whole, parts, first=["theme", "transparent", "title", "caption"])


def style(chosen: argparse.Namespace, before: Made | None = None) -> Style:
    """Return the size and look that the flags ask for; `before` where it is known already how the file was made."""
    from peviewer.paper.style import Parts

    before = before or made_before(chosen)
    return sizing(chosen).restyled(before.style, chosen.theme, flag, **given(chosen, Parts))


def made_before(chosen: argparse.Namespace) -> Made:
    """Return how the file was made that ``--session`` names; what the flags leave out is as it was."""
    from peviewer.exporters.metadata.reading import Made, made

    return made(Path(chosen.session)) if chosen.session else Made()


def sizing(chosen: argparse.Namespace) -> Sizing:
    """Return the size that the flags ask for."""
    from peviewer.paper.sizes import Sizing

    return Sizing(**given(chosen, Sizing))
