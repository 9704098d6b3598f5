"""``peviewer code``: a program that builds what is shown."""

from __future__ import annotations

from pathlib import Path

from peviewer.cli.declared import add_fields, given
from peviewer.cli.document_flags import add_document, asked
from peviewer.cli.flags import Parser
from peviewer.cli.status import DONE


def code(arguments: list[str]) -> int:
    """Print a short program that builds the encoding."""
    from peviewer.export.kinds.code import CodeChoices

    parser = Parser("peviewer code", str(code.__doc__))
    add_fields(parser, CodeChoices)
    parser.add_argument("-o", "--output", metavar="FILE", help="write a .py file rather than print")
    add_document(parser, seen=False)
    chosen = parser.parse_args(arguments)
    shown, _ = asked(chosen)
    from peviewer.export.code import code as program

    text = program(shown, **given(chosen, CodeChoices))
    if chosen.output in (None, "-"):
        print(text, end="")
        return DONE
    from peviewer.base.whole_file import write
    from peviewer.export.target import check as check_target

    check_target(Path(chosen.output), "code")
    write(Path(chosen.output), text.encode())
    return DONE
