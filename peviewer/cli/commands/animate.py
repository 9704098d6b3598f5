"""``peviewer animate``: a pane in motion, as a clip."""

from __future__ import annotations

from argparse import SUPPRESS
from functools import partial

from peviewer.cli.at_length import at_length
from peviewer.cli.declared import add_fields, given
from peviewer.cli.document_flags import add_document, asked
from peviewer.cli.flags import Parser, one_of
from peviewer.cli.look_flags import add_look, made_before, style
from peviewer.cli.piped import written


def animate(arguments: list[str]) -> int:
    """Write panes in motion as a clip: MP4, WebM, GIF, animated WebP or PNG by its extension; or a folder of PNGs."""
    from peviewer.export.clip.course import Course
    from peviewer.export.clip.filming import Filming
    from peviewer.export.kinds.look import Arrangement

    parser = Parser("peviewer animate", str(animate.__doc__), _formats_help)
    parser.add_argument(
        "-o", "--output", required=True, metavar="FILE", help="a clip or a folder: see the formats below"
    )
    parser.add_argument(
        "panes", nargs="?", metavar="PANE,PANE…", help="what to show (default: shift): see peviewer panes"
    )
    parser.add_argument("--pane", help=SUPPRESS)  # as it was said at first
    add_fields(parser, Course)
    add_fields(parser, Filming)
    add_fields(parser, Arrangement)
    add_document(parser)
    add_look(parser)
    chosen = parser.parse_args(arguments)
    shown, _ = asked(chosen)
    from peviewer.export.clip.allowed import quality_of
    from peviewer.export.clip.clip import Clip
    from peviewer.export.clip.write import write_clip
    from peviewer.figures.panes.catalog import panes

    course = {**given(chosen, Course), **given(chosen, Arrangement)}
    named = one_of(chosen, "panes", "pane") or made_before(chosen).panes or "shift"
    moving, look = Clip(panes(named), shown, **course), style(chosen)
    quality = quality_of(given(chosen, Filming))
    with written(chosen.output, "gif") as target:
        return at_length(partial(write_clip, moving, target, look, quality))


def _formats_help() -> str:
    """List the formats of clips, and what is missing here for them."""
    from peviewer.export.formats import formats

    rows = (
        f"  .{known.suffix:<6}{known.name or known.label}{f': {known.hint}' if known.hint else ''}"
        for known in formats("clip").values()
    )
    return "\n".join(["formats:", *rows, "  a folder: a PNG a frame, 0001.png, 0002.png …", ""])
