"""Where the command palette looks: in the parts of a window, through the doors that menus and controls use."""

from collections.abc import Callable, Mapping, Sequence

from PySide6.QtWidgets import QMenu, QMenuBar

from peviewer.app.session.session import Session
from peviewer.app.window.command_palette.entries import Entry, of_menu, of_panes, of_presets, ranked
from peviewer.app.window.command_palette.parameters import fields, of_fields, of_schemes, of_value
from peviewer.figures.panes.pane import Pane
from peviewer.figures.presets import Preset, presets

LEFT_OUT = frozenset({"Panes", "Go to pane", "Presets"})
"""Submenus of what is found as such."""


class Finder:
    """Knows what can be done, as it is when the palette is opened.

    Parameters
    ----------
    session : Session
        Whose Document is edited.
    groups : mapping of str to sequence of Pane
        The panes there are.
    bar : QMenuBar
        Holds the commands.
    reveal : callable
        Opens a pane by its name, or brings it to the front.
    open_preset : callable
        Opens a preset.
    """

    def __init__(
        self,
        session: Session,
        groups: Mapping[str, Sequence[Pane]],
        bar: QMenuBar,
        reveal: Callable[[str], object],
        open_preset: Callable[[Preset], object],
    ) -> None:
        self._session, self._groups, self._bar = session, groups, bar
        self._reveal, self._open_preset = reveal, open_preset
        self._headed = [path for panes in groups.values() for pane in panes for path in pane.choices]
        self._entries: list[Entry] = []

    def begin(self) -> None:
        """Look at everything anew."""
        session = self._session
        document = session.document
        menus = [menu for top in self._bar.actions() if isinstance(menu := top.menu(), QMenu)]
        self._entries = [
            *of_panes(self._groups, document, self._reveal),
            *of_schemes(document, session.edit),
            *of_fields(document, fields(document, self._headed), session.edit),
            *(entry for menu in menus if menu.title().replace("&", "") not in LEFT_OUT
              for entry in of_menu(menu, LEFT_OUT)),
            *of_presets(presets().values(), self._open_preset),
        ]  # fmt: skip

    def find(self, typed: str) -> list[Entry]:
        """Return what fits, the best first; before it what a value behind a name would do to parameters so called."""
        document = self._session.document
        name, values = of_value(typed, document, fields(document, self._headed), self._session.edit)
        found = ranked(typed, self._entries)
        if not values:
            return found
        return [*ranked(name, values), *found]
