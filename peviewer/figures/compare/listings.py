"""Two listings made one: a column for A and one for B wherever they differ, and a sign before what does."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from peviewer.figures.grammar import Listing

if TYPE_CHECKING:
    from collections.abc import Sequence

DIFFERS = "≠"
NONE = "–"
Word = TypeVar("Word")
_LOWERED, _ROUNDED = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789"), -12
_VERDICTS = {True: "holds, ", False: "fails, ", None: ""}
_WORDS = {True: "yes", False: "no", None: NONE}


def merged(a: Listing, b: Listing) -> Listing:
    """Return two listings in one, without the columns they can spare; rows are of the same where their first text is.

    Examples
    --------
    >>> both = merged(Listing(("way", "n"), (("x", "1"), ("y", "2"))), Listing(("way", "n"), (("x", "1"), ("y", "3"))))
    >>> both.columns, both.rows
    (('way', 'A: n', 'B: n', ''), (('x', '1', '1', ''), ('y', '2', '3', '≠')))
    """
    judged = a.verdicts if a.verdicts == b.verdicts and len(a.rows) == len(b.rows) else ()
    (keys_a, names_a, of_a), (keys_b, names_b, of_b) = (_cells(_bare(listing, said=not judged)) for listing in (a, b))
    keys, names = joined(keys_a, keys_b), joined(names_a, names_b)
    sides = [[[cells.get((key, name), NONE) for name in names] for key in keys] for cells in (of_a, of_b)]
    apart = [any(one[k] != other[k] for one, other in zip(*sides, strict=True)) for k in range(len(names))]
    rows = [[key] for key in keys]
    columns = [a.columns[0] if a.columns else ""]
    for k, name in enumerate(names):
        columns += [f"{side}: {name}" if name else side for side in "AB"] if apart[k] else [name]
        for row, one, other in zip(rows, *sides, strict=True):
            row += [one[k], other[k]] if apart[k] else [one[k]]
    if any(apart):
        columns.append("")
        errors = [name == a.errors != "" for name in names]
        for row, *both in zip(rows, *sides, strict=True):
            differ = any(one != other and not (error and _is_rounding(one) and _is_rounding(other))
                         for error, one, other in zip(errors, *both, strict=True))  # fmt: skip
            row.append(DIFFERS if differ else "")
    return Listing(tuple(columns), tuple(map(tuple, rows)), judged, of=a.of if a.of == b.of else "", sign=any(apart))


def abreast(listings: Sequence[Listing], values: Sequence[str]) -> Listing:
    """Return listings of several values in one: a column for each value wherever they differ.

    A verdict that is not the same for all values stands as a word in the column of each, none where it is neither.

    Examples
    --------
    >>> of_5 = Listing(("claim", "n"), (("x", "1"), ("y", "2")), (True, True))
    >>> of_9 = Listing(("claim", "n"), (("x", "1"), ("y", "3")), (True, False))
    >>> table = abreast((of_5, of_9), ("b = 5", "b = 9"))
    >>> table.columns, table.rows, table.verdicts
    (('claim', 'b = 5', 'b = 9'), (('x', '1', '1'), ('y', 'holds, 2', 'fails, 3')), (True, None))
    """
    found = [_cells(listing.lasting.without(listing.spare)) for listing in listings]
    keys, names = found[0][0], found[0][1]
    verdicts = [dict(zip(found_keys, listing.verdicts, strict=False))
                for listing, (found_keys, _, _) in zip(listings, found, strict=True)]  # fmt: skip
    for other_keys, other_names, _ in found[1:]:
        keys, names = joined(keys, other_keys), joined(names, other_names)
    alike = {key for key in keys if len({judged.get(key) for judged in verdicts}) == 1}
    columns, rows = [listings[0].columns[0]], [[key] for key in keys]
    apart = [
        name for name in names if len({tuple(cells.get((key, name), NONE) for key in keys) for *_, cells in found}) > 1
    ]
    judging = next(iter(apart or names), "")  # the column that says which claims hold, where that differs
    for name in names:
        if name not in apart and (name != judging or len(alike) == len(keys)):
            columns.append(name)
            for row, key in zip(rows, keys, strict=True):
                row.append(found[0][2].get((key, name), NONE))
            continue
        for value, (*_, cells), judged in zip(values, found, verdicts, strict=True):
            columns.append(value if len(names) == 1 else f"{value}: {name}")
            for row, key in zip(rows, keys, strict=True):
                text = cells.get((key, name), NONE)
                said = name == judging and key not in alike and text != NONE
                row.append(f"{_VERDICTS[judged.get(key)]}{text}" if said else text)
    shared = tuple(verdicts[0].get(key) if key in alike else None for key in keys) if any(verdicts) else ()
    return Listing(tuple(columns), tuple(map(tuple, rows)), shared)


def _is_rounding(text: str) -> bool:
    """Whether a number is no larger than what rounding leaves of numbers about 1.

    Examples
    --------
    >>> [_is_rounding(text) for text in ("0", "3.3×10⁻¹⁶", "9.99×10⁻¹²", "2×10⁻⁹", "–", "1")]
    [True, True, True, False, False, False]
    """
    power = text.partition("×10")[2].translate(_LOWERED)
    return text == "0" or (power.lstrip("-").isdigit() and int(power) <= _ROUNDED)


def _bare(listing: Listing, *, said: bool) -> Listing:
    """Return a listing without the column it can spare, and with verdicts in words where they are to be `said`."""
    bare = listing.lasting.without(listing.spare)
    if not listing.verdicts or not said:
        return bare
    rows = tuple(
        (*row[:1], _WORDS[verdict], *row[1:]) for row, verdict in zip(bare.rows, listing.verdicts, strict=True)
    )
    holds = "Holds" if bare.columns[0].istitle() else "holds"
    return Listing((*bare.columns[:1], holds, *bare.columns[1:]), rows)


def _cells(listing: Listing) -> tuple[list[str], list[str], dict[tuple[str, str], str]]:
    """Return the first texts of rows, the names of the other columns, and each cell by the two; each once."""
    keys: list[str] = []
    cells: dict[tuple[str, str], str] = {}
    for row in listing.rows:
        key = row[0]
        while key in keys:  # of rows that begin alike, each is its own
            key += "\u200b"
        keys.append(key)
        cells |= {(key, name): text for name, text in zip(listing.columns[1:], row[1:], strict=True)}
    return keys, list(listing.columns[1:]), cells


def joined(one: Sequence[Word], other: Sequence[Word]) -> list[Word]:
    """Return the words of both, each once: those of the second alone stand where they stand there.

    Examples
    --------
    >>> joined(["a", "c"], ["a", "b", "c", "d"])
    ['a', 'b', 'c', 'd']
    >>> joined(["b"], ["a", "b"]), joined(["a"], ["b"])
    (['a', 'b'], ['b', 'a'])
    """
    found = list(one)
    for place, word in enumerate(other):
        if word not in found:
            before = next((known for known in reversed(other[:place]) if known in found), None)
            found.insert(0 if before is None else found.index(before) + 1, word)
    return found
