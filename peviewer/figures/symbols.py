"""Every letter of the product with its one meaning, read from ``resources/symbols.toml``."""

import tomllib
from dataclasses import dataclass
from functools import cache
from typing import Any

from peviewer.base.files import resource

COMPARED = "A", "B"
"""What two schemes that are compared are called, upright."""


@dataclass(frozen=True)
class Symbol:
    """One letter.

    Attributes
    ----------
    symbol : str
        As it is written: ``"ω"``, ``"L₀"``.
    meaning : str
        What it stands for, wherever it is.
    unit : str
        What it is measured in; empty where it counts, or is no number.
    controls : tuple of str
        The titles of the fields that have it.
    seen : tuple of str, optional
        The panes where it is shown; None where these are many.
    of : str
        The symbol it is one of, where that is not its bare letter: ``"τ₀"`` of ``"τ₁"``.
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
