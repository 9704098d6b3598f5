"""Texts that stand level in every format, mathematical or not."""

import io
import re

import pytest
from matplotlib import rc_context
from matplotlib.figure import Figure
from matplotlib.text import Text

from peviewer.paper.page.painter import paint
from peviewer.paper.style import Style
from peviewer.paper.typography.level import Level


def test_titles_and_legends_stand_level_in_vector_formats(made):
    left, right = (
        made.Panel(
            made.Axis("lag", "", (0.0, 1.0)),
            made.Axis("y", "", (0.0, 1.0)),
            (made.Rule("y", 0.3, label=label),),
            title,
            legend=True,
        )
        for title, label in (("Score *ωᵢ*", "of *t*"), ("plain", "unmarked"))
    )
    svg = io.StringIO()
    with rc_context({"svg.fonttype": "none"}):
        paint(made.figure((left, right)), Style.default("paper")).savefig(svg, format="svg")
    for mathematical, plain in (("Score $", "plain"), ("of $t", "unmarked")):
        (text,) = re.findall(rf"<!-- {re.escape(mathematical)}.*?</text>", svg.getvalue(), re.DOTALL)
        (start,) = re.findall(r"translate\([\d.]+ ([\d.]+)\)", text)
        base = float(re.findall(r'<tspan [^>]*y="([-\d.]+)', text)[0])
        (level,) = re.findall(rf'<text [^>]* y="([\d.]+)"[^>]*>{plain}<', svg.getvalue())
        assert float(start) + base == pytest.approx(float(level), abs=0.01)


def test_a_text_drawn_into_a_file_is_where_it_was(made):
    page = paint(made.figure((made.curves(title="Score *ωᵢ*"),)), Style.default("paper"))
    texts = [text for text in page.findobj(Level) if text.get_text()]
    before = [text.get_position() for text in texts]
    page.savefig(io.BytesIO(), format="pdf")
    assert [text.get_position() for text in texts] == before
    first, second = io.StringIO(), io.StringIO()
    for file in (first, second):
        page.savefig(file, format="svg", metadata={"Date": None})
    places = [re.findall(r"translate\([-\d. ]+\)", file.getvalue()) for file in (first, second)]
    assert places[0] == places[1]


@pytest.mark.parametrize(
    ("words", "moves"), [("$x_i$ of t", True), ("$x_i$ of t\n$y_i$ of t", False), ("plain", False), ("a\nb", False)]
)
def test_one_line_of_mathematics_is_moved_and_several_are_not(words, moves):
    drawn = []
    for kind in (Text, Level):
        page, file = Figure(), io.StringIO()
        page.add_artist(kind(0.1, 0.5, words, fontsize=13))
        page.savefig(file, format="svg", metadata={"Date": None})
        drawn.append(re.findall(r"translate\([-\d. ]+\)", file.getvalue()))
    assert len(drawn[0]) > 0
    assert (drawn[0] != drawn[1]) == moves
