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
    """One letter.

    Attributes
    ----------
    symbol : str
        The letter: ``"ω"``, ``"L₀"``.
    meaning : str
        Its one meaning.
    unit : str
        Its unit; empty for counts and for what is no number.
    controls : tuple of str
        The titles of the fields that have it.
    seen : tuple of str, optional
        The panes that show it; None for many.
    of : str
        The symbol with index 0, where there is no bare letter: ``"τ₀"`` of ``"τ₁"``.
    """

    symbol: str
    meaning: str
    unit: str = ""
    controls: tuple[str, ...] = ()
    seen: tuple[str, ...] | None = None
    of: str = ""


@cache
def symbols() -> dict[str, tuple[Symbol, ...]]:
    """Return all symbols in their groups.

    Examples
    --------
    >>> [known.symbol for known in symbols()["Positions"]][:4]
    ['t', 't₀', 's', 'Δ']
    """
    table = tomllib.loads(resource("symbols.toml").read_text(encoding="utf-8"))
    return {group["title"]: tuple(map(_symbol, group["symbols"])) for group in table["group"]}


def _symbol(row: dict[str, Any]) -> Symbol:
    lists: dict[str, Any] = {name: tuple(row[name]) for name in ("controls", "seen") if name in row}
    return Symbol(**(row | lists))
