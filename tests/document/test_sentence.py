"""A sentence names the positions: their number follows it, and grids have none."""

import pytest

from peviewer.document.document import Document, DocumentError
from peviewer.document.fields import compare_with
from peviewer.model.encodings.learned import Learned
from peviewer.model.encodings.sinusoidal import Sinusoidal

CAT = "the cat  sat on the mat"


def sentence(words, **changes):
    return Document().edited(
        {"encoding.sentence": words, **{f"encoding.{name}": of for name, of in changes.items()}}
    )


def test_the_length_follows_the_words_until_it_is_chosen():
    document = sentence(CAT)
    assert document.encoding.length == 6
    assert document.encoding.sentence == "the cat sat on the mat"
    assert document.edited({"encoding.length": 3}).edited({"encoding.dim": 4}).encoding.length == 3
    assert document.edited({"encoding.sentence": "no"}).encoding.length == 1
    assert document.edited({"encoding.sentence": ""}).encoding.length == 200
    edited_document = document.edited({"encoding.length": 9})
    actual = Document.from_json(edited_document.to_json()).encoding.length
    assert actual == 9
    assert Sinusoidal(sentence=CAT).length == document.encoding.replace(dim=4).length == 6
    assert [
        Learned([[0.0, 1.0]] * 4, sentence=words).length for words in ("a b", "a b c d e f")
    ] == [2, 4]


def test_both_marks_are_at_words_of_a_new_sentence_unless_they_are_chosen_with_it():
    brought = sentence(CAT)
    assert brought.cursor.position == 1
    assert brought.shift.phi == 3
    assert brought.edited({"encoding.sentence": CAT + " today"}).shift == brought.shift
    chosen = Document().edited({"encoding.sentence": CAT, "shift.phi": 9.0})
    assert chosen.cursor.position == 50
    assert chosen.shift.phi == 9


def test_another_scheme_keeps_the_sentence_and_a_grid_has_none():
    document = sentence(CAT, first=7)
    edited_document = document.edited({"encoding.scheme": "alibi"})
    assert edited_document.encoding.position_text(9) == "9, “sat”"
    assert document.edited({"encoding.scheme": "swin"}).encoding.words == ()


@pytest.mark.parametrize(
    ("scheme", "words", "why"),
    [
        ("sinusoidal", "a\x00b", "at most 1\u2009000 words with spaces between them"),
        ("alibi", "a " * 1001, "at most 1\u2009000 words with spaces between them"),
        ("alibi", ["a"], "at most 1\u2009000 words with spaces between them"),
        ("swin", "a b", "empty, as positions on a grid have no sentence"),
    ],
)
def test_what_is_no_sentence_is_refused_in_a_line(scheme, words, why):
    with pytest.raises(
        DocumentError, match=r"^encoding\.sentence = .* is not allowed: it must be " + why + "$"
    ):
        Document().edited({"encoding.scheme": scheme}).edited({"encoding.sentence": words})


def test_only_positions_that_there_are_have_words():
    encoding = sentence(CAT, length=3, first=-2).encoding
    expected = ["−3", "−2, “the”", "0, “sat”", "1"]
    assert [encoding.position_text(place) for place in (-3, -2, 0, 1)] == expected


def test_one_sentence_names_the_positions_of_both_that_are_compared():
    both = compare_with(sentence(CAT), "sentence=,length=20")
    assert both.compared_document.encoding.words == both.encoding.words
    assert both.compared_document.encoding.length == 20
    assert compare_with(both, "scheme=swin").compared_document.encoding.words == ()
