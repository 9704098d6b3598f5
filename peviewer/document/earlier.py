"""What sessions of an earlier format meant, as it is written now."""

from collections.abc import Mapping
from typing import Any

BACK = frozenset({"score", "precision"})
"""Panes whose lags count back from the query."""
BOTH_WAYS = frozenset({"similarity", "bias", "buckets", "attention"})
"""Panes whose lags have been s − t from the first."""


def turn_lags(data: dict[str, Any], made: object) -> None:
    """Write as s − t what was counted back: in format 1 the pointer and the zoom were, where no other pane shared them.

    Parameters
    ----------
    data : dict
        A session of format 1, as JSON has it, changed in place; of what is not allowed in it nothing is.
    made : object
        What it says about the file that it was carried in: its panes are those that were looked at.

    Examples
    --------
    >>> session = {"view": {"panes": ["score"], "zoom": {"lag": [10, 99]}}, "cursor": {"lag": 37}}
    >>> turn_lags(session, None)
    >>> session
    {'view': {'panes': ['score'], 'zoom': {'lag': [-99, -10]}}, 'cursor': {'lag': -37}}
    """
    view, cursor = _table(data.get("view")), _table(data.get("cursor"))
    names = _table(made).get("panes") or view.get("panes")
    panes = {name.partition(".")[0] for name in names if isinstance(name, str)} if isinstance(names, list) else set()
    shared = ["lag"] if panes & BACK and not panes & BOTH_WAYS else []
    zoom = _table(view.get("zoom"))
    for key in [*shared, *(f"{pane}/lag" for pane in BACK)]:
        match zoom.get(key):
            case [int() | float() as low, int() | float() as high]:
                zoom[key] = [-high, -low]
    if shared and isinstance(cursor.get("lag"), int):
        cursor["lag"] = -cursor["lag"]


def _table(value: object) -> Any:
    return value if isinstance(value, Mapping) else {}
