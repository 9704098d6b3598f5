"""``peviewer code``: a program that builds what is shown."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from peviewer.cli.document_flags import add_document, asked
from peviewer.cli.field_flags import add_fields, given
from peviewer.cli.output import DONE, tell_written
from peviewer.cli.parser import Command

if TYPE_CHECKING:
    from argparse import Namespace

    from peviewer.cli.parser import Parser


def _flags(parser: Parser) -> None:
    from peviewer.exporters.kinds.code import CodeChoices

    add_fields(parser, CodeChoices, first=list(CodeChoices.model_fields))
    parser.add("-o", "--output", metavar="FILE", help="write a .py file rather than print")
    add_document(parser, seen=False)


def _run(chosen: Namespace) -> int:
    shown, _ = asked(chosen)
    from peviewer.exporters.code import code as program
    from peviewer.exporters.kinds.code import CodeChoices

    text = program(shown, **given(chosen, CodeChoices))
    if chosen.output in (None, "-"):
        print(text, end="")
        return DONE
    from peviewer.base.files import write
    from peviewer.exporters.target import check as check_target

    target = Path(chosen.output)
    check_target(target, "code")
    write(target, text.encode())
    tell_written(chosen.output, target, f"{len(text.splitlines())} lines")
    return DONE


code = Command("Print a short program that builds the encoding.", _flags, _run)
