"""Lists as tables of a presentation: their words can be changed, copied and read aloud."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise
from math import ceil
from typing import TYPE_CHECKING, Any

from peviewer.base.words import unstarred
from peviewer.exporters.deck.places import LINE
from peviewer.figures.grammar import Listing
from peviewer.paper.text import fitted_widths, width, wrapped

if TYPE_CHECKING:
    from peviewer.exporters.deck.places import Slot
    from peviewer.figures.grammar import Figure, Panel
    from peviewer.paper.style import Style

# The largest type of a table, and the smallest that is read from the back of a room, in points of a slide 7.5 in high.
LARGEST, SMALLEST = 18, 14
# In sizes of type: the space beside and above a cell's words, and the column of signs.
BESIDE, ABOVE, SIGN = 0.5, 0.22, 1.2
LOOSEST = 0.6
# A list goes on on a next slide, no farther.
SLIDES = 2
WIDER = 1.08  # letters of the programs than those that are measured
HAIR = 9525  # 3/4 point, in the units of the file
SIGNS = {True: "✓", False: "✗", None: ""}
# The style of a table without lines and shading, by its number in office programs.
PLAIN = "{2D5ABB26-0587-4C30-8999-92F81FD0307C}"


@dataclass(frozen=True)
class Table:
    """A list and how it fits a place: its type in points, its columns in points, and how many lines its rows have."""

    listing: Listing
    points: float
    columns: tuple[float, ...]
    lines: tuple[int, ...]

    @property
    def height(self) -> float:
        """How tall it is, in points."""
        return sum(map(self.row, self.lines))

    def evened(self, height: float) -> Table:
        """Return the table with all rows as tall as the tallest, where that has so many points of room."""
        even = replace(self, lines=(self.lines[0], *[max(self.lines[1:], default=1)] * (len(self.lines) - 1)))
        return even if even.height <= height else self

    def parts(self, height: float) -> list[Table]:
        """Return the table in parts with so many points of room each: as many rows in each, or as have room."""
        head, *lines = self.lines
        cuts, taken = [0], self.row(head)
        for k, count in enumerate(lines):
            if taken + self.row(count) > height and k > cuts[-1]:
                cuts.append(k)
                taken = self.row(head)
            taken += self.row(count)
        full = [self._rows(start, end) for start, end in pairwise((*cuts, len(lines)))]
        many = ceil(len(lines) / len(full))
        alike = [self._rows(start, min(start + many, len(lines))) for start in range(0, len(lines), many)]
        return alike if all(one.height <= height for one in alike) else full

    def _rows(self, start: int, end: int) -> Table:
        listing = replace(self.listing, rows=self.listing.rows[start:end], verdicts=self.listing.verdicts[start:end])
        return replace(self, listing=listing, lines=(self.lines[0], *self.lines[1 + start : 1 + end]))

    def row(self, lines: int, above: float = ABOVE) -> float:
        """Return the height of a row of so many lines."""
        return (LINE * lines + 2 * above) * self.points


def split(figure: Figure) -> tuple[Figure | None, Panel | None, float]:
    """Return a Figure without the list that is its last row, that row, and the share of the height above it."""
    *rows, last = figure.rows
    if len(last) != 1 or len(last[0].marks) != 1 or not isinstance(last[0].marks[0], Listing):
        return figure, None, 1.0
    if not rows:
        return None, last[0], 0.0
    *heights, own = figure.heights
    spare = tuple(row for row in figure.spare if row < len(rows))
    return (
        replace(figure, rows=tuple(rows), heights=tuple(heights), spare=spare, wide=()),
        last[0],
        sum(heights) / (sum(heights) + own),
    )


def fitting_table(panel: Panel, slot: Slot) -> Table | None:
    """Return a list as a table of the largest type in which all of it fits a place; None where none does."""
    (listing,) = (mark.without_times for mark in panel.marks if isinstance(mark, Listing))
    for points in range(LARGEST, SMALLEST - 1, -1):
        table = _table(listing, slot, points)
        if table is not None and table.height <= 72 * slot.height:
            return table
    return None


def tables_on_slides(panel: Panel, slot: Slot) -> list[Table]:
    """Return a list as a table that fills a slide, or the smallest on one after the other; none where it is longer."""
    if (whole := fitting_table(panel, slot)) is not None:
        return [whole]
    (listing,) = (mark.without_times for mark in panel.marks if isinstance(mark, Listing))
    table = _table(listing, slot, SMALLEST)
    found = [] if table is None else table.parts(72 * slot.height)
    return found if len(found) <= SLIDES else []


def _table(listing: Listing, slot: Slot, points: int) -> Table | None:
    rows = (listing.columns, *listing.rows)
    signs = SIGN + BESIDE if any(verdict is not None for verdict in listing.verdicts) else 0.0
    room = 72 * slot.width / points - signs - 2 * BESIDE * (len(listing.columns) - 1)
    wanted = [WIDER * max(map(width, texts)) for texts in zip(*rows, strict=True)]
    wide = fitted_widths(wanted, room)
    if any(have < 4 and have < want for have, want in zip(wide, wanted, strict=True)):
        return None
    lines = [max(len(wrapped(text, one / WIDER)) for text, one in zip(row, wide, strict=True)) for row in rows]
    spread = min(3.0, (room - sum(wide)) / len(wide))
    columns = [(one + spread + 2 * BESIDE) * points for one in wide]
    columns[-1] -= (spread + 2 * BESIDE if not listing.numeric[-1] else BESIDE) * points
    columns[0] -= 0 if signs else BESIDE * points
    return Table(listing, points, (*([signs * points] if signs else []), *columns), tuple(lines))


def put_table(page: Any, table: Table, slot: Slot, style: Style, about: str) -> None:
    """Put a table into a place: a line below the heads, numbers to the right, signs in their colours."""
    from pptx.util import Pt

    table = table.evened(72 * slot.height)
    listing, signed = table.listing, len(table.columns) > len(table.listing.columns)
    spare = (72 * slot.height - table.height) / len(table.lines) / 2 / table.points
    heights = [table.row(lines, ABOVE + min(LOOSEST, max(0.0, spare))) for lines in table.lines]
    left, top, _, _ = slot.emu()
    shape = page.shapes.add_table(
        len(table.lines), len(table.columns), left, top, Pt(sum(table.columns)), Pt(sum(heights))
    )
    shape.element.xpath(".//p:cNvPr")[0].set("descr", f"{_heads(listing)} {about}")
    grid = shape.table
    shape.element.xpath(".//a:tblPr/a:tableStyleId")[0].text = PLAIN
    rows = shape.element.xpath(".//a:tr")
    grid.horz_banding = False
    for column, wide in zip(grid.columns, table.columns, strict=True):
        column.width = Pt(wide)
    for row, high in zip(grid.rows, heights, strict=True):
        row.height = Pt(high)
    for number, texts in enumerate((listing.columns, *listing.rows)):
        verdict = listing.verdicts[number - 1] if number and number <= len(listing.verdicts) else None
        cells = [SIGNS[verdict], *texts] if signed else list(texts)
        rights = [False, *listing.numeric] if signed else list(listing.numeric)
        for place, (text, right) in enumerate(zip(cells, rights, strict=True)):
            color = None if number else style.palette.secondary
            if signed and not place and verdict is not None:
                color = style.palette.holds if verdict else style.palette.fails
            _write(grid.cell(number, place), text, table.points, right=right, color=color)
            _underline(rows[number].xpath("a:tc")[place], style, strong=not number)
        grid.cell(number, 0).margin_left = grid.cell(number, len(cells) - 1).margin_right = 0


def _heads(listing: Listing) -> str:
    return unstarred(f"Table of {listing.count_text()}: {', '.join(filter(None, listing.columns))}.")


def _write(cell: Any, text: str, points: float, *, right: bool, color: str | None) -> None:
    from pptx.enum.dml import MSO_THEME_COLOR
    from pptx.enum.text import MSO_ANCHOR, PP_ALIGN
    from pptx.util import Pt

    from peviewer.exporters.deck.boxes import write_runs

    cell.margin_left = cell.margin_right = Pt(BESIDE * points)
    cell.margin_top = cell.margin_bottom = 0
    cell.vertical_anchor = MSO_ANCHOR.MIDDLE
    paragraph = cell.text_frame.paragraphs[0]
    paragraph.alignment = PP_ALIGN.RIGHT if right else PP_ALIGN.LEFT
    write_runs(paragraph, text, points)
    for run in paragraph.runs:
        if color:
            run.font.color.rgb = _rgb(color)
        else:
            run.font.color.theme_color = MSO_THEME_COLOR.TEXT_1


def _rgb(color: str) -> Any:
    from pptx.dml import color as colours

    kind: Any = colours.RGBColor  # has no types
    return kind(*bytes.fromhex(color.removeprefix("#")))


def _underline(cell: Any, style: Style, *, strong: bool) -> None:
    """Draw a hairline below a cell, given as XML, and one above a head."""
    from pptx.oxml import parse_xml
    from pptx.oxml.ns import nsdecls

    properties = cell.get_or_add_tcPr()
    for k, edge in enumerate(("lnT", "lnB") if strong else ("lnB",)):
        color = (style.palette.secondary if strong else style.palette.line).removeprefix("#")
        properties.insert(k, parse_xml(
            f'<a:{edge} {nsdecls("a")} w="{HAIR}"><a:solidFill><a:srgbClr val="{color}"/></a:solidFill></a:{edge}>'
        ))  # fmt: skip
