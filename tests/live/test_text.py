import re

import pytest
from PySide6.QtGui import QFont, QFontMetricsF, QTextDocument, QTextOption

from peviewer.base.formula import Formula
from peviewer.base.specification import specifications
from peviewer.document.document import Document
from peviewer.figures.panes.catalog import PANES
from peviewer.live.text import markup, unbroken
from peviewer.model.encodings.catalog import SCHEMES


def test_markup_escapes_and_breaks_lines():
    assert markup("a < *b*\nc") == "a &lt; <i>b</i><br>c"


def test_no_line_breaks_inside_a_number(qapp):
    page = QTextDocument()
    font = QFont()
    words = QTextOption()
    words.setWrapMode(QTextOption.WrapMode.WordWrap)
    page.setDefaultTextOption(words)
    page.setDefaultFont(font)
    page.setHtml(unbroken("at lag 18\u2009438"))
    page.setTextWidth(1)
    assert page.idealWidth() > QFontMetricsF(font).horizontalAdvance("18438")


ASCII = re.compile(
    r"\^|\b[A-Za-zα-ωΑ-Ω]_[A-Za-z0-9]|\*\*|\*[a-z]\*|\b(sqrt|omega|lambda|phi|theta|alpha|beta)\b"
)
LOWERED = re.compile("[₀-₉ₐ-ₜᵢ-ᵪ⁰-⁹ᴬ-ᵡⅈ]")


@pytest.mark.parametrize(("text", "made"), [
    (r"x^{a^bc}", "<i>x</i><sup><i>a</i><sup><i>b</i></sup><i>c</i></sup>"),
    (r"e^\ell", "<i>e</i><sup>ℓ</sup>"),
    (r"2^{k+1}", "2<sup><i>k</i>+1</sup>"),
    (r"90^\circ", "90°"),
    (r"e^{\mathrm{i}\,\omega_i t}", "<i>e</i><sup>i<i>ω</i><sub><i>i</i></sub><i>t</i></sup>"),
    (r"k_i\ \bar{k}", "<i>k</i><sub><i>i</i></sub> <i>k̄</i>"),
    (r"\mathrm{A:}\ \ln \sum_i x", "A: ln Σ <i>x</i>"),
    (r"6 - \Delta_\mathrm{row}", "6 − Δ<sub>row</sub>"),
    (r"\mathrm{a\ power}\ a", "a power <i>a</i>"),
    ("", ""),
])  # fmt: skip
def test_powers_indices_and_variables_are_set(text, made):
    assert Formula(text).html == made


@pytest.mark.nightly
def test_every_pane_has_its_mathematics_set():
    for document in (Document().edited({"encoding.scheme": scheme}) for scheme in SCHEMES):
        for pane in PANES.values():
            set_ = pane.shown_formula(document).html
            reported = pane.explanation(document)
            assert not ASCII.search(set_), set_
            assert not LOWERED.search(set_), set_
            assert not ASCII.search(re.sub(r"\*([^*]+)\*", r"\1", reported)), reported


@pytest.mark.parametrize("scheme", SCHEMES)
def test_every_field_has_its_mathematics_set(scheme):
    document = Document().edited({"encoding.scheme": scheme})
    sections = {path.partition(".")[0] for path in document.paths()}
    for section in sections:
        for spec in specifications(type(document.section(section))):
            formula = Formula(spec.formula).html
            texts = [spec.title, spec.symbol, *map(spec.label, spec.choices), spec.help, formula]
            assert not [text for text in texts if ASCII.search(text)]
            assert not LOWERED.search(formula), formula
            assert spec.formula.isascii(), "a formula is declared as mathtext"
