"""What is written on a picture: the same in every format, and enough of it."""

import io
from functools import cache
from itertools import cycle, repeat

import pytest
from matplotlib.backends.backend_agg import RendererAgg
from matplotlib.backends.backend_pdf import RendererPdf
from matplotlib.backends.backend_svg import RendererSVG
from matplotlib.cbook import is_math_text
from matplotlib.figure import Figure as Page

from peviewer.document.document import Document
from peviewer.exporters.picture.pgf import Inline
from peviewer.figures.panes.catalog import PANES
from peviewer.figures.presets import preset
from peviewer.paper.page.painter import paint
from peviewer.paper.sizes import named_size
from peviewer.paper.style import PRINT_DPI
from peviewer.paper.text import typeset

RENDERERS = {"png": RendererAgg, "svg": RendererSVG, "pdf": RendererPdf}
FAR = {"encoding.first": -5_000_000, "view.transposed": True, "content.kind": "normal"}


def written(page, kind, dpi, monkeypatch):
    """Return all that matplotlib writes on a page while it saves it."""
    found = []
    draw = RENDERERS[kind].draw_text

    def noted(self, context, x, y, text, *rest, **options):
        found.append(text)
        return draw(self, context, x, y, text, *rest, **options)

    with monkeypatch.context() as patch:
        patch.setattr(RENDERERS[kind], "draw_text", noted)
        page.savefig(io.BytesIO(), format=kind, dpi=dpi)
    return found


@cache
def in_a_column(pane):
    """Return a pane's page, one for all who only look at it."""
    return paint(PANES[pane].figure(Document()), named_size("single").style())


@pytest.mark.sampled(1)
@pytest.mark.parametrize(
    ("pane", "changes"),
    [*((pane, {}) for pane in PANES), ("encoding", FAR), ("statistics", FAR)],
)
def test_all_formats_carry_the_same_texts(pane, changes, monkeypatch):
    document = Document().edited(changes)
    if not PANES[pane].serves(document):
        pytest.skip("another scheme's pane")
    style = named_size("double" if changes else "single").style()
    page = paint(PANES[pane].figure(document), style) if changes else in_a_column(pane)
    texts = {kind: written(page, kind, style.dpi, monkeypatch) for kind in RENDERERS}
    assert texts["png"]
    assert texts["svg"] == texts["png"]
    assert texts["pdf"] == texts["png"]


LOOKS = ("1080p", "slide-light"), ("4:3", "slide-dark"), ("square", "slide-light"), ("double", "paper")
SERVED = {"scaling": "choose-yarn", "bias": "alibi", "buckets": "t5", "attention": "attention", "tiles": "tiles-mae"}


@pytest.mark.slow
@pytest.mark.sampled(1)
@pytest.mark.parametrize(("pane", "look", "kind"), [*zip([*PANES][1:17:4], LOOKS, cycle(("svg", "pdf")))])
def test_vector_formats_which_are_drawn_finer_carry_the_texts_of_pixels(pane, look, kind, monkeypatch):
    document = preset(SERVED[pane]).document if pane in SERVED else Document()
    style, figure = named_size(look[0]).style(look[1]), PANES[pane].figure(document)
    shown = written(paint(figure, style), "png", style.dpi, monkeypatch)
    assert len(shown) > 5
    assert written(paint(figure, style, resolution=PRINT_DPI), kind, style.dpi, monkeypatch) == shown


@pytest.mark.sampled(1)
@pytest.mark.parametrize(("pane", "small"), [*((pane, True) for pane in PANES), *zip([*PANES][::3], repeat(False))])
def test_no_axis_says_a_single_number(pane, small):
    document = Document()
    if not PANES[pane].serves(document):
        pytest.skip("another scheme's pane")
    size = named_size("single").style()
    style = size.but(width=round(0.62 * size.width), height=round(0.62 * size.height))
    page = paint(PANES[pane].figure(document), style) if small else in_a_column(pane)
    for axes in page.axes:
        for axis in (axes.xaxis, axes.yaxis):
            low, high = sorted(axis.get_view_interval())
            labelled = [tick.get_text() for tick in axis.get_ticklabels() if tick.get_text()]
            ticks = [tick for tick in axis.get_majorticklocs() if low - 1e-9 <= tick <= high + 1e-9]
            numbers = [text for text in labelled if any(map(str.isdigit, text))]
            assert not (numbers and axes.get_visible()) or len(ticks) != 1, (axes.get_title(), ticks)


@pytest.mark.parametrize("dpi", [72, 150])
@pytest.mark.parametrize("words", ["dimension *j*", "Angle"], ids=str)
def test_pgf_takes_words_for_as_large_as_they_are_drawn(words, dpi):
    page = Page(figsize=(4, 3), dpi=dpi)
    text = page.text(0.5, 0.5, typeset(words), fontsize=20)
    drawn = RendererAgg(400, 300, dpi)
    measured = Inline(page, io.StringIO())
    given = text.get_text(), text.get_fontproperties(), is_math_text(text.get_text())
    assert measured.get_text_width_height_descent(*given) == pytest.approx(
        drawn.get_text_width_height_descent(*given), abs=0.03 * dpi
    )
