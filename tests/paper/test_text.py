"""Texts and numbers are set as people read them, and broken where they no longer fit."""

from itertools import pairwise
from pathlib import Path

import matplotlib as mpl
import pytest
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties, findfont
from matplotlib.mathtext import MathTextParser
from matplotlib.text import Text
from matplotlib.textpath import text_to_path

from peviewer.base.files import resource
from peviewer.base.shipped_type import shipped_faces
from peviewer.document.document import Document
from peviewer.figures.grammar import Note
from peviewer.figures.panes.catalog import PANES
from peviewer.figures.presets import presets
from peviewer.paper.marks.catalog import note_lines
from peviewer.paper.page.painter import paint, settings
from peviewer.paper.painting import painting
from peviewer.paper.style import THEMES, Style
from peviewer.paper.text import TickFormatter, plain_width, typeset, width, wrapped
from tests.monkey.watch import in_use
from tests.served import served


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
    assert TickFormatter().format_ticks([2.5e11, 5e11]) == ["2.5×10$^{11}$", "5×10$^{11}$"]
    expected = ["10$^{0}$", "10$^{1}$", "10$^{6}$"]
    assert TickFormatter(log=True).format_ticks([1, 10, 1e6]) == expected
    assert TickFormatter(10**15)(3) == "1\u2009000\u2009000\u2009000\u2009000\u2009003"


@pytest.mark.parametrize("face", [{}, {"style": "italic"}, {"weight": "bold"}])
def test_slides_are_set_in_the_faces_that_are_shipped(face):
    with mpl.rc_context(settings(Style())):
        path = findfont(FontProperties(**face))
    assert Path(path) in shipped_faces()


def test_the_shipped_faces_are_small_and_come_with_their_licence():
    folder = resource("fonts")
    licence = (folder / "LICENSE.txt").read_text("utf-8")
    assert sum(file.stat().st_size for file in folder.iterdir()) < 1_000_000
    assert "SIL OPEN FONT LICENSE Version 1.1" in licence
    assert "with Reserved Font Name" not in licence.partition("PREAMBLE")[0]


def test_digits_of_slides_have_one_width():
    with mpl.rc_context(settings(Style())):
        widths = {round(plain_width(digit, 1), 6) for digit in "0123456789"}
    assert len(widths) == 1


@pytest.mark.parametrize("theme", ["slide-light", "paper"])
def test_formulas_have_the_letters_of_the_texts_around_them(theme):
    with mpl.rc_context(settings(Style(theme=theme))):
        italic = FontProperties(style="italic", size=100)
        letters, _, _ = text_to_path.get_text_width_height_descent("t", italic, ismath=False)
        formula, _, _ = text_to_path.get_text_width_height_descent("$t$", italic, ismath=True)
    assert formula == pytest.approx(letters, rel=0.15)


@pytest.mark.parametrize("theme", ["slide-light", "paper"])
def test_signs_of_mathematics_beside_a_formula_are_found(theme, caplog):
    page = Figure()
    with mpl.rc_context(settings(Style(theme=theme))):
        page.text(0, 0, typeset("*v*₁⊙row ⌊*t*/2⌋ ≡ *n*"))
        page.draw_without_rendering()
    assert caplog.messages == []


@pytest.mark.nightly
def test_every_formula_of_a_pane_of_a_preset_can_be_set():
    parser = MathTextParser("path")
    seen = set()
    for preset in presets().values():
        for figure in (PANES[name].figure(preset.document) for name in preset.document.view.panes):
            seen |= {f"${figure.formula}$"} if figure.formula else set()
            seen |= {
                typeset(text)
                for panel in figure.panels
                for text in (panel.title, panel.fact, panel.x.label)
            }
    for text in seen:
        parser.parse(text)
    assert len(seen) > 100


@pytest.mark.nightly
def test_every_letter_is_in_the_themes_fonts(caplog):
    """Each pane is painted once; what is written there is then written in each font."""
    document = Document().edited(
        {"encoding.first": -(10**15), "encoding.length": 20_000, "cursor.position": -(10**15)}
    )
    styles = [Style.of_pixels(1600, 1200, theme=name) for name in THEMES]
    first, *others = {
        style.printed: style for style in styles
    }.values()  # some differ in colours alone
    words = set()
    with mpl.rc_context(settings(first)):
        for name, pane in PANES.items():
            figure = pane.figure(served(name, document))
            page = paint(figure, first)
            page.draw_without_rendering()
            assert caplog.messages == [], name
            # The sign of what fails is written in a font of its own.
            words |= {text.get_text().replace("✗", "") for text in page.findobj(Text)}
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
    "2ᵇ rows, then *x*^(2*i*/*d*) of them, are *PE*(*t*) by 2×10⁻⁷",
    "of 4\u2009096 positions are left in bfloat16; *t* = 20 and *t* = 21 read alike",
    "no formula at all, only words that go on and on until a line is full",
)


@pytest.mark.nightly
@pytest.mark.parametrize("room", [9.7, 17.1, 26.5])
@pytest.mark.parametrize("theme", ["slide-light", "paper"])
def test_lines_are_broken_where_the_set_text_no_longer_fits(theme, room):
    with mpl.rc_context(settings(Style(theme=theme))):
        for text in SAID:
            lines = wrapped(text, room)
            assert " ".join(lines) == text
            assert max(map(width, lines)) <= room
            assert all(width(f"{line} {following}") > room for line, following in pairwise(lines))


@pytest.mark.slow
def test_the_letters_of_formulas_go_with_the_page():
    def page(number):
        with painting(settings(Style(theme="paper"))):
            for formula in range(12):
                MathTextParser("agg").parse(rf"$x_{{{number}}} + \mathbf{{M}}({formula})$")

    for number in range(3):
        page(number)
    before = in_use()
    for number in range(3, 9):
        page(number)
    assert in_use() - before < 0.15


@pytest.mark.parametrize("room", [10.0, 20.0, 60.0])
def test_the_lines_of_a_note_are_narrower_than_its_panel(room):
    note = Note(
        "With odd d the last pair has no cosine, so no M exists. Choose an even number of dimensions."
    )
    lines = note_lines(note, room)
    assert " ".join(lines) == note.text
    assert max(map(width, lines)) <= 0.95 * room or len(max(lines, key=width).split()) == 1
