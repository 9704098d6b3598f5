"""Which positions all encodings have that are compared, and which is nearest to one that some lack."""

import pytest

from peviewer.document.document import Document
from peviewer.document.fields import compare_with

OF_A = range(-5, 35)
A = Document().edited({"encoding.first": OF_A.start, "encoding.length": len(OF_A)})


@pytest.mark.parametrize(
    ("b", "common"),
    [
        ("first=10,length=12", range(10, 22)),
        ("first=20,length=90", range(20, 35)),
        ("first=-50,length=60", range(-5, 10)),
        ("first=100,length=12", OF_A),
        ("first=35,length=12", OF_A),
    ],
)
def test_common_positions_are_those_of_both_or_else_those_of_a(b, common):
    assert compare_with(A, b).common_positions == common


@pytest.mark.parametrize(
    ("position", "nearest"), [(-5, 10), (10, 10), (15, 15), (21, 21), (34, 21)]
)
def test_the_nearest_position_is_one_that_both_have(position, nearest):
    compared = compare_with(A, "first=10,length=12")

    assert compared.nearest_position(position) == nearest
