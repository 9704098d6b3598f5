"""What the commands share: the flags that are no fields, the Document they ask for, and how they are refused.

A field's flag is made from its declaration (``declared``). No fields are, by their nature: which panes and which file
(``PANE``, ``--pane``, ``-o``); where the Document comes from (``--preset``, ``--session``, ``--set``); how the window
looks, which its settings keep (``--theme`` without a command); how the answer is written (``--json``); ``--version``.
"""

from __future__ import annotations

import argparse
import re
import textwrap
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from peviewer.document.document import Document


class UsageError(ValueError):
    """Wrong use of the command line; the message is one clear line."""


class Parser(argparse.ArgumentParser):
    """A parser whose errors are one line, and whose help ends in lists made when they are asked for."""

    def __init__(self, prog: str, description: str, *lists: Callable[[], str]) -> None:
        super().__init__(prog=prog, description=description, allow_abbrev=False, formatter_class=_Form)
        self._lists = lists
        # To argparse a word that starts with − and is no number is a flag: -10:20 is a stretch of positions.
        self._negative_number_matcher = re.compile(r"-[\d.]+(e[+-]?\d+)?(:-?\d*)?$")

    def _in_short(self) -> str:
        """Return the program, what stands behind it without a flag, and the flags that must be there."""
        words = [self.prog]
        for action in self._actions:
            name = action.metavar if isinstance(action.metavar, str) else action.dest
            if not action.option_strings:
                words.append(f"[{name}]" if action.nargs == "?" else name)
            elif action.required:
                words.append(f"{action.option_strings[0]} {name}")
        return " ".join([*words, "[options]"])

    def error(self, message: str) -> NoReturn:
        """Refuse, in one line."""
        raise UsageError(f"{message} (see {self.prog} --help)")

    def format_help(self) -> str:
        """Return the help of the flags, and the lists below it."""
        self.usage = self._in_short()
        return "\n".join([super().format_help(), *filter(None, (make() for make in self._lists))])


class _Form(argparse.HelpFormatter):
    """Lays help out: names of choices, which have hyphens, whole."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, max_help_position=30)

    def _split_lines(self, text: str, width: int) -> list[str]:
        return textwrap.wrap(text, width, break_on_hyphens=False)


def add_preset(parser: argparse.ArgumentParser) -> None:
    """Add ``--preset``."""
    parser.add_argument("--preset", metavar="NAME", help="start from a preset: see peviewer presets")


def add_session(parser: argparse.ArgumentParser) -> None:
    """Add ``--session``."""
    parser.add_argument("--session", metavar="FILE", help="start from a .peview file or an exported picture")


def add_set(parser: argparse.ArgumentParser) -> None:
    """Add ``--set``."""
    parser.add_argument("--set", action="append", default=[], metavar="KEY=VALUE",
                        help="set a field: encoding.dim=64 (see peviewer fields); may be repeated")  # fmt: skip


def add_against(parser: argparse.ArgumentParser) -> None:
    """Add ``--against``."""
    help = "compare with B: scheme=alibi,heads=4 or base=9"
    parser.add_argument("--against", metavar="KEY=VALUE…", help=help)


def one_of(chosen: argparse.Namespace, *names: str) -> str | None:
    """Return what was said in one of several ways."""
    said = [value for name in names if (value := getattr(chosen, name))]
    if len(said) > 1:
        raise UsageError(f"{' and '.join(said)} say the same in two ways: give one of them")
    return said[0] if said else None


def document(
    preset: str | None,
    session: str | None,
    assignments: Sequence[str],
    against: str | None = None,
    *,
    in_window: bool = False,
) -> tuple[Document, str]:
    """Return the Document that the flags ask for, and what was opened; `in_window` with the panes of a picture."""
    from peviewer.figures.presets import DEFAULT
    from peviewer.figures.presets import preset as named

    if preset and session:
        raise UsageError("--preset and --session exclude each other: give one of them")
    if session:
        from peviewer.export.carry.made import as_shown
        from peviewer.export.carry.provenance import read

        opened = as_shown if in_window else read
        return _compared(_edited(opened(Path(session)), assignments), against), Path(session).name
    chosen = named(preset or DEFAULT)
    return _compared(_edited(chosen.document, assignments), against), chosen.title


def _compared(document: Document, text: str | None) -> Document:
    from peviewer.document.against import against

    return document if text is None else against(document, text)


def _edited(document: Document, assignments: Sequence[str]) -> Document:
    """Return the Document with every ``KEY=VALUE`` set; a refusal shows the value as it was typed."""
    from peviewer.base.words import read_value
    from peviewer.document.document import DocumentError

    typed: dict[str, str] = {}
    for assignment in assignments:
        key, equals, text = assignment.partition("=")
        if not equals or not key:
            raise UsageError(f"--set {assignment} is not allowed: it must be KEY=VALUE, as in encoding.length=1000")
        typed[key.strip()] = text.strip()
    try:
        return document.edited({key: read_value(text) for key, text in typed.items()})
    except DocumentError as error:
        raise UsageError(_as_typed(str(error), typed)) from None


def _as_typed(message: str, typed: dict[str, str]) -> str:
    key, _, rest = message.partition(" = ")
    _, refused, allowed = rest.rpartition(" is not allowed")
    if key not in typed or not refused:
        return message
    text = typed[key] if len(typed[key]) <= 60 else typed[key][:57] + "…"
    return f"{key} = {text or repr(text)}{refused}{allowed}"
