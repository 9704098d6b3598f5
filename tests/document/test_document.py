"""The Document: JSON in and out, and one clear line for everything that is not allowed."""

import json
import math
from typing import Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import model_validator

from peviewer.base.specification import specification
from peviewer.document.comparison import SCHEME_FORM
from peviewer.document.document import Document, DocumentError
from peviewer.document.fields import compare_with
from peviewer.document.sessions import FORMAT
from peviewer.model.content import Content
from peviewer.model.encodings import catalog
from peviewer.model.encodings.catalog import SCHEMES
from peviewer.model.encodings.sinusoidal import Sinusoidal


def _values(kind, name):
    """Return a strategy for the values that a declared field allows."""
    spec = specification(kind, name)
    if spec.kind == "bool":
        return st.booleans()
    if spec.kind == "choice":
        return st.sampled_from(spec.choices)
    if spec.kind == "int":
        return st.integers(int(spec.minimum), int(spec.maximum)).map(spec.nearest)
    if spec.kind == "float":
        low = max(spec.minimum, -1e300)
        high = min(spec.maximum, 1e300)
        return st.floats(low, high, exclude_min=spec.open_minimum)
    if name == "zoom":
        window = st.tuples(st.floats(-1e9, 0), st.floats(0.001, 1e9))
        return st.dictionaries(
            st.sampled_from(["position", "dimension", "shift/position", "bit"]), window
        )
    return st.just(spec.default)


@st.composite
def _changes(draw):
    document = Document()
    changes = {}
    for path in draw(st.lists(st.sampled_from(document.paths()), unique=True)):
        section, _, name = path.partition(".")
        changes[path] = draw(_values(type(getattr(document, section)), name))
    encoding = document.encoding
    least = changes.get("encoding.least", encoding.least)
    if changes.get("encoding.greatest", encoding.greatest) < least:
        # The greatest wavelength is at least the least one.
        changes["encoding.greatest"] = least
    return changes


@given(changes=_changes())
@settings(deadline=None, max_examples=50)
def test_every_allowed_document_survives_json(changes):
    document = Document().edited(changes)
    for path, value in changes.items():
        assert document.get(path) == value
    text = document.to_json()
    assert Document.from_json(text) == document
    assert Document.from_json(text.encode()) == document
    assert Document.from_json(text).to_json() == text


@pytest.mark.parametrize("before", ["sinusoidal", "rope", "alibi", "t5", "sincos", "learned"])
@given(data=st.data())
@settings(deadline=None, max_examples=20)
def test_every_scheme_can_be_chosen_after_every_other(before, data):
    kind = SCHEMES[before]
    names = [name for name in kind.model_fields if name not in {"scheme", *kind.derived_fields}]
    chosen = {
        name: data.draw(_values(kind, name))
        for name in data.draw(st.lists(st.sampled_from(names), unique=True))
    }
    try:
        document = Document().edited(
            {"encoding.scheme": before, **{f"encoding.{name}": chosen[name] for name in chosen}}
        )
    except DocumentError:
        return  # two fields that are not allowed beside each other
    for after in SCHEMES:
        assert document.edited({"encoding.scheme": after}).encoding.scheme == after


def test_a_number_that_another_scheme_does_not_allow_becomes_the_nearest_it_does():
    odd = Document().edited({"encoding.scheme": "sinusoidal", "encoding.dim": 1207})
    assert odd.edited({"encoding.scheme": "axial_rope"}).encoding.dim == 1208
    assert odd.edited({"encoding.scheme": "rope"}).encoding.dim == 1206


def test_json_is_what_people_and_programs_read():
    data = json.loads(Document().to_json())
    assert data["peviewer"] == FORMAT
    expected = {
        "scheme": "sinusoidal",
        "length": 200,
        "dim": 256,
        "first": 0,
        "sentence": "",
        "at": [],
        "layout": "interleaved",
        "base": 10_000.0,
        "schedule": "paper",
        "least": 0.1,
        "greatest": 10.0,
    }
    assert data["encoding"] == expected


def test_what_json_leaves_out_has_its_default():
    assert Document.from_json('{"peviewer": 1}') == Document()
    expected = Document().edited({"shift.phi": 3})
    assert Document.from_json('{"peviewer": 1, "shift": {"phi": 3}}') == expected


def test_an_edit_changes_only_what_it_names():
    before = Document()
    after = before.edited({"encoding.length": 50, "shift.phi": -10})
    assert after.encoding.length == 50
    assert after.shift.phi == -10
    assert before.encoding.length == 200
    assert before.shift.phi == 100
    assert after.view is before.view
    assert after.pairwise is before.pairwise
    assert before.edited({}) == before


def _bad_values():
    """Yield (path, value) that the declarations forbid, for every field."""
    document = Document()
    for path in document.paths():
        section, _, name = path.partition(".")
        spec = specification(type(getattr(document, section)), name)
        if spec.kind in ("int", "float"):
            yield from (
                (path, bad)
                for bad in (math.nan, math.inf, -math.inf, "many", True, False, None, [], 10**400)
            )
            if math.isfinite(spec.minimum):
                yield path, spec.minimum if spec.open_minimum else spec.minimum - 1
            if math.isfinite(spec.maximum):
                yield path, spec.maximum * 2 + 1
        if spec.kind == "int":
            yield path, 1.5
        if spec.kind in ("choice", "bool"):
            yield from ((path, bad) for bad in ("nothing of the kind", 17, None, ["x"], ""))


def _refusal(document, path, value):
    try:
        document.edited({path: value})
    except DocumentError as error:
        return str(error)
    return "was not refused"


def test_every_bad_value_gives_one_line_with_field_value_and_range():
    document = Document()
    for path, value in _bad_values():
        line = _refusal(document, path, value)
        case = (path, value)
        assert "\n" not in line, case
        assert line.startswith(f"{path} = "), case
        section, _, name = path.partition(".")
        allowed = specification(type(getattr(document, section)), name).allowed()
        assert "is not allowed" in line, case
        if path != "encoding.scheme":
            assert line.endswith(f" is not allowed: it must be {allowed}"), case
        assert document == Document(), case


@pytest.mark.parametrize(
    ("path", "value", "rest"),
    [
        (
            "encoding.base",
            0.5,
            " = 0.5 is not allowed: it must be a finite number from 1 to 1\u2009000\u2009000\u2009000\u2009000",
        ),
        (
            "encoding.length",
            "1e12",
            " = '1e12' is not allowed: it must be a whole number from 1 to 10\u2009000\u2009000",
        ),
        (
            "pairwise.metric",
            "l1",
            " = 'l1' is not allowed: it must be one of euclidean, sse, cosine, dot",
        ),
        (
            "encoding.scheme",
            "sinosoidal",
            " = 'sinosoidal' is not allowed; did you mean sinusoidal?",
        ),
        ("encodng.length", 5, " is not a field; did you mean encoding.length?"),
        ("encoding", 5, " is not a field; did you mean encoding."),
        ("x", 5, " is not a field; the nearest of "),
        (
            "view.zoom",
            {"position": (5, 5)},
            " = {'position': (5, 5)} is not allowed: it must be a window [low, high]",
        ),
        (
            "view.zoom",
            {"position": (math.nan, 1)},
            " = nan is not allowed: it must be windows [low, high] by what runs along",
        ),
    ],
)
def test_lines_read_well(path, value, rest):
    with pytest.raises(DocumentError) as caught:
        Document().edited({path: value})
    assert str(caught.value).startswith(path + rest)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "not a peviewer session"),
        ("[1]", "not a peviewer session: the key 'peviewer' is missing"),
        (b"\xff\xfe\x00", "not a peviewer session"),
        ("[" * 100_000, "not a peviewer session"),
        ('{"peviewer": 3}', "another version of peviewer wrote this session (format 3, not 2)"),
        (
            '{"peviewer": 1, "colour": {}}',
            "colour is not a section; there are: encoding, content, shift, ",
        ),
        ('{"peviewer": 1, "view": 3}', "view = 3 is not allowed: it must be a table of fields"),
        (
            '{"peviewer": 1, "view": {"colourmap": 1}}',
            "view.colourmap is not a field; did you mean view.colormap?",
        ),
        ('{"peviewer": 1, "shift": {"phi": 1e999}}', "shift.phi = inf is not allowed"),
        ('{"peviewer": 1, "encoding": {"length": ' + "9" * 5000 + "}}", None),
        (
            '{"peviewer": 1, "encoding": {"scheme": "swin", "length": "'
            + "x" * 9999
            + '", "rows": 7}}',
            None,
        ),
        ('{"peviewer": 1, "' + "x" * 99_999 + '": {}}', "xxx"),
    ],
)
def test_a_session_that_cannot_be_read_gives_one_line(text, said):
    with pytest.raises(DocumentError) as caught:
        Document.from_json(text)
    line = str(caught.value)
    assert "\n" not in line
    assert len(line) < 400
    assert said is None or line.startswith(said)


def test_a_new_scheme_that_allows_no_such_combination_has_its_defaults(monkeypatch):
    class Short(Sinusoidal):
        scheme: Literal["short"] = "short"

        @model_validator(mode="after")
        def _is_short(self):
            if self.length > self.dim:
                raise ValueError(f"length = {self.length} is not allowed: at most dim = {self.dim}")
            return self

    monkeypatch.setitem(catalog.SCHEMES, "short", Short)
    long = Document().edited({"encoding.length": 1000, "encoding.layout": "flipped"})
    assert long.edited({"encoding.scheme": "short"}).encoding == Short()
    with pytest.raises(DocumentError, match=r"length = 999 is not allowed: at most dim = 256"):
        long.edited({"encoding.scheme": "short", "encoding.length": 999})


def test_a_new_scheme_brings_its_own_fields():
    document = Document().edited({"encoding.scheme": "alibi", "encoding.heads": 2})
    assert document.encoding.heads == 2
    assert "encoding.heads" in document.paths()
    assert "encoding.base" not in document.paths()
    for before, changes in ((document, {}), (Document(), {"encoding.scheme": "alibi"})):
        with pytest.raises(DocumentError, match=r"encoding.base is not a field"):
            before.edited({**changes, "encoding.base": 4})


@pytest.mark.parametrize("names", [5, "position", ["position", "pinned"], [["bit"]]])
def test_only_what_the_cursor_has_can_be_pinned(names):
    with pytest.raises(
        DocumentError, match="it must be a list of names among position, dimension, bit, other,"
    ):
        Document().edited({"cursor.pinned": names})


@pytest.mark.parametrize(
    ("sections", "said"),
    [
        (
            {"shift": {"phi": float("nan")}},
            "shift.phi = nan is not allowed: it must be a finite number",
        ),
        ({"shift": 3}, "shift = 3 is not allowed: it must be a table of fields"),
        ({"colour": {}}, "colour is not a section; there are: encoding"),
        ({"encoding": Content()}, "encoding = Content"),
    ],
)
def test_a_document_constructed_wrongly_says_so_in_one_line(sections, said):
    with pytest.raises(DocumentError) as refused:
        Document(**sections)
    assert str(refused.value).startswith(said)
    assert "\n" not in str(refused.value)


def test_no_field_is_refused_in_the_words_of_a_library():
    """Whatever is given for a field that is neither a number nor a choice, what is allowed is said with an example."""
    wrong = (
        5,
        "x",
        [1],
        {"position": 5},
        {"position": [1]},
        {"position": [1, "a"]},
        {"position": [1, 2, 3]},
        None,
    )
    document = Document()
    for path in document.paths():
        section, _, name = path.partition(".")
        spec = specification(type(document.section(section)), name)
        for value in wrong if spec.kind == "other" and spec.default != "" else ():
            is_name = path == "view.panes" and value == "x"
            if value is spec.default or is_name:
                continue
            with pytest.raises(DocumentError) as caught:
                document.edited({path: value})
            assert str(caught.value).endswith((spec.form, SCHEME_FORM, "lag, row")), path
            assert len(spec.form) > 20


def test_a_choice_that_a_new_scheme_does_not_have_gives_way_to_its_own():
    flipped = Document().edited({"encoding.layout": "flipped", "encoding.length": 77})
    rotary = flipped.edited({"encoding.scheme": "rope"}).encoding
    assert rotary.layout == "concatenated"
    assert rotary.length == 77
    assert flipped.edited({"encoding.scheme": "timestep"}).encoding.layout == "flipped"
    with pytest.raises(DocumentError, match="layout = 'flipped' is not allowed"):
        flipped.edited({"encoding.scheme": "rope", "encoding.layout": "flipped"})


def chosen(document):
    return tuple(getattr(document.encoding, name) for name in ("fast", "slow", "factor", "trained"))


def test_a_scaling_brings_its_published_constants_where_nothing_else_was_chosen():
    rope = Document().edited({"encoding.scheme": "rope"})
    assert chosen(rope) == (32, 1, 4, 4096)
    llama = rope.edited({"encoding.scaling": "llama3"})
    assert chosen(llama) == (4, 1, 8, 8192)  # meta-llama/llama-models; config.json of Llama 3.1
    assert llama == Document(encoding={"scheme": "rope", "scaling": "llama3"})
    assert chosen(llama.edited({"encoding.scaling": "none"}))[2:] == (
        8,
        8192,
    )  # the same model, not scaled
    assert chosen(llama.edited({"encoding.scaling": "none"}).edited({"encoding.scaling": "yarn"}))[
        :2
    ] == (32, 1)
    touched = rope.edited({"encoding.trained": 5000, "encoding.slow": 2}).edited(
        {"encoding.scaling": "llama3"}
    )
    assert chosen(touched) == (4, 2, 8, 5000)
    slow = rope.edited({"encoding.slow": 5}).edited({"encoding.scaling": "llama3"})
    assert chosen(slow) == (32, 5, 4, 4096)  # beside it 4 turns are not allowed
    together = rope.edited({"encoding.scaling": "llama3", "encoding.factor": 32})
    assert chosen(together) == (4, 1, 32, 8192)
    expected = (32, 1, 8, 8192)
    assert chosen(compare_with(llama, "scaling=yarn").compared_document) == expected
