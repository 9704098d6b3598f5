"""Encodings other than RoPE that a configuration describes: their fields, a grid of patches."""

from collections.abc import Mapping
from math import isqrt, prod
from typing import Any

from peviewer.base.numbers import number
from peviewer.base.refusals import refused
from peviewer.base.specification import specification
from peviewer.document.configurations.facts import rest
from peviewer.document.configurations.keys import Keys
from peviewer.document.configurations.rotary import head_dim, length_of, made
from peviewer.model.encodings.catalog import scheme
from peviewer.model.encodings.grids.gridded import Gridded
from peviewer.model.encodings.scheme import Scheme

_NEEDED = "heads", "width", "head"


def scheme_of(keys: Keys, name: str) -> Scheme:
    """Return the scheme called `name`.

    Its fields are the fixed ones of the model's type and those that keys give.
    """
    kind = scheme(name)
    entry = keys.facts.entry
    fields: dict[str, Any] = dict(entry.get("fields", {}))
    sides = _grid(keys)
    names = {**rest("reads").get(name, {}), **entry.get("reads", {})}
    for field, quantity in names.items():
        if field in fields:
            continue
        if quantity == "places":
            fields[field] = prod(sides.values())
        else:
            fields |= _read(keys, kind, field, quantity)
    if issubclass(kind, Gridded):
        fields |= _on_grid(keys, kind, sides, fields)
    return made(keys, kind, names, {**fields, **_by_axis(keys), **_scaled(keys, sides)})


def _read(keys: Keys, kind: type[Scheme], field: str, quantity: str) -> dict[str, Any]:
    """Return a field with the value of a quantity; without any, the value is peviewer's default."""
    if field == "length":
        return {field: length_of(keys)}
    if quantity == "head":
        return {field: head_dim(keys)}
    if quantity == "all_heads":
        return {field: keys.whole("head") * keys.whole("heads")}
    if keys.value(quantity) is None and quantity not in _NEEDED:
        return {field: keys.fall_back_on(quantity, specification(kind, field).default)}
    is_whole = specification(kind, field).kind == "int"
    return {field: keys.whole(quantity) if is_whole else keys.number(quantity)}


def _grid(keys: Keys) -> dict[str, int]:
    """Return how many places the grid has along each axis, as far as keys say it."""
    said = keys.facts.entry.get("grid", {})
    if "places" in said and keys.value(said["places"]) is not None:
        side = isqrt(keys.whole(said["places"]))
        return {"rows": side, "columns": side}
    if "rows" in said and keys.value(said["rows"]) is not None:
        return {side: keys.whole(quantity) for side, quantity in said.items()}
    sizes = [_sides(keys, quantity) for quantity in ("image", "patch")]
    if not all(sizes):
        return {}
    (image_height, image_width), (patch_height, patch_width) = sizes
    sides = {
        "rows": max(1, image_height // patch_height),
        "columns": max(1, image_width // patch_width),
    }
    if keys.value("frames") is not None:
        frames = keys.whole("frames") // keys.whole("tubelet", 1)
        return {"frames": max(1, frames), **sides}
    return sides


def _sides(keys: Keys, quantity: str) -> tuple[int, ...]:
    """Return the height and the width that a key gives as one number, two numbers, or an object.

    The result is empty where there is none.
    """
    size = keys.value(quantity)
    if isinstance(size, Mapping):
        size = [size.get("height"), size.get("width")]
    sides = size if isinstance(size, list | tuple) else [size, size]
    if size is None:
        return ()
    sides = sides[-2:] if len(sides) > 1 else [*sides, *sides]
    if not all(isinstance(side, int) and side > 0 for side in sides):
        raise ValueError(refused(keys.key(quantity), size, "it must be a number of pixels, or two"))
    return tuple(sides)


def _on_grid(
    keys: Keys, kind: type[Gridded], sides: Mapping[str, int], fields: Mapping[str, Any]
) -> dict[str, int]:
    """Return the sides of a grid as far as they can be shown.

    Sides that neither keys nor the type give are peviewer's own.
    """
    lacking = [side for side in kind.sides_of(fields) if side not in sides and side not in fields]
    if lacking:
        usual = [number(specification(kind, side).default) for side in lacking]
        keys.fall_back_on(" × ".join(lacking), " × ".join(usual))
    shown = {}
    for side, count in sides.items():
        most = int(specification(kind, side).maximum)
        shown[side] = min(count, most)
        if count > most:
            keys.say(f"Of {number(count)} {side} {number(most)} are shown.")
    return shown


def _by_axis(keys: Keys) -> dict[str, int]:
    """Return how many pairs turn by each axis, where a key lists the dimensions of each."""
    dims = keys.value("axis_dims") if "axis_dims" in keys.facts.entry.get("names", {}) else None
    if dims is None:
        return {}
    if not (
        isinstance(dims, list | tuple)
        and len(dims) == 3
        and all(isinstance(dim, int) for dim in dims)
    ):
        raise ValueError(refused(keys.key("axis_dims"), dims, "it must be three numbers"))
    return {"dim": sum(dims), "frame_pairs": dims[0] // 2, "row_pairs": dims[1] // 2}


def _scaled(keys: Keys, sides: Mapping[str, int]) -> dict[str, float]:
    """Return the scale and offset of coordinates.

    The part shown is cut out of the middle of a larger grid, or coordinates are divided.
    """
    if "cut_from" in keys.facts.entry and sides:
        whole = keys.whole(keys.facts.entry["cut_from"])
        return {"offset": (whole - sides["rows"]) // 2, "scale": sides["rows"] / whole}
    if "divided_by" not in keys.facts.entry:
        return {}
    said = keys.facts.entry["divided_by"]
    usual = max(1, keys.whole("image") // said["usual"]) if keys.value("image") is not None else 1
    return {"scale": 1 / keys.whole(said["key"], usual)}
