"""Every number of several encodings is found again where it comes from: in the Figure of the one that it names."""

import re
from dataclasses import replace
from typing import NamedTuple

import numpy as np
import pytest

from peviewer.base.words import unstarred
from peviewer.document.document import Document, DocumentError
from peviewer.document.fields import compare_with, with_several
from peviewer.document.tables import open_table
from peviewer.figures.compare.several import value_names
from peviewer.figures.compare.texts import scheme_names
from peviewer.figures.grammar import (
    Band,
    Curve,
    Diagonal,
    Heatmap,
    Listing,
    Note,
    Numbers,
    Rule,
    Words,
)
from peviewer.figures.panes.catalog import PANES

EVERY_PANE = pytest.mark.parametrize("name", PANES)
# With drawn vectors no least base is looked for, which takes seconds where there are more
# positions.
SMALL = {"encoding.length": 60, "shift.phi": 7.0, "cursor.position": 20, "score.vectors": "same"}
FEW = {"encoding.dim": 16, "encoding.length": 12, "shift.phi": 3.0, "cursor.position": 4}
BASES = [
    SMALL
    | {
        "encoding.dim": 16,
        "encoding.length": 12,
        "score.vectors": "equal",
        "shift.phi": 3.0,
        "cursor.position": 4,
    },
    SMALL | {"encoding.dim": 16, "view.transposed": True, "content.kind": "normal"},
    FEW | {"encoding.sentence": "one two One", "content.kind": "words", "vectors.shows": "parts"},
    SMALL | {"encoding.scheme": "rope", "encoding.dim": 32, "encoding.trained": 16},
    SMALL | {"encoding.scheme": "xpos", "encoding.dim": 16},
    SMALL | {"encoding.scheme": "alibi"},
    SMALL | {"encoding.scheme": "t5", "encoding.heads": 2},
    {"encoding.scheme": "sincos"},
    {"encoding.scheme": "swin"},
    {"encoding.scheme": "learned"},
]
AGAINST = (
    "base=50",
    "dim=12,length=14",
    "scaling=yarn",
    "heads=3,length=44",
    "bucket_count=8",
    "scheme=alibi",
)
SEVERAL = (
    "base=50,1000", "dim=4,24", "length=10,14", "scaling=yarn,llama3,linear", "heads=1,3", "bucket_count=8,16",
    "values=ramp,normal", "schedule=paper,endpoint",
)  # fmt: skip
NUMBER = re.compile(r"[−-]?\d[\d\u2009]*(?:\.\d+)?(?:×10[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)?")
LINES = Rule, Diagonal, Band
ANY = "any"  # the owner of the names of rows, which one encoding alone may have
INTRODUCTIONS = "A has", "A is", "Both have", "The curves are those of", "The columns are those of"
COLOURS = "curve-0", "curve-1", "curve-2", "curve-3", "curve-4", "curve-5"


class Statement(NamedTuple):
    """A text of a Figure, and the name of the encoding that it is of.

    An empty one where it is of all.
    """

    place: str
    owner: str
    text: str


class Sides(NamedTuple):
    """What a Document compares: the names of its encodings, a Document of each alone, and what A and B are."""

    names: list[str]
    documents: list[Document]
    called: tuple[str, ...] = ()


def sides_of(document):
    """Return the encodings that a Document shows, by the names that stand with their numbers."""
    if (other := document.compared_document) is not None:
        own = document.without_comparison.edited({"cursor.position": other.cursor.position})
        return Sides(["A", "B"], [own, other], scheme_names(own.encoding, other.encoding))
    several = document.documents_of_values or [document]
    return Sides(value_names([each.encoding for each in several]), several)


def owned(place, text, names, owner):
    """Yield the parts of a text, each with the name that it begins or ends with."""
    for part in re.split(r"; (?=[^;]*: )", text):
        named = next((name for name in names if part == name or part.startswith(f"{name}: ")), "")
        ending = next((name for name in names if part.endswith(f"of {name}")), "")
        rest = part.removeprefix(named).removesuffix(f"of {ending}" if ending else "")
        yield Statement(place, named or ending or owner, rest)


def owner_of_title(title, names):
    """Return the encoding that a whole panel is of, by the beginning or the end of its title."""
    begun = [
        name
        for name in names
        if title == name or (title.startswith(f"{name}: ") and "; " not in title)
    ]
    ended = [name for name in names if title.endswith(f"of {name}")]
    return next(iter([*begun, *ended]), "")


def said_in_listing(place, listing, names, owner):
    """Yield the cells of a listing, each with the name at the head of its column."""
    for k, head in enumerate(listing.columns):
        side = next((name for name in names if head == name or head.startswith(f"{name}: ")), owner)
        side = ANY if k == 0 and names and not owner else side
        yield from (Statement(f"{place}, column {head}", side, row[k]) for row in listing.rows)


def said_in(figure, names):
    """Yield everything that a Figure says in words."""
    for row in figure.keyed_rows:
        for key, panel in row:
            owner = owner_of_title(panel.title, names)
            place = f"panel {key}"
            for kind, text in (("title", panel.title), ("fact", panel.fact)):
                yield from owned(f"{place}, {kind}", text, names, owner)
            for axis in (panel.x, panel.y):
                yield from (
                    Statement(f"{place}, axis", owner, text) for _, text in axis.far_numbers
                )
            for mark in panel.marks:
                kind = f"{place}, {type(mark).__name__}"
                if isinstance(mark, Listing):
                    yield from said_in_listing(place, mark, names, owner)
                elif isinstance(mark, Words):
                    yield from (Statement(kind, owner, text) for text in mark.texts)
                elif isinstance(mark, Note):
                    yield from owned(kind, mark.text, names, owner)
                for text in filter(None, (getattr(mark, "label", ""), getattr(mark, "short", ""))):
                    yield from owned(kind, text, names, owner)


def said_in_words(pane, document, names):
    """Yield the sentences of an explanation: what follows "Of NAME:" is of that one, until another begins."""
    owner = ""
    for sentence in re.split(r"(?<=[.!?]) +", pane.explanation(document)):
        begun = next((name for name in names if sentence.startswith(f"Of {name}: ")), "")
        owner = begun or owner
        is_introduction = sentence.startswith(
            ("A has", "A is", "Both have", "The curves are those of", "The columns are those of")
        )
        if not is_introduction:
            yield Statement("explanation", owner, sentence.removeprefix(f"Of {begun}: "))


def numbers_in(text):
    return set(NUMBER.findall(unstarred(text)))


def stray_numbers(pane, document):
    """Return what is said of several encodings and is not in the Figure of the one it names, or of each."""
    names, documents, called = sides_of(document)
    shown = [k for k, one in enumerate(documents) if pane.serves(one)]
    names, documents = ([each[k] for k in shown] for each in (names, documents))
    figures = [pane.figure(one) for one in documents]
    known_words = [
        set().union(*(numbers_in(each.text) for each in said_in(figure, []))) for figure in figures
    ]
    known_sentences = [numbers_in(pane.explanation(one)) for one in documents]
    stray = []
    for statements, known in (
        (said_in(pane.figure(document), names), known_words),
        (said_in_words(pane, document, names), known_sentences),
    ):
        for statement in statements:
            if statement.text.removeprefix(": ") in called:
                continue
            is_known = [numbers_in(statement.text) <= numbers for numbers in known]
            if statement.owner == ANY:
                is_so = any(is_known)
            else:
                is_so = is_known[names.index(statement.owner)] if statement.owner else all(is_known)
            if not is_so:
                stray.append(statement)
    return stray


def is_drawn_by(mark, panel):
    """Whether a panel has what a mark draws, apart from its name and colour."""
    if isinstance(mark, Curve):
        window = panel.x.limits
        points = mark.series.sample(*window, 64)
        others = (
            other.series.sample(*window, 64) for other in panel.marks if isinstance(other, Curve)
        )
        return any(
            len(points[0]) == len(other[0]) and np.array_equal(points, other, equal_nan=True)
            for other in others
        )
    if isinstance(mark, LINES):
        plain = {
            "color": "ink",
            "label": "",
            "short": "",
            "at_left": False,
            "framed": False,
            "moves": "",
        }
        fields = {name: value for name, value in plain.items() if hasattr(mark, name)}
        alike = [replace(other, **fields) for other in panel.marks if type(other) is type(mark)]
        return replace(mark, **fields) in alike
    if isinstance(mark, Heatmap):
        return any(
            isinstance(other, Heatmap) and other.raster == mark.raster for other in panel.marks
        )
    if isinstance(mark, Numbers):
        return any(
            isinstance(other, Numbers) and other.raster == mark.raster for other in panel.marks
        )
    return True


def colours_of(names):
    """Return the colours in which lines without words are those of one encoding."""
    return ("accent", "compared") if names == ["A", "B"] else COLOURS if len(names) > 1 else ()


def stray_marks(pane, document):
    """Return the marks that are in no panel of the encoding that they name, or not in those of each."""
    names, documents, _ = sides_of(document)
    shown = [k for k, one in enumerate(documents) if pane.serves(one)]
    names, documents = ([each[k] for k in shown] for each in (names, documents))
    singles = [pane.figure(one).panels for one in documents]
    stray = []
    for panel in pane.figure(document).panels:
        whole = owner_of_title(panel.title, names)
        for mark in panel.marks:
            words = getattr(mark, "quantity", "") or getattr(mark, "label", "")
            own = next(
                (name for name in names if words == name or words.startswith(f"{name}: ")), whole
            )
            own = own or dict(zip(colours_of(names), names, strict=False)).get(
                getattr(mark, "color", ""), ""
            )
            owners = [names.index(own)] if own else range(len(names))
            if not all(any(is_drawn_by(mark, other) for other in singles[k]) for k in owners):
                stray.append((panel.title, mark))
    return stray


def documents_for(pane):
    """Yield Documents that a pane serves, with what they show: one encoding, A and B, several.

    A pane that shows both itself evaluates A and B over common lags, where each has other numbers
    than alone.
    """
    for changes in BASES:
        one = Document().edited(changes)
        if not pane.serves(one):
            continue
        yield "one", one
        for text in () if pane.draws_comparison_itself else AGAINST:
            try:
                yield f"{one.encoding.scheme} against {text}", compare_with(one, text)
            except DocumentError:  # a field of other schemes
                continue
        for text in SEVERAL:
            try:
                yield f"{one.encoding.scheme}, several {text}", with_several(one, text)
            except DocumentError:
                continue


@EVERY_PANE
def test_each_number_is_of_the_encoding_whose_name_stands_with_it(name):
    pane = PANES[name]
    stray = [
        (case, each)
        for case, document in documents_for(pane)
        for each in stray_numbers(pane, document)
    ]
    assert stray == []


@EVERY_PANE
def test_each_mark_is_drawn_of_the_encoding_that_it_names(name):
    pane = PANES[name]
    stray = [
        (case, each)
        for case, document in documents_for(pane)
        for each in stray_marks(pane, document)
    ]
    assert stray == []


@EVERY_PANE
def test_nothing_of_several_is_left_where_another_table_was_opened(name, tmp_path):
    pane = PANES[name]
    path = tmp_path / "other.npy"
    np.save(path, np.random.default_rng(1).normal(size=(30, 8)))
    for text in ("dim=4,24", "base=50,1000"):
        document = Document().edited(BASES[0])
        before = with_several(document, text)
        restored = Document.from_json(before.to_json())
        opened, _ = open_table(restored, str(path))
        assert pane.figure(opened) == pane.figure(opened.without_comparison)
        assert pane.explanation(opened) == pane.explanation(opened.without_comparison)
        assert pane.figure(restored) == pane.figure(before)
