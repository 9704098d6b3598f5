"""The commands there are: to add one, add its file with a function of its name, and its line here."""

from collections.abc import Callable
from importlib import import_module

COMMANDS = {
    "export": "export",
    "animate": "animate",
    "deck": "deck",
    "data": "data",
    "code": "code",
    "check": "check",
    "panes": "lists",
    "presets": "lists",
    "schemes": "lists",
    "sizes": "lists",
    "fields": "fields",
}
"""Names of commands, and the file that each is in: read when it is asked for, since the window needs none."""


def command(name: str) -> Callable[[list[str]], int]:
    """Return the command of that name.

    Examples
    --------
    >>> command("panes").__module__
    'peviewer.cli.commands.lists'
    """
    found: Callable[[list[str]], int] = getattr(import_module(f"peviewer.cli.commands.{COMMANDS[name]}"), name)
    return found
