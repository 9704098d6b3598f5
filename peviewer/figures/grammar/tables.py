"""The tables of the grammar: scrolled numbers, and short listings of texts."""

import re
from dataclasses import dataclass, replace
from functools import cached_property

from peviewer.base.numbers import number
from peviewer.base.words import in_unit
from peviewer.model.sampling.raster import Raster

# A number with a short unit, or a count: "0.5", "12 kB", "all 64", "3 of 200".
_NUMBER = re.compile(
    r"(all )?[−+±]?[\d\u2009.,∞]+([×·]10[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)?"
    r"[ \u2009]?([^\W\d]{0,3}|bytes)[%°]?( of [\d\u2009]+)?"
)
_DIGIT = re.compile(r"\d")


@dataclass(frozen=True)
class Numbers:
    """The exact cells of a raster as numbers, scrolled and never built as a whole."""

    raster: Raster
    # How many digits each number has after the point.
    decimals: int = 4
    # The position of row 0: the header of row r is *t* = r + row0.
    row0: int = 0
    # The numbers that have the first and the last colour.
    levels: tuple[float, float] = (-1.0, 1.0)
    # The colours of cells, by the name of their map; None for none.
    colormap: str | None = None


@dataclass(frozen=True)
class Listing:
    """A short table of texts.

    A text may begin with the sign ✓ or ✗ and a no-break space; the sign is then green or red.
    """

    # The titles of the columns.
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    # For each row, whether its claim holds: a sign before the row says so. None for no sign.
    verdicts: tuple[bool | None, ...] = ()
    # For each column a text that always fits, so that its width stays while its texts change.
    room: tuple[str, ...] = ()
    # The title of a column that is hidden before any row is.
    spare_column: str = ""
    # What the rows are the first of, where there are more: "128 pairs".
    total: str = ""
    # Whether the last column has nothing but signs; a narrow table is drawn without it.
    sign: bool = False

    def without(self, column: str) -> "Listing":
        """Return the table without one of its columns; the same table for an empty name."""
        if not column:
            return self
        indices = [index for index, name in enumerate(self.columns) if name != column]
        columns = tuple(self.columns[index] for index in indices)
        rows = [tuple(row[index] for index in indices) for row in self.rows]
        spare_column = self.spare_column if self.spare_column != column else ""
        return replace(self, columns=columns, rows=tuple(rows), room=(), spare_column=spare_column)

    def narrowed(self, count: int) -> "Listing":
        """Return the first columns of the table."""
        columns = self.columns[:count]
        rows = tuple(row[:count] for row in self.rows)
        spare_column = self.spare_column if self.spare_column in columns else ""
        room = self.room[:count]
        return replace(
            self, columns=columns, rows=rows, room=room, spare_column=spare_column, sign=False
        )

    def count_text(self, shown: int | None = None) -> str:
        """Return the number of rows, or of the first `shown` among them, in words."""
        all_rows = self.total or in_unit(number(len(self.rows)), "rows")
        if shown is None:
            shown = len(self.rows)
        if shown == len(self.rows) and not self.total:
            return all_rows
        return f"the first {number(shown)} of {all_rows}"

    @cached_property
    def numeric(self) -> tuple[bool, ...]:
        """Which columns hold numbers and are aligned right; some of their texts may have no digit.

        >>> Listing(("way", "memory"), (("whole", "12 kB"), ("2×2", "not built"))).numeric
        (False, True)
        >>> Listing(("pairs", "lag"), (("all 64", "1 of 2"),)).numeric
        (True, True)
        """
        return tuple(self._is_numeric(index) for index in range(len(self.columns)))

    def _is_numeric(self, index: int) -> bool:
        texts = [row[index] for row in self.rows]
        with_digits = [text for text in texts if _DIGIT.search(text)]
        return bool(with_digits) and all(map(_NUMBER.fullmatch, with_digits))


Table = Numbers | Listing
