"""peviewer uses the public parts of libraries alone, and its tests the public parts of peviewer."""

import ast
import importlib
import inspect
import pkgutil
from pathlib import Path

import pytest

import peviewer

ROOT = Path(peviewer.__file__).parent
# Python's documentation names these: the underscore keeps them apart from the fields of a named
# tuple, and the end of a process at once from sys.exit.
DOCUMENTED = {"_asdict", "_fields", "_make", "_replace", "_exit"}
BY_NAME = {"attrgetter", "delattr", "getattr", "hasattr", "methodcaller", "setattr"}


def is_private(name):
    """Whether a name is for its library alone: neither __init__ nor a protocol's, as _repr_mimebundle_ of notebooks."""
    return name.startswith("_") and not name.endswith("_") and name not in DOCUMENTED


def defined(nodes):
    """Return the names that files give to what is their own."""
    for node in nodes:
        match node:
            case (
                ast.FunctionDef(name=name)
                | ast.ClassDef(name=name)
                | ast.Name(id=name, ctx=ast.Store())
            ):
                yield name
            case ast.Attribute(value=ast.Name(id="self" | "cls"), attr=name, ctx=ast.Store()):
                yield name


def used(nodes):
    """Return the names that files ask others for."""
    for node in nodes:
        match node:
            case ast.Attribute(attr=name):
                yield name
            case ast.Call(func=ast.Name(id=called) | ast.Attribute(attr=called), args=args) if (
                called in BY_NAME
            ):
                texts = [
                    one.value
                    for one in args
                    if isinstance(one, ast.Constant) and isinstance(one.value, str)
                ]
                yield from (name for text in texts for name in text.split("."))
            case ast.ImportFrom(module=module, names=names) if module and not module.startswith(
                "peviewer"
            ):
                yield from [*module.split("."), *(alias.name for alias in names)]
            case ast.Import(names=names):
                yield from (name for alias in names for name in alias.name.split("."))


@pytest.mark.slow
def test_no_private_attribute_of_a_library_is_used():
    trees = [ast.parse(file.read_text(encoding="utf-8")) for file in ROOT.rglob("*.py")]
    nodes = [node for tree in trees for node in ast.walk(tree)]
    assert {name for name in used(nodes) if is_private(name)} - set(defined(nodes)) == set()


@pytest.mark.slow
def test_no_private_method_of_a_library_is_overridden():
    for found in pkgutil.walk_packages([str(ROOT)], "peviewer."):
        if found.name.endswith("__main__"):
            continue
        module = importlib.import_module(found.name)
        for one in (
            one
            for one in vars(module).values()
            if inspect.isclass(one) and one.__module__ == found.name
        ):
            methods = {
                name
                for name, value in vars(one).items()
                if is_private(name) and inspect.isroutine(value)
            }
            theirs = [
                base for base in one.__mro__ if base.__module__.partition(".")[0] != "peviewer"
            ]
            assert not any(methods & set(vars(base)) for base in theirs), one


OF_LIBRARIES = {"_relative_position_bucket"}
"""What a library has no public way to, and a test compares with."""


def private_of_others(tree):
    """Yield the private names that a file asks of what is not its own, and those that it replaces by their paths."""
    for node in ast.walk(tree):
        match node:
            case ast.Attribute(value=ast.Name(id="self" | "cls")):
                pass
            case ast.Attribute(attr=name):
                yield name
            case ast.ImportFrom(module=module, names=names) if module and module.startswith(
                "peviewer"
            ):
                yield from (alias.name for alias in names)
            case ast.Constant(value=str(text)) if text.startswith("peviewer.") and " " not in text:
                yield from text.split(".")


def test_tests_use_public_names_alone():
    tests = Path(__file__).parent
    trees = {file.name: ast.parse(file.read_text(encoding="utf-8")) for file in tests.rglob("*.py")}
    used_names = {
        (file, name)
        for file, tree in trees.items()
        for name in private_of_others(tree)
        if is_private(name)
    }
    assert {(file, name) for file, name in used_names if name not in OF_LIBRARIES} == set()
