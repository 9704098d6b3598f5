"""What configurations, edits and ranges make of a Document is what is kept."""

from pathlib import Path

import pytest

from peviewer.document.animation import (
    animated_fields,
    animation_range,
    animation_speed,
    field_specification,
    slider_ends,
    slider_range,
)
from peviewer.document.configurations.reading import open_config
from peviewer.document.document import Document, DocumentError
from peviewer.document.fields import compare_with, with_several
from peviewer.document.visible_range import VisibleRange
from peviewer.figures.presets import DEFAULT, preset
from peviewer.model.encodings.catalog import SCHEMES
from tests.numbers import check, document_fields, numbers_in, summary

CONFIGURATIONS = sorted((Path(__file__).parents[1] / "data" / "configurations").glob("*.json"))
EDITED = preset(DEFAULT).document.edited(
    {"encoding.length": 77, "encoding.dim": 24, "encoding.first": 3, "cursor.position": 70, "shift.phi": 9.0,
     "encoding.sentence": "one two three", "cursor.head": 3}
)  # fmt: skip


def configurations():
    for path in CONFIGURATIONS:
        try:
            document, said = open_config(Document(), path)
        except DocumentError:  # what it has is not drawn
            yield path.stem, {"refused": True}
            continue
        yield path.stem, {**document_fields(document), **summary({"said": numbers_in(said)})}


def schemes():
    """Yield each scheme as it is chosen after another one, and in a Document that is compared."""
    for name in SCHEMES:
        yield name, document_fields(EDITED.edited({"encoding.scheme": name}))
        compared = compare_with(EDITED, f"scheme={name}")
        yield f"{name} as B", document_fields(compared)
        longer = compared.edited({"encoding.length": 91, "encoding.dim": 32, "encoding.first": -4})
        yield f"{name} as B of another size", document_fields(longer)


def comparisons():
    several = with_several(EDITED, "dim=8,24,64")
    yield "several", document_fields(several)
    yield (
        "several longer",
        document_fields(several.edited({"encoding.length": 30, "encoding.base": 50})),
    )
    yield "several of one less", document_fields(several.edited({"encoding.dim": 8}))
    for positions in ("5:9", ":40", "-20:", "10:", "3:4"):
        range_ = VisibleRange(positions=positions, dimensions="2:9", pairs=":4")
        yield f"positions {positions}", document_fields(range_.of(EDITED))


def ranges():
    """Yield what the fields of each scheme are moved between, and how fast."""
    for name in SCHEMES:
        document = EDITED.edited({"encoding.scheme": name})
        numbers = {}
        for path in animated_fields(document):
            found = slider_range(field_specification(document, path), document)
            ends = *slider_ends(document, path), *animation_range(document, path), *found
            numbers[path] = [*map(float, ends), animation_speed(document, path)]
        yield name, numbers


KINDS = {each.__name__: each for each in (configurations, schemes, comparisons, ranges)}


def cases(kind):
    return {f"{kind}/{name}": now for name, now in KINDS[kind]()}


def all_cases():
    return {case: now for kind in KINDS for case, now in cases(kind).items()}


@pytest.mark.parametrize("kind", KINDS)
def test_documents_are_what_is_kept(kind):
    check("document", cases(kind))
