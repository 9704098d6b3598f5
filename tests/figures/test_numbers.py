"""The numbers of every pane in every preset, and off the default, are those that are kept."""

import pytest

from peviewer.document.document import Document, DocumentError
from peviewer.document.fields import compare_with, with_several
from peviewer.figures.panes.catalog import PANES
from peviewer.figures.presets import presets
from peviewer.model.encodings.catalog import SCHEMES
from tests.contracts.test_pane import alternatives
from tests.figures.figure_numbers import figure_numbers, texts_of
from tests.numbers import check, numbers_in, places_of, summary
from tests.served import served

# Panes whose numbers take long: in the first presets that open them.
MOST = 3
LONG = {"score", "precision", "spectrum", "components", "properties", "deciding", "criteria"}
# With drawn vectors no least base is looked for, which takes long.
SMALL = {
    "score.vectors": "same",
    "encoding.length": 40,
    "encoding.dim": 12,
    "encoding.first": -5,
    "shift.phi": 4.5,
}
ZOOM = {"position": (2.0, 20.0), "dimension": (1.0, 7.0), "bit": (0.0, 3.0), "pair": (0.5, 4.0),
        "lag": (-6.0, 9.0), "value": (-0.5, 0.75)}  # fmt: skip
VARIATIONS = {
    "turned": {"view.transposed": True, "view.raw": True},
    "odd": {"encoding.dim": 7, "cursor.position": 11, "cursor.head": 2, "cursor.bit": 1, "cursor.pair": 2},
    "zoomed": {"view.zoom": ZOOM},
    "long": {"encoding.length": 3000, "encoding.first": 100},
    "content": {"content.kind": "normal", "content.scaled": True, "encoding.layout": "flipped"},
    "words": {"encoding.sentence": "one two One three", "content.kind": "words", "vectors.shows": "parts"},
    "other layout": {"shift.operator": "concatenated", "encoding.schedule": "endpoint", "pairwise.metric": "cosine"},
}  # fmt: skip
TWO_VALUES = (
    ("base", 50, 300),
    ("heads", 3, 5),
    ("bucket_count", 8, 16),
    ("values", "ramp", "normal"),
)

FEW_SCHEMES = "rope", "xpos", "alibi", "t5", "sincos"


def edited(base, changes):
    """Return a Document with those changes that its scheme allows."""
    for path, value in changes.items():
        try:
            base = base.edited({path: value})
        except DocumentError:  # of another scheme, or an odd number of dimensions
            continue
    return base


def variations(name):
    """Yield Documents off the default that a pane serves, by what they are called."""
    base = served(name, Document().edited(SMALL))
    for called, changes in VARIATIONS.items():
        yield called, edited(base, changes)
    for scheme in FEW_SCHEMES if name in LONG else SCHEMES:
        if (name, scheme) == ("components", "sincos"):
            continue  # rows and columns spread alike: which component is first is rounding
        yield scheme, edited(base, {"encoding.scheme": scheme})
    for path in base.paths():
        if path.startswith(f"{name}.") or path in PANES[name].choices:
            for value in alternatives(base, path)[:3]:
                yield f"{path} {value}", edited(base, {path: value})
    field, one, two = next(each for each in TWO_VALUES if hasattr(base.encoding, each[0]))
    compared = compare_with(base, f"{field}={one}")
    yield "A and B", compared
    yield "A less B", compared.edited({"compare.shows": "difference"})
    yield "several", with_several(base, f"{field}={one},{two}")


def documents(name):
    """Yield the Documents of which a pane's numbers are kept, by what they are called."""
    opened = 0
    for preset in presets().values():
        if not preset.group:
            continue  # a step of a story, which changes with what is told
        if name in LONG:
            opened += name in preset.document.view.panes
            if opened > MOST or name not in preset.document.view.panes:
                continue
        yield preset.name, preset.document
    yield from variations(name)


def cases(name):
    """Return the numbers of a pane, of Documents that it shows and in which it reads something else than before."""
    pane = PANES[name]
    known = []
    texts = {}
    found = {}
    for called, document in documents(name):
        read = pane.depends_on(document)
        if not pane.shows_any(document) or read in known:
            continue
        known.append(read)
        figure = pane.figure(document)
        said = pane.explanation(document)
        numbers = figure_numbers(figure)
        numbers["said"] += numbers_in(said)
        numbers["texts"] = places_of([*said.split(". "), *texts_of(figure)], texts)
        found[f"{name}/{called}"] = summary(numbers)
    return found


def all_cases():
    return {case: now for name in PANES for case, now in cases(name).items()}


@pytest.mark.parametrize("name", PANES)
def test_a_pane_has_the_numbers_that_are_kept(name):
    check("figures", cases(name))
