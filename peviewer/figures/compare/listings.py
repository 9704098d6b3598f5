"""One listing of two or more: columns that differ have one for each, and rows that differ a sign at the end."""

from collections.abc import Sequence
from typing import TypeVar

from peviewer.figures.grammar import Listing

DIFFERS = "≠"
NONE = "–"
Word = TypeVar("Word")
_WORDS = {True: "yes", False: "no", None: NONE}


def merge_listings(a: Listing, b: Listing) -> Listing:
    """Return one listing of two, without their spare columns; rows with the same first text correspond."""
    judged = a.verdicts if a.verdicts == b.verdicts and len(a.rows) == len(b.rows) else ()
    (keys_a, names_a, cells_a), (keys_b, names_b, cells_b) = (
        _cells(_essential(listing, as_words=not judged)) for listing in (a, b)
    )
    keys, names = merge_ordered(keys_a, keys_b), merge_ordered(names_a, names_b)
    sides = [[[cells.get((key, name), NONE) for name in names] for key in keys] for cells in (cells_a, cells_b)]
    apart = [any(of_a[k] != of_b[k] for of_a, of_b in zip(*sides, strict=True)) for k in range(len(names))]
    rows = [[key] for key in keys]
    columns = [a.columns[0] if a.columns else ""]
    for k, name in enumerate(names):
        columns += [f"{side}: {name}" if name else side for side in "AB"] if apart[k] else [name]
        for row, of_a, of_b in zip(rows, *sides, strict=True):
            row += [of_a[k], of_b[k]] if apart[k] else [of_a[k]]
    if any(apart):
        columns.append("")
        for row, of_a, of_b in zip(rows, *sides, strict=True):
            row.append(DIFFERS if any(map(_differ, of_a, of_b)) else "")
    return Listing(
        tuple(columns), tuple(map(tuple, rows)), judged, total=a.total if a.total == b.total else "", sign=any(apart)
    )


def _differ(a: str, b: str) -> bool:
    """Whether two texts differ, unless both are numbers as small as rounding errors."""
    return a != b and not all(text == "0" or "×10⁻¹" in text for text in (a, b))


def _essential(listing: Listing, *, as_words: bool) -> Listing:
    """Return a listing without its spare column, and with verdicts as words if `as_words`."""
    essential = listing.without(listing.spare)
    if not listing.verdicts or not as_words:
        return essential
    rows = tuple(
        (*row[:1], _WORDS[verdict], *row[1:]) for row, verdict in zip(essential.rows, listing.verdicts, strict=True)
    )
    holds = "Holds" if essential.columns[0].istitle() else "holds"
    return Listing((*essential.columns[:1], holds, *essential.columns[1:]), rows)


def _cells(listing: Listing) -> tuple[list[str], list[str], dict[tuple[str, str], str]]:
    """Return the first text of each row, made unique, the other columns' names, and the cells by both."""
    keys: list[str] = []
    cells: dict[tuple[str, str], str] = {}
    for row in listing.rows:
        key = row[0]
        while key in keys:
            key += "\u200b"
        keys.append(key)
        cells |= {(key, name): text for name, text in zip(listing.columns[1:], row[1:], strict=True)}
    return keys, list(listing.columns[1:]), cells


def merge_ordered(first: Sequence[Word], second: Sequence[Word]) -> list[Word]:
    """Return the words of both in order, each once; a word only in the second follows its predecessor there.

    >>> merge_ordered(["a", "c"], ["a", "b", "c", "d"])
    ['a', 'b', 'c', 'd']
    >>> merge_ordered(["b"], ["a", "b"]), merge_ordered(["a"], ["b"])
    (['a', 'b'], ['b', 'a'])
    """
    merged = list(first)
    for place, word in enumerate(second):
        if word not in merged:
            before = next((known for known in reversed(second[:place]) if known in merged), None)
            merged.insert(0 if before is None else merged.index(before) + 1, word)
    return merged
