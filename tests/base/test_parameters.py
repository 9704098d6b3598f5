"""Parameters: one declaration gives limits, words and the line that refuses a value, which leaves nothing behind."""

import math
import pickle
from typing import Literal

import pytest
from pydantic import ValidationError

import peviewer as pv
from peviewer.base.explanations import explain, requirement
from peviewer.base.parameters import Parameters, parameter, redeclared
from peviewer.base.refusals import abbreviated
from peviewer.base.specification import specification, specifications
from peviewer.document.document import Document
from peviewer.document.play import FieldTrack

ENCODING = type(Document().encoding)


class Toy(Parameters):
    size: int = parameter(
        3, title="Size", help="How big.", symbol="s", unit="cells", ge=1, le=2000, slider=(1, 50)
    )
    weight: float = parameter(
        0.5, title="Weight", help="How heavy.", gt=0, scale="log", formula="w > 0"
    )
    depth: float = parameter(1.0, title="Depth", help="How deep.", gt=-1, le=1e6)
    grade: float = parameter(1.0, title="Grade", help="How steep.")
    bright: bool = parameter(True, title="Bright", help="Whether it shines.")
    kind: Literal["plain", "two-tone"] = parameter(
        "plain", title="Kind", help="Which.", labels={"plain": "Plain one"}
    )
    limit: int | None = parameter(None, title="Limit", help="At most.", ge=0, le=9, hidden=True)


class Stepped(Parameters):
    size: int = parameter(8, title="Size", help="How big.", ge=8, le=64, multiple=8)
    count: int = parameter(4, title="Count", help="How many.", ge=1, le=99, step=2)


def test_the_nearest_allowed_number_and_steps_stay_in_the_range():
    size, count = specifications(Stepped)
    expected = [8, 8, 16, 32, 64]
    assert [size.nearest(value) for value in (1, 12, 17, 32, 1000)] == expected
    steps = (4, 1), (5, 1), (5, -1), (2, -1), (98, 5)
    expected = [6, 6, 4, 2, 98]
    assert [count.stepped(value, by) for value, by in steps] == expected


def test_values_are_written_as_the_window_shows_them():
    shown = {
        "size": (3000, "3\u2009000"),
        "bright": (False, "off"),
        "kind": ("two-tone", "“Two tone”"),
    }
    for name, (value, text) in shown.items():
        assert specification(Toy, name).value_text(value) == text
    assert specification(Toy, "kind").value_text("plain") == "“Plain one”"


def test_a_field_can_be_declared_again_with_another_default_and_other_limits():
    class Large(Parameters):
        size: int = redeclared(Toy, "size", 8, ge=7)

    spec = specification(Large, "size")
    assert spec.title == "Size"
    assert spec.minimum == 7
    assert spec.maximum == 2000
    assert Large().size == 8


SIZE = " is not allowed: it must be a whole number from 1 to 2\u2009000"
DEPTH = (
    " is not allowed: it must be a finite number greater than −1 and at most 1\u2009000\u2009000"
)
WEIGHT = " is not allowed: it must be a finite number greater than 0"


REFUSED_VALUES = [
    ("size", 0, " = 0" + SIZE),
    ("size", 1.5, " = 1.5" + SIZE),
    ("size", "many", " = 'many'" + SIZE),
    ("size", True, " = True" + SIZE),
    ("size", 10**4000, " = 1" + "0" * 56 + "…" + SIZE),
    ("weight", 0, " = 0" + WEIGHT),
    ("weight", math.nan, " = nan" + WEIGHT),
    ("depth", -1, " = -1" + DEPTH),
    ("grade", "steep", " = 'steep' is not allowed: it must be a finite number"),
    ("bright", "maybe", " = 'maybe' is not allowed: it must be true or false"),
    ("kind", "striped", " = 'striped' is not allowed: it must be one of plain, two-tone"),
    ("sise", 1, " is not a field; did you mean size?"),
    ("x", 1, " is not a field; there are: size, weight, depth, grade, bright, kind, limit"),
]


def test_a_refused_value_gives_one_line():
    for name, value, rest in REFUSED_VALUES:
        with pytest.raises(ValidationError) as caught:
            Toy(**{name: value})
        assert explain(caught.value, Toy, "toy.") == f"toy.{name}{rest}"


def test_text_is_read_as_the_number_it_says():
    expected = Toy(size=12, weight=2500.0, bright=False)
    assert Toy(size="12", weight="2.5e3", bright="false") == expected


def test_parameters_are_frozen():
    with pytest.raises(ValidationError, match="frozen"):
        Toy().size = 4


def test_a_refusal_says_what_is_allowed():
    assert requirement(specification(ENCODING, "base")).startswith(
        "Base must be a number from 1 to"
    )
    assert requirement(specification(ENCODING, "length")) == (
        "Length must be a whole number from 1 to 10\u2009000\u2009000"
    )
    assert requirement(specification(FieldTrack, "speed")).startswith(
        "Speed must be a number from 0.01 to"
    )


def test_a_long_value_is_shortened():
    assert abbreviated("x" * 100) == "'" + "x" * 56 + "…"
    assert abbreviated("two\nlines") == r"'two\nlines'"


@pytest.mark.parametrize(
    ("build", "said"),
    [
        (lambda: pv.Sinusoidal(200, "x"), "dim = 'x' is not allowed: it must be a whole number from 1 to 65 536"),
        (lambda: pv.Sinusoidal(base=0.5),
         "base = 0.5 is not allowed: it must be a finite number from 1 to 1 000 000 000 000"),
        (lambda: pv.Sinusoidal(lenght=3), "lenght is not a field; did you mean length?"),
        (lambda: pv.Timestep(9, 3), "dim = 3 is not allowed: it must be an even number from 2 to 65 536"),
        (lambda: pv.Tensor2Tensor(min_timescale=5, max_timescale=2),
         "max_timescale = 2 is not allowed: it must be greater than min_timescale = 5"),
    ],
)  # fmt: skip
def test_a_refusal_is_one_line_with_the_field_the_value_and_what_is_allowed(build, said):
    with pytest.raises(ValueError) as caught:  # noqa: PT011 - the whole message is compared
        build()
    assert str(caught.value).replace("\N{THIN SPACE}", " ") == said


def test_a_document_says_it_with_the_section_s_name():
    with pytest.raises(pv.DocumentError) as caught:
        pv.Document().edited({"encoding.length": 0})
    assert str(caught.value).startswith(
        "encoding.length = 0 is not allowed: it must be a whole number from 1 to "
    )


def test_length_and_dimensions_may_be_given_in_order():
    expected = pv.Sinusoidal(length=7, dim=4, base=10.0)
    assert pv.Sinusoidal(7, 4, base=10.0) == expected
    expected = pv.Alibi(length=7, heads=4)
    assert pv.Alibi(7, 4) == expected
    assert pv.Content("ones") == pv.Content(kind="ones")


def test_what_cannot_be_given_in_order_is_said_in_one_line():
    with pytest.raises(
        TypeError, match=r"^3 values without names are too many: only length and dim go without, in"
    ):
        pv.Sinusoidal(7, 4, 10.0)
    with pytest.raises(
        TypeError, match=r"^length is given twice: once by its place, and once by its name$"
    ):
        pv.Sinusoidal(7, length=8)


def test_it_can_be_pickled_and_validated_again():
    encoding = pv.Sinusoidal(7, 4)
    assert (
        pickle.loads(pickle.dumps(encoding))
        == pv.Sinusoidal.model_validate(encoding.model_dump())
        == encoding
    )


def test_a_number_that_stands_for_none_is_written_in_words():
    spec = specification(pv.Rope, "trained")
    assert [spec.text(0), spec.value_text(0)] == ["not given", "not given"]
    assert spec.text(4096).replace("\u2009", " ") == "4 096 positions"


class Lists(Parameters):
    numbers: tuple[float, ...] = parameter((), title="Numbers", help="Numbers.")
    names: tuple[str, ...] = parameter((), title="Names", help="Names.")
    table: dict[str, int] = parameter({}, title="Table", help="A table.")


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("names", [0] * 10_001),
        ("numbers", ["a"] * 10_001),
        ("table", {str(number): 0 for number in range(10_001)}),
    ],
)
def test_very_many_entries_are_refused_at_once_unless_they_are_numbers(field, value):
    with pytest.raises(ValidationError) as refused:
        Lists(**{field: value})
    assert refused.value.error_count() == 1
    allowed = (
        "finite numbers with commas between them"
        if field == "numbers"
        else "at most 10\u2009000 entries"
    )
    assert explain(refused.value, Lists).endswith(f"is not allowed: it must be {allowed}")
    lists = Lists(numbers=[0.5] * 10_001)
    assert lists.numbers == (0.5,) * 10_001
