"""``peviewer animate``: a pane in motion, as a clip."""

from __future__ import annotations

from argparse import SUPPRESS
from functools import partial
from typing import TYPE_CHECKING

from peviewer.cli.document_flags import add_document, add_look, asked, made_before, style
from peviewer.cli.field_flags import add_fields, given, pane_names
from peviewer.cli.output import DONE, PIPED, add_output, at_length, tell_written, written
from peviewer.cli.parser import Command, one_of

if TYPE_CHECKING:
    from argparse import Namespace

    from peviewer.cli.parser import Parser


def _flags(parser: Parser) -> None:
    from peviewer.exporters.clip.range import ClipRange
    from peviewer.exporters.formats import listed
    from peviewer.exporters.kinds.choices import Arrangement

    parser.add(
        "panes",
        nargs="?",
        completions=pane_names,
        metavar="PANE,PANE…",
        help="what to show (default: shift): see peviewer panes",
    )
    add_output(parser, f"{listed('clip')}; {PIPED.format('GIF', 'mp4')}")
    parser.add("--pane", help=SUPPRESS)  # as it was said at first
    parser.heading = "How it moves"
    add_fields(parser, ClipRange, first=["path", "start", "stop", "seconds", "loop"])
    add_document(parser)
    add_look(parser)
    add_fields(parser, Arrangement)


def _run(chosen: Namespace) -> int:
    from peviewer.base.words import plain
    from peviewer.exporters.clip.clip import Clip
    from peviewer.exporters.clip.range import ClipRange
    from peviewer.exporters.clip.write import write_clip
    from peviewer.exporters.kinds.choices import Arrangement
    from peviewer.figures.panes.catalog import panes

    shown, _ = asked(chosen)
    clip_range = {**given(chosen, ClipRange), **given(chosen, Arrangement)}
    before = made_before(chosen)
    named = one_of(chosen, "panes", "pane") or before.panes or "shift"
    moving, look = Clip(panes(named), shown, **clip_range), style(chosen, before)
    with written(chosen.output, "gif") as target:
        status = at_length(partial(write_clip, moving, target, look))
    if status == DONE:
        tell_written(chosen.output, target, f"{plain(moving.seconds)} s")
    return status


animate = Command("Write panes in motion as a clip: by the file's extension.", _flags, _run)
