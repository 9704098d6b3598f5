"""Texts and numbers are set as people read them, and broken where they no longer fit."""

import matplotlib as mpl
import pytest
from matplotlib.figure import Figure
from matplotlib.mathtext import MathTextParser
from matplotlib.text import Text

from peviewer.document.document import Document
from peviewer.figures.panes.catalog import PANES
from peviewer.figures.presets import DEFAULT, presets
from peviewer.paper import text as text_module
from peviewer.paper.fonts import font_settings
from peviewer.paper.page.painter import paint, settings
from peviewer.paper.style import THEMES, Style
from peviewer.paper.text import Numbers, typeset, width, wrapped
from tests.served import served

# One style for each type there is: themes may differ in colours alone.
STYLES = {str(font_settings(style)): style for style in [Style.of_pixels(1600, 1200, theme=name) for name in THEMES]}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("dimension *j*", "dimension $j$"),
        ("a * b", "a * b"),
        ("*M*(*φ*)·PE(*t*)", "$M$($φ$)·PE($t$)"),
        ("*2^(b+1)*", "$2^{b+1}$"),
        ("sin *ω₁₂t*", "sin $ω_{12}t$"),
        ("2.2×10⁻¹⁶", "2.2×10$^{-16}$"),
        ("row 1\u2009000", "row 1\u2009000"),
        ("*t* = 1\u2009000", r"$t$ = 1$\,$000"),
    ],
)
def test_stars_become_italics_and_small_letters_are_set(text, expected):
    assert typeset(text) == expected


def test_ticks_are_typeset():
    assert Numbers().format_ticks([2.5e11, 5e11]) == ["2.5×10$^{11}$", "5×10$^{11}$"]
    assert Numbers(log=True).format_ticks([1, 10, 1e6]) == ["10$^{0}$", "10$^{1}$", "10$^{6}$"]
    assert Numbers(10**15)(3) == "1\u2009000\u2009000\u2009000\u2009000\u2009003"


@pytest.mark.sampled(6)
@pytest.mark.parametrize(
    ("preset", "pane"),
    dict.fromkeys(
        [(DEFAULT, pane) for pane in PANES]
        + [(name, pane) for name, preset in presets().items() for pane in preset.document.view.panes]
    ),
)
def test_every_formula_of_a_pane_is_readable(pane, preset):
    figure = PANES[pane].figure(served(pane, presets()[preset].document))
    parser = MathTextParser("path")
    texts = [f"${figure.formula}$"] if figure.formula else []
    texts += [typeset(text) for panel in figure.panels for text in (panel.title, panel.fact, panel.x.label)]
    for text in texts:
        parser.parse(text)


@pytest.mark.slow
def test_every_letter_is_in_the_themes_fonts(caplog):
    """Each pane is painted once; what is written there is then written in each font."""
    document = Document().edited({"encoding.first": -(10**15), "encoding.length": 20_000, "cursor.position": -(10**15)})
    first, *others = STYLES.values()
    words = set()
    with mpl.rc_context(settings(first)):
        for name, pane in PANES.items():
            page = paint(pane.figure(served(name, document)), first)
            page.draw_without_rendering()
            assert caplog.messages == [], name
            words |= {text.get_text() for text in page.findobj(Text)}
    for style in others:
        with mpl.rc_context(settings(style)):
            page = Figure()
            for text in words:
                page.text(0, 0, text)
            page.draw_without_rendering()
        assert caplog.messages == [], style.theme
    assert others
    assert len(words) > 100


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


@pytest.mark.sampled(20)
@pytest.mark.parametrize("text", SAID)
@pytest.mark.parametrize("room", [4.3, 9.7, 12.0, 17.1, 26.5, 60.0])
def test_lines_are_broken_where_the_set_text_no_longer_fits(type_, monkeypatch, text, room):
    quickly = wrapped(text, room)
    monkeypatch.setattr(text_module, "fits", lambda text, room: width(text) <= room)
    assert quickly == wrapped(text, room)


def test_few_formulas_are_read_to_break_a_text(type_, monkeypatch):
    text_module._width.cache_clear()
    read, parse = [], MathTextParser.parse
    monkeypatch.setattr(
        MathTextParser, "parse", lambda *given, **named: read.append(given[1]) or parse(*given, **named)
    )
    assert len(wrapped(SAID[0], 9.7)) > 2
    assert len(read) <= 4
