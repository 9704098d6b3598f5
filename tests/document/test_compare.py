"""What an encoding is compared with is part of the Document, and refused in one line where there is no such thing."""

import pytest

from peviewer.document.document import Document, DocumentError
from peviewer.document.fields import compare_with
from peviewer.model.encodings.alibi import Alibi
from peviewer.model.encodings.catalog import SCHEMES
from peviewer.model.encodings.grids.gridded import Gridded


@pytest.mark.parametrize("scheme", SCHEMES)
def test_it_is_kept_in_a_session(scheme):
    length = "" if issubclass(SCHEMES[scheme], Gridded) else ",length=50"
    document = compare_with(Document(), f"scheme={scheme}{length}")
    again = Document.from_json(document.to_json())
    assert again == document
    assert type(again.compare.against) is SCHEMES[scheme]
    assert not length or again.compare.against.length == 50


def test_only_what_is_said_differs_and_the_encoding_stays():
    document = Document().edited({"encoding.dim": 64, "encoding.layout": "flipped"})
    other = compare_with(document, "base=50, length=7").compare.against
    edited_document = document.edited({"encoding.base": 50, "encoding.length": 7})
    assert other == edited_document.encoding
    assert compare_with(document, "base=50").encoding is document.encoding
    expected = Alibi(length=200, heads=3)
    assert compare_with(document, "scheme=alibi,heads=3").compare.against == expected


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "heads=8",
            "against heads is a field of alibi, kerple, sandwich, t5, shaw, not of sinusoidal: choose the",
        ),
        ("scheme=alib", "against scheme = 'alib' is not allowed; did you mean alibi?"),
        (
            "dim=0",
            "against dim = 0 is not allowed: it must be a whole number from 1 to 65\u2009536",
        ),
        (
            "base",
            "against = 'base' is not allowed: it must be a scheme and its fields, as in scheme=alibi,heads=8",
        ),
    ],
)
def test_what_there_is_not_is_refused_in_one_line(text, said):
    with pytest.raises(DocumentError) as refused:
        compare_with(Document(), text)
    assert str(refused.value).startswith(said)


def test_b_alone_is_a_document_compared_with_nothing():
    edited_document = Document().edited({"shift.phi": 7})
    document = compare_with(edited_document, "base=50")
    assert document.compared_document.encoding.base == 50
    assert document.compared_document.shift is document.shift
    assert document.compared_document.compared_document is None
    assert document.without_comparison.encoding is document.encoding
    assert document.without_comparison.compared_document is None
