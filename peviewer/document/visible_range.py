"""The part of a table that is shown, and the range of colours, as people type them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import numpy as np
from pydantic import ValidationError

from peviewer.base.explanations import explain
from peviewer.base.numbers import number
from peviewer.base.parameters import Parameters, parameter, redeclared
from peviewer.base.refusals import refused
from peviewer.document.document import Document
from peviewer.document.error import DocumentError
from peviewer.document.sections import PANE_SECTIONS
from peviewer.document.view import OTHER, Colormap, Interval, View
from peviewer.model.encodings.bases.tabled import Tabled
from peviewer.model.encodings.scheme import Scheme
from peviewer.model.encodings.turning import Paired

RANGES = ("positions", "dimensions", "pairs")
_RANGE_FORM = "FIRST:END, as in 0:64; either may be left out"
_ENDS = re.compile(r"\s*([-−]?\d{1,16})?\s*:\s*([-−]?\d{1,16})?\s*", re.ASCII)

Ends = str | tuple[int, int]


def _ends(title: str, example: str) -> Any:
    help_text = f"Which {title.lower()} are shown, as in {example}."
    return parameter(None, title=title, form=_RANGE_FORM, typed=True, help=help_text)


class VisibleRange(Parameters):
    """The positions, dimensions and pairs that are shown, and the colours.

    Ends are exclusive, as in Python.
    """

    positions: Ends | None = _ends("Positions", "0:64")
    dimensions: Ends | None = _ends("Dimensions", "0:64")
    pairs: Ends | None = _ends("Pairs", "0:32")
    colormap: Colormap | None = redeclared(View, "colormap", None)

    def __init__(self, **fields: Any) -> None:
        try:
            super().__init__(**fields)
        except ValidationError as error:
            raise DocumentError(explain(error, type(self))) from None

    def of(self, document: Document) -> Document:
        """Return a Document that shows them, in every pane."""
        if self.colormap is not None:
            document = document.edited({"view.colormap": self.colormap})
        ranges = {name: getattr(self, name) for name in RANGES if getattr(self, name) is not None}
        zoom: dict[str, Interval] = {}
        for quantity, interval in document.view.zoom.items():
            # A more specific range, of one pane or of a matrix's other side, would win otherwise.
            name = f"{quantity.rpartition('/')[2].removeprefix(OTHER)}s"
            if name not in ranges:
                zoom[quantity] = interval
        whole_ranges = _whole_ranges(document.encoding)
        for name, ends in ranges.items():
            zoom[name.removesuffix("s")] = _interval(name, ends, whole_ranges[name])
        shown = document.edited({"view.zoom": zoom})
        return shown.edited(_columns_of_panes(document, zoom)) if ranges else shown


# Curves of as many columns are drawn in one plot.
_FEW = 6


def _columns_of_panes(document: Document, zoom: Mapping[str, Interval]) -> dict[str, object]:
    """Return the columns of panes that draw some in one plot, where few are shown."""
    names = {"dimension": "", "pair": "pairs "}
    for quantity, name in names.items():
        low, high = zoom.get(quantity, (0.0, np.inf))
        count = (high - low) * (2 if name else 1)
        if 1 <= count <= _FEW:
            columns = f"{name}{round(low + 0.5)}..{round(high - 0.5)}"
            sections = [
                section
                for section, own in PANE_SECTIONS.items()
                if "columns" in own.fields.model_fields
            ]
            return {f"{section}.columns": columns for section in sections}
    return {}


def _whole_ranges(scheme: Scheme) -> dict[str, range]:
    return {
        "positions": scheme.positions,
        "dimensions": range(scheme.dim if isinstance(scheme, Tabled | Paired) else 0),
        "pairs": range(scheme.pairs if isinstance(scheme, Paired) else 0),
    }


def _interval(name: str, ends: Ends, whole: range) -> Interval:
    """Return the interval that is shown along an axis for typed ends."""
    if not whole:
        raise DocumentError(f"{name} is not allowed: this scheme has none")
    if isinstance(ends, str):
        match = _ENDS.fullmatch(ends)
        if match is None:
            raise DocumentError(refused(name, ends, f"it must be {_RANGE_FORM}"))
        first, end = match.groups()
        low = _whole_number(first) if first else whole.start
        high = _whole_number(end) if end else whole.stop
    else:
        low, high = ends
    if max(low, whole.start) >= min(high, whole.stop):
        there = f"{number(whole.start)}:{number(whole.stop)}"
        raise DocumentError(refused(name, ends, f"none of {there} lies in it"))
    return low - 0.5, high - 0.5


def _whole_number(text: str) -> int:
    return int(text.replace("−", "-"))
