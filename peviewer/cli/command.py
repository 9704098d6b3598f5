"""A command: what it does, the flags it has, and what does it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from peviewer.cli.parser import Parser

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable


@dataclass(frozen=True)
class Command:
    """A command.

    Attributes
    ----------
    says : str
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

    says: str
    flags: Callable[[Parser], None]
    run: Callable[[argparse.Namespace], int]
    more: str = ""
    lists: tuple[Callable[[], str], ...] = ()

    @property
    def brief(self) -> str:
        """What it does, in a few words."""
        return re.split("[:;,] ", self.says)[0].rstrip(".")

    def parser(self, name: str) -> Parser:
        """Return what reads its words."""
        parser = Parser(f"peviewer {name}", f"{self.says} {self.more}".strip(), *self.lists)
        self.flags(parser)
        return parser
