"""Fields by their whole path, or by the last word of it."""

from math import isfinite

import pytest
from pydantic import ValidationError

from peviewer.base.explanations import explain
from peviewer.base.specification import specifications
from peviewer.document.document import Document, DocumentError
from peviewer.document.fields import path_of, paths_of
from peviewer.document.visible_range import VisibleRange
from peviewer.figures.panes import catalog as catalog
from peviewer.figures.panes.catalog import pane
from peviewer.model.encodings.catalog import SCHEMES


def test_every_path_names_its_field_and_the_last_word_one_of_the_encoding():
    document = Document()
    for path in document.paths():
        assert path_of(document, path) == path
        section, _, name = path.partition(".")
        if section == "encoding":
            assert path_of(document, name) == path


def test_a_field_is_named_by_its_last_word_unless_several_sections_have_it():
    document = Document()
    owners = {}
    for path in document.paths():
        owners.setdefault(path.partition(".")[2], []).append(path)
    for name, paths in owners.items():
        if len(paths) == 1:
            assert path_of(document, name) == paths[0]
    with pytest.raises(
        DocumentError,
        match=r"^seed is not one field: it could be content\.seed or terms\.seed or score\.seed",
    ):
        path_of(document, "seed")


def test_a_scheme_that_is_chosen_at_the_same_time_decides_which_fields_there_are():
    assert paths_of(Document(), {"heads": "2", "scheme": "alibi"})["encoding.heads"] == "2"
    assert paths_of(Document(), {"encoding.scheme": "kerple", "seed": "2"})["encoding.seed"] == "2"
    with pytest.raises(DocumentError, match=r"base is a field of sinusoidal.*, not of alibi"):
        path_of(Document(), "base", "alibi")


@pytest.mark.parametrize(
    "name", ["", ".", "encoding.", ".base", "colours", "encoding.base.base", "x" * 500]
)
def test_whatever_else_is_refused_in_one_line_with_five_names_at_most(name):
    with pytest.raises(DocumentError, match="is not a field") as refused:
        path_of(Document(), name)
    assert str(refused.value).count(",") < 5


DOCUMENT = Document().edited({"encoding.first": -50})


@pytest.mark.parametrize(
    ("given", "window"),
    [
        ("-10:20", (-10.5, 19.5)),
        (":0", (-50.5, -0.5)),
        ("140:", (139.5, 149.5)),
        ((0, 5), (-0.5, 4.5)),
        (":", (-50.5, 149.5)),
    ],
)
def test_the_end_is_not_shown_and_open_ends_are_those_of_the_table(given, window):
    assert VisibleRange(positions=given).of(DOCUMENT).view.zoom == {"position": window}


def test_a_window_of_one_pane_gives_way_and_others_stay():
    before = DOCUMENT.edited({"view.zoom": {"encoding/position": [0, 9], "lag": [-5, 5]}})
    seen = VisibleRange(positions="0:3").of(before)
    expected = {"lag": (-5.0, 5.0), "position": (-0.5, 2.5)}
    assert seen.view.zoom == expected
    figure = pane("encoding").figure(seen)
    assert figure.panels[0].y.shown == (-0.5, 2.5)


@pytest.mark.parametrize(
    ("given", "why"),
    [
        *(
            (given, "it must be FIRST:END, as in 0:64; either")
            for given in ("5", "a:b", "1:2:3", 5, (1.5, 2))
        ),
        *((given, "none of −50:150 lies in it$") for given in ("150:160", "5:5", "9:3", ":-50")),
    ],
)
def test_what_is_no_part_is_refused_with_what_there_is(given, why):
    with pytest.raises(DocumentError, match=rf"^positions = .* is not allowed: {why}"):
        VisibleRange(positions=given).of(DOCUMENT)
    with pytest.raises(DocumentError, match=r"^pairs is not allowed: this scheme has none$"):
        VisibleRange(pairs="0:4").of(DOCUMENT.edited({"encoding.scheme": "alibi"}))


def numeric_fields():
    """Return every class of the Document with each of its fields that is a number."""
    sections = [
        type(section) for name, section in Document().sections().items() if name != "encoding"
    ]
    for kind in [*SCHEMES.values(), *sections]:
        for spec in specifications(kind):
            if spec.kind in ("int", "float"):
                yield kind, spec


def test_a_number_that_is_said_to_be_allowed_is_allowed_and_no_other():
    for kind, spec in numeric_fields():
        low = spec.minimum
        high = spec.maximum
        near = low, high, low - 1, high + 1, low + 0.5, low + 1, low + spec.multiple, 0.0
        for value in filter(isfinite, near):
            try:
                kind.model_validate({spec.name: value})
                refused = ""
            except ValidationError as error:
                refused = explain(error, kind)
            by_its_range = f"{spec.name} = " in refused and spec.allowed() in refused
            case = kind, spec.name, value, refused
            assert not by_its_range if spec.allows(value) else refused, case
            if isfinite(low) and not spec.open_minimum:
                assert spec.allows(spec.nearest(value)), (kind, spec.name, value)
