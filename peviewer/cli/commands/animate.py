"""``peviewer animate``: a pane in motion, as a clip."""

from __future__ import annotations

from argparse import SUPPRESS
from functools import partial

from peviewer.cli.at_length import at_length
from peviewer.cli.declared import add_fields, given
from peviewer.cli.document_flags import add_document, asked
from peviewer.cli.flags import Parser, one_of
from peviewer.cli.look_flags import add_look, made_before, style
from peviewer.cli.piped import HELP, written
from peviewer.export.formats import hints, listed


def animate(arguments: list[str]) -> int:
    """Write panes in motion as a clip, by the file's extension, or as a folder of PNGs."""
    from peviewer.export.clip.course import Course
    from peviewer.export.clip.filming import Filming
    from peviewer.export.kinds.look import Arrangement

    parser = Parser("peviewer animate", str(animate.__doc__), _missing_help)
    parser.add_argument(
        "-o",
        "--output",
        required=True,
        metavar="FILE",
        help=f"{listed('clip')}; or a folder; {HELP.format('GIF', 'webm')}",
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
    before = made_before(chosen)
    named = one_of(chosen, "panes", "pane") or before.panes or "shift"
    moving, look = Clip(panes(named), shown, **course), style(chosen, before)
    quality = quality_of(given(chosen, Filming))
    with written(chosen.output, "gif") as target:
        return at_length(partial(write_clip, moving, target, look, quality))


def _missing_help() -> str:
    """List what is missing here for some formats of clips."""
    rows = [f"  .{suffix:<6}{hint}" for suffix, hint in hints("clip").items() if hint]
    return "\n".join(["not here:", *rows, ""]) if rows else ""
