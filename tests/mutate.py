"""``python -m tests.mutate FOLDER --seed N``: small faults in files of a folder, and which of them no test notices.

What was found is kept in a file of its own for each commit, folder and seed: the same command goes on where it ended.
"""

import argparse
import ast
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import Queue
from typing import Any, NamedTuple

OPERATORS = {ast.Add: ast.Sub, ast.Sub: ast.Add}
ORDERS = {ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt}
# Arguments and calls whose numbers are sizes and shades of looks.
LOOKS = re.compile(
    r"margins|spacing|width|heights?|indent|pad|QSize|set\w*(Size|Width|Height|Margins)"
)
LONGEST = 1800  # seconds, after which a fault that makes tests wait for ever is noticed


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


class Mutant(NamedTuple):
    """A file with one fault: what it holds then, and what the fault is."""

    path: Path
    source: str
    fault: str


def chosen(folder: Path, seed: int, count: int) -> Iterator[Mutant]:
    """Yield some files of a folder, one fault in each."""
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
            words = f"{path}:{node.lineno}: {ast.unparse(node)} → {ast.unparse(fault)}"
            yield Mutant(path, made, words)
            count -= 1
            break


def tests_of(path: Path, root: Path) -> list[str]:
    """Return the tests that name a module, those in folders that mirror its own and the ones around it, and all of kept numbers."""
    *folders, name = path.with_suffix("").parts
    parent = ".".join(folders)
    mirror = Path("tests", *folders[1:])
    names = f"{parent}.{name}", f"from {parent} import {name}"
    found = set()
    for test in (root / "tests").glob("*/**/test_*.py"):
        text = test.read_text(encoding="utf-8")
        inner = test.relative_to(root)
        is_named = any(words in text for words in names)
        if is_named or mirror.is_relative_to(inner.parent) or inner.name.endswith("_numbers.py"):
            found.add(str(inner))
    own_folder = str(Path(*mirror.parts[:2]))

    def order(test: str) -> tuple[bool, bool, str]:
        """Put what is quick and notices most first: kept numbers, those of the own folder before others."""
        return not test.endswith("_numbers.py"), not test.startswith(own_folder), test

    return sorted(found, key=order)


def first_failure(tests: list[str], root: Path, deselected: Sequence[str] = ()) -> str:
    """Return the first test that fails, or that none ended; empty where all pass."""
    environment = {**os.environ, "PYTHONPATH": str(root), "QT_QPA_PLATFORM": "offscreen"}
    words = [sys.executable, "-m", "pytest", "-x", "-q", "-n", "0", "-p", "no:cacheprovider"]
    words += [word for name in deselected for word in ("--deselect", name)]
    try:
        done = subprocess.run(
            [*words, *tests],
            cwd=root,
            env=environment,
            capture_output=True,
            text=True,
            timeout=LONGEST,
        )
    except subprocess.TimeoutExpired:
        return "no test ended"
    failed = [line for line in done.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))]
    return (failed or [f"status {done.returncode}"])[0] if done.returncode else ""


def noticed(mutant: Mutant, tests: list[str], root: Path) -> str:
    """Return the first test that fails on a mutant and passes without the fault; empty where there is none."""
    file = root / mutant.path
    sound = file.read_bytes()
    unsound_tests: list[str] = []
    while True:
        file.write_text(mutant.source, encoding="utf-8")
        failure = first_failure(tests, root, unsound_tests)
        file.write_bytes(sound)
        test = failure.partition(" - ")[0].removeprefix("FAILED ")
        if not failure.startswith("FAILED") or not first_failure([test], root):
            return failure
        unsound_tests.append(test)


def tried(mutant: Mutant, clones: Queue[Path], results: Path) -> None:
    """Run the tests on a mutant in a clone that is free, and add a line to the results."""
    begun = time.monotonic()
    root = clones.get()
    by = noticed(mutant, tests_of(mutant.path, root), root) or noticed(mutant, [], root)
    clones.put(root)
    result = {"fault": mutant.fault, "by": by, "seconds": round(time.monotonic() - begun)}
    with results.open("a", encoding="utf-8") as kept:
        kept.write(json.dumps(result, ensure_ascii=False) + "\n")
    print(row(result), flush=True)


def row(result: dict[str, Any]) -> str:
    """Return a result as a line of a table."""
    verdict = "caught" if result["by"] else "SURVIVED"
    return (
        f"{verdict:<8} {result['seconds']:>4} s  {result['fault']}\n{'':17}{result['by']}".rstrip()
    )


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.mutate", description=__doc__)
    parser.add_argument("folder", type=Path, metavar="FOLDER", help="where, as in peviewer/model")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="which faults")
    parser.add_argument("--count", type=int, default=5, metavar="N", help="how many")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="how many at a time")
    arguments = parser.parse_args()
    mutants = list(chosen(arguments.folder, arguments.seed, arguments.count))
    commit = subprocess.check_output(["git", "rev-parse", "--short", "HEAD"], text=True).strip()
    name = "-".join(["mutants", commit, *arguments.folder.parts, str(arguments.seed)])
    results = Path(tempfile.gettempdir(), f"{name}.jsonl")
    results.touch()
    known = {each["fault"] for each in map(json.loads, results.read_text("utf-8").splitlines())}
    with tempfile.TemporaryDirectory(prefix="mutate-", ignore_cleanup_errors=True) as folder:
        clones: Queue[Path] = Queue()
        for number in range(arguments.jobs):
            clone = Path(folder, str(number))
            subprocess.run(["git", "clone", "-q", ".", clone], check=True)
            clones.put(clone)
        with ThreadPoolExecutor(arguments.jobs) as pool:
            left = [mutant for mutant in mutants if mutant.fault not in known]
            list(pool.map(lambda mutant: tried(mutant, clones, results), left))

    found = [json.loads(line) for line in results.read_text("utf-8").splitlines()]
    wanted = {mutant.fault for mutant in mutants}
    found = [each for each in found if each["fault"] in wanted]
    caught = sum(bool(each["by"]) for each in found)
    print(
        "\n".join(["", *map(row, found), "", f"{caught} of {len(found)} caught; kept in {results}"])
    )


if __name__ == "__main__":
    main()
