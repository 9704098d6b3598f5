"""A command, and what reads its words: flags in groups, help of one screen or of everything, refusals of one line."""

from __future__ import annotations

import argparse
import re
import shutil
import textwrap
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NoReturn

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

EVERYTHING = "all"
WIDEST, NARROWEST = 100, 60  # columns of help
LEFT = 26  # columns of a flag and what is written behind it
_STRETCH = re.compile(r"-[\d.]+(e[+-]?\d+)?(:-?\d*)?$")  # −5 and −10:20 are values, not flags
_ASSIGNED = re.compile(r"[A-Za-z_][\w.]*=")


class UsageError(ValueError):
    """Wrong use of the command line; the message is one clear line."""


@dataclass(frozen=True)
class Flag:
    """A flag or a word of a command, and where its help stands."""

    action: argparse.Action
    heading: str
    brief: str | None  # its help on one screen; None where only the help of everything tells of it
    completions: Callable[[], Iterable[str]] | None

    @property
    def names(self) -> Sequence[str]:
        """How it can be typed; nothing of a word without a flag."""
        return self.action.option_strings

    @property
    def value(self) -> str:
        """What stands for its value; nothing of a switch."""
        metavar = self.action.metavar if isinstance(self.action.metavar, str) else self.action.dest
        if self.action.nargs == 0:
            return ""
        return f"[{metavar}]" if self.action.nargs == "?" else metavar

    @property
    def called(self) -> str:
        """Its long name."""
        return next(name for name in self.names if name.startswith("--"))

    @property
    def written(self) -> str:
        """The flag as help has it, or the word."""
        if not self.names:
            return str(self.action.metavar or self.action.dest)
        return f"{', '.join(self.names)} {self.value}".strip()


class Parser(argparse.ArgumentParser):
    """A parser whose errors are one line, and whose help is one screen, of what is used most.

    Parameters
    ----------
    prog, description : str
        What is typed, and what it does.
    *lists : callable
        What else the help ends in, made when it is asked for.
    """

    def __init__(self, prog: str, description: str = "", *lists: Callable[[], str]) -> None:
        super().__init__(prog=prog, description=description, allow_abbrev=False, add_help=False, exit_on_error=False)
        self.flags: list[Flag] = []
        self.heading = ""  # of the flags that are added next
        self._lists = lists
        self._missing: dict[str, str] = {}
        self.add("-h", "--help", action=_Help, nargs="?", metavar=EVERYTHING, brief=None,
                 help="this on one screen, or all there is")  # fmt: skip

    def add(
        self,
        *names: str,
        brief: str | None = "",
        missing: str = "",
        completions: Callable[[], Iterable[str]] | None = None,
        **options: Any,
    ) -> None:
        """Add a flag or a word, as argparse does.

        Parameters
        ----------
        *names : str
            ``"-o", "--output"``, or ``"pane"`` of a word.
        brief : str, optional
            Its help on one screen, where that is not the whole; None if it is not told there.
        missing : str
            What is said where it is not given; empty where it need not be.
        completions : callable, optional
            Returns what its value could be, for completion.
        **options : object
            As argparse takes it.
        """
        action = self.add_argument(*names, **options)
        if action.help != argparse.SUPPRESS:
            self.flags.append(Flag(action, self.heading, brief, completions))
        if missing:
            self._missing[action.dest] = missing

    def read(self, words: Sequence[str]) -> argparse.Namespace:
        """Return what was said.

        Raises
        ------
        UsageError
            If a flag is unknown or without its value, or something is missing.
        """
        try:
            chosen, unknown = self.parse_known_args(self._with_repeated_flags(words))
        except argparse.ArgumentError as error:
            raise UsageError(self._refused(error)) from None
        if unknown:
            raise UsageError(self._unknown(unknown))
        for name, why in self._missing.items():
            if getattr(chosen, name) is None:
                raise UsageError(f"{why} (see {self.prog} --help)")
        return chosen

    def error(self, message: str) -> NoReturn:
        """Refuse, in one line."""
        raise UsageError(f"{message} (see {self.prog} --help)")

    def format_help(self) -> str:
        """Return the help of one screen."""
        return self.help(everything=False)

    def help(self, *, everything: bool) -> str:
        """Return the help of the flags that are used most, or of every one."""
        width = max(NARROWEST, min(WIDEST, shutil.get_terminal_size().columns))
        told = [flag for flag in self.flags if everything or flag.brief is not None]
        lines = [f"usage: {self._usage()}", "", *textwrap.wrap(self.description or "", width)]
        for heading in dict.fromkeys(flag.heading for flag in told):
            lines += ["", *([heading] if heading else [])]
            lines += [line for flag in told if flag.heading == heading for line in _laid_out(flag, width, everything)]
        if rest := [flag for flag in self.flags[1:] if flag not in told]:
            names = " ".join(flag.called for flag in rest)
            lines += ["", f"More ({self.prog} --help all says what they do)"]
            lines += textwrap.wrap(names, width, initial_indent="  ", subsequent_indent="  ", break_on_hyphens=False)
        for text in filter(None, (make() for make in self._lists)):
            lines += ["", text]
        return "\n".join(lines) + "\n"

    def _usage(self) -> str:
        """Return the program, the words behind it, and the flags that must be there."""
        words = [self.prog]
        for flag in self.flags:
            needed = flag.action.dest in self._missing
            if flag.names and needed:
                words.append(f"{flag.names[0]} {flag.value}")
            elif not flag.names:
                words.append(flag.written if needed else f"[{flag.written}]")
        return " ".join([*words, "[options]"])

    def _with_repeated_flags(self, words: Iterable[str]) -> list[str]:
        """Return the words with its flag before each value that argparse takes for something else.

        That is −5:5, which begins as flags do, and every KEY=VALUE that follows the first one behind a flag.
        """
        valued = {name for flag in self.flags if flag.action.nargs is None for name in flag.names}
        repeated = {name for flag in self.flags if isinstance(flag.action.default, list) for name in flag.names}
        found: list[str] = []
        continued = ""
        for word in words:
            before = found[-1] if found else ""
            flag, equals, _ = word.partition("=")
            if before in valued:
                found[-1:] = [f"{before}={word}"] if _STRETCH.match(word) else [before, word]
                continued = before if before in repeated else ""
            elif continued and _ASSIGNED.match(word):
                found.append(f"{continued}={word}")
            else:
                found.append(word)
                continued = flag if equals and flag in repeated else ""
        return found

    def _refused(self, error: argparse.ArgumentError) -> str:
        """Say what argparse does not take."""
        flag = next((flag for flag in self.flags if "/".join(flag.names) == error.argument_name), None)
        if flag is None or not flag.names:
            return f"{error} (see {self.prog} --help)"
        if flag.action.nargs == 0:
            return f"{flag.called} takes no value (see {self.prog} --help)"
        return f"{flag.called} needs {flag.value}: {flag.brief or flag.action.help} (see {self.prog} --help)"

    def _unknown(self, words: Sequence[str]) -> str:
        """Say which word is not known, and what could have been meant."""
        flag = next((word.partition("=")[0] for word in words if word.startswith("-")), "")
        if not flag:
            from peviewer.model.encodings.catalog import SCHEMES

            instead = f": a scheme is chosen by --set scheme={words[0]}" if words[0] in SCHEMES else ""
            return f"{words[0]!r} is one word too many{instead or f' (see {self.prog} --help)'}"
        from peviewer.base.words import nearest_name

        if instead := _INSTEAD.get(flag) or _of_field(flag):
            return f"{flag} is no flag of {self.prog}: {instead}"
        meant = nearest_name(flag, [name for known in self.flags for name in known.names if name.startswith("--")])
        return (
            f"{flag} is no flag of {self.prog}{f'; did you mean {meant}?' if meant else f' (see {self.prog} --help)'}"
        )


_INSTEAD = {
    **dict.fromkeys(("--cmap", "--colormap"), "colours are set by --set view.colormap=viridis"),
    "--duration": "a clip is as long as --seconds says",
    **dict.fromkeys(("--force", "--overwrite", "-f"), "a file of that name is replaced anyway"),
}  # fmt: skip
"""What does what other programs call so."""


def _of_field(flag: str) -> str:
    """Return how a field of the Document is set whose name is given as a flag; empty for any other."""
    from peviewer.document.document import Document, DocumentError
    from peviewer.document.fields import path_of
    from peviewer.figures.panes import catalog as catalog  # the panes declare sections of the Document

    name = flag.removeprefix("--").replace("-", "_")
    try:
        path_of(Document(), name)
    except DocumentError:
        return ""
    return f"fields are set by --set {name}=…"


class _Help(argparse.Action):
    """``--help`` and ``--help all``."""

    def __call__(self, parser: argparse.ArgumentParser, namespace: Any, values: Any, option_string: Any = None) -> None:
        if isinstance(parser, Parser):
            print(parser.help(everything=values == EVERYTHING), end="")
        parser.exit()


def _laid_out(flag: Flag, width: int, everything: bool) -> list[str]:
    """Return a flag with its help beside it, or below where it is long."""
    text = (not everything and flag.brief) or flag.action.help or ""
    texts = textwrap.wrap(text.replace("%%", "%"), width - LEFT - 2, break_on_hyphens=False)
    beside = len(flag.written) <= LEFT - 2
    rows = texts if beside else ["", *texts]
    lefts = [flag.written, *[""] * (len(rows) - 1)]
    return [f"  {left:<{LEFT}}{text}".rstrip() for left, text in zip(lefts, rows, strict=True)]


def chosen_from(name: str, value: str | None, choices: Sequence[str]) -> str | None:
    """Return a value if it is one of those allowed.

    Raises
    ------
    UsageError
        If it is none, in the words of a field that is refused.

    Examples
    --------
    >>> chosen_from("theme", "darkk", ["light", "dark"])
    Traceback (most recent call last):
        ...
    peviewer.cli.parser.UsageError: theme = 'darkk' is not allowed: it must be one of light, dark; did you mean dark?
    """
    if value is None or value in choices:
        return value
    from peviewer.base.words import nearest_name

    meant = nearest_name(value, choices)
    asked = f"; did you mean {meant}?" if meant else ""
    raise UsageError(f"{name} = {value!r} is not allowed: it must be one of {', '.join(choices)}{asked}")


def one_of(chosen: argparse.Namespace, *names: str) -> str | None:
    """Return what was said in one of several ways."""
    said = [value for name in names if (value := getattr(chosen, name))]
    if len(said) > 1:
        raise UsageError(f"{' and '.join(said)} say the same in two ways: give one of them")
    return said[0] if said else None


@dataclass(frozen=True)
class Command:
    """A command.

    Attributes
    ----------
    summary : str
        What it does, in a sentence.
    flags : callable
        Adds its flags to a parser.
    run : callable
        Does it, and returns what the process ends with.
    more : str
        What its own help says beside that.
    lists : tuple of callable
        What its help ends in, made when it is asked for.
    """

    summary: str
    flags: Callable[[Parser], None]
    run: Callable[[argparse.Namespace], int]
    more: str = ""
    lists: tuple[Callable[[], str], ...] = ()

    @property
    def brief(self) -> str:
        """What it does, in a few words."""
        return re.split("[:;,] ", self.summary)[0].rstrip(".")

    def parser(self, name: str) -> Parser:
        """Return what reads its words."""
        parser = Parser(f"peviewer {name}", f"{self.summary} {self.more}".strip(), *self.lists)
        self.flags(parser)
        return parser
