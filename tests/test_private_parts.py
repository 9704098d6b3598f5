"""peviewer uses the public parts of libraries alone: nothing whose name begins with one underscore."""

import ast
import importlib
import inspect
import pkgutil
from pathlib import Path

import pytest

import peviewer

ROOT = Path(peviewer.__file__).parent
MODULES = [
    importlib.import_module(module.name)
    for module in pkgutil.walk_packages([str(ROOT)], "peviewer.")
    if not module.name.endswith("__main__")
]
# Python's documentation names these: the underscore keeps them apart from the fields of a named tuple, and the end of a
# process at once from sys.exit.
DOCUMENTED = {"_asdict", "_fields", "_make", "_replace", "_exit"}
BY_NAME = {"attrgetter", "delattr", "getattr", "hasattr", "methodcaller", "setattr"}


def is_private(name):
    """Whether a name is for its library alone: neither __init__ nor a protocol's, as _repr_mimebundle_ of notebooks."""
    return name.startswith("_") and not name.endswith("_") and name not in DOCUMENTED


def defined(tree):
    """Return the private names that a file's classes give to what is their own; what stands outside has no owner."""
    for node in ast.walk(tree):
        match node:
            case ast.ClassDef(body=body):
                for part in body:
                    match part:
                        case ast.FunctionDef(name=name) | ast.AnnAssign(target=ast.Name(id=name)):
                            yield name
                        case ast.Assign(targets=targets):
                            yield from (target.id for target in targets if isinstance(target, ast.Name))
            case ast.Attribute(value=ast.Name(id="self" | "cls"), attr=name, ctx=ast.Store()):
                yield name


def used(tree):
    """Return the private names that a file asks others for, and the lines."""
    for node in ast.walk(tree):
        match node:
            case ast.Attribute(attr=name):
                yield name, node.lineno
            case ast.Call(func=ast.Name(id=called) | ast.Attribute(attr=called), args=args) if called in BY_NAME:
                for given in args:
                    if isinstance(given, ast.Constant) and isinstance(given.value, str):
                        yield from ((name, node.lineno) for name in given.value.split("."))
            case ast.ImportFrom(module=module, names=names) if module:
                own = module.partition(".")[0] == "peviewer"
                yield from ((name, node.lineno) for name in module.split("."))
                yield from ((alias.name, node.lineno) for alias in names if not own)
            case ast.Import(names=names):
                yield from ((name, node.lineno) for alias in names for name in alias.name.split("."))


def foreign(source, *own):
    """Return the private names in a source that neither it nor other own sources define, with their lines."""
    known = {name for text in (source, *own) for name in defined(ast.parse(text))}
    return [(name, line) for name, line in used(ast.parse(source)) if is_private(name) and name not in known]


def classes(module):
    """Return the classes that a module makes."""
    return [one for one in vars(module).values() if inspect.isclass(one) and one.__module__ == module.__name__]


def is_ours(made):
    return made.__module__.partition(".")[0] == "peviewer"


@pytest.mark.slow
def test_no_private_attribute_of_a_library_is_used():
    for module in MODULES:
        bases = {inspect.getfile(base) for one in classes(module) for base in one.__mro__ if is_ours(base)}
        source, *others = (Path(file).read_text(encoding="utf-8") for file in (module.__file__, *bases))
        assert foreign(source, *others) == [], module.__name__


def test_no_private_method_of_a_library_is_overridden():
    for module in MODULES:
        for one in classes(module):
            methods = {name for name, value in vars(one).items() if is_private(name) and inspect.isroutine(value)}
            for base in one.__mro__:
                assert is_ours(base) or not methods & set(vars(base)), one


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("shape._element.xpath('.')", ["_element"]),
        ("class Axis(Base):\n    def draw(self):\n        self._update_ticks()", ["_update_ticks"]),
        ("class Axis(Base):\n    def draw(self):\n        super()._update_ticks()", ["_update_ticks"]),
        ("getattr(font_manager, '_get_font')()", ["_get_font"]),
        ("from matplotlib import _mathtext", ["_mathtext"]),
        ("import matplotlib._mathtext", ["_mathtext"]),
        ("from argparse import _SubParsersAction", ["_SubParsersAction"]),
        ("class Pair:\n    def __init__(self, other):\n        self._row = other._row", []),
        ("canvas._repr_mimebundle_(); slot._replace(width=1); one.__class__; os._exit(2)", []),
        ("from peviewer.app.look.icons import _drawn", []),
        ("def _render(line):\n    line._render()", ["_render"]),
        ("_size = 1\nfont._size", ["_size"]),
        ("class Slot:\n    _size: int = 1\n    def taken(self, other):\n        return other._size", []),
    ],
)
def test_what_counts_as_private_is_found(source, found):
    assert [name for name, _ in foreign(source)] == found
