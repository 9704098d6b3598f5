"""Where pages of panes have their parts, and in which sizes and colours, is what is kept."""

import io

import matplotlib as mpl
import numpy as np
import pytest

from peviewer.document.document import Document
from peviewer.document.fields import compare_with, with_several
from peviewer.figures.grammar import Axis, Band, Curve, Panel, Rule, Words
from peviewer.figures.panes.catalog import PANES
from peviewer.model.sampling.series import Samples
from peviewer.paper.page.composition import Composition
from peviewer.paper.page.painter import paint
from peviewer.paper.painting import painting
from peviewer.paper.style import Style
from tests.drawn import drawn
from tests.made_figures import curves, figure, heat, listing, sheet
from tests.numbers import check, placed

SMALL = Document().edited({"encoding.length": 40, "encoding.dim": 12, "shift.phi": 4.5})
WORDY = SMALL.edited({"encoding.sentence": "one two One three", "encoding.length": 9})
# What is marked is out of view, on both sides.
ZOOMED = SMALL.edited(
    {"view.zoom": {"position": (10.0, 20.0)}, "cursor.position": 2, "shift.phi": 30.0}
)
FEW = ("shift", "distance", "clocks", "binary")
TITLE = "a title that is as long as it can be beside another one"


def marked():
    """Return a Figure of lines and words that have little room."""
    x = np.arange(30.0)
    samples = Samples(x, np.sin(x / 4))
    line = Curve(samples, "a sine", "curve-2", "points")
    many = tuple(Rule("x", 2.0 * k, f"at {k}", outside=True) for k in range(1, 9))
    band = Band("y", -0.5, 0.25, "accent", framed=True, label="band")
    words = Words((3.0, 9.0), (0.4, -0.4), ("one", "two"), small=True)
    far = tuple((3.0 * k, f"{k} far") for k in range(1, 9))
    named = Axis("position", "position *t*", (-0.5, 29.5), whole=True, far_numbers=far)
    value = Axis("value", "value", (0.01, 100.0), log=True)
    axis = Axis("value", "value", (-1.0, 1.0))
    row = Panel(named, axis, (band, *many, line, words))
    curve = Curve(Samples(x, np.exp(x / 9)), "up", style="step")
    logs = Panel(named, value, (curve,), legend=True)
    return figure((row,), (logs,))


PAGES = {
    **{f"slide/{name}": (lambda name=name: PANES[name].figure(SMALL), Style())
       for name in (*FEW, "terms", "tiles", "properties", "frequencies")},

    "column/turned": (lambda: PANES["encoding"].figure(WORDY.edited({"view.transposed": True})), Style.default("paper")),
    "column/several": (lambda: PANES["waves"].figure(with_several(SMALL, "dim=8,12,16")), Style.default("paper")),
    "column/low": (lambda: PANES["distance"].figure(SMALL), Style.of_inches(6.5, 1.2, theme="paper")),
    "column/zoomed": (lambda: Composition.of([PANES["encoding"], PANES["distance"]], ZOOMED, 1), Style(700, 640, theme="paper", marks=True)),
    "column/narrow": (lambda: PANES["properties"].figure(compare_with(SMALL, "base=50")), Style.of_inches(2.4, 3.5, theme="paper")),
    "deck/two": (lambda: Composition.of([PANES[name] for name in FEW[2:]], SMALL), Style(theme="slide-dark")),
    "deck/compared": (lambda: Composition.of([PANES["vectors"], PANES["similarity"]], compare_with(SMALL, "base=50"), 1), Style()),
    "deck/caption": (lambda: PANES["attention"].figure(WORDY), Style(1200, 900, caption="What is seen here.", title="Title")),
    "made/table": (lambda: figure((sheet(),), (listing(),)), Style(900, 700)),
    "made/panels": (lambda: figure((heat(title="left", square_cells=True), curves(title="right", fact="1 fact", legend=True)), (heat(40, 3, bar=None),)), Style(800, 640, theme="paper")),
    "made/titles": (lambda: figure((curves(title=TITLE), curves(title="B"), curves(title=TITLE)), (heat(title=TITLE, square_cells=True, fact="a fact"), curves())), Style(900, 640)),
    "made/marked": (marked, Style(640, 480)),
}  # fmt: skip


def cases(name):
    figure, style = PAGES[name]
    page = paint(figure(), style)
    file = io.BytesIO()
    with painting(page.settings):
        page.savefig(file, format="svg", dpi=page.dpi)
    return {name: placed(drawn(file.getvalue()))}


def all_cases():
    return {case: now for name in PAGES for case, now in cases(name).items()}


@pytest.mark.skipif(mpl.__version_info__ < (3, 11), reason="earlier ones measure texts otherwise")
@pytest.mark.parametrize("name", PAGES)
def test_a_page_has_its_parts_where_they_are_kept(name):
    check("paper", cases(name))
