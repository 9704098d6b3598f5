"""What the command palette finds, from panes and presets to values of parameters."""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import partial

from PySide6.QtGui import QAction, QKeySequence, QTextDocumentFragment
from PySide6.QtWidgets import QMenu, QMenuBar
from shiboken6 import isValid

from peviewer.app.session.session import Session
from peviewer.app.session.slow_edits import takes_long
from peviewer.app.window.menus import pressed_keys, unmarked
from peviewer.app.window.search import (
    COMMAND,
    PANE,
    PARAMETER,
    PRESET,
    SCHEME,
    STORY,
    Entry,
    ranked,
    search_words,
)
from peviewer.app.window.story_guide import StoryGuide
from peviewer.base.explanations import as_control_says, requirement
from peviewer.base.specification import Specification
from peviewer.base.typed_values import read_number, read_numbers
from peviewer.document.animation import field_specification
from peviewer.document.document import Document, DocumentError
from peviewer.document.sections import has_control
from peviewer.figures.panes.catalog import GROUPS, PANES
from peviewer.figures.presets import Preset, groups
from peviewer.figures.stories import Place, places
from peviewer.model.encodings.catalog import SCHEMES

BARRED = -0.3
"""Less for a pane that has nothing to show: found by its name, it says why."""
INSIDE = -0.05
"""Less for what a submenu holds: "Choose B: …" and "Explain: …" come after what they name."""
TYPED = 0.4
"""More for a field whose value is typed."""


def of_panes(document: Document, reveal: Callable[[str], object]) -> Iterator[Entry]:
    """Yield an entry for each pane; of one that has nothing to show, why."""
    for group, panes in GROUPS.items():
        for pane in panes:
            why = "" if pane.shows_any(document) else pane.reason_empty(document)
            state = "open" if pane.name in document.view.panes else ""
            yield Entry(
                PANE,
                pane.title,
                None if why else partial(reveal, pane.name),
                f"{pane.summary} {group} {pane.name} pane",
                search_words().panes.get(pane.name, ""),
                state or pane.summary,
                refusal=why,
                bonus=BARRED if why else 0.0,
            )


def of_presets(choose: Callable[[Preset], object]) -> Iterator[Entry]:
    for group, presets in groups().items():
        for preset in presets:
            size = preset.document.encoding.size
            keywords = f"{preset.name} {group} {size} {preset.description} preset"
            yield Entry(
                PRESET,
                preset.title,
                partial(choose, preset),
                keywords,
                detail=f"{group} · {size}",
            )


def of_stories(open_place: Callable[[Place], object]) -> Iterator[Entry]:
    for place in places():
        keywords = f"{place.key} {place.step.opened.title} story step"
        yield Entry(STORY, place.title, partial(open_place, place), keywords, detail=place.text)


def of_menu(menu: QMenu, skipped: Iterable[str], above: str = "") -> Iterator[Entry]:
    """Yield an entry for each command that an opened menu offers.

    Its submenus are looked into, but the `skipped` ones.
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
            tip = QTextDocumentFragment.fromHtml(action.toolTip()).toPlainText()
            keywords = f"{unmarked(menu.menuAction())} {tip}"
            synonyms = search_words().commands
            yield Entry(
                COMMAND,
                above + title,
                partial(_trigger, action),
                keywords,
                synonyms.get(above + title, synonyms.get(above.strip(), "")),
                tick,
                pressed_keys(native),
                bonus=INSIDE if above else 0.0,
            )


def _trigger(action: QAction) -> None:
    if isValid(action):
        # Its menu may have been opened since, and filled anew.
        action.trigger()


Edit = Callable[[Mapping[str, object]], object]
NUMBERS = "int", "float", "numbers"
# A name and then a number, with either minus.
_VALUE = re.compile(r"(?P<name>.*?[^\s=:])\s*[\s=:]\s*(?P<value>[-+−]?\.?\d.*)")


def fields(document: Document, headed: Collection[str] = ()) -> dict[str, Specification]:
    """Return the fields that do something now and have a control somewhere, by their paths."""
    specs = {path: field_specification(document, path) for path in document.paths()}
    fields: dict[str, Specification] = {}
    for path, spec in specs.items():
        is_reachable = has_control(path, spec) or path in headed
        is_scheme = path == "encoding.scheme"
        if spec.is_editable and is_reachable and not is_scheme and document.applies(path, spec):
            fields[path] = spec
    return fields


def of_fields(
    document: Document, known: Mapping[str, Specification], edit: Edit
) -> Iterator[Entry]:
    """Yield an entry for each choice and switch, and one for each number.

    That of a number asks for a value.
    """
    for path, spec in known.items():
        value = document.get(path)
        keywords = f"{spec.symbol} {path} {spec.help}"
        synonyms = search_words().fields.get(path, "")
        if spec.kind == "choice":
            for choice in spec.choices:
                title = f"{spec.title}: {spec.label(choice)}"
                state = "chosen" if choice == value else ""
                yield Entry(
                    PARAMETER,
                    title,
                    partial(edit, {path: choice}),
                    f"{choice} {keywords}",
                    synonyms,
                    state,
                )
        elif spec.kind == "bool":
            yield Entry(
                PARAMETER,
                spec.title,
                partial(edit, {path: not value}),
                keywords,
                synonyms,
                spec.value_text(value),
            )
        else:
            detail = f"{_written(spec, value)}; type a value"
            fill = f"{spec.title} "
            yield Entry(PARAMETER, _named(spec), None, keywords, synonyms, detail, fill=fill)


def of_schemes(document: Document, edit: Edit) -> Iterator[Entry]:
    for name, scheme in SCHEMES.items():
        state = "chosen" if isinstance(document.encoding, scheme) else ""
        yield Entry(
            SCHEME,
            scheme.title,
            partial(edit, {"encoding.scheme": name}),
            f"{name} scheme {scheme.gives}",
            search_words().schemes.get(name, ""),
            state,
        )


def of_value(
    typed: str, document: Document, known: Mapping[str, Specification], edit: Edit
) -> tuple[str, list[Entry]]:
    """Return the name before a typed value, and an entry for each number it could be.

    An entry says why its number cannot be set to it.
    """
    match = _VALUE.fullmatch(typed.strip())
    if not match:
        return "", []
    text = match["value"]
    return match["name"], [
        _set(path, spec, text, document, edit)
        for path, spec in known.items()
        if spec.kind in NUMBERS
    ]


def of_text(
    typed: str, document: Document, known: Mapping[str, Specification], edit: Edit
) -> Iterator[Entry]:
    """Yield an entry for each text that is typed after the title of its field.

    An example is "sentence the cat sat".
    """
    for path, spec in known.items():
        text = typed.strip()[len(spec.title) :].strip(" :=")
        if (
            spec.kind == "other"
            and text
            and typed.casefold().startswith(f"{spec.title} ".casefold())
        ):
            yield _set(path, spec, text, document, edit)


def _set(path: str, spec: Specification, text: str, document: Document, edit: Edit) -> Entry:
    value: object = text
    if spec.kind in NUMBERS:
        value = read_numbers(text) if spec.kind == "numbers" else read_number(text, spec.unit)
    why = why_not_allowed(path, spec, value, document)
    after = text if value is None else _written(spec, value)
    detail = (
        "as it is" if value == document.get(path) else f"now {_written(spec, document.get(path))}"
    )
    return Entry(
        PARAMETER,
        f"{_named(spec)} = {after}",
        None if why else partial(edit, {path: value}),
        f"{spec.symbol} {path}",
        detail=detail,
        refusal=why,
        bonus=TYPED,
    )


def why_not_allowed(path: str, spec: Specification, value: object, document: Document) -> str:
    """Return why a value is not allowed for a field, in the words of its control.

    The result is empty if the value is allowed.
    """
    if value is None or (isinstance(value, int | float) and not spec.allows(value)):
        return requirement(spec)
    if takes_long(document, {path: value}):
        # It is said once that was tried.
        return ""
    try:
        document.edited({path: value})
    except DocumentError as error:
        return as_control_says(str(error), spec)
    return ""


def _written(spec: Specification, value: object) -> str:
    return (str(value) or "empty") if spec.kind == "other" else spec.text(value)


def _named(spec: Specification) -> str:
    return f"{spec.title} {spec.symbol}".rstrip()


# Submenus of what is found as such.
LEFT_OUT = frozenset({"Go to", "Presets"})


class Finder:
    """Finds the entries that exist when the palette is opened."""

    def __init__(
        self,
        session: Session,
        bar: QMenuBar,
        reveal: Callable[[str], object],
        guide: StoryGuide,
    ) -> None:
        self._session = session
        self._bar = bar
        self._reveal = reveal
        self._guide = guide
        self._headed = [path for pane in PANES.values() for path in pane.choices]
        self._entries: list[Entry] = []

    def begin(self) -> None:
        session = self._session
        document = session.document
        menus = [menu for top in self._bar.actions() if isinstance(menu := top.menu(), QMenu)]
        menu_entries: list[Entry] = []
        for menu in menus:
            if menu.title().replace("&", "") not in LEFT_OUT:
                menu_entries += of_menu(menu, LEFT_OUT)
        self._entries = [
            *of_panes(document, self._reveal),
            *of_schemes(document, session.edit),
            *of_fields(document, fields(document, self._headed), session.edit),
            *menu_entries,
            *of_presets(self._guide.open_preset),
            *of_stories(self._guide.open_place),
        ]

    def find(self, typed: str) -> list[Entry]:
        """Return matching entries, the best first.

        Those that set parameters to a typed value come before them.
        """
        document = self._session.document
        known = fields(document, self._headed)
        name, values = of_value(typed, document, known, self._session.edit)
        texts = of_text(typed, document, known, self._session.edit)
        return [*texts, *ranked(name, values), *ranked(typed, self._entries)]
