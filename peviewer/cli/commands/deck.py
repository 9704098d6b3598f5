"""``peviewer deck``: slides."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from peviewer.cli.at_length import at_length
from peviewer.cli.declared import add_fields
from peviewer.cli.flags import Parser, UsageError, add_preset, add_session, add_set, document, fields_help
from peviewer.cli.look_flags import add_look, sizes_help, style


def deck(arguments: list[str]) -> int:
    """Write slides: a .pptx with a pane a slide, or a folder of numbered pictures."""
    from peviewer.export.kinds.deck import DeckChoices

    parser = Parser("peviewer deck", str(deck.__doc__), sizes_help, fields_help)
    parser.add_argument("-o", "--output", required=True, metavar="FILE.pptx|FOLDER", help="what to write")
    parser.add_argument("--panes", metavar="PANE,PANE…", help="what to show (default: what is open)")
    parser.add_argument("--group", metavar="NAME", help="show all presets of a group, as in 'Step by step'")
    add_fields(parser, DeckChoices, ["clips"])
    add_preset(parser)
    add_session(parser)
    add_set(parser)
    add_look(parser, without="transparent")
    chosen = parser.parse_args(arguments)
    if chosen.group and (chosen.panes or chosen.preset or chosen.session or chosen.set):
        raise UsageError(
            "--group brings its own presets and panes: give it without --panes, --preset, --session, --set"
        )
    target, look = Path(chosen.output), style(chosen)
    if target.suffix and not target.is_dir() and (chosen.size or chosen.inches or chosen.preset_size):
        raise UsageError("a size goes with a folder of pictures: slides are always 16:9")
    from peviewer.export.deck.slides import slides_of_group, slides_of_panes
    from peviewer.export.deck.write import write_deck

    if chosen.group:
        slides, title = slides_of_group(chosen.group), chosen.group
    else:
        shown, title = document(chosen.preset, chosen.session, chosen.set)
        slides = slides_of_panes(chosen.panes.split(",") if chosen.panes else shown.view.panes, shown)
    return at_length(partial(write_deck, slides, target, look, clips=bool(chosen.clips), title=title))
