from peviewer.base.parameters import specification
from peviewer.document.document import Document
from peviewer.document.ranges import reading, slider_range


def range_of(path, document):
    section, _, name = path.partition(".")
    return slider_range(specification(type(document.section(section)), name), document)


def test_ranges_follow_the_document():
    document = Document().edited({"encoding.length": 50, "encoding.first": 7, "encoding.dim": 33, "binary.bits": 10})
    assert range_of("shift.phi", document) == (-50, 50)
    assert range_of("cursor.bit", document) == (0, 9)
    assert range_of("clocks.pair", document) == (0, 16)
    assert {range_of(path, document) for path in ("cursor.position", "shift.row", "vectors.first")} == {(7, 56)}
    assert range_of("encoding.base", document) == (1.1, 1e7)


def test_a_section_is_read_with_what_its_ranges_follow():
    document, read = Document(), reading("clocks")
    assert read(document.edited({"encoding.dim": 64})) != read(document)
    assert read(document.edited({"encoding.length": 64})) == read(document)
    assert read(document.edited({"clocks.pair": 2})) != read(document)
