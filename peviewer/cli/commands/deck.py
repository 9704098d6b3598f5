"""``peviewer deck``: slides."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from peviewer.cli.document_flags import add_document, add_look, asked, style
from peviewer.cli.field_flags import add_fields, flag, pane_names
from peviewer.cli.output import DONE, PIPED, add_output, at_length, tell_written, written
from peviewer.cli.parser import Command, one_of

if TYPE_CHECKING:
    from argparse import Namespace
    from pathlib import Path

    from peviewer.cli.parser import Parser


def _flags(parser: Parser) -> None:
    from peviewer.exporters.deck.options import Source
    from peviewer.exporters.formats import listed

    parser.add("named", nargs="?", completions=pane_names, metavar="PANE,PANE…",
               help="what to show (else what is open): see peviewer panes")  # fmt: skip
    add_output(parser, f"{listed('deck')}; {PIPED.format('PPTX', 'pdf')}")
    parser.heading = "Slides"
    add_fields(parser, Source, ["panes", "clips"], first=["clips"])
    add_document(parser)
    add_look(parser, without="transparent")


def _run(chosen: Namespace) -> int:
    chosen.panes = one_of(chosen, "named", "panes")
    with written(chosen.output, "pptx") as target:
        status, count = _write(chosen, target)
    if status == DONE:
        tell_written(chosen.output, target, f"{count} slide{'s' if count > 1 else ''}")
    return status


def _write(chosen: Namespace, target: Path) -> tuple[int, int]:
    """Write the deck; return the status, and how many slides there are."""
    from peviewer.document.fields import VisibleRange
    from peviewer.exporters.deck.options import Source
    from peviewer.exporters.deck.write import write_deck

    whole = chosen.story if chosen.story and ":" not in chosen.story else None
    source, beside = Source(panes=chosen.panes, story=whole), ("preset", "session", "set", *VisibleRange.model_fields)
    source.check({name: getattr(chosen, name) for name in beside}, flag)
    chosen.theme = chosen.theme or "slide-light"
    look, (shown, opened) = style(chosen), asked(chosen)
    slides, title = source.slides(shown), look.title if isinstance(look.title, str) else source.title or opened
    return at_length(partial(write_deck, slides, target, look, clips=bool(chosen.clips), title=title)), len(slides)


deck = Command("Write slides of panes or a story: by the file's extension.", _flags, _run)
