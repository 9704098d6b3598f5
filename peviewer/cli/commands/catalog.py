"""The commands there are: to add one, add its file, and its line here."""

from collections.abc import Callable

from peviewer.cli.commands.animate import animate
from peviewer.cli.commands.check import check
from peviewer.cli.commands.code import code
from peviewer.cli.commands.data import data
from peviewer.cli.commands.deck import deck
from peviewer.cli.commands.export import export
from peviewer.cli.commands.fields import fields
from peviewer.cli.commands.lists import panes, presets, schemes, sizes

COMMANDS: dict[str, Callable[[list[str]], int]] = {
    "export": export,
    "animate": animate,
    "deck": deck,
    "data": data,
    "code": code,
    "check": check,
    "panes": panes,
    "presets": presets,
    "schemes": schemes,
    "sizes": sizes,
    "fields": fields,
}
