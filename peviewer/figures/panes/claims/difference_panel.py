"""The largest differences of two schemes, as a panel."""

from __future__ import annotations

from collections.abc import Sequence
from math import isnan

from peviewer.base.numbers import number
from peviewer.figures.grammar import Listing, Panel
from peviewer.model.deciding import Difference

DIFFERENCES = {
    "cells": "cell",
    "score": "score",
    "bias": "bias of head 1",
    "offsets": "score or bias by offset",
}


def difference_panel(largest_differences: Sequence[Difference]) -> Panel:
    rows: list[tuple[str, ...]] = []
    for difference in largest_differences:
        rows.append((_title(difference), _text(difference)))
    return Panel.of_listing(Listing(("largest difference", "|A − B|"), tuple(rows)))


def _title(difference: Difference) -> str:
    title = DIFFERENCES[difference.key]
    return title if isnan(difference.lag) else f"{title}, lag {number(int(difference.lag))}"


def _text(difference: Difference) -> str:
    text = number(difference.value)
    return text if difference.is_of_all else f"at least {text}"
