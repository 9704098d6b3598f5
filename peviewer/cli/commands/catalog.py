"""The commands there are.

A new command is one file, named after it, and one line here.
"""

from importlib import import_module

from peviewer.cli.parser import Command

COMMANDS = {
    **dict.fromkeys(("export", "animate", "deck", "data", "code"), "export"),
    "check": "check",
    "present": "present",
    **dict.fromkeys(("panes", "presets", "stories", "schemes", "sizes", "fields"), "lists"),
}
"""The module of each command, by the command's name.

It is imported when the command is used, because the window needs none of them.
"""


def command(name: str) -> Command:
    """Return the command with that name."""
    loaded: Command = getattr(import_module(f"peviewer.cli.commands.{COMMANDS[name]}"), name)
    return loaded
