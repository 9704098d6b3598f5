"""``peviewer panes``, ``presets``, ``stories``, ``schemes``, ``sizes``, ``fields``: what there is, one a line."""

import json
import sys
from argparse import Namespace
from collections.abc import Callable, Iterable, Iterator
from shutil import get_terminal_size
from textwrap import fill

from peviewer.base.specification import Specification, specifications
from peviewer.cli.output import DONE
from peviewer.cli.parser import Command, Parser
from peviewer.document.document import Document

Rows = Iterable[tuple[str, ...]]
LEAST_WIDTH = 30  # letters, of what is told on a terminal


def _print_rows(rows: Rows) -> int:
    """Print a row a line with tabs between its texts.

    On a terminal a table of names and texts, as wide as that.
    """
    if not sys.stdout.isatty():
        for row in rows:
            print(*row, sep="\t")
        return DONE
    table = list(rows)
    first = 2 + max((len(name) for name, *_ in table), default=0)
    width = max(first + LEAST_WIDTH, get_terminal_size().columns)
    for name, *texts in table:
        print(fill("  ".join([name.ljust(first - 2), *texts]), width, subsequent_indent=" " * first,
                   break_on_hyphens=False))  # fmt: skip
    return DONE


def _list(summary: str, rows: Callable[[], Rows]) -> Command:
    return Command(summary, lambda parser: None, lambda chosen: _print_rows(rows()))


def _panes() -> Rows:
    from peviewer.figures.panes.catalog import PANES

    for name, pane in PANES.items():
        parts = ", ".join(f"{name}.{part}" for part in pane.parts)
        yield name, f"{pane.summary}; alone: {parts}" if parts else pane.summary


def _presets() -> Rows:
    from peviewer.figures.presets import presets as known

    return ((name, preset.description, preset.group) for name, preset in known().items())


def _steps() -> Rows:
    from peviewer.figures.stories import places

    return ((place.key, place.title, place.step.preset) for place in places())


def _schemes() -> Rows:
    from peviewer.model.encodings.catalog import SCHEMES

    return ((name, kind.described()) for name, kind in SCHEMES.items())


def _sizes() -> Rows:
    from peviewer.paper.sizing import NAMED_SIZES

    return ((name, size.label) for name, size in NAMED_SIZES.items())


panes = _list(
    "List the panes: name, tab, what it shows, and the parts that can be shown alone.", _panes
)
presets = _list(
    "List the presets: name, tab, what it sets, tab, its group in the menu; steps of stories have none.",
    _presets,
)
stories = _list(
    "List the steps of stories: name, tab, title, tab, its preset; for --story.", _steps
)
schemes = _list("List the encoding schemes: name, tab, what it is.", _schemes)
sizes = _list("List the named sizes: name, tab, what it is for.", _sizes)


def _flags(parser: Parser) -> None:
    parser.add("panes", nargs="?", metavar="PANE", help="see peviewer panes; or a field")


def _run(chosen: Namespace) -> int:
    from peviewer.figures.animated_fields import affects_panes
    from peviewer.figures.panes import catalog

    named, rows = chosen.panes, dict[str, str]()
    known = [
        (document, path, spec)
        for document in _documents()
        for path, spec in _specifications(document)
    ]
    pane = None if named in (None, *(path for _, path, _ in known)) else catalog.pane(named)
    for document, path, spec in known:
        if path not in rows and (
            affects_panes([pane], document, path) if pane else named in (None, path)
        ):
            rows[path] = _sentence(path, spec)
    return _print_rows(rows.items())


def _documents() -> Iterator[Document]:
    """Return a Document of every scheme.

    The last of them with content, whose fields do nothing without.
    """
    from peviewer.figures.presets import DEFAULT, preset
    from peviewer.model.encodings.catalog import SCHEMES

    usual = preset(DEFAULT).document
    for scheme in SCHEMES:
        yield usual.edited({"encoding.scheme": scheme})
    yield usual.edited({"content.kind": "normal"})


def _specifications(document: Document) -> Iterator[tuple[str, Specification]]:
    for name, section in document.sections().items():
        for spec in specifications(type(section)):
            yield f"{name}.{spec.name}", spec


def _sentence(path: str, spec: Specification) -> str:
    from peviewer.model.encodings.catalog import SCHEMES

    if path == "encoding.scheme":
        return f"The rule. One of {', '.join(SCHEMES)}."
    allowed = spec.allowed()
    return f"{spec.help} {allowed[:1].upper()}{allowed[1:]}; default {json.dumps(spec.default, default=str)}."


fields = Command(
    "List what --set can set, with a pane what changes it: path, tab, what it does and may be.",
    _flags,
    _run,
    "[PANE] ",
)
