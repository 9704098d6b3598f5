"""Refused values leave nothing behind."""

import pickle

import pytest

import peviewer as pv
from peviewer.document.document import Document
from peviewer.document.fields import compare_with
from peviewer.exporters.clip.clip import Clip
from peviewer.figures.panes.catalog import PANES

REFUSED = {
    "a field": lambda: Document().edited({"encoding.base": 1.0}),
    "a field of another scheme": lambda: Document().edited({"encoding.scheme": "rope", "encoding.base": 1.0}),
    "an encoding to compare with": lambda: compare_with(Document(), "base=1"),
    "a clip": lambda: Clip(PANES["encoding"], Document(), "encoding.base", 1, 5),
}


@pytest.mark.parametrize(
    ("build", "said"),
    [
        (lambda: pv.Sinusoidal(0, 256), "length = 0 is not allowed: it must be a whole number from 1 to 10 000 000"),
        (lambda: pv.Sinusoidal(200, "x"), "dim = 'x' is not allowed: it must be a whole number from 1 to 65 536"),
        (lambda: pv.Sinusoidal(base=1),
         "base = 1 is not allowed: it must be a finite number greater than 1 and at most 1 000 000 000 000"),
        (lambda: pv.Sinusoidal(schedule="z"), "schedule = 'z' is not allowed: it must be one of paper, endpoint"),
        (lambda: pv.Sinusoidal(lenght=3), "lenght is not a field; did you mean length?"),
        (lambda: pv.Timestep(9, 3), "dim = 3 is not allowed: it must be an even number from 2 to 65 536"),
        (lambda: pv.Tensor2Tensor(min_timescale=5, max_timescale=2),
         "max_timescale = 2 is not allowed: it must be greater than min_timescale = 5"),
        (lambda: pv.Alibi(heads=0), "heads = 0 is not allowed: it must be a whole number from 1 to 1 024"),
        (lambda: pv.Content(kind="z"), "kind = 'z' is not allowed: it must be one of none, ones, normal"),
    ],
)  # fmt: skip
def test_a_refusal_is_one_line_with_the_field_the_value_and_what_is_allowed(build, said):
    with pytest.raises(ValueError) as caught:  # noqa: PT011 - the whole message is compared
        build()
    assert str(caught.value).replace("\N{THIN SPACE}", " ") == said


def test_a_document_says_it_with_the_section_s_name():
    with pytest.raises(pv.DocumentError) as caught:
        pv.Document().edited({"encoding.length": 0})
    assert str(caught.value).startswith("encoding.length = 0 is not allowed: it must be a whole number from 1 to ")


def test_length_and_dimensions_may_be_given_in_order():
    assert pv.Sinusoidal(7, 4, base=10.0) == pv.Sinusoidal(length=7, dim=4, base=10.0)
    assert pv.Alibi(7, 4) == pv.Alibi(length=7, heads=4)
    assert pv.Content("ones") == pv.Content(kind="ones")


@pytest.mark.parametrize(
    ("build", "said"),
    [
        (lambda: pv.Sinusoidal(7, 4, 10.0),
         "3 values without names are too many: only length and dim go without, in this order"),
        (lambda: pv.Sinusoidal(7, length=8), "length is given twice: once by its place, and once by its name"),
    ],
)  # fmt: skip
def test_what_cannot_be_given_in_order_is_said_in_one_line(build, said):
    with pytest.raises(TypeError) as caught:
        build()
    assert str(caught.value) == said


def test_it_can_be_pickled_and_validated_again():
    encoding = pv.Sinusoidal(7, 4)
    assert pickle.loads(pickle.dumps(encoding)) == pv.Sinusoidal.model_validate(encoding.model_dump()) == encoding
