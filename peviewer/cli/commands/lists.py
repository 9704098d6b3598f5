"""``peviewer panes``, ``presets``, ``stories``, ``schemes``, ``sizes``, ``fields``: what there is, or that as JSON."""

from __future__ import annotations

import json
import sys
from shutil import get_terminal_size
from textwrap import fill
from typing import TYPE_CHECKING, Any

from peviewer.cli.output import DONE
from peviewer.cli.parser import Command

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Callable, Iterable, Iterator

    from peviewer.cli.parser import Parser

    Rows = Iterable[dict[str, Any]]
    from peviewer.base.parameters import Specification
    from peviewer.document.document import Document


LEAST_WIDTH = 30  # letters, of what is told on a terminal


def _add_json(parser: Parser) -> None:
    """Add ``--json``, of a list."""
    parser.add("--json", action="store_true", help="a JSON list, with a name for each of these")


def _print_rows(rows: Rows, written: Callable[[dict[str, Any]], Iterable[str]], *, as_json: bool) -> int:
    """Print a row a line with tabs between what is `written` of it, or all that is known as JSON.

    On a terminal its rows are a table of names and what is told of them, as wide as that.
    """
    if as_json:
        print(json.dumps(list(rows), ensure_ascii=False, indent=1, default=str))
        return DONE
    table = [[*map(str, written(row))] for row in rows]
    if not sys.stdout.isatty():
        for cells in table:
            print(*cells, sep="\t")
        return DONE
    first = 2 + max((len(name) for name, *_ in table), default=0)
    width = max(first + LEAST_WIDTH, get_terminal_size().columns)
    for name, *texts in table:
        print(fill("  ".join([name.ljust(first - 2), *texts]), width, subsequent_indent=" " * first,
                   break_on_hyphens=False))  # fmt: skip
    return DONE


def _list(summary: str, rows: Callable[[], Rows], written: Callable[[dict[str, Any]], Iterable[str]]) -> Command:
    def run(chosen: Namespace) -> int:
        return _print_rows(rows(), written, as_json=chosen.json)

    return Command(summary, _add_json, run)


def _panes() -> Rows:
    from peviewer.figures.panes.catalog import PANES

    for name, pane in PANES.items():
        parts = [f"{name}.{part}" for part in pane.parts]
        yield {"name": name, "title": pane.title, "summary": pane.summary, "parts": parts}


def _of_pane(row: dict[str, Any]) -> Iterator[str]:
    alone = f"; alone: {', '.join(row['parts'])}" if row["parts"] else ""
    yield from (row["name"], f"{row['summary']}{alone}")


def _presets() -> Rows:
    from peviewer.figures.presets import presets as known

    for name, preset in known().items():
        yield {"name": name, "description": preset.description, "group": preset.group}


def _steps() -> Rows:
    from peviewer.figures.stories import places

    for place in places():
        step = place.step
        yield {"name": place.key, "title": step.written(step.title), "preset": step.preset, "story": place.story.title,
               "look": place.look, "do": place.do, "highlight": step.highlight, "play": step.played,
               "notes": place.notes}  # fmt: skip


def _schemes() -> Rows:
    from peviewer.model.encodings.catalog import SCHEMES

    for name, kind in SCHEMES.items():
        yield {"name": name, "description": kind.described()}


def _sizes() -> Rows:
    from peviewer.paper.sizes import NAMED_SIZES

    for name, size in NAMED_SIZES.items():
        yield {"name": name, "description": size.label, "width": size.width, "height": size.height, "dpi": size.dpi}


panes = _list("List the panes: name, tab, what it shows, and the parts that can be shown alone.", _panes, _of_pane)
presets = _list(
    "List the presets: name, tab, what it sets, tab, its group in the menu; steps of stories have none.",
    _presets,
    lambda row: row.values(),
)
stories = _list(
    "List the steps of stories: name, tab, title, tab, its preset; for --story.",
    _steps,
    lambda row: (row["name"], row["title"], row["preset"]),
)
schemes = _list("List the encoding schemes: name, tab, what it is.", _schemes, lambda row: row.values())
sizes = _list("List the named sizes: name, tab, what it is for.", _sizes, lambda row: (row["name"], row["description"]))


def _flags(parser: Parser) -> None:
    parser.add("panes", nargs="?", metavar="PANE", help="see peviewer panes; or a field")
    _add_json(parser)


def _run(chosen: Namespace) -> int:
    from peviewer.figures.animated_fields import affects_panes
    from peviewer.figures.panes import catalog

    named, rows = chosen.panes, dict[str, dict[str, Any]]()
    known = [(document, path, spec) for document in _documents() for path, spec in _specifications(document)]
    pane = None if named in (None, *(path for _, path, _ in known)) else catalog.pane(named)
    for document, path, spec in known:
        if path not in rows and (affects_panes([pane], document, path) if pane else named in (None, path)):
            rows[path] = _row(path, spec)
    return _print_rows(rows.values(), lambda row: (row["path"], _sentence(row)), as_json=chosen.json)


def _documents() -> Iterator[Document]:
    """Return a Document of every scheme; the last of them with content, whose fields do nothing without."""
    from peviewer.figures.presets import DEFAULT, preset
    from peviewer.model.encodings.catalog import SCHEMES

    usual = preset(DEFAULT).document
    for scheme in SCHEMES:
        yield usual.edited({"encoding.scheme": scheme})
    yield usual.edited({"content.kind": "normal"})


def _specifications(document: Document) -> Iterator[tuple[str, Specification]]:
    from peviewer.base.parameters import specifications

    for name, section in document.sections().items():
        for spec in specifications(type(section)):
            yield f"{name}.{spec.name}", spec


def _row(path: str, spec: Specification) -> dict[str, Any]:
    from peviewer.model.encodings.catalog import SCHEMES

    row = {"path": path, "title": spec.title, "symbol": spec.symbol, "unit": spec.unit, "help": spec.help}
    if spec.name == "scheme":
        return row | {"help": "The rule.", "allowed": f"one of {', '.join(SCHEMES)}", "default": None}
    return row | {"allowed": spec.allowed(), "default": spec.default}


def _sentence(row: dict[str, Any]) -> str:
    allowed = f"{row['allowed'][:1].upper()}{row['allowed'][1:]}"
    default = "" if row["path"] == "encoding.scheme" else f"; default {json.dumps(row['default'], default=str)}"
    return f"{row['help']} {allowed}{default}."


fields = Command(
    "List what --set can set, with a pane what changes it: path, tab, what it does and may be.", _flags, _run, "[PANE] "
)
