"""One letter, one meaning over the whole product: the table of symbols has every letter that is shown, once."""

import re
import unicodedata
from collections import defaultdict
from dataclasses import fields, is_dataclass

import pytest

from peviewer.app.window.help_dialogs import COMPARED, symbols
from peviewer.base.formula import Formula
from peviewer.base.specification import specifications
from peviewer.document.cursor import Cursor
from peviewer.document.document import Document
from peviewer.document.fields import compare_with
from peviewer.document.play import FieldTrack, Play
from peviewer.document.sections import PANE_SECTIONS, Pairwise, Shift
from peviewer.document.view import View
from peviewer.exporters.clip.range import ClipRange
from peviewer.figures.panes.catalog import PANES
from peviewer.model.content import Content
from peviewer.model.encodings.catalog import SCHEMES
from peviewer.model.encodings.grids.gridded import Gridded

SECTIONS = [
    *SCHEMES.values(),
    *(own.fields for own in PANE_SECTIONS.values()),
    Shift, Play, FieldTrack, Pairwise, View, Cursor, Content, ClipRange,
]  # fmt: skip
TABLE = {known.symbol: known for group in symbols().values() for known in group}
MANY = 5  # panes from which on the table does not say where a letter is seen

# What of a Figure is not shown.
UNSEEN = {"key", "series", "raster", "color", "quantity", "cursor", "style", "colormap", "full_colormap", "reduce",
          "direction", "moves", "field", "name", "names", "picks", "turns", "measured", "spare", "errors"}  # fmt: skip
# Words of formulas that have a Greek letter or a digit beside them are none the less words.
WORD = re.compile(r"[A-Za-z]{2,}")
ITALIC = re.compile(r"\*([^*]+)\*")
LETTER = re.compile(r"[A-Za-zͰ-Ͽℓⅈ]")
ALONE = re.compile(
    r"(?<![A-Za-zÀ-ž'’.\d-])[B-Zb-zͰ-Ͽ](?![A-Za-zÀ-ž'’\d])"
)  # in prose: “a” is a word there


def bare(text):
    """Return a text without hats, primes and numbers below."""
    return "".join(c for c in unicodedata.normalize("NFD", text) if not unicodedata.combining(c))


def of_formula(text):
    return set(LETTER.findall(WORD.sub(" ", bare(text))))


def of_marked(text):
    """Return the letters in italics."""
    return {letter for italic in ITALIC.findall(text) for letter in of_formula(italic)}


def of_prose(text):
    return set(ALONE.findall(text))


def texts(part):
    if isinstance(part, str):
        yield part
    elif isinstance(part, list | tuple):
        for one in part:
            yield from texts(one)
    elif is_dataclass(part):
        for field in fields(part):
            if field.name not in UNSEEN:
                yield from texts(getattr(part, field.name))


def documents():
    for name, kind in SCHEMES.items():
        length = {} if issubclass(kind, Gridded) else {"encoding.length": 60}
        yield Document().edited({"encoding.scheme": name, **length})
    yield Document().edited({"encoding.dim": 7, "encoding.length": 60})
    document = Document().edited(
        {"content.kind": "ones", "content.scaled": True, "encoding.length": 60}
    )
    yield document
    yield Document().edited({"encoding.scheme": "alibi", "encoding.heads": 12})
    rope = Document().edited({"encoding.scheme": "rope", "encoding.length": 900})
    for scaling in ("ntk", "dynamic", "yarn", "llama3", "longrope"):
        yield rope.edited({"encoding.scaling": scaling, "encoding.trained": 400})
    yield rope.edited(
        {"encoding.rotated": "part", "clocks.turn": "position", "score.vectors": "drawn"}
    )
    edited_document = Document().edited(
        {"clocks.turn": "position", "similarity.by": "lag", "encoding.length": 60}
    )
    yield edited_document


@pytest.mark.slow
def test_every_letter_that_a_pane_shows_is_in_the_table_which_says_where():
    """And nothing but the compared scheme is called B, and an axis that counts back is never called a lag."""
    seen = defaultdict(set)
    counted = 0
    for document in documents():
        for pane in (pane for pane in PANES.values() if pane.serves(document)):
            figure = pane.figure(document)
            explained = pane.explanation(document, hints=False)
            letters = of_formula(pane.formula_text(document))
            for text in (
                *texts(figure.rows),
                figure.title,
                figure.caption,
                pane.explanation(document),
            ):
                letters |= of_marked(text)
            for letter in letters:
                seen[letter].add(pane.name)
            said = [*texts(figure.rows), figure.title, explained, pane.formula_text(document)]
            assert not any(re.search(r"(?<![A-Za-z])B(?![A-Za-z])", text) for text in said), (
                pane.name
            )
            for axis in (
                axis
                for panel in figure.panels
                for axis in (panel.x, panel.y)
                if axis.quantity == "lag"
            ):
                counted += axis.backwards
                assert axis.label == (
                    "positions back *t* − *s*" if axis.backwards else "lag *Δ* = *s* − *t*"
                )
    assert counted
    explanation = PANES["score"].explanation(compare_with(Document(), "base=100"))
    assert "B" in of_prose(explanation)
    assert sorted(set(seen) - {bare(symbol)[0] for symbol in TABLE}) == []
    for symbol, known in TABLE.items():
        if len(bare(symbol)) == 1 and symbol not in COMPARED:
            panes = sorted(seen[bare(symbol)])
            assert panes or known.seen == [], symbol
            assert sorted(known.seen or ()) == (panes if len(panes) < MANY else []), symbol


def test_no_letter_of_the_table_has_two_meanings():
    rows = [known for group in symbols().values() for known in group]
    assert len(TABLE) == len(rows)
    assert all(known.meaning for known in rows)
    own = [
        known
        for known in rows
        if not known.of and (len(known.symbol) == 1 or known.symbol[0] not in TABLE)
    ]
    assert len({known.symbol[0] for known in own}) == len(own)
    assert all(TABLE[known.of].symbol[0] == known.symbol[0] for known in rows if known.of)


def test_every_symbol_of_a_field_means_what_the_table_says():
    declared = defaultdict(set)
    for section in SECTIONS:
        for spec in specifications(section):
            if spec.symbol:
                declared[spec.symbol].add(spec.title)
    expected = {known.symbol: set(known.controls) for known in TABLE.values() if known.controls}
    assert declared == expected


def test_the_texts_of_fields_use_the_letters_of_the_table():
    found = set()
    for section in SECTIONS:
        for spec in specifications(section):
            found |= of_prose(spec.help) | of_formula(Formula(spec.formula).text)
            found |= {letter for label in spec.labels.values() for letter in of_prose(label)}
    assert sorted(found - {bare(symbol)[0] for symbol in TABLE}) == []
