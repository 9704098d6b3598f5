"""A closed form at given positions, as a table with a row for each."""

from functools import lru_cache
from typing import ClassVar

from peviewer.base.formula import Formula
from peviewer.base.parameters import parameter
from peviewer.model.encodings.stored import Stored
from peviewer.model.encodings.turning import Turning
from peviewer.model.stored.table import StoredTable


class Rows(Stored):
    """The rows of a closed form at the positions that are given, in their order."""

    gives: ClassVar[str] = "a vector for each of the given positions"

    scheme: str = parameter("rows", title="Scheme", hidden=True, help="The rule.")
    origin: Turning = parameter(..., title="Closed form", hidden=True, help="What gives the rows.")

    @classmethod
    def of(cls, origin: Turning) -> "Rows":
        return cls(origin=origin, length=origin.length, dim=origin.dim, sentence=origin.sentence)

    @property
    def own_name(self) -> str:
        return self.origin.title

    @property
    def words(self) -> tuple[str, ...]:
        return super().words or self.origin.place_names

    def position_text(self, position: int) -> str:
        return self.word_at(position)

    @property
    def stored(self) -> StoredTable:
        return _table(self.origin)

    @property
    def remarks(self) -> str:
        return "Rows stand in the order in which their positions are given."

    def formula(self) -> Formula:
        return self.origin.formula().joined_with(self.origin.frequency_formula())


@lru_cache(maxsize=8)
def _table(origin: Turning) -> StoredTable:
    table = origin.table()
    table.setflags(write=False)
    return StoredTable(("rows", origin), table, "float64", 1.0)
