"""A Document as code that people can paste: one short function, on request M(φ) and a picture."""

import re
from typing import Literal, cast, get_args

from peviewer.base.numbers import number
from peviewer.base.refusals import refused
from peviewer.document.document import Document, DocumentError
from peviewer.figures.grammar import Heatmap
from peviewer.figures.panes.catalog import PANES
from peviewer.model.content import DIMENSIONS, POSITIONS
from peviewer.model.embedded import Embedded
from peviewer.model.encodings.bases.tabled import Tabled
from peviewer.model.encodings.dialect import DIALECTS, MOST_IN_CODE, Dialect
from peviewer.model.encodings.turning import Turning
from peviewer.model.turning.pairs import Layout
from peviewer.model.word_vectors import read_vectors, spelling

Framework = Literal["numpy", "torch", "jax"]
FRAMEWORKS: tuple[Framework, ...] = get_args(Framework)

_DEFINED = re.compile(r"^def (\w+)", re.MULTILINE)
_IMPORTS = {
    "math": "import math",
    "np": "import numpy as np",
    "plt": "import matplotlib.pyplot as plt",
}
_COLORMAPS = {"diverging": "RdBu", "grey": "gray", "grey-reversed": "gray_r"}
_PLACES: dict[Layout, str] = {
    "interleaved": "sines, cosines = np.arange(0, dim, 2), np.arange(1, dim, 2)",
    "concatenated": "sines, cosines = np.arange(dim // 2), np.arange(dim // 2, dim)",
    "flipped": "cosines, sines = np.arange(dim // 2), np.arange(dim // 2, dim)",
}


def code(
    document: Document, framework: str = "numpy", operator: bool = False, figure: bool = False
) -> str:
    """Return a program that builds the Document's table.

    >>> program = code(Document().edited({"encoding.length": 50}))
    >>> program.splitlines()[3]
    'def positional_encoding(length=50, dim=256, base=10_000.0):'
    """
    if framework not in FRAMEWORKS:
        raise DocumentError(
            refused("framework", framework, f"it must be one of {', '.join(FRAMEWORKS)}")
        )
    encoding = document.encoding
    dialect = DIALECTS[framework]
    # Content, M(φ) and the picture are written only for tables that turn.
    turning: Document[Turning] | None = None
    if isinstance(encoding, Turning):
        turning = cast("Document[Turning]", document)
    if turning is None and (operator or figure):
        wanted = "operator" if operator else "figure"
        raise DocumentError(
            f"{wanted} = true is not allowed: {encoding.title} gives {encoding.gives}, "
            "no table to shift"
        )
    if operator and turning and turning.encoding.dim % 2:
        raise DocumentError(
            refused("encoding.dim", turning.encoding.dim, "it must be even, or no M(φ) exists")
        )
    written = encoding.code(dialect, _content(document))
    if not written:
        raise DocumentError(encoding.why_no_code)
    blocks = [written]
    if document.compared_document is not None:
        blocks.append(_compared(document.compared_document, dialect, written))
    if turning and operator:
        blocks.append(_operator(turning, dialect))
    if turning and figure:
        blocks.append(_picture(turning, operator, dialect.to_numpy))
    program = "\n\n\n".join("\n".join(block) for block in blocks)

    imports = set(dialect.imports)
    for module, line in _IMPORTS.items():
        if re.search(rf"\b{module}\.", program):
            imports.add(line)
    return "\n".join(sorted(imports)) + f"\n\n\n{program}\n"


def _compared(document: Document, dialect: Dialect, written: list[str]) -> list[str]:
    """Return the lines that make B, with names that differ from A's.

    Return None if B cannot be written as code.
    """
    lines = document.encoding.code(dialect, _content(document))
    for name in _DEFINED.findall("\n".join(written)):
        lines = [re.sub(rf"\b{name}\b", f"{name}_b", line) for line in lines]
    return lines and ["# B, which it is compared with.", *lines]


def _content(document: Document) -> list[str]:
    """Return the lines that add the content, random content with the app's own numbers."""
    content = document.content
    if content.kind == "none" or not isinstance(document.encoding, Tabled):
        return []
    if content.kind == "ones":
        return [f"    table += {'dim**0.5' if content.scaled else '1'}  # content: ones"]
    is_small = content.deviation == "inverse-root" and content.table is None
    scale = "dim**0.5 * " if content.scaled else ""
    deviation = "dim**-0.5 * " if is_small else ""
    if content.kind == "words":
        return _words(Embedded(document.encoding, content), f"{scale}{deviation}")
    positions = "first, first + length" if document.encoding.first else "length"
    return [
        f"    # Random content: numbers that repeat after {POSITIONS} positions and "
        f"{DIMENSIONS} dimensions.",
        f"    normals = np.random.default_rng({content.seed}).standard_normal("
        f"(min(dim, {DIMENSIONS}), {POSITIONS}), dtype=np.float32)",
        f"    rows = np.arange({positions}) % {POSITIONS}",
        f"    table += {scale}{deviation}normals[np.arange(dim) % {DIMENSIONS}][:, rows].T",
    ]


def _words(embedded: Embedded, times: str) -> list[str]:
    """Return the lines that add a vector to the row of each word; none without a sentence."""
    encoding, table = embedded.encoding, embedded.content.table
    words = encoding.words
    if not words:
        return []
    if table is None:
        spellings = [spelling(word) for word in words]
        return [
            f"    # Content: a vector a word, which repeats after {DIMENSIONS} dimensions.",
            f"    words = {' '.join(spellings)!r}.split()",
            "    drawn = [",
            f"        np.random.default_rng([{embedded.content.seed}, *word.encode()])",
            f"        .standard_normal(min(dim, {DIMENSIONS}), dtype=np.float32)",
            "        for word in words",
            "    ]",
            f"    vectors = np.array(drawn, dtype=np.float64)[:, np.arange(dim) % {DIMENSIONS}]",
            f"    table[: len(words)] += {times}vectors[:length]",
        ]
    vectors = read_vectors(table, words, encoding.dim)[:, :-1].T
    if vectors.size > MOST_IN_CODE:
        most = number(MOST_IN_CODE)
        raise DocumentError(
            f"content of {number(vectors.size)} numbers is too long for code: {most} are most"
        )
    return [
        f"    # Content: a vector a word, of {table.display_name}.",
        "    vectors = np.array([",
        *(f"        {row}," for row in vectors.tolist()),
        "    ])",
        f"    table[: len(vectors), : vectors.shape[1]] += {times}vectors[:length, :dim]",
    ]


def _operator(document: Document[Turning], dialect: Dialect) -> list[str]:
    encoding = document.encoding
    own = document.operator == encoding.layout
    warning = [] if own else ["    # Built for a layout other than the table's: a classic bug."]
    return [
        f"def shift_matrix(phi={document.shift.phi:_}, {encoding.signature()}):",
        '    """Return M(phi), shape (dim, dim): table @ M.T is the table moved by phi '
        'positions."""',
        "    pairs = np.arange((dim + 1) // 2)",
        f"    angles = phi * {encoding.frequency_code()}",
        *warning,
        f"    {_PLACES[document.operator]}",
        "    matrix = np.zeros((dim, dim))",
        "    matrix[sines, sines] = matrix[cosines, cosines] = np.cos(angles)",
        "    matrix[sines, cosines], matrix[cosines, sines] = np.sin(angles), -np.sin(angles)",
        f"    return {dialect.result_format.format('matrix')}",
    ]


def _picture(document: Document[Turning], operator: bool, to_numpy: str) -> list[str]:
    encoding = document.encoding
    is_transposed = document.view.transposed
    dimensions = (-0.5, encoding.dim - 0.5)
    positions = (encoding.first - 0.5, encoding.positions[-1] + 0.5)
    labels = ("dimension $j$", "position $t$")
    left, right = positions if is_transposed else dimensions
    top, bottom = dimensions if is_transposed else positions
    x_label, y_label = reversed(labels) if is_transposed else labels

    pane = PANES["shift" if operator else "encoding"]
    marks = pane.figure(document).panels[0].marks
    heatmap = next(mark for mark in marks if isinstance(mark, Heatmap))
    low, high = heatmap.levels
    colormap = _COLORMAPS.get(heatmap.colormap, heatmap.colormap)
    look = f'cmap="{colormap}", vmin={low}, vmax={high}, aspect="auto"'
    cells = "cells.T" if is_transposed else "cells"
    image = [
        f'image = axes.imshow({cells}, {look}, interpolation="nearest",',
        f"                    extent=({left}, {right}, {bottom}, {top}))",
        f'axes.set(title=title, xlabel="{x_label}", ylabel="{y_label}")',
    ]
    if not operator:
        return [
            f'cells, title = positional_encoding(){to_numpy}, "$PE(t)$"',
            'figure, axes = plt.subplots(figsize=(8, 4.5), layout="constrained")',
            *image,
            "figure.colorbar(image)",
            "plt.show()",
        ]
    moved = f"$M(\\varphi)\\,PE(t)$, $\\varphi = {document.shift.phi:g}$"
    return [
        f"table, matrix = positional_encoding(){to_numpy}, shift_matrix(){to_numpy}",
        f'shown = [(table, "$PE(t)$"), (table @ matrix.T, r"{moved}")]',
        'figure, panels = plt.subplots(1, 2, figsize=(10, 4.5), layout="constrained")',
        "for axes, (cells, title) in zip(panels, shown):",
        *(f"    {line}" for line in image),
        "figure.colorbar(image, ax=panels)",
        "plt.show()",
    ]
