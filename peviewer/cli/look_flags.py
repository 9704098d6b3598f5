"""The flags of a page: its size, in one of four ways, and its look; and the Style they ask for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from peviewer.cli.declared import add_fields, given

if TYPE_CHECKING:
    import argparse

    from peviewer.paper.style import Style


def add_look(parser: argparse.ArgumentParser, without: str = "") -> None:
    """Add the flags of the size, of theme, type and parts, but for one of these."""
    from peviewer.paper.style import Parts
    from peviewer.paper.style import Style as Whole

    parser.add_argument("--size", metavar="WxH", help="in pixels (default: 1920x1080; in theme paper 3.3x2.5 inches)")
    parser.add_argument("--inches", metavar="WxH", help="in inches, with --dpi")
    parser.add_argument("--dpi", metavar="N", help="pixels an inch, with --inches (default: 300)")
    parser.add_argument("--preset-size", metavar="NAME", help="a size by its name, as in single-600: see below")
    add_fields(parser, Whole, [name for name in ("theme", *Parts.model_fields) if name != without])


def style(chosen: argparse.Namespace) -> Style:
    """Return the size and look that the flags ask for."""
    from peviewer.paper.sizes import style_of
    from peviewer.paper.style import Parts

    sized = {name: getattr(chosen, name) for name in ("size", "inches", "dpi", "preset_size", "theme")}
    return style_of(**sized, named=lambda name: f"--{name.replace('_', '-')}", **given(chosen, Parts))


def sizes_help() -> str:
    """List the named sizes."""
    from peviewer.paper.sizes import NAMED_SIZES

    rows = (f"  {name:<20}{size.label}" for name, size in NAMED_SIZES.items())
    return "\n".join(["sizes for --preset-size:", *rows, ""])
