"""``peviewer code``: a program that builds what is shown."""

from __future__ import annotations

from pathlib import Path

from peviewer.cli.declared import add_fields, given
from peviewer.cli.flags import Parser, add_preset, add_session, add_set, document, fields_help
from peviewer.cli.status import DONE


def code(arguments: list[str]) -> int:
    """Print a short program that builds the encoding."""
    from peviewer.export.kinds.code import CodeChoices

    parser = Parser("peviewer code", str(code.__doc__), fields_help)
    add_fields(parser, CodeChoices)
    parser.add_argument("-o", "--output", metavar="FILE", help="write a .py file rather than print")
    add_preset(parser)
    add_session(parser)
    add_set(parser)
    chosen = parser.parse_args(arguments)
    shown, _ = document(chosen.preset, chosen.session, chosen.set)
    from peviewer.export.code import code as program

    text = program(shown, **given(chosen, CodeChoices))
    if not chosen.output:
        print(text, end="")
        return DONE
    from peviewer.base.whole_file import write
    from peviewer.export.target import check as check_target

    check_target(Path(chosen.output), "code")
    write(Path(chosen.output), text.encode())
    return DONE
