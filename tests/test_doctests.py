"""Every example in a docstring runs and gives what stands below it."""

import doctest
import importlib
import inspect
from functools import cached_property
from pathlib import Path

import pytest

import peviewer

ROOT = Path(peviewer.__file__).parent
FLOORS = ["base", "model", "document", "figures", "live", "paper", "app"]
WRITING = [pytest.param(floor, marks=pytest.mark.slow) for floor in ("exporters", "api", ".")]


def examples(module):
    """Yield the examples of a module, also those of cached properties, which doctest passes over."""
    finder = doctest.DocTestFinder()
    yield from finder.find(module)
    for kind in vars(module).values():
        if not inspect.isclass(kind) or kind.__module__ != module.__name__:
            continue
        for name, member in vars(kind).items():
            if isinstance(member, cached_property):
                yield from finder.find(member.func, f"{kind.__name__}.{name}", module)


@pytest.mark.parametrize("floor", [*FLOORS, *WRITING])
def test_examples_in_docstrings_give_what_they_say(floor, qapp, coarse):
    files = ROOT.glob("*.py") if floor == "." else (ROOT / floor).rglob("*.py")
    tried = 0
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS)
    for file in files:
        if ">>>" not in file.read_text(encoding="utf-8"):
            continue
        name = ".".join(file.relative_to(ROOT.parent).with_suffix("").parts).removesuffix(
            ".__init__"
        )
        for found in examples(importlib.import_module(name)):
            if found.examples:  # to run a docstring without any takes as long as most examples
                assert not runner.run(found).failed, found.name
        tried += 1
    assert tried, f"no example in {floor}: is the folder still there?"
