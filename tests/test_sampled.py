"""A sample of a product shows each value, is the same every time, and leaves nothing out of both runs."""

from itertools import product
from types import SimpleNamespace

import pytest

from tests.sampled import leave_to_the_slow_run, sample

CASES = [{"pane": pane, "length": length} for pane, length in product(range(9), (1, 2, 200))]


def test_every_value_is_shown_by_few_cases_that_are_the_same_every_time():
    kept = sample(CASES)
    assert {CASES[number]["pane"] for number in kept} == set(range(9))
    assert {CASES[number]["length"] for number in kept} == {1, 2, 200}
    assert len(kept) < len(CASES) / 2
    assert sample(CASES) == kept
    assert sample(CASES, 3) == kept[:3]


class Case:
    """What pytest knows of a test: its values of parameters and its marks."""

    path, parent = "tests/a.py", SimpleNamespace(name="a.py")

    def __init__(self, name, params, *marks):
        self.originalname, self.callspec = name, SimpleNamespace(params=params)
        self.marks = {mark.name: mark for mark in marks}

    def get_closest_marker(self, name):
        return self.marks.get(name)

    def add_marker(self, name):
        self.marks[name] = name


def test_what_a_sample_leaves_out_is_slow_and_nothing_else_is():
    sampled = [Case("sampled", params, pytest.mark.sampled(2).mark) for params in CASES]
    others = [Case("whole", params) for params in CASES]
    leave_to_the_slow_run([*sampled, *others])
    assert [number for number, case in enumerate(sampled) if "slow" not in case.marks] == sorted(sample(CASES, 2))
    assert not any("slow" in case.marks for case in others)
