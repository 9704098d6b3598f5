"""The tables of the grammar: numbers that are scrolled, and short listings of texts."""

import re
from dataclasses import dataclass
from functools import cached_property

from peviewer.base.words import in_unit, whole
from peviewer.model.sampling.raster import Raster

# A number, and a unit of a few letters; all of them, or so many.
_NUMBER = re.compile(
    r"(all )?[−+±]?[\d\u2009.,∞]+([×·]10[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)?[ \u2009]?([^\W\d]{0,3}|bytes)[%°]?( of [\d\u2009]+)?"
)
_DIGIT = re.compile(r"\d")


@dataclass(frozen=True)
class Numbers:
    """A raster's exact cells as numbers, scrolled and never built; ``colormap`` colours them.

    ``decimals`` digits stand behind the point. The header of row r is ``row_name`` and the number r + row0.
    """

    raster: Raster
    decimals: int = 4
    row_name: str = "*t* ="
    row0: int = 0
    levels: tuple[float, float] = (-1.0, 1.0)
    colormap: str | None = None


@dataclass(frozen=True)
class Listing:
    """A short table of texts; a verdict sets a sign, green or red, before its row (None: neither).

    ``measured`` names a column of what was timed on this machine, which no two runs have alike.
    ``spare`` names the column that gives way first, whole, where rows would.
    ``room`` has a text for each column that always has room: columns whose texts keep changing stand still.
    ``of`` counts what the rows are the first of, where there are more: ``"128 pairs"``.
    ``errors`` names the column of errors, which differ in nothing where both are what rounding leaves.
    ``sign`` says that the last column holds a sign a row, or none: a narrow table is left without it.
    """

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    verdicts: tuple[bool | None, ...] = ()
    measured: str = ""
    room: tuple[str, ...] = ()
    spare: str = ""
    of: str = ""
    sign: bool = False
    errors: str = ""

    @property
    def lasting(self) -> "Listing":
        """The table without what was timed: as it is kept in files.

        Examples
        --------
        >>> Listing(("way", "time"), (("whole", "12 µs"),), measured="time").lasting.rows
        (('whole',),)
        """
        return self.without(self.measured)

    def without(self, column: str) -> "Listing":
        """Return the table without one of its columns; all of it where none is named."""
        if not column:
            return self
        kept = [k for k, name in enumerate(self.columns) if name != column]
        columns, *rows = (tuple(row[k] for k in kept) for row in (self.columns, *self.rows))
        spare = self.spare if self.spare != column else ""
        return Listing(columns, tuple(rows), self.verdicts, spare=spare, of=self.of, sign=self.sign, errors=self.errors)

    def narrowed(self, count: int) -> "Listing":
        """Return the table with its first columns only, without signs at their end.

        Examples
        --------
        >>> Listing(("way", "time", "size"), (("whole", "12 µs", "2"),)).narrowed(2).rows
        (('whole', '12 µs'),)
        """
        columns, *rows = (row[:count] for row in (self.columns, *self.rows))
        spare = self.spare if self.spare in columns else ""
        return Listing(columns, tuple(rows), self.verdicts, room=self.room[:count], spare=spare, of=self.of)

    def told(self, shown: int | None = None) -> str:
        """Say how many rows there are, or that the first `shown` are some of them.

        Examples
        --------
        >>> pairs = Listing(("pair",), (("0",), ("1",)), of="128 pairs")
        >>> pairs.told(), pairs.told(1), Listing(("pair",), (("0",),)).told()
        ('the first 2 of 128 pairs', 'the first 1 of 128 pairs', '1 row')
        """
        every = self.of or in_unit(whole(len(self.rows)), "rows")
        shown = len(self.rows) if shown is None else shown
        return every if shown == len(self.rows) and not self.of else f"the first {whole(shown)} of {every}"

    @cached_property
    def numeric(self) -> tuple[bool, ...]:
        """Which columns hold numbers, to be set to the right; words in place of one, without a digit, may stand among.

        Examples
        --------
        >>> Listing(("way", "time"), (("whole", "12 µs"), ("2×2", "not built"))).numeric
        (False, True)
        >>> Listing(("pairs", "lag"), (("all 64", "1 of 2"),)).numeric
        (True, True)
        """
        told = ([text for row in self.rows if _DIGIT.search(text := row[k])] for k in range(len(self.columns)))
        return tuple(bool(texts) and all(map(_NUMBER.fullmatch, texts)) for texts in told)


Sheet = Numbers | Listing
