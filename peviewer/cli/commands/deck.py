"""``peviewer deck``: slides."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from peviewer.cli.at_length import at_length
from peviewer.cli.declared import add_fields, flag, given
from peviewer.cli.document_flags import add_document, asked
from peviewer.cli.flags import Parser, one_of
from peviewer.cli.look_flags import add_look, sizing, style
from peviewer.cli.piped import written

if TYPE_CHECKING:
    from argparse import Namespace
    from pathlib import Path


def deck(arguments: list[str]) -> int:
    """Write slides: a .pptx with a pane a slide, or a folder of numbered pictures."""
    from peviewer.export.deck.making import Making
    from peviewer.export.deck.source import Source

    parser = Parser("peviewer deck", str(deck.__doc__))
    parser.add_argument("-o", "--output", required=True, metavar="FILE.pptx|FOLDER",
                        help="what to write; - for a pipe")  # fmt: skip
    parser.add_argument("named", nargs="?", metavar="PANE,PANE…",
                        help="what to show (at first what is open): see peviewer panes")  # fmt: skip
    add_fields(parser, Source)
    add_fields(parser, Making)
    add_document(parser)
    add_look(parser, without="transparent")
    chosen = parser.parse_args(arguments)
    chosen.panes = one_of(chosen, "named", "panes")
    with written(chosen.output, "pptx") as target:
        return _write(chosen, target)


def _write(chosen: Namespace, target: Path) -> int:
    from peviewer.document.seen import Seen
    from peviewer.export.deck.making import Making, making_of
    from peviewer.export.deck.source import Source
    from peviewer.export.deck.staging import usual_theme
    from peviewer.export.deck.write import write_deck

    source, beside = Source(**given(chosen, Source)), ("preset", "session", "set", *Seen.model_fields)
    said = given(chosen, Making)
    source.check(target, said, sizing(chosen), {name: getattr(chosen, name) for name in beside}, flag)
    making = making_of(said)
    chosen.theme = chosen.theme or usual_theme(target, making)
    look, (shown, opened) = style(chosen), asked(chosen)
    slides, title = source.slides(shown), look.title if isinstance(look.title, str) else source.group or opened
    return at_length(partial(write_deck, slides, target, look, making, title=title))
