"""The flags that say what moves in a clip, from where to where, how long and how; and the Clip they ask for."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import argparse

    from peviewer.document.document import Document
    from peviewer.export.clip.clip import Clip


def add_clip(parser: argparse.ArgumentParser) -> None:
    """Add the flags of a clip."""
    parser.add_argument("--pane", default="shift", metavar="PANE", help="what to show (default: shift)")
    parser.add_argument("--animate", default="shift.phi", metavar="KEY",
                        help="the number that moves, as in encoding.base (default: shift.phi)")  # fmt: skip
    parser.add_argument("--from", dest="start", type=float, metavar="A",
                        help="where it starts (default: where φ is played from, or its slider begins)")  # fmt: skip
    parser.add_argument("--to", dest="stop", type=float, metavar="B", help="where it ends, or turns")
    parser.add_argument("--seconds", type=float, default=5.0, metavar="S", help="how long (default: 5)")
    parser.add_argument("--fps", type=float, default=30.0, metavar="N", help="frames a second (default: 30)")
    parser.add_argument("--easing", default="linear", metavar="NAME",
                        help="linear (default), ease (slower towards both ends) or log (by equal factors)")  # fmt: skip
    parser.add_argument("--loop", default="once", metavar="NAME",
                        help="once (default); bounce: there and back, again and again; or period: φ runs one "
                        "wavelength of --pair, which then repeats without a jump of that pair")  # fmt: skip
    parser.add_argument("--pair", type=int, default=0, metavar="I", help="the pair of --loop period (default: 0)")


def clip(chosen: argparse.Namespace, document: Document) -> Clip:
    """Return the clip that the flags ask for."""
    from peviewer.export.clip.clip import Clip
    from peviewer.figures.panes.catalog import pane

    return Clip(pane(chosen.pane), document, chosen.animate, chosen.start, chosen.stop, chosen.seconds, chosen.fps,
                chosen.easing, chosen.loop, chosen.pair)  # fmt: skip


def formats_help() -> str:
    """List the formats of clips, and what is missing here for them."""
    from peviewer.export.clip.formats import CLIP_FORMATS, clip_formats

    hints = clip_formats()
    rows = (
        f"  .{kind:<6}{form.name}{f': {hints[kind]}' if hints[kind] else ''}" for kind, form in CLIP_FORMATS.items()
    )
    return "\n".join(["formats:", *rows, ""])
