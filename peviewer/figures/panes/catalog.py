"""The panes there are: to add one, add its file, which calls its record PANE, and its place in a group here."""

from collections.abc import Sequence
from dataclasses import replace
from importlib import import_module

from peviewer.base.parameters import refused
from peviewer.base.words import NEAREST, look_up, match_score, nearest_name
from peviewer.document.sections import declare_section
from peviewer.figures.panes.pane import Pane
from peviewer.model.encodings.catalog import SCHEMES

FILES: dict[str, tuple[str, ...]] = {
    "The vectors": ("table.encoding", "table.vectors", "table.table"),
    "Their pairs": (
        "pairs.frequencies", "pairs.scaling", "pairs.precision", "pairs.waves", "pairs.clocks", "pairs.binary"
    ),
    "Between positions": ("between.distance", "between.similarity"),
    "Their grid": ("grids.tiles",),
    "Their structure": ("structure.spectrum", "structure.components"),
    "The shift": ("shift.shift", "shift.operator"),
    "Attention": ("between.score", "between.bias", "between.offsets", "between.attention"),
    "Claims": ("claims.properties", "claims.deciding"),
}  # fmt: skip

GROUPS: dict[str, tuple[Pane, ...]] = {
    group: tuple(import_module(f"peviewer.figures.panes.{name}").PANE for name in names)
    for group, names in FILES.items()
}
"""All panes, grouped by what one asks: in the window's menu."""

PANES: dict[str, Pane] = {pane.name: pane for group in GROUPS.values() for pane in group}

for _pane in PANES.values():
    if _pane.section is not None:
        declare_section(_pane.name, _pane.section, _pane.needs)


def pane(name: str) -> Pane:
    """Return the pane of that name, or one of its parts alone."""
    if not isinstance(name, str):
        raise ValueError(refused("pane", name, "it must be the name of a pane, as in 'shift'"))
    whole, _, part = name.partition(".")
    if whole in SCHEMES and whole not in PANES:
        raise ValueError(f"{whole!r} is a scheme and no pane: it is chosen by --set scheme={whole}")
    if whole not in PANES and not nearest_name(whole, PANES):  # as "heatmap"
        about = [name for name, known in PANES.items() if match_score(whole, name, known.summary)]
        if about:
            raise ValueError(f"{whole!r} is not a pane; did you mean {' or '.join(about[:NEAREST])}?")
    whole_pane = look_up(whole, PANES, "pane")
    if not part and whole == name:
        return whole_pane
    return replace(whole_pane, only=look_up(part, {known: known for known in whole_pane.parts}, f"part of {whole}"))


def panes(names: str | Sequence[str]) -> list[Pane]:
    """Return the panes of some names, which can be one text with commas between."""
    if not isinstance(names, str | Sequence):
        raise ValueError(refused("panes", names, "they must be names of panes, as in 'shift'"))
    return [pane(name) for name in (names.split(",") if isinstance(names, str) else names)]
