"""What the command palette finds, and in which order."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QMenu

from peviewer.app.window.actions import pressed_keys, unmarked
from peviewer.base.words import match_score
from peviewer.document.document import Document
from peviewer.figures.panes.pane import Pane
from peviewer.figures.presets import Preset

MOST = 40
"""So many are listed: who needs more types another letter."""
PANE, PRESET, PARAMETER, SCHEME, COMMAND = "Pane", "Preset", "Parameter", "Scheme", "Command"
WORTH = {PANE: 0.05, SCHEME: 0.04, PARAMETER: 0.03, COMMAND: 0.02, PRESET: 0.0}
"""Of what fits equally well, panes come first."""
BARRED = -0.3
"""Less for a pane that has nothing to show: it is found by its name, to say why."""
INSIDE = -0.05
"""Less for what a submenu holds: "Choose B: …" and "Explain: …" come after what they name."""


@dataclass(frozen=True)
class Entry:
    """Something that can be done.

    Attributes
    ----------
    kind : str
        What it is, in a word.
    title : str
        What it is called.
    run : callable, optional
        Does it; None where it cannot be done.
    beside : str
        Other words it is found by.
    detail : str
        What stands beside the title, in few words.
    shortcut : str
        Its key, as this system writes it.
    refusal : str
        Why it cannot be done; in the place of the detail.
    fill : str
        What Return makes of the line in the place of doing something: a value is still to be typed.
    worth : float
        What is added to how well it fits.
    """

    kind: str
    title: str
    run: Callable[[], object] | None = None
    beside: str = ""
    detail: str = ""
    shortcut: str = ""
    refusal: str = ""
    fill: str = ""
    worth: float = 0.0


def ranked(typed: str, entries: Iterable[Entry]) -> list[Entry]:
    """Return the entries that fit what is typed, the best first; each title once.

    Examples
    --------
    >>> found = ranked("bia", [Entry(COMMAND, "Explain: Bias"), Entry(PANE, "Bias"), Entry(PRESET, "RoPE")])
    >>> [entry.title for entry in found]
    ['Bias', 'Explain: Bias']
    """
    fits = ((match_score(typed, entry.title, entry.beside), entry) for entry in entries)
    marked = [(fit + entry.worth + WORTH[entry.kind], entry) for fit, entry in fits if fit]
    marked.sort(key=lambda pair: -pair[0])
    once = {entry.title: entry for _, entry in reversed(marked)}
    return [entry for _, entry in marked if once[entry.title] is entry][:MOST]


def of_panes(
    groups: Mapping[str, Sequence[Pane]], document: Document, reveal: Callable[[str], object]
) -> Iterator[Entry]:
    """Yield an entry for each pane; of one that has nothing to show, why."""
    for group, panes in groups.items():
        for pane in panes:
            why = "" if pane.shows_any(document) else pane.reason_empty(document)
            state = "open" if pane.name in document.view.panes else ""
            yield Entry(
                PANE, pane.title, None if why else _call(reveal, pane.name), f"{pane.summary} {group} {pane.name} pane",
                state or pane.summary, refusal=why, worth=BARRED if why else 0.0,
            )  # fmt: skip


def of_presets(presets: Iterable[Preset], choose: Callable[[Preset], object]) -> Iterator[Entry]:
    """Yield an entry for each preset."""
    for preset in presets:
        yield Entry(PRESET, preset.title, _call(choose, preset), f"{preset.name} {preset.group} preset", preset.group)


def of_menu(menu: QMenu, skipped: Iterable[str], above: str = "") -> Iterator[Entry]:
    """Yield an entry for each command of a menu and of its submenus that can be given now.

    Submenus are as they would be if they were opened; those whose titles are `skipped` are left out.
    """
    menu.aboutToShow.emit()
    for action in menu.actions():
        title = unmarked(action)
        if isinstance(submenu := action.menu(), QMenu):
            if title not in skipped and action.isEnabled():
                yield from of_menu(submenu, skipped, f"{above}{title}: ")
        elif title and action.isEnabled() and not action.isSeparator():
            tick = "on" if action.isCheckable() and action.isChecked() else ""
            native = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
            beside = f"{unmarked(menu.menuAction())} {action.toolTip()}"
            worth = INSIDE if above else 0.0
            yield Entry(COMMAND, above + title, action.trigger, beside, tick, pressed_keys(native), worth=worth)


def _call(run: Callable[..., object], what: object) -> Callable[[], object]:
    return lambda: run(what)
