"""The commands there are.

To add one, add its file, which calls it by its name, and its line here.
"""

from importlib import import_module

from peviewer.cli.parser import Command

COMMANDS = {
    **dict.fromkeys(("export", "animate", "deck", "data", "code"), "export"),
    "check": "check",
    "present": "present",
    **dict.fromkeys(("panes", "presets", "stories", "schemes", "sizes", "fields"), "lists"),
}
"""Names of commands, and the file that each is in.

It is read when it is asked for, since the window needs none.
"""


def command(name: str) -> Command:
    """Return the command of that name."""
    loaded: Command = getattr(import_module(f"peviewer.cli.commands.{COMMANDS[name]}"), name)
    return loaded
