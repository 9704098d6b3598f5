"""``peviewer export``: panes as a picture."""

from __future__ import annotations

from typing import TYPE_CHECKING

from peviewer.cli.document_flags import add_document, add_look, asked, made_before, style
from peviewer.cli.field_flags import add_fields, given, pane_names
from peviewer.cli.output import DONE, PIPED, add_output, note, tell_written, written
from peviewer.cli.parser import Command, UsageError

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Sequence
    from pathlib import Path

    from peviewer.cli.parser import Parser
    from peviewer.paper.style import Style


def _flags(parser: Parser) -> None:
    from peviewer.exporters.formats import listed
    from peviewer.exporters.kinds.picture import PictureChoices
    from peviewer.exporters.sweep import Sweep
    from peviewer.paper.style import Drawn

    parser.add("panes", nargs="?", completions=pane_names, metavar="PANE",
               help="what to show; several with commas between, parts as distance.matrix: see peviewer panes; "
               "without it what --session shows")  # fmt: skip
    add_output(parser, f"{listed('picture')}; {PIPED.format('PNG', 'svg')}")
    add_document(parser)
    add_fields(parser, Sweep, first=["sweep"])
    add_look(parser)
    add_fields(parser, PictureChoices, [*Drawn.model_fields, "columns"])


def _run(chosen: Namespace) -> int:
    from peviewer.exporters.sweep import Sweep, pages
    from peviewer.figures.panes import catalog
    from peviewer.paper.style import Drawn

    before = made_before(chosen)
    panes = catalog.panes(chosen.panes or before.panes)
    columns = chosen.columns if chosen.columns or chosen.panes else before.columns
    if not panes:
        raise UsageError("PANE is missing: name what to show (see peviewer panes)")
    look = style(chosen, before).but(**given(chosen, Drawn))
    shown, _ = asked(chosen)
    from peviewer.exporters.picture.render import export as write_picture
    from peviewer.exporters.picture.render import missing_from

    documents = Sweep(**given(chosen, Sweep)).of(shown)
    with written(chosen.output, "png") as target:
        found = pages(panes, documents, columns, target)
        for file, page, document in found:
            left_out = write_picture(page, file, document=document, style=look)
            note(missing_from("the picture" if chosen.output.endswith("-") else str(file), left_out))
    _tell(chosen.output, [file for file, _, _ in found], look)
    return DONE


def _tell(output: str, files: Sequence[Path], look: Style) -> None:
    from peviewer.exporters.formats import format_of

    known = format_of("picture", files[0].suffix)
    inches = f"{look.width / look.dpi:.3g} × {look.height / look.dpi:.3g} in"
    tell_written(output, files, inches if known and known.vector else f"{look.width} × {look.height} pixels")


export = Command("Write panes as a picture: by the file's extension, several on one page.", _flags, _run)
