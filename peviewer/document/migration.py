"""What sessions of an earlier format meant, and fields by an earlier name, as it is written now."""

import json
from collections.abc import Collection, Mapping
from typing import Any

BACK = frozenset({"score", "precision"})
"""Panes whose lags count back from the query."""
BOTH_WAYS = frozenset({"similarity", "bias", "attention"})
"""Panes whose lags have been s − t from the first."""

ROW, REFERENCE, KEY = "shift.row", "cursor.position", "cursor.other"
"""The row that Shift had to itself, the position that all panes share, and the one that a query there meets."""
ALIASES = dict.fromkeys(("row", "shift_row", ROW), REFERENCE)
"""What a field was called, by each of its names, and what it is called."""
BY_ROW = frozenset({"shift", "operator"})
"""Panes that show the shift of one row."""
DRAWN = 4
"""The first format whose random content NumPy draws."""
POSITION, SHIFTED = 20, 50
"""Where the reference position and the row of Shift stood in formats 1 and 2 when nobody chose them."""


def merge_reference(changes: Mapping[str, object], panes: Collection[str]) -> dict[str, object]:
    """Return changes that name the row of Shift as the reference position that it is now.

    Where they name both, the row wins if it is shown: if Shift or Operator is among the panes.

    >>> merge_reference({"shift.row": 7, "cursor.position": 31}, ["shift"])
    {'cursor.position': 7}
    >>> merge_reference({"shift.row": 7, "cursor.position": 31}, ["distance"])
    {'cursor.position': 31}
    >>> merge_reference({"shift.row": 7, "play.moves": "shift.row"}, ["distance"])
    {'play.moves': 'cursor.position', 'cursor.position': 7}
    """
    found = {path: value for path, value in changes.items() if path != ROW}
    if ROW in changes and (REFERENCE not in found or not BY_ROW.isdisjoint(panes)):
        found[REFERENCE] = changes[ROW]
    if found.get("play.moves") == ROW:
        found["play.moves"] = REFERENCE
    if ROW in (courses := _table(found.get("play.courses"))):
        others = {path: course for path, course in courses.items() if path != ROW}
        found["play.courses"] = {REFERENCE: courses[ROW], **others}
    return found


def migrate_fields(
    flat: Mapping[str, object], panes: Collection[str], position: object, *, rotates: bool
) -> dict[str, object]:
    """Return the fields of a file that has a row of Shift, as :func:`merge_reference`; they are there once for all.

    rotates: whether its scheme turns a query and a key: Clocks showed one at the row, and the other at the position.

    >>> fields = {"shift.row": 800, "cursor.position": 300}
    >>> migrate_fields(fields, ["clocks"], 20, rotates=True)
    {'cursor.position': 300, 'cursor.other': 800}
    """
    if ROW not in flat:
        return dict(flat)
    both = {REFERENCE: position, **flat}
    found = merge_reference(both, panes)
    pinned = flat.get("cursor.pinned")
    if rotates and "clocks" in panes and not (isinstance(pinned, list | tuple) and "other" in pinned):
        found[KEY] = both[REFERENCE] if found[REFERENCE] == both[ROW] else both[ROW]
    return found


def add_old_positions(data: dict[str, Any]) -> None:
    """Give a session of format 1 or 2 the row and the position that it did not name, changed in place."""
    for section, field, value in (("shift", "row", SHIFTED), ("cursor", "position", POSITION)):
        if isinstance(found := data.get(section, {}), dict):
            data[section] = {field: value, **found}


def visible_panes(data: Mapping[str, Any], made: object) -> list[str] | None:
    """Return the panes that were looked at: a picture's, else its session's own; None where neither names any."""
    named = _table(made).get("panes") or _table(data.get("view")).get("panes")
    if not isinstance(named, list | tuple):
        return None
    return [name.partition(".")[0] for name in named if isinstance(name, str)]


def negate_lags(data: dict[str, Any], made: object) -> None:
    """Write as s − t what was counted back: in format 1 the pointer and the zoom were, where no other pane shared them.

    data: a session of format 1, as JSON has it, changed in place; of what is not allowed in it nothing is.
    made: how the file that holds it was made: its panes are those that were visible.

    >>> session = {"view": {"panes": ["score"], "zoom": {"lag": [10, 99]}}, "cursor": {"lag": 37}}
    >>> negate_lags(session, None)
    >>> session
    {'view': {'panes': ['score'], 'zoom': {'lag': [-99, -10]}}, 'cursor': {'lag': -37}}
    """
    view, cursor = _table(data.get("view")), _table(data.get("cursor"))
    panes = set(visible_panes(data, made) or ())
    shared = ["lag"] if panes & BACK and not panes & BOTH_WAYS else []
    zoom = _table(view.get("zoom"))
    for key in [*shared, *(f"{pane}/lag" for pane in BACK)]:
        match zoom.get(key):
            case [int() | float() as low, int() | float() as high]:
                zoom[key] = [-high, -low]
    if shared and isinstance(cursor.get("lag"), int):
        cursor["lag"] = -cursor["lag"]


def note(text: str | bytes) -> str:
    """Return one line on what a session, which can be read, no longer means; empty for most.

    >>> note('{"peviewer": 3, "content": {"kind": "normal"}}')
    'The random content of this session was drawn otherwise: its numbers are others now.'
    >>> note('{"peviewer": 4, "content": {"kind": "normal"}}'), note('{"peviewer": 3, "content": {"kind": "ones"}}')
    ('', '')
    """
    data = json.loads(text)
    if data["peviewer"] >= DRAWN or _table(data.get("content")).get("kind") != "normal":
        return ""
    return "The random content of this session was drawn otherwise: its numbers are others now."


def _table(value: object) -> Any:
    return value if isinstance(value, Mapping) else {}
