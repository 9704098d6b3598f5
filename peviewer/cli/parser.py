"""A command, and what reads its words: argparse, with refusals of one line."""

import argparse
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NoReturn

from peviewer.base.log import show_log
from peviewer.base.refusals import refused

# Flags that may be followed by several KEY=VALUE.
REPEATED = "--set", "--against"

# −5 and −10:20 are values, not flags.
_NEGATIVE_VALUE = re.compile(r"-([\d.]+(e[+-]?\d+)?(:-?\d*)?|[\d.*]*(pi|π)(/[\d.]+)?)$")

_ASSIGNMENT = re.compile(r"[A-Za-z_][\w.]*=")
# The flags here that do what flags of other programs do.
_INSTEAD = {
    **dict.fromkeys(("--width", "--height"), "both are set by --size, as in 1920x1080"),
    **dict.fromkeys(("--dark", "--light"), "a theme is chosen by --theme"),
    "--format": "the extension of the file says its format",
    **dict.fromkeys(("--force", "--overwrite", "-f"), "a file of that name is replaced anyway"),
}


class UsageError(ValueError):
    """Wrong use of the command line; the message is one clear line."""


class Parser(argparse.ArgumentParser):
    """A parser whose errors are one line.

    `usage` is the text after the program's name, and `lists` are at the end of the help.
    """

    def __init__(self, prog: str, usage: str = "", description: str = "", lists: str = "") -> None:
        super().__init__(
            prog=prog,
            usage=f"{prog} {usage}[options]",
            description=description,
            epilog=lists or None,
            allow_abbrev=False,
            exit_on_error=False,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        self.actions: list[argparse.Action] = []
        self.known_words: dict[str, tuple[str, ...]] = {}
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

    def add(
        self, *names: str, missing: str = "", known: Iterable[str] = (), **options: Any
    ) -> None:
        """Add a flag or a word as argparse does.

        `missing` is the error if it must be given and is not; `known` are the words that Tab
        offers.
        """
        action = self._group.add_argument(*names, **options)
        self.actions.append(action)
        self.known_words[action.dest] = tuple(known)
        if missing:
            self._missing[action.dest] = missing

    def read(self, words: Sequence[str]) -> argparse.Namespace:
        """Return the values of the flags and words."""
        try:
            arguments, unknown_words = self.parse_known_args(_joined(words))
        except argparse.ArgumentError as error:
            raise UsageError(self._refused(error)) from None
        if arguments.verbose:
            show_log()
        if unknown_words:
            raise UsageError(self._unknown(unknown_words))
        for name, why in self._missing.items():
            if getattr(arguments, name) is None:
                raise UsageError(f"{why} (see {self.prog} --help)")
        return arguments

    def error(self, message: str) -> NoReturn:
        """End with an error of one line."""
        raise UsageError(f"{message} (see {self.prog} --help)")

    def _refused(self, error: argparse.ArgumentError) -> str:
        """Return argparse's error in peviewer's words."""
        reason = str(error)
        for flag in self.actions:
            if flag.option_strings and "/".join(flag.option_strings) == error.argument_name:
                needs = "takes no value"
                if flag.nargs is None:
                    needs = f"needs {flag.metavar}: {flag.help}"
                reason = f"{flag.option_strings[-1]} {needs}"
                break
        return f"{reason} (see {self.prog} --help)"

    def _unknown(self, words: Sequence[str]) -> str:
        """Return the error about an unknown word, with what could have been meant."""
        from peviewer.base.names import nearest_name
        from peviewer.base.usual_names import usual_name

        see_help = f" (see {self.prog} --help)"
        flag = next((word.partition("=")[0] for word in words if word.startswith("-")), "")
        if not flag:
            return f"{words[0]!r} is one word too many{self._hint_at_word(words[0]) or see_help}"

        flags = self._flags()
        instead = _INSTEAD.get(flag)
        if not instead and not usual_name(flag, flags):
            instead = _hint_at_field(flag)
        if instead:
            return f"{flag} is no flag of {self.prog}: {instead}"
        meant = nearest_name(flag, flags)
        question = f"; did you mean {meant}?" if meant else see_help
        return f"{flag} is no flag of {self.prog}{question}"

    def _flags(self) -> list[str]:
        return [name for action in self.actions for name in action.option_strings]

    def _hint_at_word(self, word: str) -> str:
        """Return a hint for one word too many: how the thing it names is chosen; usually empty."""
        from peviewer.figures.panes.catalog import PANES

        if "-o" not in self._flags():
            return ""
        if word in PANES:
            return f": panes have commas between, as in shift,{word}"
        return f": a file is named by -o {word}" if "." in word else ""


def _joined(words: Iterable[str]) -> list[str]:
    """Return the words, with values that argparse would misread joined to their flags.

    Such a value is −5:5, which begins as flags do, and every KEY=VALUE that follows the first one
    behind a flag.
    """
    joined: list[str] = []
    # The flag to which further KEY=VALUE belong.
    repeated_flag = ""
    for word in words:
        last_word = joined[-1] if joined else ""
        needs_value = last_word.startswith("--") and "=" not in last_word
        if needs_value and _NEGATIVE_VALUE.match(word):
            joined[-1] = f"{last_word}={word}"
        elif last_word in REPEATED:
            joined.append(word)
            repeated_flag = last_word
        elif repeated_flag and _ASSIGNMENT.match(word):
            joined.append(f"{repeated_flag}={word}")
        else:
            joined.append(word)
            name, equals, _ = word.partition("=")
            repeated_flag = name if equals and name in REPEATED else ""
    return joined


def _hint_at_field(flag: str) -> str:
    """Return a hint how to set a field of the Document whose name was given as a flag.

    The result is empty for any other flag.
    """
    from peviewer.base.usual_names import usual_name
    from peviewer.document.document import Document, DocumentError
    from peviewer.document.fields import path_of

    # The panes declare sections of the Document.
    from peviewer.figures.panes import catalog as catalog

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
    question = f"; did you mean {meant}?" if meant else ""
    raise UsageError(refused(name, value, f"it must be one of {', '.join(choices)}{question}"))


@dataclass(frozen=True)
class Command:
    """A command."""

    summary: str
    flags: Callable[[Parser], None]
    run: Callable[[argparse.Namespace], int]

    # The words behind its name, and the flags that must be there: "PANE -o FILE ".
    usage: str = ""

    # What stands behind its name in two uses of it.
    examples: tuple[str, ...] = ()

    @property
    def brief(self) -> str:
        """What it does, in a few words."""
        return re.split("[:;,] ", self.summary)[0].rstrip(".")

    def parser(self, name: str) -> Parser:
        """Return what reads its words."""
        lines = [f"  peviewer {name} {words}".rstrip() for words in self.examples]
        lists = "\n".join(["examples:", *lines]) if lines else ""
        parser = Parser(f"peviewer {name}", self.usage, self.summary, lists)
        self.flags(parser)
        return parser
