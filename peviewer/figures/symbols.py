"""The meaning of every letter in formulas and controls, read from ``resources/symbols.toml``."""

import tomllib
from dataclasses import dataclass
from functools import cache
from typing import Any

from peviewer.base.files import resource

COMPARED = "A", "B"
"""The letters of two compared schemes, upright."""


@dataclass(frozen=True)
class Symbol:
    """One letter."""

    symbol: str  # the letter: `"ω"`, `"L₀"`
    meaning: str  # its one meaning
    unit: str = ""  # its unit; empty for counts and for symbols of no number
    controls: tuple[str, ...] = ()  # the titles of fields with it
    seen: tuple[str, ...] | None = None  # the panes that show it; None for many
    of: str = ""  # the symbol with index 0, if there is no bare letter: `"τ₀"` for `"τ₁"`


@cache
def symbols() -> dict[str, tuple[Symbol, ...]]:
    """Return all symbols in their groups.

    >>> [known.symbol for known in symbols()["Positions"]][:4]
    ['t', 't₀', 's', 'Δ']
    """
    table = tomllib.loads(resource("symbols.toml").read_text(encoding="utf-8"))
    return {group["title"]: tuple(map(_symbol, group["symbols"])) for group in table["group"]}


def _symbol(row: dict[str, Any]) -> Symbol:
    lists: dict[str, Any] = {name: tuple(row[name]) for name in ("controls", "seen") if name in row}
    return Symbol(**(row | lists))
