"""``peviewer export``: panes as a picture."""

from __future__ import annotations

from peviewer.cli.declared import add_fields, given
from peviewer.cli.document_flags import add_document, asked
from peviewer.cli.flags import Parser, UsageError
from peviewer.cli.look_flags import add_look, made_before, style
from peviewer.cli.piped import HELP, written
from peviewer.cli.status import DONE
from peviewer.export.formats import listed


def export(arguments: list[str]) -> int:
    """Write a pane, or several on one page, as a picture, by the file's extension."""
    from peviewer.export.kinds.picture import PictureChoices
    from peviewer.export.sweep import Sweep, pages
    from peviewer.paper.style import Drawn

    parser = Parser("peviewer export", str(export.__doc__))
    parser.add_argument(
        "panes",
        nargs="?",
        metavar="PANE",
        help="what to show; several with commas between, parts as distance.matrix: see peviewer panes; "
        "without it what --session shows",
    )
    parser.add_argument(
        "-o", "--output", required=True, metavar="FILE", help=f"{listed('picture')}; {HELP.format('PNG', 'svg')}"
    )
    add_document(parser)
    add_look(parser)
    add_fields(parser, PictureChoices, [*Drawn.model_fields, "columns"])
    add_fields(parser, Sweep)
    chosen = parser.parse_args(arguments)
    from peviewer.figures.panes import catalog

    before = made_before(chosen)
    panes = catalog.panes(chosen.panes or before.panes)
    columns = chosen.columns if chosen.columns or chosen.panes else before.columns
    if not panes:
        raise UsageError("PANE is missing: name what to show (see peviewer panes)")
    look = style(chosen, before).but(**given(chosen, Drawn))
    shown, _ = asked(chosen)
    from peviewer.export.picture.write import export as write_picture

    documents = Sweep(**given(chosen, Sweep)).of(shown)
    with written(chosen.output, "png") as target:
        for file, page, document in pages(panes, documents, columns, target):
            write_picture(page, file, document=document, style=look)
    return DONE
