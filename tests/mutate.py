"""``python -m tests.mutate FOLDER --seed N``: small faults in files of a folder, and which of them no test notices."""

import argparse
import ast
import os
import random
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

OPERATORS = {ast.Add: ast.Sub, ast.Sub: ast.Add}
ORDERS = {ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt}
# Arguments and calls whose numbers are sizes and shades of looks.
LOOKS = re.compile(
    r"margins|spacing|width|heights?|indent|pad|QSize|set\w*(Size|Width|Height|Margins)"
)
LONGEST = 900  # seconds, after which a fault that makes tests wait for ever is noticed


def faults(tree: ast.Module) -> Iterator[tuple[ast.expr, ast.expr]]:
    """Yield each expression inside a function that can be a fault, and the fault."""
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    bodies = [statement for function in functions for statement in function.body]
    for node in {id(node): node for body in bodies for node in _walked(body)}.values():
        match node:
            case ast.If(test):
                yield test, ast.UnaryOp(ast.Not(), test)
            case ast.BinOp(left, operator, right) if type(operator) in OPERATORS:
                yield node, ast.BinOp(left, OPERATORS[type(operator)](), right)
            case ast.Compare(left, [order], others) if type(order) in ORDERS:
                yield node, ast.Compare(left, [ORDERS[type(order)]()], others)
            case ast.BoolOp(operator, values):
                yield (
                    node,
                    ast.BoolOp(ast.Or() if isinstance(operator, ast.And) else ast.And(), values),
                )
            case ast.UnaryOp(ast.Not(), operand):
                yield node, operand
            case ast.IfExp(test, body, other):
                yield node, ast.IfExp(test, other, body)
            case ast.Constant(value) if type(value) in (int, float):
                yield node, ast.Constant(value + 1)
            case ast.Subscript(value, ast.Name() | ast.BinOp() as index):
                yield node, ast.Subscript(value, ast.BinOp(index, ast.Add(), ast.Constant(1)))


def _walked(node: ast.AST, *, is_look: bool = False) -> Iterator[ast.AST]:
    """Yield a statement and all in it, without types and the numbers of looks."""
    if is_look and isinstance(node, ast.Constant):
        return
    yield node
    match node:
        case ast.keyword(str(name)) | ast.Call(ast.Name(name) | ast.Attribute(_, name)):
            is_look = is_look or bool(LOOKS.fullmatch(name))
    types = [getattr(node, "annotation", None), getattr(node, "returns", None)]
    for inner in ast.iter_child_nodes(node):
        if inner not in types:
            yield from _walked(inner, is_look=is_look)


def planted(source: str, node: ast.expr, fault: ast.expr) -> str:
    """Return a source with a fault in the place of an expression.

    All else stays as it is written.
    """
    lines = source.encode().splitlines(keepends=True)
    first = node.lineno - 1
    last = (node.end_lineno or node.lineno) - 1
    before = b"".join(lines[:first]) + lines[first][: node.col_offset]
    after = lines[last][node.end_col_offset :] + b"".join(lines[last + 1 :])
    return (before + f"({ast.unparse(fault)})".encode() + after).decode()


def chosen(folder: Path, seed: int, count: int = 5) -> Iterator[tuple[Path, str, str]]:
    """Yield some files, one fault in each: the source with it, and what it is."""
    files = sorted(folder.rglob("*.py"))
    by_chance = random.Random(seed)
    by_chance.shuffle(files)
    for path in files:
        source = path.read_text(encoding="utf-8")
        possible = list(faults(ast.parse(source)))
        by_chance.shuffle(possible)
        for node, fault in possible if count else ():
            made = planted(source, node, fault)
            try:
                compile(made, "fault", "exec")
            except SyntaxError:  # a number in a text, or in a pattern of `match`
                continue
            yield path, made, f"{path}:{node.lineno}: {ast.unparse(node)} → {ast.unparse(fault)}"
            count -= 1
            break


def tests_of(path: Path) -> list[str]:
    """Return the tests that name a module, those in folders that mirror its own and the ones around it, and all of numbers."""
    *folders, name = path.with_suffix("").parts
    parent = ".".join(folders)
    mirror = Path("tests", *folders[1:])
    names = f"{parent}.{name}", f"from {parent} import {name}"
    texts = [
        (test, test.read_text(encoding="utf-8")) for test in Path("tests").glob("*/**/test_*.py")
    ]
    named = [test for test, text in texts if any(words in text for words in names)]
    around = [test for test, _ in texts if mirror.is_relative_to(test.parent)]
    return sorted(map(str, {*named, *around, *Path("tests").glob("*/test_numbers.py")}))


def noticed(tests: list[str]) -> str:
    """Return the first test that fails, or that none ended; empty where all pass."""
    os.environ.update(PYTHONPATH=os.getcwd(), QT_QPA_PLATFORM="offscreen")
    words = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *tests]
    try:
        done = subprocess.run(words, capture_output=True, text=True, timeout=LONGEST)
    except subprocess.TimeoutExpired:
        return "no test ended"
    failed = [line for line in done.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))]
    return (failed or [f"status {done.returncode}"])[0] if done.returncode else ""


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.mutate", description=__doc__)
    parser.add_argument("folder", type=Path, metavar="FOLDER", help="where, as in peviewer/model")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="which faults")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="mutate-", ignore_cleanup_errors=True) as clone:
        subprocess.run(["git", "clone", "-q", ".", clone], check=True)
        os.chdir(clone)
        for path, made, fault in list(chosen(arguments.folder, arguments.seed)):
            source = path.read_bytes()
            tests = tests_of(path)
            path.write_text(made, encoding="utf-8")
            by = (tests and noticed(tests)) or noticed([])
            path.write_bytes(source)
            print(f"{fault}\n    {by or 'SURVIVED'}", flush=True)


if __name__ == "__main__":
    main()
