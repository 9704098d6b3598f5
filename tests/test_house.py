"""The order of the house that import-linter cannot say without naming every file."""

import ast
import importlib
import pkgutil
import re
import subprocess
import sys
from pathlib import Path

import pytest

import peviewer

ROOT = Path(peviewer.__file__).parent

# Each in a process of its own, into which nothing of peviewer has been read, only what others
# wrote.
ALONE = """
import importlib, os, sys, traceback
import matplotlib.backends.backend_agg, matplotlib.figure, numpy, PIL.Image, tomllib
from pydantic import create_model
create_model("Any", a=(int, 1))  # what pydantic reads late, it would read through a hook of Qt
from PySide6 import QtSvg, QtWidgets
assert not any(name.partition(".")[0] == "peviewer" for name in sys.modules)
for name in sys.argv[1:]:
    if child := os.fork():
        if os.waitpid(child, 0)[1]:
            print(name, flush=True)
    else:
        try:
            importlib.import_module(name)
        except BaseException:
            traceback.print_exc()
            os._exit(1)
        os._exit(0)
"""


def siblings():
    """Return the modules of the panes and those of the schemes."""
    from peviewer.figures.panes.catalog import PANES
    from peviewer.model.encodings.catalog import SCHEMES

    drawn = [importlib.import_module(pane.draw.__module__) for pane in PANES.values()]
    return drawn, [importlib.import_module(scheme.__module__) for scheme in SCHEMES.values()]


def imported(path):
    """Return the modules a file imports, also inside functions and under TYPE_CHECKING."""
    for node in ast.walk(ast.parse(Path(path).read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


def test_panes_and_schemes_are_files_that_only_a_catalog_names_together():
    for modules in siblings():
        names = {module.__name__ for module in modules}
        assert len(names) == len(modules)
        for module in modules:
            folder = str(module.__package__)
            catalogs = {f"{folder}.catalog", f"{folder.rpartition('.')[0]}.catalog"}
            known = set(imported(module.__file__))
            assert not known & (names | catalogs) - {module.__name__}, module.__name__


def test_no_imports_run_in_a_circle():
    grimp = pytest.importorskip("grimp")
    graph = grimp.build_graph("peviewer", cache_dir=None)  # TYPE_CHECKING imports included
    for module in graph.modules - {"peviewer"}:
        for imports in graph.find_modules_directly_imported_by(module) - {"peviewer"}:
            chain = graph.find_shortest_chain(imports, module)
            assert chain is None or "peviewer" in chain, f"{module} → {' → '.join(chain)}"


@pytest.mark.nightly
@pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="libraries of other systems may not be forked"
)
def test_a_module_imports_first_and_alone():
    # Where no imports run in a circle, one module of each folder shows whether another must be read
    # before it.
    names = sorted(module.name for module in pkgutil.walk_packages([str(ROOT)], "peviewer."))
    some = sorted({name.rpartition(".")[0]: name for name in names}.values())
    done = subprocess.run([sys.executable, "-c", ALONE, *some], cwd=ROOT.parent, capture_output=True, text=True,
                          check=True)  # fmt: skip
    assert done.stdout.split() == [], done.stderr


def test_no_file_is_called_utils_or_the_like_nor_begins_with_its_folders_name():
    shunned = {"utils", "helpers", "types", "common", "misc"}
    assert not [path for path in ROOT.rglob("*.py") if path.stem in shunned]
    inside = [
        path for path in ROOT.rglob("*") if path.suffix in ("", ".py") and path.parent != ROOT
    ]
    assert not [str(path) for path in inside if path.stem.startswith(f"{path.parent.name}_")]


def test_a_folder_holds_one_subject_and_no_crowd():
    folders = [ROOT, *(path for path in ROOT.rglob("*") if path.is_dir())]
    crowds = {
        str(folder): sum(path.name != "__init__.py" for path in folder.glob("*.py"))
        for folder in folders
    }
    assert max(crowds.values()) <= 24, crowds


def test_the_name_of_a_test_tells_it_from_others_in_80_letters():
    files = Path(__file__).parent.rglob("test_*.py")
    names = [
        name
        for file in files
        for name in re.findall(r"def (test_\w+)", file.read_text(encoding="utf-8"))
    ]
    assert [name for name in names if len(name) > 80] == []
