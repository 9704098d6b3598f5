r"""PGF, to be read by ``\input`` in LaTeX: lines as drawn here, words in the type of the page around them.

One file: rasters stand in it as inline images. No LaTeX is needed to write it.
"""

from __future__ import annotations

import io
import re
import zlib
from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib import rc_context
from matplotlib.backends.backend_pgf import RendererPgf
from matplotlib.textpath import text_to_path

from peviewer.base.version import __version__
from peviewer.exporters.metadata.media import commented, from_comments

if TYPE_CHECKING:
    from pathlib import Path

    from peviewer.exporters.picture.render import Painted

KEY = "% session "
# LaTeX reads lines of any length, people do not; of an image, TeX keeps no more than so much at once.
LENGTH, CHUNK = 110, 20_000
HEAD = rf"""% peviewer {__version__}
% \usepackage{{pgf}}, and \input this file; it sets its words in the fonts of the page.
"""
# Words in wider type than was measured are made narrower, so that they stay off their neighbours.
FRAME = r"""\begingroup
\makeatletter
\def\peviewerfit#1#2{{\setbox0\hbox{{#2}}\ifdim\wd0>#1\resizebox{{#1}}{{\height}}{{\box0}}\else\box0\fi}}
\begin{{pgfpicture}}
\pgfpathrectangle{{\pgfpointorigin}}{{\pgfqpoint{{{wide:f}in}}{{{high:f}in}}}}
\pgfusepath{{use as bounding box, clip}}
{body}\end{{pgfpicture}}
\makeatother
\endgroup
"""
# What the fonts of LaTeX call otherwise; the rest of mathematical text is LaTeX already.
SIGNS = {
    "α": r"\alpha", "β": r"\beta", "θ": r"\theta", "λ": r"\lambda", "π": r"\pi", "φ": r"\varphi", "ω": r"\omega",
    "Σ": r"\sum", "Δ": r"\Delta", "−": "-", "±": r"\pm", "×": r"\times", "·": r"\cdot", "⊙": r"\odot", "≠": r"\neq",
    "≤": r"\leq", "≥": r"\geq", "≈": r"\approx", "≡": r"\equiv", "→": r"\rightarrow", "∞": r"\infty", "√": r"\surd{}",
    "‖": r"\Vert{}", "°": r"{}^\circ", "…": r"\ldots", "⋮": r"\vdots", "⌊": r"\lfloor", "⌋": r"\rfloor",
    "✓": r"\surd{}", "✗": r"\times", "²": "{}^2", "\u2009": r"\,", "\u2007": r"\phantom{0}",
    "\u202f": r"\,", "■": r"\rule{1.2ex}{1.2ex}",
}  # fmt: skip
_WRITTEN = {"–": "--", "—": "---", "’": "'", "“": "``", "”": "''", "%": r"\%", "#": r"\#", "&": r"\&"}


def pgf(painted: Painted) -> bytes:
    """Return a page as PGF."""
    page, style, body = painted.page, painted.style, io.StringIO()
    page.set(dpi=72, facecolor=style.ground, edgecolor="none")
    # LaTeX's own engine would read files of fonts; sizes and families are all it is told.
    with rc_context({"pgf.rcfonts": False}):
        page.draw(Inline(page, body))  # type: ignore[no-untyped-call,unused-ignore]  # matplotlib's
    lines = f"{commented(painted.plain, KEY, LENGTH)}\n"
    wide, high = page.get_size_inches()
    return (HEAD + lines + FRAME.format(wide=wide, high=high, body=body.getvalue())).encode()


def session(path: Path) -> bytes | None:
    """Put the comments together again."""
    return from_comments(path, KEY)


class Inline(RendererPgf):
    """Writes PGF without asking LaTeX how wide its words are, and images into the file."""

    def get_text_width_height_descent(self, s: str, prop: Any, ismath: Any) -> tuple[float, float, float]:
        """Return a text's measure, in pixels."""
        wide, high, below = text_to_path.get_text_width_height_descent(s, prop, ismath)
        return wide * self.dpi / 72, high * self.dpi / 72, below * self.dpi / 72

    def draw_text(
        self, gc: Any, x: float, y: float, s: str, prop: Any, angle: float, ismath: Any = False, mtext: Any = None
    ) -> None:
        """Write a text, no wider than it was measured."""
        wide = text_to_path.get_text_width_height_descent(s, prop, ismath)[0]
        fitting = rf"\peviewerfit{{{wide:.2f}bp}}{{{in_latex(s)}}}"
        super().draw_text(gc, x, y, fitting, prop, angle, ismath, mtext)  # type: ignore[no-untyped-call,unused-ignore]

    def draw_image(self, gc: Any, x: float, y: float, im: Any, transform: Any = None) -> None:
        """Write an image."""
        high, wide = im.shape[:2]
        if not high or not wide:
            return
        inch = 72 / self.dpi  # points of PDF in a pixel
        matrix = transform.frozen().to_values() if transform is not None else (wide, 0, 0, high, 0, 0)
        a, b, c, d, e, f = (number * inch for number in matrix)
        write = self.fh.write
        write("\\begin{pgfscope}\n")
        if box := gc.get_clip_rectangle():
            edges = box.min / self.dpi, box.size / self.dpi
            corner, size = (f"\\pgfqpoint{{{x:f}in}}{{{y:f}in}}" for x, y in edges)
            write(f"\\pgfpathrectangle{{{corner}}}{{{size}}}%\n\\pgfusepath{{clip}}%\n")
        write(f"\\pgfsys@transformshift{{{(x + e / inch) / self.dpi:f}in}}{{{(y + f / inch) / self.dpi:f}in}}\n")
        smooth = str(transform is None).lower()
        head = f"q {a:.5f} {b:.5f} {c:.5f} {d:.5f} 0 0 cm BI /W {wide} /H {high} /BPC 8 /I {smooth} /F [/AHx /Fl]"
        red, green, blue = (im[..., channel].astype(np.uint32) for channel in range(3))
        # As one number each: rows of an array would be sorted with all other threads waiting, for seconds.
        colours, indices = np.unique(red << 16 | green << 8 | blue, return_inverse=True)
        if len(colours) <= 256:
            head += f" /CS [/I /RGB {len(colours) - 1} <{''.join(f'{colour:06x}' for colour in colours.tolist())}>]"
            cells = indices.reshape(high, wide).astype(np.uint8)[::-1]
        else:
            head, cells = head + " /CS /RGB", im[::-1, :, :3]
        packed = zlib.compress(np.ascontiguousarray(cells).tobytes(), 9).hex().upper()
        for part in (f"{head} ID", *(packed[k : k + CHUNK] for k in range(0, len(packed), CHUNK)), "> EI Q"):
            write(f"\\pgfsys@invoke{{{part}}}\n")
        write("\\end{pgfscope}\n")

    def option_image_nocomposite(self) -> bool:
        """Write each image for itself."""
        return True


def in_latex(text: str) -> str:
    r"""Return a text of matplotlib as LaTeX has it.

    Examples
    --------
    >>> in_latex("angle $ω_{i}$ in %")
    'angle $\\omega{}_{i}$ in \\%'
    >>> in_latex("5 × 2")
    '5 \\ensuremath{\\times{}} 2'
    """
    parts = re.split(r"(?<!\\)\$", text)
    return "$".join(_mathematics(part) if place % 2 else _words(part) for place, part in enumerate(parts))


def _mathematics(text: str) -> str:
    return "".join(_sign(letter) if letter in SIGNS else letter for letter in text)


def _words(text: str) -> str:
    written = (_WRITTEN.get(letter, letter) for letter in text)
    return "".join(rf"\ensuremath{{{_sign(letter)}}}" if letter in SIGNS else letter for letter in written)


def _sign(letter: str) -> str:
    sign = SIGNS[letter]
    return sign + "{}" if sign[-1].isalpha() and sign.startswith("\\") else sign
