"""Numbers: as many digits as are true, however far out.

And any finite table is drawn, however small or large.
"""

import mpmath
import numpy as np
import pytest

from peviewer.document.document import Document
from peviewer.figures.grammar import Listing, Numbers
from peviewer.figures.palette import colour_steps
from peviewer.figures.panes.catalog import PANES, pane
from peviewer.model.claims.properties import properties
from peviewer.model.encodings.learned import Learned


def _marks(changes):
    document = Document().edited(changes)
    figure = pane("table").figure(document)
    upper, lower = figure.panels
    (numbers,) = upper.marks
    (steps,) = lower.marks
    assert isinstance(numbers, Numbers)
    assert isinstance(steps, Listing)
    return numbers, steps, lower.title


def _read(text):
    return mpmath.mpf(text.replace("\N{THIN SPACE}", "").replace("−", "-"))


@pytest.mark.parametrize(
    ("position", "dim", "base"),
    [(37, 9, 1e12), (10**7 + 1, 16, 1e4), (-(10**12), 9, 1e12), (9 * 10**15 - 7, 16, 1e4)],
)
def test_the_steps_of_a_row_are_true_to_the_last_digit(position, dim, base):
    changes = {
        "encoding.first": position,
        "cursor.position": position,
        "encoding.dim": dim,
        "encoding.base": base,
    }
    _, steps, title = _marks(changes | {"table.decimals": 9})
    with mpmath.workdps(60):
        for pair, (_, inverse, angle, sine, cosine, _) in enumerate(steps.rows):
            omega = mpmath.mpf(base) ** (-mpmath.mpf(2 * pair) / dim)
            exact = [
                1 / omega,
                omega * position,
                mpmath.sin(omega * position),
                mpmath.cos(omega * position),
            ]
            for text, value in zip((inverse, angle, sine, cosine), exact, strict=True):
                assert text == "—" or abs(_read(text) - value) <= mpmath.mpf("0.5001e-9")
    named = title.partition("PE(")[2].partition(")")[0]
    assert _read(named) == position


@pytest.mark.parametrize("size", [5e-324, 1e-310, 1e-160, 1e12, 1e25])
def test_tables_of_tiny_and_of_huge_numbers_are_drawn_and_checked(size):
    signs = np.random.default_rng(0).standard_normal((30, 8))
    table = Learned(np.where(signs > 0, size, 0.0))
    document = Document(encoding=table)
    for known in (known for known in PANES.values() if known.shows_any(document)):
        assert known.explanation(document)
        for heatmap in filter(None, [panel.heatmap for panel in known.figure(document).panels]):
            colour_steps(
                heatmap.raster.sample(*map(np.arange, heatmap.raster.shape)), heatmap.levels
            )
    assert properties(table)


def test_a_single_huge_number_is_drawn_between_limits_that_differ():
    for panel in PANES["similarity"].figure(Document(encoding=Learned([[1e30]]))).panels:
        assert panel.y.limits[0] < panel.y.limits[1]
