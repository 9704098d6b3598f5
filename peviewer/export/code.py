"""A Document as code that people can paste: one short function, on request M(φ) and a picture."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, get_args

from peviewer.document.document import Document, DocumentError
from peviewer.figures.panes.table_panel import levels

if TYPE_CHECKING:
    from peviewer.model.turning.layouts import Layout

Framework = Literal["numpy", "torch", "jax"]
FRAMEWORKS: tuple[Framework, ...] = get_args(Framework)
SCHEMES = ("sinusoidal",)
"""The schemes that there is code for."""

_COLORMAPS = {"diverging": "RdBu", "grey": "gray", "grey-reversed": "gray_r"}
_FREQUENCIES = {
    "paper": "base ** (-2 * pairs / dim)",
    "endpoint": "base ** (-pairs / max(1, (dim - 1) // 2))",
}
_COLUMNS: dict[Layout, tuple[str, str]] = {
    "interleaved": ("0::2", "1::2"),
    "concatenated": (": (dim + 1) // 2", "(dim + 1) // 2 :"),
    "flipped": ("dim // 2 :", ": dim // 2"),
}
_PLACES: dict[Layout, str] = {
    "interleaved": "sines, cosines = {range}(0, dim, 2), {range}(1, dim, 2)",
    "concatenated": "sines, cosines = {range}(dim // 2), {range}(dim // 2, dim)",
    "flipped": "cosines, sines = {range}(dim // 2), {range}(dim // 2, dim)",
}


@dataclass(frozen=True)
class _Words:
    """How a framework says things."""

    imports: tuple[str, ...]
    module: str
    typed: str
    normal: str
    returned: str
    said: tuple[str, ...] = ()
    to_numpy: str = ""


_SAID: dict[str, _Words] = {
    "numpy": _Words(
        ("import numpy as np",),
        "np",
        "",
        "np.random.default_rng({seed}).standard_normal((length, dim))",
        "{}",
    ),
    "torch": _Words(
        ("import torch",),
        "torch",
        ", dtype=torch.float64",
        "torch.randn(length, dim, generator=torch.Generator().manual_seed({seed}), dtype=torch.float64)",
        "{}.float()",
        ("    # Angles in float64: float32 would lose far positions.",),
        ".numpy()",
    ),
    "jax": _Words(
        ("import jax.numpy as jnp", "import numpy as np"),
        "np",
        "",
        "np.random.default_rng({seed}).standard_normal((length, dim))",
        "jnp.asarray({}, dtype=jnp.float32)",
        ("    # Angles in NumPy's float64: float32 would lose far positions.",),
    ),
}


def code(document: Document, framework: str = "numpy", operator: bool = False, figure: bool = False) -> str:
    """Return a program that builds the Document's table.

    Parameters
    ----------
    document : Document
        Its encoding, its content, its shift and its colours.
    framework : {"numpy", "torch", "jax"}
        What the table is an array of. Angles are worked out in double precision.
    operator : bool
        Also M(φ), which moves the table by φ.
    figure : bool
        Also the table as a picture by matplotlib, and the moved one with `operator`.

    Raises
    ------
    DocumentError
        If there is no such framework, no code for the scheme, or no M(φ).

    Examples
    --------
    >>> program = code(Document().edited({"encoding.length": 50}))
    >>> program.splitlines()[3]
    'def positional_encoding(length=50, dim=256, base=10_000.0):'
    """
    if framework not in FRAMEWORKS:
        raise DocumentError(f"framework = {framework!r} is not allowed: it must be one of {', '.join(FRAMEWORKS)}")
    encoding = document.encoding
    if encoding.scheme not in SCHEMES:
        raise DocumentError(f"encoding.scheme = {encoding.scheme!r} cannot be written as code")
    if operator and encoding.dim % 2:
        raise DocumentError(f"encoding.dim = {encoding.dim} is not allowed: it must be even, or no M(φ) exists")
    words = _SAID[framework]
    imports = (*words.imports, *(("import matplotlib.pyplot as plt",) if figure else ()))
    blocks = [sorted(imports), _table(document, words)]
    blocks += [_operator(document, words)] if operator else []
    blocks += [_picture(document, operator, words.to_numpy)] if figure else []
    return "\n\n\n".join("\n".join(block) for block in blocks) + "\n"


def _frequencies(document: Document, words: _Words) -> tuple[str, str]:
    """Return the line that numbers the pairs, and the expression of their frequencies."""
    rule = _FREQUENCIES[str(document.get("encoding.schedule"))]
    return f"    pairs = {words.module}.arange((dim + 1) // 2{words.typed})", rule


def _table(document: Document, words: _Words) -> list[str]:
    encoding, module = document.encoding, words.module
    first = f", first={encoding.first:_}" if encoding.first else ""
    run = "first, first + length" if encoding.first else "length"
    sines, cosines = _COLUMNS[encoding.layout]
    pairs, frequencies = _frequencies(document, words)
    return [
        f"def positional_encoding(length={encoding.length:_}, dim={encoding.dim:_}, base={_base(document)}{first}):",
        f'    """Return the encoding of positions, shape (length, dim): {_described(document)}."""',
        *words.said,
        pairs,
        f"    frequencies = {frequencies}  # radians per position",
        f"    angles = {module}.arange({run}{words.typed})[:, None] * frequencies",
        f"    table = {module}.empty((length, dim){words.typed})",
        f"    table[:, {sines}] = {module}.sin(angles)",
        f"    table[:, {cosines}] = {module}.cos(angles)[:, : dim // 2]",
        *_content(document, words),
        f"    return {words.returned.format('table')}",
    ]


def _described(document: Document) -> str:
    orders = {
        "interleaved": "sine and cosine side by side",
        "concatenated": "sines, then cosines",
        "flipped": "cosines, then sines",
    }
    return orders[document.encoding.layout]


def _base(document: Document) -> str:
    return f"{document.get('encoding.base'):_}"


def _content(document: Document, words: _Words) -> list[str]:
    """Return what adds the content; random content has the app's distribution, not its numbers."""
    content = document.content
    scale = "dim**0.5" if content.scaled else "1"
    if content.kind == "none":
        return []
    if content.kind == "ones":
        return [f"    table += {scale}  # content: ones"]
    drawn = words.normal.format(seed=content.seed)
    times = f"{scale} * " if content.scaled else ""
    return [
        "    # Random content, drawn anew: not number by number what peviewer shows.",
        f"    table += {times}{drawn}",
    ]


def _operator(document: Document, words: _Words) -> list[str]:
    pairs, frequencies = _frequencies(document, words)
    module, own = words.module, document.operator == document.encoding.layout
    warning = (
        [] if own else ["    # Made for another order of columns than the table has: the mistake that people ship."]
    )
    return [
        f"def shift_matrix(phi={document.shift.phi:_}, dim={document.encoding.dim:_}, base={_base(document)}):",
        '    """Return M(phi), shape (dim, dim): table @ M.T is the table moved by phi positions."""',
        pairs,
        f"    angles = phi * {frequencies}",
        *warning,
        f"    {_PLACES[document.operator].format(range=f'{module}.arange')}",
        f"    matrix = {module}.zeros((dim, dim){words.typed})",
        f"    matrix[sines, sines] = matrix[cosines, cosines] = {module}.cos(angles)",
        f"    matrix[sines, cosines], matrix[cosines, sines] = {module}.sin(angles), -{module}.sin(angles)",
        f"    return {words.returned.format('matrix')}",
    ]


def _picture(document: Document, operator: bool, to_numpy: str) -> list[str]:
    encoding, view = document.encoding, document.view
    across, down = "dimension $j$", "position $t$"
    left, right, top, bottom = -0.5, encoding.dim - 0.5, encoding.first - 0.5, encoding.positions[-1] + 0.5
    turned = ".T" if view.transposed else ""
    if turned:
        across, down = down, across
        left, right, top, bottom = top, bottom, left, right
    low, high = levels(document)
    look = f'cmap="{_COLORMAPS.get(view.colormap, view.colormap)}", vmin={low}, vmax={high}, aspect="auto"'
    image = [
        f'image = axes.imshow(cells{turned}, {look}, interpolation="nearest",',
        f"                    extent=({left}, {right}, {bottom}, {top}))",
        f'axes.set(title=title, xlabel="{across}", ylabel="{down}")',
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
