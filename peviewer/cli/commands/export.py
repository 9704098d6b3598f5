"""``peviewer export``: panes as a picture."""

from __future__ import annotations

from typing import TYPE_CHECKING

from peviewer.cli.document_flags import add_document, add_look, asked, made_before, style
from peviewer.cli.field_flags import add_fields, pane_names
from peviewer.cli.output import DONE, PIPED, add_output, note, tell_written, written
from peviewer.cli.parser import Command, UsageError

if TYPE_CHECKING:
    from argparse import Namespace
    from pathlib import Path

    from peviewer.cli.parser import Parser
    from peviewer.paper.style import Style


def _flags(parser: Parser) -> None:
    from peviewer.exporters.formats import listed
    from peviewer.exporters.kinds.choices import Arrangement

    parser.add("panes", nargs="?", completions=pane_names, metavar="PANE",
               help="what to show; several with commas between, parts as distance.matrix: see peviewer panes; "
               "without it what --session shows")  # fmt: skip
    add_output(parser, f"{listed('picture')}; {PIPED.format('PNG', 'svg')}")
    add_document(parser)
    add_look(parser)
    add_fields(parser, Arrangement)


def _run(chosen: Namespace) -> int:
    from peviewer.figures.panes import catalog
    from peviewer.paper.page.composition import Composition, captioned

    before = made_before(chosen)
    panes = catalog.panes(chosen.panes or before.panes)
    columns = chosen.columns if chosen.columns or chosen.panes else before.columns
    if not panes:
        raise UsageError("PANE is missing: name what to show (see peviewer panes)")
    look = style(chosen, before)
    shown, _ = asked(chosen)
    from peviewer.exporters.picture.render import export as write_picture
    from peviewer.exporters.picture.render import missing_from

    page = Composition(tuple(captioned(pane, shown) for pane in panes), columns)
    with written(chosen.output, "png") as target:
        left_out = write_picture(page, target, document=shown, style=look)
        note(missing_from("the picture" if chosen.output.endswith("-") else str(target), left_out))
        _tell(chosen.output, target, look)
    return DONE


def _tell(output: str, file: Path, look: Style) -> None:
    from peviewer.exporters.formats import format_of

    known = format_of("picture", file.suffix)
    inches = f"{look.width / look.dpi:.3g} × {look.height / look.dpi:.3g} in"
    tell_written(output, file, inches if known and known.vector else f"{look.width} × {look.height} pixels")


export = Command("Write panes as a picture: by the file's extension, several on one page.", _flags, _run)
