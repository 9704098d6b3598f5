"""The commands there are: to add one, add its file, which calls it by its name, and its line here."""

from importlib import import_module

from peviewer.cli.parser import Command

COMMANDS = {
    "export": "export",
    "animate": "animate",
    "deck": "deck",
    "data": "data",
    "code": "code",
    "check": "check",
    "present": "present",
    "panes": "lists",
    "presets": "lists",
    "stories": "lists",
    "schemes": "lists",
    "sizes": "lists",
    "fields": "lists",
    "completion": "completion",
}
"""Names of commands, and the file that each is in: read when it is asked for, since the window needs none."""


def command(name: str) -> Command:
    """Return the command of that name.

    Examples
    --------
    >>> command("panes").summary
    'List the panes: name, tab, what it shows, and the parts that can be shown alone.'
    """
    found: Command = getattr(import_module(f"peviewer.cli.commands.{COMMANDS[name]}"), name)
    return found
