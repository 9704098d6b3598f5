"""A command, and what reads its words: argparse, with refusals of one line that say what was meant."""

import argparse
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NoReturn

from peviewer.base.log import show_log
from peviewer.base.refusals import refused

REPEATED = "--set", "--against"
_STRETCH = re.compile(r"-[\d.]+(e[+-]?\d+)?(:-?\d*)?$")  # −5 and −10:20 are values, not flags
_ASSIGNED = re.compile(r"[A-Za-z_][\w.]*=")
_INSTEAD = {
    **dict.fromkeys(("--width", "--height"), "both are set by --size, as in 1920x1080"),
    **dict.fromkeys(("--dark", "--light"), "a theme is chosen by --theme"),
    "--format": "the extension of the file says its format",
    **dict.fromkeys(("--force", "--overwrite", "-f"), "a file of that name is replaced anyway"),
}  # fmt: skip
"""What does what other programs call so."""


class UsageError(ValueError):
    """Wrong use of the command line; the message is one clear line."""


class Parser(argparse.ArgumentParser):
    """A parser whose errors are one line.

    `usage` is what stands behind the program, and `lists` end its help.
    """

    def __init__(self, prog: str, usage: str = "", description: str = "", lists: str = "") -> None:
        super().__init__(
            prog=prog, usage=f"{prog} {usage}[options]", description=description, epilog=lists or None,
            allow_abbrev=False, exit_on_error=False, formatter_class=argparse.RawDescriptionHelpFormatter,
        )  # fmt: skip
        self.actions: list[argparse.Action] = []
        self._group: Any = self
        self._missing: dict[str, str] = {}
        self.add(
            "--verbose",
            action="store_true",
            help="say on stderr after which errors the program went on",
        )

    def begin(self, heading: str) -> None:
        """Begin a group of flags in the help."""
        self._group = self.add_argument_group(heading)

    def add(self, *names: str, missing: str = "", **options: Any) -> None:
        """Add a flag or a word as argparse does.

        `missing` is what is said where it is not given and has to be.
        """
        action = self._group.add_argument(*names, **options)
        self.actions.append(action)
        if missing:
            self._missing[action.dest] = missing

    def read(self, words: Sequence[str]) -> argparse.Namespace:
        """Return what was said."""
        try:
            chosen, unknown = self.parse_known_args(_joined(words))
        except argparse.ArgumentError as error:
            raise UsageError(self._refused(error)) from None
        if chosen.verbose:
            show_log()
        if unknown:
            raise UsageError(self._unknown(unknown))
        for name, why in self._missing.items():
            if getattr(chosen, name) is None:
                raise UsageError(f"{why} (see {self.prog} --help)")
        return chosen

    def error(self, message: str) -> NoReturn:
        """Refuse, in one line."""
        raise UsageError(f"{message} (see {self.prog} --help)")

    def _refused(self, error: argparse.ArgumentError) -> str:
        """Say what argparse does not take."""
        for flag in self.actions:
            if flag.option_strings and "/".join(flag.option_strings) == error.argument_name:
                name = flag.option_strings[-1]
                needs = (
                    f"needs {flag.metavar}: {flag.help}" if flag.nargs is None else "takes no value"
                )
                return f"{name} {needs} (see {self.prog} --help)"
        return f"{error} (see {self.prog} --help)"

    def _unknown(self, words: Sequence[str]) -> str:
        """Say which word is not known, and what could have been meant."""
        from peviewer.base.names import nearest_name
        from peviewer.base.usual_names import usual_name

        see = f" (see {self.prog} --help)"
        flag = next((word.partition("=")[0] for word in words if word.startswith("-")), "")
        if not flag:
            return f"{words[0]!r} is one word too many{self._of_word(words[0]) or see}"
        flags = [name for known in self.actions for name in known.option_strings]
        if instead := _INSTEAD.get(flag) or (not usual_name(flag, flags) and _of_field(flag)):
            return f"{flag} is no flag of {self.prog}: {instead}"
        meant = nearest_name(flag, flags)
        return f"{flag} is no flag of {self.prog}{f'; did you mean {meant}?' if meant else see}"

    def _of_word(self, word: str) -> str:
        """Say how what a word too many names is chosen; empty for most."""
        from peviewer.figures.panes.catalog import PANES

        if not any("-o" in known.option_strings for known in self.actions):
            return ""
        if word in PANES:
            return f": panes have commas between, as in shift,{word}"
        return f": a file is named by -o {word}" if "." in word else ""


def _joined(words: Iterable[str]) -> list[str]:
    """Return the words with each value that argparse takes for something else joined to its flag.

    That is −5:5, which begins as flags do, and every KEY=VALUE that follows the first one behind a
    flag.
    """
    joined: list[str] = []
    flag = ""  # that further KEY=VALUE belong to
    for word in words:
        before = joined[-1] if joined else ""
        if before.startswith("--") and "=" not in before and _STRETCH.match(word):
            joined[-1] = f"{before}={word}"
        elif before in REPEATED:
            joined.append(word)
            flag = before
        elif flag and _ASSIGNED.match(word):
            joined.append(f"{flag}={word}")
        else:
            joined.append(word)
            name = word.partition("=")[0]
            flag = name if name in REPEATED and name != word else ""
    return joined


def _of_field(flag: str) -> str:
    """Return how a field of the Document is set whose name is given as a flag.

    Empty for any other.
    """
    from peviewer.base.usual_names import usual_name
    from peviewer.document.document import Document, DocumentError
    from peviewer.document.fields import path_of
    from peviewer.figures.panes import (
        catalog as catalog,
    )  # the panes declare sections of the Document

    document = Document()
    name = usual_name(flag, document.paths()) or flag.removeprefix("--").replace("-", "_")
    try:
        path_of(document, name)
    except DocumentError:
        return ""
    return f"fields are set by --set {name}=…"


def not_empty(word: str) -> str:
    """Return a word.

    An empty one, as of a variable of the shell that is not set, is refused as a missing one is.
    """
    if not word.strip():
        raise argparse.ArgumentTypeError("it is empty")
    return word


def chosen_from(name: str, value: str | None, choices: Sequence[str]) -> str | None:
    """Return a value if it is one of those allowed."""
    if value is None or value in choices:
        return value
    from peviewer.base.names import nearest_name

    meant = nearest_name(value, choices)
    asked = f"; did you mean {meant}?" if meant else ""
    raise UsageError(refused(name, value, f"it must be one of {', '.join(choices)}{asked}"))


@dataclass(frozen=True)
class Command:
    """A command."""

    summary: str
    flags: Callable[[Parser], None]
    run: Callable[[argparse.Namespace], int]
    usage: str = ""  # the words behind its name, and the flags that must be there: "PANE -o FILE "

    @property
    def brief(self) -> str:
        """What it does, in a few words."""
        return re.split("[:;,] ", self.summary)[0].rstrip(".")

    def parser(self, name: str) -> Parser:
        """Return what reads its words."""
        parser = Parser(f"peviewer {name}", self.usage, self.summary)
        self.flags(parser)
        return parser
