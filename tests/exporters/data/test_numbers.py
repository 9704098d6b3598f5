"""The arrays of every pane's files of numbers are those that are kept."""

import numpy as np
import pytest

from peviewer.document.document import Document, DocumentError
from peviewer.document.fields import compare_with, with_several
from peviewer.exporters.data.arrays import arrays
from peviewer.exporters.data.parts import Line, Matrix
from peviewer.figures.panes.catalog import PANES
from tests.numbers import check, summary
from tests.served import served

SMALL = {"encoding.length": 24, "encoding.dim": 8, "encoding.first": 5, "shift.phi": 2.5}
ZOOM = {"position": (7.0, 20.0), "dimension": (1.0, 5.0), "pair": (0.5, 3.0), "lag": (-6.0, 9.0)}


def documents(name):
    """Yield Documents, and whether only what is in view is written."""
    small = served(name, Document().edited(SMALL))
    yield "whole", small, False
    yield "turned", small.edited({"view.transposed": True, "cursor.position": 11}), False
    yield "in view", small.edited({"view.zoom": ZOOM}), True
    field, one, two = next(
        each
        for each in (("base", 50, 300), ("heads", 3, 5), ("bucket_count", 8, 16), ("values", "ramp", "normal"))
        if hasattr(small.encoding, each[0])
    )  # fmt: skip
    compared = compare_with(small, f"{field}={one}")
    yield "difference", compared.edited({"compare.shows": "difference"}), False
    yield "several", with_several(small, f"{field}={one},{two}"), False


def numbers_of(part):
    """Return the numbers of a part, its coordinates first."""
    if isinstance(part, Matrix):
        numbers = part.strip(0, part.shape[0])
        return [*part.rows.coordinates(), *part.columns.coordinates(), *rounded(numbers)]
    if isinstance(part, Line):
        return [
            part.low,
            part.high,
            *(each for x, y in part.stretches() for each in (*x, *rounded(y))),
        ]
    columns = [np.asarray(column) for column in part.columns.values()]
    numeric = [column for column in columns if column.dtype.kind in "fiub"]
    return [part.length, len(columns), *(each for column in numeric for each in rounded(column))]


def rounded(numbers):
    """Return numbers without what is only rounding."""
    numbers = np.asarray(numbers, dtype=np.float64).ravel()
    return np.where(np.abs(numbers) < 1e-7, 0, numbers)


def cases(name):
    found = {}
    for called, document, is_window in documents(name):
        try:
            parts = arrays(PANES[name], document, is_window)
        except DocumentError:  # it shows nothing of it
            continue
        found[f"{name}/{called}"] = summary({part.key: numbers_of(part) for part in parts})
    return found


def all_cases():
    return {case: now for name in PANES for case, now in cases(name).items()}


@pytest.mark.parametrize("name", PANES)
def test_files_of_a_pane_have_the_numbers_that_are_kept(name):
    check("exporters/data", cases(name))
