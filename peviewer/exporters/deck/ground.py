"""Whether the ground of a presentation is light or dark: by the colour that its design says."""

from __future__ import annotations

import re
from typing import Any

_NAMES = {"bg1": "lt1", "tx1": "dk1", "bg2": "lt2", "tx2": "dk2"}


def slide_theme(deck: Any) -> str:
    """Return the theme whose pictures can be read on a presentation's ground."""
    red, green, blue = bytes.fromhex(ground_of(deck).removeprefix("#"))
    return "slide-dark" if 0.299 * red + 0.587 * green + 0.114 * blue < 128 else "slide-light"


def ground_of(deck: Any) -> str:
    """Return the colour of a presentation's ground; white where it says none."""
    from pptx.opc.constants import RELATIONSHIP_TYPE

    master = deck.slide_master
    theme = master.part.part_related_by(RELATIONSHIP_TYPE.THEME).blob.decode("utf-8", "replace")
    (told,) = master.element.xpath("p:cSld/p:bg") or [None]
    found = [] if told is None else told.xpath(".//a:schemeClr/@val | .//a:srgbClr/@val")
    name = str(found[0]) if found else "bg1"
    if re.fullmatch("[0-9A-Fa-f]{6}", name):
        return f"#{name}"
    mapped = master.element.xpath("p:clrMap/@" + name) if name in _NAMES else [name]
    name = str((mapped or [_NAMES.get(name, name)])[0])
    colour = re.search(rf"<a:{name}>.*?(?:lastClr|srgbClr val)=\"([0-9A-Fa-f]{{6}})\"", theme, re.DOTALL)
    return f"#{colour[1]}" if colour else "#FFFFFF"
