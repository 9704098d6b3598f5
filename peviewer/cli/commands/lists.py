"""``peviewer panes``, ``presets``, ``schemes``, ``sizes``: what there is, one a line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from peviewer.cli.flags import Parser
from peviewer.cli.status import DONE

if TYPE_CHECKING:
    from collections.abc import Iterable

    from peviewer.figures.panes.pane import Pane


def panes(arguments: list[str]) -> int:
    """List the panes: name, tab, what it shows, and the parts that can be shown alone."""
    Parser("peviewer panes", str(panes.__doc__)).parse_args(arguments)
    from peviewer.figures.panes.catalog import PANES

    return _list((name, f"{pane.summary}{_parts(name, pane)}") for name, pane in PANES.items())


def _parts(name: str, pane: Pane) -> str:
    return f"; alone: {', '.join(f'{name}.{part}' for part in pane.parts)}" if pane.parts else ""


def presets(arguments: list[str]) -> int:
    """List the presets: name, tab, what it sets, tab, its group, for peviewer deck --group."""
    Parser("peviewer presets", str(presets.__doc__)).parse_args(arguments)
    from peviewer.figures.presets import presets as known

    return _list((name, preset.description, preset.group) for name, preset in known().items())


def schemes(arguments: list[str]) -> int:
    """List the encoding schemes: name, tab, what it is."""
    Parser("peviewer schemes", str(schemes.__doc__)).parse_args(arguments)
    from peviewer.model.encodings.catalog import SCHEMES

    return _list((name, str(kind.__doc__).splitlines()[0]) for name, kind in SCHEMES.items())


def sizes(arguments: list[str]) -> int:
    """List the named sizes: name, tab, what it is for."""
    Parser("peviewer sizes", str(sizes.__doc__)).parse_args(arguments)
    from peviewer.paper.sizes import NAMED_SIZES

    return _list((name, size.label) for name, size in NAMED_SIZES.items())


def _list(rows: Iterable[tuple[str, ...]]) -> int:
    for row in rows:
        print(*row, sep="\t")
    return DONE
