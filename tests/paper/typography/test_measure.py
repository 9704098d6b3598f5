"""Texts are broken where they no longer fit, though few of their formulas are set to find out."""

import matplotlib as mpl
import pytest
from matplotlib.mathtext import MathTextParser

from peviewer.paper.page.painter import settings
from peviewer.paper.style import Style
from peviewer.paper.typography import measure
from peviewer.paper.typography.measure import width, wrapped

SAID = (
    "*M*(*φ*) is the same for every position and turns pair *i* by *ωᵢφ*",
    "The norm of a row is √(*d*/2) = 11.31, and similarity falls up to lag 14",
    "2ᵇ rows, then *x*^(2*i*/*d*) of them: max|*PE*(*t*) − *PE*(*t*+*φ*)| ≤ 2×10⁻⁷",
    "of 4\u2009096 positions are left in bfloat16; *t* = 20 and *t* = 21 read alike",
    "no formula at all, only words that go on and on until a line is full",
)


@pytest.fixture(params=["sans", "serif"])
def type_(request):
    with mpl.rc_context(settings(Style(font=request.param))):
        yield


@pytest.mark.parametrize("text", SAID)
@pytest.mark.parametrize("room", [4.3, 9.7, 12.0, 17.1, 26.5, 60.0])
def test_lines_are_broken_where_the_set_text_no_longer_fits(type_, monkeypatch, text, room):
    quickly = wrapped(text, room)
    monkeypatch.setattr(measure, "fits", lambda text, room: width(text) <= room)
    assert quickly == wrapped(text, room)


def test_few_formulas_are_read_to_break_a_text(type_, monkeypatch):
    measure._width.cache_clear()
    read, parse = [], MathTextParser.parse
    monkeypatch.setattr(
        MathTextParser, "parse", lambda *given, **named: read.append(given[1]) or parse(*given, **named)
    )
    assert len(wrapped(SAID[0], 9.7)) > 2
    assert len(read) <= 4
