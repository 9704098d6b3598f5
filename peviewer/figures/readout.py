"""The readout: one line about the cell under the pointer."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from operator import attrgetter

import numpy as np

from peviewer.base.numbers import number, steady
from peviewer.base.words import unstarred
from peviewer.document.document import Document
from peviewer.figures.readings import Reading
from peviewer.model.between.pairwise import Metric
from peviewer.model.binary import nearest_pair
from peviewer.model.embedded import Embedded
from peviewer.model.encodings.bases.tabled import Tabled
from peviewer.model.encodings.grids.gridded import Gridded, PatchTable
from peviewer.model.encodings.scheme import Scheme
from peviewer.model.encodings.turning import Paired, Turning
from peviewer.model.turning.angles import exact_angle, whole_degrees

METRIC_QUANTITIES: dict[Metric, str] = {
    "euclidean": "distance",
    "sse": "squared distance",
    "cosine": "cosine similarity",
    "dot": "dot product",
}
"""The quantity that each metric measures."""

READOUT_INPUTS = attrgetter("encoding", "content", "compare", "layers")
"""The part of a Document that the readout depends on."""


def readout_text(
    document: Document, pointed: Mapping[str, int], readings: Sequence[Reading] = ()
) -> str:
    """Return one line about the cell under the pointer.

    `pointed` has the values there of fields of the Document's cursor, such as ``"position"``;
    `readings` are the numbers that the panel has there.
    """
    numbers = [unstarred(reading.text) for reading in readings if reading.name]
    places = dict.fromkeys(unstarred(reading.at) for reading in readings)
    texts = [*_location_parts(document, pointed, readings), *places, *numbers]
    return " · ".join(text for text in texts if text)


def cell_name(document: Document, pointed: Mapping[str, int], readings: Sequence[Reading]) -> str:
    """Return the pair of a dimension, and whether it is its sine or its cosine.

    The result is empty for other cells, and where A and B differ.

    >>> cell_name(Document(), {"position": 7, "dimension": 5}, ())
    'pair 2, cos'
    """
    if "dimension" not in pointed or "row" in pointed:
        return ""
    own_encoding = _Cell(document, pointed, readings).own_encoding
    encodings = document.compared if own_encoding is None else (own_encoding,)
    names: set[str] = set()
    for encoding in encodings:
        if not isinstance(encoding, Turning):
            return ""
        column = min(pointed["dimension"], encoding.dim - 1)
        function = "cos" if encoding.columns.is_cosine[column] else "sin"
        names.add(f"pair {number(int(encoding.columns.pairs[column]))}, {function}")
    return names.pop() if len(names) == 1 else ""


def _location_parts(
    document: Document, pointed: Mapping[str, int], readings: Sequence[Reading]
) -> list[str]:
    """Return where the cell is.

    If encodings are compared, common parts come once, and parts that differ with A and B.
    """
    if "layer" in pointed:
        return list(_layer_parts(document, pointed["layer"]))
    cell = _Cell(document, pointed, readings)
    if cell.own_encoding is not None:
        return list(cell.parts(cell.own_encoding))
    all_parts = [list(cell.parts(encoding)) for encoding in document.compared]
    most_parts = max(len(parts) for parts in all_parts)
    # A scheme that has no such cell says less about it, and is left out.
    full_parts = [parts for parts in all_parts if len(parts) == most_parts]
    if all(parts == full_parts[0] for parts in full_parts):
        return full_parts[0]
    shared = [part for part in full_parts[0] if all(part in parts for parts in full_parts)]
    if document.compared_document is None:
        return shared

    texts = list(shared)
    for side, parts in zip("AB", all_parts, strict=False):
        if len(parts) == most_parts:
            differing = [part for part in parts if part not in shared]
            texts.append(f"{side}: {' · '.join(differing)}")
    return texts


@dataclass(frozen=True)
class _Cell:
    """A cell under the pointer, by fields of the cursor, and what was read there."""

    document: Document
    pointed: Mapping[str, int]
    readings: Sequence[Reading]

    @property
    def own_encoding(self) -> Scheme | None:
        """The scheme to which the panel's cells belong, if it is not the Document's."""
        return self.readings[0].encoding if self.readings else None

    @property
    def moved(self) -> float | None:
        """By how many positions its numbers are moved on; None if they belong to no angle."""
        return self.readings[0].moved if self.readings else 0.0

    def parts(self, encoding: Scheme) -> Iterator[str]:
        """Yield the location of the cell, and the number there if the panel has none."""
        pointed = self.pointed
        if "position" in pointed and "other" in pointed:
            yield from _two_position_parts(encoding, pointed["position"], pointed["other"])
            return
        if isinstance(encoding, Tabled) and "position" in pointed and "dimension" in pointed:
            yield from self._table_parts(encoding, pointed["position"], pointed["dimension"])
            return
        if "position" in pointed and not (isinstance(encoding, Paired) and "pair" in pointed):
            yield f"t = {_position_text(encoding, pointed['position'])}"
        if "other" in pointed:
            yield f"s = {_position_text(encoding, pointed['other'])}"
        if isinstance(encoding, Paired):
            yield from self._pair_parts(encoding)
        elif isinstance(encoding, Tabled) and "dimension" in pointed:
            yield f"j = {number(min(pointed['dimension'], encoding.dim - 1))}"
        if "lag" in pointed:
            yield f"lag Δ = {number(pointed['lag'])}"
        if "bit" in pointed:
            yield from _bit_parts(encoding, pointed["bit"])

    def _pair_parts(self, encoding: Paired) -> Iterator[str]:
        # In a scheme without columns, a row and a dimension remain from an earlier scheme.
        if isinstance(encoding, Turning):
            yield from self._operator_parts(encoding)
        if "pair" not in self.pointed:
            return
        pair = min(self.pointed["pair"], encoding.pairs - 1)
        position = self.pointed.get("position")
        if position is None:
            yield f"pair {number(pair)}"
            yield _frequency_text(encoding, pair)
            return
        yield f"t = {encoding.position_text(position)}, pair {number(pair)}"
        yield _frequency_text(encoding, pair)
        yield _angle_text(encoding, position, pair)

    def _operator_parts(self, encoding: Turning) -> Iterator[str]:
        """Yield the row and the column of a matrix, or a column alone and its frequency."""
        if "row" in self.pointed:
            yield f"r = {self._column_text(encoding, self.pointed['row'])}"
        if "dimension" not in self.pointed:
            return
        column = min(self.pointed["dimension"], encoding.dim - 1)
        yield f"j = {self._column_text(encoding, column)}"
        if "row" not in self.pointed:
            yield _frequency_text(encoding, int(encoding.columns.pairs[column]))

    def _column_text(self, encoding: Paired, dimension: int) -> str:
        """Return a dimension with its pair, and whether it is the sine or the cosine."""
        column = min(dimension, encoding.dim - 1)
        pair = int(encoding.columns.pairs[column])
        function = "cos" if encoding.columns.is_cosine[column] else "sin"
        own_encoding = self.own_encoding
        is_of_operator = own_encoding is not None and own_encoding not in self.document.compared
        owner = " of M" if is_of_operator else ""
        return f"{number(column)} (pair {number(pair)}, {function}{owner})"

    def _table_parts(self, encoding: Tabled, position: int, dimension: int) -> Iterator[str]:
        column = min(dimension, encoding.dim - 1)
        if not isinstance(encoding, Turning) or self.moved is None:
            yield f"t = {_position_text(encoding, position)}, j = {number(column)}"
        else:
            pair = int(encoding.columns.pairs[column])
            column_text = self._column_text(encoding, column)
            yield f"t = {encoding.position_text(position)}, j = {column_text}"
            yield _frequency_text(encoding, pair)
            yield _angle_text(encoding, position, pair, self.moved)
        has_number = isinstance(encoding, Turning) or position in encoding.positions
        if has_number and not self.readings:
            yield self._number_text(encoding, position, column)

    def _number_text(self, encoding: Tabled, position: int, column: int) -> str:
        """Return the number of a table's cell."""
        embedded = Embedded(encoding, self.document.content)
        name = "x + PE"
        if embedded.has_no_content:
            name = "PE"
        elif embedded.content.scaled:
            name = "√d·x + PE"
        cells = embedded.cells([position], np.array([column]))
        return f"{name} = {number(float(cells[0, 0]))}"


def _place_on_grid(encoding: Scheme, position: int) -> dict[str, int]:
    """Return the grid coordinates of a position with the names of axes.

    The result is empty if there is no grid.
    """
    grid = encoding.grid if isinstance(encoding, Gridded | PatchTable) else ()
    if not grid or position not in encoding.positions:
        return {}
    names = ("frame", "row", "column")[-len(grid) :]
    place = np.unravel_index(position - encoding.first, grid)
    return dict(zip(names, map(int, place), strict=True))


def _position_text(encoding: Scheme, position: int) -> str:
    """Return a position, with its place on a grid: ``"31 (row 2, column 3)"``."""
    text = encoding.position_text(position)
    place = _place_on_grid(encoding, position)
    if not place:
        return text
    coordinates = [f"{name} {number(coordinate)}" for name, coordinate in place.items()]
    return f"{text} ({', '.join(coordinates)})"


def _frequency_text(encoding: Paired, pair: int) -> str:
    omega = number(float(encoding.frequencies()[pair]))
    wavelength = number(float(encoding.wavelengths()[pair]))
    return f"ω = {omega} rad/position · λ = {wavelength}"


def _angle_text(encoding: Paired, position: int, pair: int, moved: float = 0.0) -> str:
    """Return a text with the angle of a pair at a position moved on by `moved`."""
    angle = whole_degrees(exact_angle(encoding, position + Decimal(moved), pair))
    text = f"{number(angle)}°"
    is_within_turn = 0 <= angle < 360
    if not is_within_turn:
        text += f" ≡ {angle % 360}°"
    if moved:
        return f"angle at t + φ = {steady(position + moved)}: {text}"
    return f"angle {text}"


def _bit_parts(encoding: Scheme, bit: int) -> Iterator[str]:
    yield f"bit {bit}, period {number(2 ** (bit + 1))}"
    if isinstance(encoding, Turning):
        pair = nearest_pair(encoding, bit)
        yield f"nearest pair {number(pair)}, λ = {number(float(encoding.wavelengths()[pair]))}"


def _layer_parts(document: Document, layer: int) -> Iterator[str]:
    """Yield texts on a layer of a model: its number, the name of its rule, how far it sees."""
    layers = document.layers
    if layer >= layers.count:
        return
    rule = layers.rule(layer)
    yield f"layer {number(layer)}"
    yield f"{document.layer_rules[layer]}: {rule.title}" if rule else "no positions"
    base = getattr(rule, "base", None)
    if base is not None:
        yield f"b = {number(base, 7)}"
    window = layers.window(layer)
    if window:
        yield f"sees {number(window)} positions"


def _two_position_parts(encoding: Scheme, position: int, other: int) -> Iterator[str]:
    yield f"t = {_position_text(encoding, position)}, s = {_position_text(encoding, other)}"
    query_place = _place_on_grid(encoding, position)
    key_place = _place_on_grid(encoding, other)
    if not query_place or not key_place:
        yield f"lag {number(other - position)}"
        return
    offsets = [
        f"Δ{name} = {number(key_place[name] - coordinate)}"
        for name, coordinate in query_place.items()
    ]
    yield ", ".join(offsets)
