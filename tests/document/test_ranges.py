import pytest

from peviewer.base.parameters import specification
from peviewer.document.document import Document
from peviewer.document.moving import ends
from peviewer.document.ranges import reading, slider_range


def range_of(path, document):
    section, _, name = path.partition(".")
    return slider_range(specification(type(document.section(section)), name), document)


def test_ranges_follow_the_document():
    document = Document().edited({"encoding.length": 50, "encoding.first": 7, "encoding.dim": 33, "binary.bits": 10})
    assert range_of("shift.phi", document) == (-50, 50)
    assert range_of("cursor.bit", document) == (0, 9)
    assert range_of("clocks.pair", document) == (0, 16)
    assert {range_of(path, document) for path in ("cursor.position", "cursor.other", "vectors.first")} == {(7, 56)}
    assert range_of("encoding.base", document) == (1.1, 1e7)


def test_a_section_is_read_with_what_its_ranges_follow():
    document, read = Document(), reading("clocks")
    assert read(document.edited({"encoding.dim": 64})) != read(document)
    assert read(document.edited({"encoding.length": 64})) == read(document)
    assert read(document.edited({"clocks.pair": 2})) != read(document)


@pytest.mark.parametrize(("length", "most"), [(1, 10_000), (200, 10_000), (10_000, 10_000), (10_001, 100_000),
                                              (10_000_000, 10_000_000)])  # fmt: skip
def test_lengths_range_around_what_there_is(length, most):
    assert range_of("encoding.length", Document().edited({"encoding.length": length})) == (1, most)


@pytest.mark.parametrize(("dim", "most"), [(1, 4096), (4096, 4096), (4098, 16_384), (65_536, 65_536)])
def test_dimensions_range_around_those_there_are(dim, most):
    assert range_of("encoding.dim", Document().edited({"encoding.dim": dim})) == (2, most)


def test_a_scheme_s_own_range_of_dimensions_stays():
    assert range_of("encoding.dim", Document().edited({"encoding.scheme": "rope"})) == (2, 512)


def test_first_positions_range_over_some_lengths():
    assert range_of("encoding.first", Document().edited({"encoding.length": 50})) == (-500, 500)


@pytest.mark.parametrize(("window", "seen"), [
    ((9.5, 20.5), (10, 20)), ((-30.0, 20.0), (0, 20)), ((150.0, 1e9), (150, 199)), ((20.2, 20.9), (0, 199)),
])  # fmt: skip
def test_the_reference_position_ranges_over_what_is_zoomed_to(window, seen):
    document = Document().edited({"view.zoom": {"position": window}})
    assert range_of("cursor.position", document) == seen


def test_what_is_zoomed_to_is_read_with_the_reference_position():
    zoomed = Document().edited({"view.zoom": {"position": (9.5, 20.5)}})
    assert reading("cursor")(zoomed) != reading("cursor")(Document())


def test_where_a_length_is_played_its_ends_stay():
    document = Document().edited({"encoding.length": 7})
    for length in (1, 90, 10_000):
        assert ends(document.edited({"encoding.length": length}), "encoding.length") == (1, 10_000)
