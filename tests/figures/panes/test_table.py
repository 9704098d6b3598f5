"""The numbers of the table pane: as many digits as are true, however far out, however large."""

import mpmath
import numpy as np
import pytest

from peviewer.document.document import Document
from peviewer.figures.grammar import Listing, Numbers
from peviewer.figures.panes.catalog import pane


def _marks(changes):
    upper, lower = pane("table").figure(Document().edited(changes)).panels
    (numbers,), (steps,) = upper.marks, lower.marks
    assert isinstance(numbers, Numbers)
    assert isinstance(steps, Listing)
    return numbers, steps, lower.title


def _read(text):
    return mpmath.mpf(text.replace("\N{THIN SPACE}", "").replace("−", "-"))


@pytest.mark.parametrize(
    ("position", "dim", "base"), [(37, 9, 1e12), (10**7 + 1, 16, 1e4), (-(10**12), 9, 1e12), (9 * 10**15 - 7, 16, 1e4)]
)
def test_the_steps_of_a_row_are_true_to_the_last_digit(position, dim, base):
    changes = {"encoding.first": position, "cursor.position": position, "encoding.dim": dim, "encoding.base": base}
    _, steps, title = _marks(changes | {"table.decimals": 9})
    with mpmath.workdps(60):
        for pair, (_, inverse, angle, sine, cosine, _) in enumerate(steps.rows):
            omega = mpmath.mpf(base) ** (-mpmath.mpf(2 * pair) / dim)
            exact = [1 / omega, omega * position, mpmath.sin(omega * position), mpmath.cos(omega * position)]
            for text, value in zip((inverse, angle, sine, cosine), exact, strict=True):
                assert text == "—" or abs(_read(text) - value) <= mpmath.mpf("0.5001e-9")
    named = title.partition("PE(")[2].partition(")")[0]
    assert _read(named) == position


@pytest.mark.parametrize(("kind", "scaled"), [("none", False), ("ones", True), ("normal", True)])
def test_hardly_a_last_digit_is_false(kind, scaled):
    changes = {"content.kind": kind, "content.scaled": scaled, "encoding.dim": 64, "table.decimals": 14}
    document = Document().edited(changes)
    numbers, _, _ = _marks(changes)
    cells = numbers.raster.exact(range(100), range(64))
    added = document.content.rows(np.arange(100), 64)  # floats by definition; 0 for none
    false = 0
    with mpmath.workdps(40):
        for row in range(0, 100, 14):
            for column in range(64):
                angle = row * mpmath.mpf(10_000) ** (-mpmath.mpf(column // 2) / 32)
                exact = (mpmath.cos if column % 2 else mpmath.sin)(angle) + (
                    added[row, column] if kind != "none" else 0
                )
                shown = mpmath.mpf(f"{cells[row, column]:.{numbers.decimals}f}")
                false += abs(shown - exact) > mpmath.mpf(10) ** -numbers.decimals / 2
    assert false <= 0.02 * 8 * 64
    assert numbers.decimals >= 12
