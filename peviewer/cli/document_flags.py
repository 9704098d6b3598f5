"""The flags that say what is shown: where the Document comes from, what is set in it, and which part is seen.

A field's flag is made from its declaration (``declared``). No fields are, by their nature: which panes and which file
(``PANE``, ``--pane``, ``-o``); where the Document comes from (``--preset``, ``--story``, ``--session``, ``--table``,
``--scheme``, ``--set``); how the window looks, which its settings keep (``--theme`` without a command); how the answer
is written (``--json``); ``--version``.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from peviewer.base.work import Cancelled, Work, followed
from peviewer.cli.field_flags import add_fields, flag, given, preset_names, step_names
from peviewer.cli.output import interruption, progress_bar, said_while
from peviewer.cli.output import note as print_note
from peviewer.cli.parser import UsageError, chosen_from

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from peviewer.cli.parser import Parser
    from peviewer.document.document import Document
    from peviewer.exporters.metadata.reading import Made
    from peviewer.paper.sizes import Sizing
    from peviewer.paper.style import Style


def add_document(parser: Parser, *, seen: bool = True) -> None:
    """Add the flags that every command with a Document has, and where a part of it can be `seen` those of that."""
    parser.heading = "What is shown"
    add_preset(parser)
    parser.add("--session", metavar="FILE", help="start from a .peview file or an exported picture")
    add_table(parser)
    add_scheme(parser)
    add_settings(parser)
    if seen:
        from peviewer.document.fields import VisibleRange

        add_fields(parser, VisibleRange)


def add_preset(parser: Parser) -> None:
    """Add ``--preset`` and ``--story``."""
    parser.add("--preset", metavar="NAME", help="start from a preset: see peviewer presets", completions=preset_names)
    parser.add("--story", metavar="NAME[:STEP]", help="start from a step of a story: see peviewer stories",
               completions=step_names)  # fmt: skip


def add_table(parser: Parser) -> None:
    """Add ``--table``."""
    parser.add("--table", metavar="FILE[:KEY]",
               help="show your own table, or a model's config.json")  # fmt: skip


def add_scheme(parser: Parser, brief: str | None = None) -> None:
    """Add ``--scheme``; `brief` is its help on one screen, where it is told there."""
    parser.add("--scheme", metavar="FILE.py", brief=brief, help="show a scheme of your own; the file's code is run")


THEMES = ("light", "dark")
"""Of the window."""


def window_theme(name: str | None) -> str | None:
    """Return the theme of the window, which may be named as that of an export."""
    return chosen_from("theme", name and name.removeprefix("slide-"), THEMES)


def add_theme(parser: Parser) -> None:
    """Add ``--theme``, how the window looks."""
    parser.add("--theme", metavar="NAME", completions=lambda: THEMES,
               help=f"how the window looks: {' or '.join(THEMES)} (default: as last time)")  # fmt: skip


def add_settings(parser: Parser) -> None:
    """Add ``--set`` and ``--against``."""
    parser.add("--set", action="append", default=[], metavar="KEY=VALUE…",
               help="set fields: dim=64 phi=10 (see peviewer fields)")  # fmt: skip
    parser.add("--against", action="append", default=[], metavar="KEY=VALUE…",
               help="compare with B: scheme=alibi heads=4, or base=9")  # fmt: skip


def asked(chosen: argparse.Namespace) -> tuple[Document, str]:
    """Return the Document that the flags ask for, and what was opened."""
    from peviewer.document.fields import VisibleRange

    found, title = document(
        chosen.preset, chosen.session, chosen.set, chosen.against,
        story=chosen.story, table=chosen.table, scheme=chosen.scheme,
    )  # fmt: skip
    return VisibleRange(**given(chosen, VisibleRange)).of(found), title


def document(
    preset: str | None,
    session: str | None,
    assignments: Sequence[str],
    against: Sequence[str] = (),
    *,
    story: str | None = None,
    table: str | None = None,
    scheme: str | None = None,
    in_window: bool = False,
) -> tuple[Document, str]:
    """Return the Document that the flags ask for, and what was opened; `in_window` with the panes of a picture."""
    from peviewer.figures.presets import DEFAULT
    from peviewer.figures.presets import preset as named

    name = _loaded(scheme, table)
    given = [name for name, value in (("--preset", preset), ("--story", story), ("--session", session)) if value]
    if len(given) > 1:
        raise UsageError(f"{' and '.join(given[:2])} exclude each other: give one of them")
    if session:
        from peviewer.exporters.metadata.reading import as_shown, read, unsettled_in

        changed = {path: path for path, is_there in unsettled_in(Path(session)).items() if is_there}
        opened = (as_shown if in_window else read)(Path(session), changed)
        for path in changed:
            print_note(f"{path} has changed since {Path(session).name} was saved: it is shown as it is now")
        made = _changed(opened, assignments, against, in_window=in_window, table=table, scheme=name)
        return made, Path(session).name
    if story:
        from peviewer.figures.stories import place

        step = place(story).step
        chosen, opened = step.opened, step.document
    else:
        chosen = named(preset or DEFAULT)
        opened = chosen.document
    made = _changed(opened, assignments, against, in_window=in_window, table=table, scheme=name)
    is_other = type(made.encoding) is not type(opened.encoding)
    return made, made.encoding.own_name or made.encoding.title if is_other else chosen.title


def _loaded(scheme: str | None, table: str | None) -> str:
    """Run the file of a scheme, where one is named, and return what that is called."""
    if not scheme:
        return ""
    if table:
        raise UsageError("--table and --scheme exclude each other: give one of them")
    from peviewer.model.encodings.files import load_scheme

    with said_while(f"Running {Path(scheme).name}…"):
        return load_scheme(scheme).called()


def with_scheme(document: Document, name: str) -> Document:
    """Return the Document with a scheme, unless A or B is of it, or it has no name."""
    shown = [scheme.scheme for scheme in (document.encoding, document.compare.against) if scheme is not None]
    return document if not name or name in shown else document.edited({"encoding.scheme": name})


def _changed(
    opened: Document,
    assignments: Sequence[str],
    against: Sequence[str],
    *,
    in_window: bool,
    table: str | None = None,
    scheme: str = "",
) -> Document:
    """Return what was opened with the flags' changes; in the window panes follow a scheme, unless they are named."""
    if scheme:
        from peviewer.model.encodings.catalog import SCHEMES

        with said_while(f"Working out {SCHEMES[scheme].title}…"):
            made = _compared(_edited(with_scheme(opened, scheme), assignments), against)
    else:
        made = _compared(_edited(with_table(opened, table, in_window=in_window), assignments), against)
    if not in_window or made.view.panes != opened.view.panes:
        return made
    from peviewer.figures.panes.serving import follow_scheme

    return follow_scheme(opened, made)


def with_table(document: Document, table: str | None, *, in_window: bool = False) -> Document:
    """Return the Document with a table of a file, where one is named; a window asks what is unknown of it."""
    if not table:
        return document
    from peviewer.document.tables import open_table

    try:
        with progress_bar() as progress, interruption() as ended, followed(Work(1.0, progress, lambda: bool(ended()))):
            shown, known = open_table(document, table)
    except Cancelled:
        raise KeyboardInterrupt from None
    if not (in_window and shown.encoding.question):
        print_note(known)
    return shown


def _compared(document: Document, texts: Sequence[str]) -> Document:
    from peviewer.document.fields import compare_with

    return compare_with(document, ",".join(texts)) if texts else document


def _edited(document: Document, assignments: Sequence[str]) -> Document:
    """Return the Document with every ``KEY=VALUE`` set; a refusal shows the value as it was typed."""
    from peviewer.base.words import read_value
    from peviewer.document.document import DocumentError
    from peviewer.document.fields import paths_of

    typed: dict[str, str] = {}
    for assignment in assignments:
        key, equals, text = assignment.partition("=")
        if not equals or not key:
            raise UsageError(f"--set {assignment} is not allowed: it must be KEY=VALUE, as in length=1000")
        if key.strip().removeprefix("encoding.") == "config":
            document = with_table(document, text.strip())
        else:
            typed[key.strip()] = text.strip()
    try:
        typed = paths_of(document, typed)
        return document.edited({key: read_value(text) for key, text in typed.items()})
    except DocumentError as error:
        raise UsageError(_as_typed(str(error), typed)) from None


def _as_typed(message: str, typed: dict[str, str]) -> str:
    key, _, rest = message.partition(" = ")
    _, refused, allowed = rest.rpartition(" is not allowed")
    if key not in typed or not refused:
        return message
    text = typed[key] if len(typed[key]) <= 60 else typed[key][:57] + "…"
    return f"{key} = {text or repr(text)}{refused}{allowed}"


def add_look(parser: Parser, without: str = "") -> None:
    """Add the flags of the size, of theme, type and parts, but for one of these."""
    from peviewer.paper.sizes import Sizing
    from peviewer.paper.style import Parts
    from peviewer.paper.style import Style as Whole

    parser.heading = "How it looks"
    add_fields(parser, Sizing, first=["size", "inches", "preset_size"])
    parts = [name for name in ("theme", *Parts.model_fields) if name != without]
    add_fields(parser, Whole, parts, first=["theme", "transparent", "title", "caption"])


def style(chosen: argparse.Namespace, before: Made | None = None) -> Style:
    """Return the size and look that the flags ask for; `before` where it is known already how the file was made."""
    from peviewer.paper.style import Parts

    before = before or made_before(chosen)
    return sizing(chosen).restyled(before.style, chosen.theme, flag, **given(chosen, Parts))


def made_before(chosen: argparse.Namespace) -> Made:
    """Return how the file was made that ``--session`` names; what the flags leave out is as it was."""
    from peviewer.exporters.metadata.reading import Made, made

    return made(Path(chosen.session)) if chosen.session else Made()


def sizing(chosen: argparse.Namespace) -> Sizing:
    """Return the size that the flags ask for."""
    from peviewer.paper.sizes import Sizing

    return Sizing(**given(chosen, Sizing))
