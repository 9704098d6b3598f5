import re

import pytest
from PySide6.QtGui import QFont, QFontMetricsF, QTextDocument, QTextOption

from peviewer.base.parameters import specifications
from peviewer.document.document import Document
from peviewer.figures.panes.catalog import PANES
from peviewer.live.text import markup, typeset, unbroken
from peviewer.model.encodings.catalog import SCHEMES


def test_markup_escapes_and_breaks_lines():
    assert markup("a < *b*\nc") == "a &lt; <i>b</i><br>c"


def test_no_line_breaks_inside_a_number(qapp):
    page, font, words = QTextDocument(), QFont(), QTextOption()
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
    ("x^(a^(b)c)", "<i>x</i><sup><i>a</i><sup><i>b</i></sup><i>c</i></sup>"),
    ("e^ℓ", "<i>e</i><sup>ℓ</sup>"),
    ("2ᵏ⁺¹", "2<sup><i>k</i>+1</sup>"),
    ("e^(ⅈωᵢt)", "<i>e</i><sup>i<i>ω</i><sub><i>i</i></sub><i>t</i></sup>"),
    ("kᵢ k̄", "<i>k</i><sub><i>i</i></sub> <i>k̄</i>"),
    ("A: ln Σ x", "A: ln Σ <i>x</i>"),
    ("x^(2", "<i>x</i><sup>2</sup>"),
    ("x^", "<i>x</i><sup></sup>"),
    ("", ""),
])  # fmt: skip
def test_powers_indices_and_variables_are_set(text, made):
    assert typeset(text) == made


@pytest.mark.nightly
def test_every_pane_and_field_has_its_mathematics_set():
    for document in (Document().edited({"encoding.scheme": scheme}) for scheme in SCHEMES):
        for pane in PANES.values():
            set_, reported = typeset(pane.formula_text(document)), pane.explanation(document)
            assert not ASCII.search(set_), set_
            assert not LOWERED.search(set_), set_
            assert not ASCII.search(re.sub(r"\*([^*]+)\*", r"\1", reported)), reported
        for section in (
            document.section(name) for name in {path.partition(".")[0] for path in document.paths()}
        ):
            for spec in specifications(type(section)):
                texts = [
                    spec.title,
                    spec.symbol,
                    *map(spec.label, spec.choices),
                    spec.help,
                    typeset(spec.formula),
                ]
                assert not [text for text in texts if ASCII.search(text)]
