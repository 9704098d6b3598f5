"""What files of numbers begin and end with, their columns, and the shapes of their arrays, is what is kept."""

from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pytest

from peviewer.document.document import Document
from peviewer.document.fields import compare_with
from peviewer.exporters.data.write import write_data
from peviewer.figures.panes.catalog import PANES
from tests.numbers import check, numbers_in, summary
from tests.served import served

SMALL = {"encoding.length": 24, "encoding.dim": 8, "encoding.first": 5, "shift.phi": 2.5}
ZOOM = {"position": (7.0, 20.0), "dimension": (1.0, 5.0), "lag": (-6.0, 9.0)}
WRITTEN = (
    "encoding",
    "distance",
    "waves",
    "frequencies",
    "bias",
    "operator",
    "properties",
    "similarity",
)


def documents(name):
    """Yield Documents, and whether only what is in view is written."""
    small = served(name, Document().edited(SMALL))
    yield "whole", small, False
    yield "in view", small.edited({"view.zoom": ZOOM, "view.transposed": True}), True
    field, value = ("heads", 3) if name == "bias" else ("base", 50)
    yield "compared", compare_with(small, f"{field}={value}"), False


def of_csv(text):
    """Return the numbers of what is said before the table but for the Document, its columns, and the numbers of its ends."""
    lines = text.splitlines()
    said = [line for line in lines if line.startswith("#")]
    header, *rows = lines[len(said) :]
    return {
        "lines": [len(said), len(rows)],
        "columns": [header[:60], header.count(",")],
        **summary(
            {
                "said": numbers_in(" ".join(said[1:])),
                "first": cells(rows[0]),
                "last": cells(rows[-1]),
            }
        ),
    }


def cells(row):
    numbers = []
    for cell in row.split(","):
        try:
            number = float(cell)
        except ValueError:  # words
            number = -0.5
        numbers.append(number if abs(number) > 1e-9 else 0.0)
    return numbers


def of_npz(file):
    with np.load(file) as arrays:
        return {key: [str(array.dtype)[:2], *array.shape] for key, array in arrays.items()}


def cases(name):
    found = {}
    with TemporaryDirectory() as folder:
        table = Path(folder, "a.csv")
        arrays = Path(folder, "a.npz")
        for called, document, is_window in documents(name):
            write_data(PANES[name], document, table, is_window)
            write_data(PANES[name], document, arrays, is_window)
            found[f"{name}/{called}"] = {
                "csv": of_csv(table.read_text("utf-8")),
                "npz": of_npz(arrays),
            }
    return found


def all_cases():
    return {case: now for name in WRITTEN for case, now in cases(name).items()}


@pytest.mark.parametrize("name", WRITTEN)
def test_files_hold_what_is_kept(name):
    check("exporters/files", cases(name))
