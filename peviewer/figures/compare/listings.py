"""One listing made of two or more, in which a column that differs occurs once for each."""

from collections.abc import Sequence
from dataclasses import replace
from functools import reduce
from typing import NamedTuple, TypeVar

from peviewer.figures.grammar import Listing

# The sign of rows that differ.
DIFFERS = "≠"
# What stands in a cell that one side does not have.
NONE = "–"
# The most rows of a listing whose columns became rows.
MAX_ROWS = 40

Word = TypeVar("Word")
_VERDICT_WORDS = {True: "yes", False: "no", None: NONE}


class _Cells(NamedTuple):
    """The texts of a listing by row and column.

    Rows are named by their first text, made unique.
    """

    keys: list[str]
    columns: list[str]
    texts: dict[tuple[str, str], str]

    def text(self, key: str, column: str) -> str:
        return self.texts.get((key, column), NONE)


class _Merged(NamedTuple):
    """The content of a merged listing: all rows and columns, and cells by the encodings' names.

    `head` is the title of the first column, whose texts are the `keys` of the rows.
    """

    head: str
    keys: list[str]
    columns: list[str]
    cells: dict[str, _Cells]

    def texts(self, key: str, column: str) -> list[str]:
        return [cells.text(key, column) for cells in self.cells.values()]

    @property
    def differing(self) -> list[str]:
        """The columns whose texts differ in any row."""
        return [column for column in self.columns if self._has_differences(column)]

    def _has_differences(self, column: str) -> bool:
        return any(self._differs(key, column) for key in self.keys)

    def _differs(self, key: str, column: str) -> bool:
        return len(set(self.texts(key, column))) > 1

    def heads(self, column: str) -> list[str]:
        """Return the heads of a column that differs, one for each encoding.

        If only one column of many encodings differs, the heads are the encodings' names alone.
        """
        is_only_one = len(self.cells) > 2 and self.differing == [column]
        if is_only_one or not column:
            return list(self.cells)
        return [f"{name}: {column}" for name in self.cells]

    def side_by_side(self) -> Listing:
        """Return the listing in which a column that differs occurs once for each encoding."""
        differing = self.differing
        columns = [self.head]
        rows = [[key] for key in self.keys]
        for column in self.columns:
            differs = column in differing
            columns += self.heads(column) if differs else [column]
            for row, key in zip(rows, self.keys, strict=True):
                texts = self.texts(key, column)
                row += texts if differs else texts[:1]
        return Listing(tuple(columns), tuple(map(tuple, rows)))

    def with_signs(self, listing: Listing) -> Listing:
        """Return a listing of two with a sign at the end of each row in which they differ."""
        differing = self.differing
        if not differing:
            return listing
        rows = []
        for row, key in zip(listing.rows, self.keys, strict=True):
            differs = any(_differ_clearly(*self.texts(key, column)) for column in differing)
            rows.append((*row, DIFFERS if differs else ""))
        return replace(listing, columns=(*listing.columns, ""), rows=tuple(rows), sign=True)

    def below_each_other(self, verdicts: Sequence[bool | None]) -> Listing:
        """Return the listing with a row for each cell that differs, and a column for each name."""
        rows: list[tuple[str, ...]] = []
        row_verdicts: list[bool | None] = []
        for number, key in enumerate(self.keys):
            for column in self.columns:
                if not self._differs(key, column):
                    continue
                name = f"{key}, {column[0].lower()}{column[1:]}" if column else key
                rows.append((name, *self.texts(key, column)))
                row_verdicts += verdicts[number : number + 1]
        return Listing((self.head, *self.cells), tuple(rows), tuple(row_verdicts))


def merge_listings(*listings: Listing, names: Sequence[str] = ("A", "B")) -> Listing | None:
    """Return one listing of several, without their spare columns.

    Rows with the same first text correspond. A column that differs occurs once for each name. If
    more than two listings differ in several columns, these become rows. Return None where there
    would be too many.
    """
    first = listings[0]
    is_judged = all(
        other.verdicts == first.verdicts and len(other.rows) == len(first.rows)
        for other in listings
    )
    verdicts = first.verdicts if is_judged else ()
    total = first.total if all(listing.total == first.total for listing in listings) else ""
    merged = _merged([_essential(listing, as_words=not verdicts) for listing in listings], names)
    if len(listings) == 2:
        return replace(merged.with_signs(merged.side_by_side()), verdicts=verdicts, total=total)
    if len(merged.differing) <= 1:
        return replace(merged.side_by_side(), verdicts=verdicts, total=total)
    cells_below = merged.below_each_other(verdicts)
    return cells_below if len(cells_below.rows) <= MAX_ROWS else None


def _merged(listings: Sequence[Listing], names: Sequence[str]) -> _Merged:
    tables = [_cells(listing) for listing in _with_common_column(listings)]
    keys = reduce(merge_ordered, (table.keys for table in tables))
    columns = reduce(merge_ordered, (table.columns for table in tables))
    head = listings[0].columns[0] if listings[0].columns else ""
    return _Merged(head, keys, columns, dict(zip(names, tables, strict=True)))


def _with_common_column(listings: Sequence[Listing]) -> Sequence[Listing]:
    """Return listings that each have a single column of numbers with the same column name."""
    number_columns = {listing.columns[1:] for listing in listings}
    have_one_number = all(len(columns) == 1 for columns in number_columns)
    if len(number_columns) == 1 or not have_one_number:
        return listings
    return [replace(listing, columns=(listing.columns[0], "")) for listing in listings]


def _differ_clearly(a: str, b: str) -> bool:
    """Whether two texts differ, unless both are numbers as small as rounding errors."""
    are_tiny = all(text == "0" or "×10⁻¹" in text for text in (a, b))
    return a != b and not are_tiny


def _essential(listing: Listing, *, as_words: bool) -> Listing:
    """Return a listing without its spare column, and with verdicts as words if `as_words`."""
    essential = listing.without(listing.spare_column)
    if not listing.verdicts or not as_words:
        return essential
    rows = tuple(
        (*row[:1], _VERDICT_WORDS[verdict], *row[1:])
        for row, verdict in zip(essential.rows, listing.verdicts, strict=True)
    )
    holds = "Holds" if essential.columns[0].istitle() else "holds"
    return Listing((*essential.columns[:1], holds, *essential.columns[1:]), rows)


def _cells(listing: Listing) -> _Cells:
    """Return the texts of a listing by row and column."""
    keys: list[str] = []
    texts: dict[tuple[str, str], str] = {}
    for row in listing.rows:
        key = row[0]
        while key in keys:
            key += "\u200b"
        keys.append(key)
        for name, text in zip(listing.columns[1:], row[1:], strict=True):
            texts[key, name] = text
    return _Cells(keys, list(listing.columns[1:]), texts)


def merge_ordered(first: Sequence[Word], second: Sequence[Word]) -> list[Word]:
    """Return the words of both in order, each once.

    A word only in the second follows its predecessor there.

    >>> merge_ordered(["a", "c"], ["a", "b", "c", "d"])
    ['a', 'b', 'c', 'd']
    >>> merge_ordered(["b"], ["a", "b"]), merge_ordered(["a"], ["b"])
    (['a', 'b'], ['b', 'a'])
    """
    merged = list(first)
    for place, word in enumerate(second):
        if word in merged:
            continue
        words_before = [known for known in second[:place] if known in merged]
        index = merged.index(words_before[-1]) + 1 if words_before else 0
        merged.insert(index, word)
    return merged
