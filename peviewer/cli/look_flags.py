"""The flags that say how a picture looks: its size, theme, type and parts; and the Style they ask for."""

from __future__ import annotations

import argparse
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from peviewer.cli.flags import UsageError

if TYPE_CHECKING:
    from peviewer.paper.style import Style

# Part of a picture → what its flag says.
PARTS = {
    "title": "its title (default: on slides)",
    "formula": "its formula (default: on slides)",
    "labels": "the titles of its axes",
    "bars": "colour bars",
    "legend": "legends",
    "caption": "a sentence below that says what it shows (default: in decks)",
    "letters": "(a), (b) … where several panes share a page (default: in theme paper)",
}


def add_size(parser: argparse.ArgumentParser) -> None:
    """Add the flags of the size."""
    parser.add_argument("--size", metavar="WxH", help="in pixels (default: 1920x1080; in theme paper 3.3x2.5 inches)")
    parser.add_argument("--inches", metavar="WxH", help="in inches, with --dpi")
    parser.add_argument("--dpi", metavar="N", help="pixels an inch, with --inches (default: 300)")
    parser.add_argument("--preset-size", metavar="NAME", help="a size by its name, as in single-600: see below")


def add_look(parser: argparse.ArgumentParser) -> None:
    """Add the flags of theme, type and parts."""
    parser.add_argument("--theme", metavar="NAME",
                        help="slide-light (default), slide-dark, or paper: serif 9 pt, no title")  # fmt: skip
    parser.add_argument("--font", default="", metavar="NAME", help="sans, serif or the family of an installed font")
    parser.add_argument("--font-size", type=float, metavar="N", help="of axis titles: in points in theme paper "
                        "(default: 9), in pixels of a picture 1080 pixels high on slides (default: 20)")  # fmt: skip
    for part, meaning in PARTS.items():
        parser.add_argument(f"--{part}", action=argparse.BooleanOptionalAction, help=meaning)


def style(chosen: argparse.Namespace) -> Style:
    """Return the size and look that the flags ask for."""
    parts = {name: value for name in PARTS if (value := getattr(chosen, name, None)) is not None}
    transparent = getattr(chosen, "transparent", False)
    made = _sized(chosen)
    return replace(made, transparent=transparent, font=chosen.font, font_size=chosen.font_size, **parts)


def _sized(chosen: argparse.Namespace) -> Style:
    from peviewer.paper.sizes import named_size
    from peviewer.paper.style import PRINT_DPI, Style, StyleError, size_in_inches, size_in_pixels

    given = [flag for flag in ("size", "inches", "preset_size") if getattr(chosen, flag)]
    if len(given) > 1:
        one, other = (f"--{flag.replace('_', '-')}" for flag in given[:2])
        raise UsageError(f"{one} and {other} exclude each other: give one of them")
    if chosen.dpi and not chosen.inches:
        raise UsageError("--dpi goes with --inches: another size needs none")
    if chosen.preset_size:
        return named_size(chosen.preset_size).style(chosen.theme)
    look: dict[str, Any] = {"theme": chosen.theme} if chosen.theme else {}
    if chosen.size:
        return Style.of_pixels(*size_in_pixels(chosen.size), **look)
    if chosen.inches:
        try:
            dpi = float(chosen.dpi or PRINT_DPI)
        except ValueError:
            raise StyleError(f"dpi = {chosen.dpi!r} is not allowed: it must be a number") from None
        return Style.of_inches(*size_in_inches(chosen.inches), dpi, **look)
    return Style.default(**look)


def sizes_help() -> str:
    """List the named sizes."""
    from peviewer.paper.sizes import NAMED_SIZES

    rows = (f"  {name:<20}{size.label}" for name, size in NAMED_SIZES.items())
    return "\n".join(["sizes for --preset-size:", *rows, ""])
