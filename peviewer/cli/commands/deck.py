"""``peviewer deck``: slides."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from peviewer.cli.at_length import at_length
from peviewer.cli.declared import add_fields, flag, given
from peviewer.cli.flags import Parser, add_preset, add_session, add_set, document, fields_help
from peviewer.cli.look_flags import add_look, sizes_help, sizing, style


def deck(arguments: list[str]) -> int:
    """Write slides: a .pptx with a pane a slide, or a folder of numbered pictures."""
    from peviewer.export.deck.making import Making
    from peviewer.export.deck.source import Source

    parser = Parser("peviewer deck", str(deck.__doc__), sizes_help, fields_help)
    parser.add_argument("-o", "--output", required=True, metavar="FILE.pptx|FOLDER", help="what to write")
    add_fields(parser, Source)
    add_fields(parser, Making)
    add_preset(parser)
    add_session(parser)
    add_set(parser)
    add_look(parser, without="transparent")
    chosen = parser.parse_args(arguments)
    target, source, beside = Path(chosen.output), Source(**given(chosen, Source)), ("preset", "session", "set")
    said = given(chosen, Making)
    source.check(target, said, sizing(chosen), {name: getattr(chosen, name) for name in beside}, flag)
    from peviewer.export.deck.staging import usual_theme
    from peviewer.export.deck.write import write_deck

    making = Making(**said)
    chosen.theme = chosen.theme or usual_theme(target, making)
    look, (shown, opened) = style(chosen), document(chosen.preset, chosen.session, chosen.set)
    slides, title = source.slides(shown), look.title if isinstance(look.title, str) else source.group or opened
    return at_length(partial(write_deck, slides, target, look, making, title=title))
