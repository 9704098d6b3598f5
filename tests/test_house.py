"""The order of the house that import-linter cannot say without naming every file."""

import ast
import importlib
from pathlib import Path

import grimp
import pytest

from peviewer.figures.panes.catalog import PANES
from peviewer.model.encodings.catalog import SCHEMES

FIGURES = {importlib.import_module(pane.draw.__module__) for pane in PANES.values()}
ENCODINGS = {importlib.import_module(scheme.__module__) for scheme in SCHEMES.values()}


def imported(path):
    """Return the modules a file imports, also inside functions and under TYPE_CHECKING."""
    for node in ast.walk(ast.parse(Path(path).read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


@pytest.mark.parametrize("siblings", [FIGURES, ENCODINGS], ids=["figures", "encodings"])
def test_only_a_catalog_names_its_siblings(siblings):
    names = {module.__name__ for module in siblings}
    for module in siblings:
        known = set(imported(module.__file__))
        assert not known & (names | {f"{module.__package__}.catalog"}) - {module.__name__}, module.__name__


def test_no_file_is_called_utils_or_the_like():
    root = Path(importlib.import_module("peviewer").__file__).parent
    shunned = {"utils", "helpers", "types", "common", "misc"}
    assert not [path for path in root.rglob("*.py") if path.stem in shunned]


def test_every_pane_is_a_file_of_its_own():
    assert len(FIGURES) == len(PANES)
    assert len(ENCODINGS) == len(SCHEMES)


def test_no_imports_run_in_a_circle():
    graph = grimp.build_graph("peviewer", cache_dir=None)  # TYPE_CHECKING imports included
    for module in graph.modules - {"peviewer"}:
        for imports in graph.find_modules_directly_imported_by(module) - {"peviewer"}:
            chain = graph.find_shortest_chain(imports, module)
            assert chain is None or "peviewer" in chain, f"{module} → {' → '.join(chain)}"
