"""SVG: text as text, cells sharp, means smooth, the Document as its description."""

from __future__ import annotations

import re
from functools import lru_cache
from html import escape, unescape
from typing import TYPE_CHECKING, NamedTuple
from unicodedata import combining

import numpy as np
from matplotlib.font_manager import FontProperties, findfont, get_font
from matplotlib.ft2font import LoadFlags
from matplotlib.path import Path as Outline

from peviewer.base.version import __version__
from peviewer.exporters.metadata.media import MARGIN
from peviewer.paper.text import plain_width

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import ArrayLike

    from peviewer.exporters.picture.render import Painted

# Other fonts have the letter as well, of another size: a root would not reach its bar.
_SIZED = re.compile(r"STIXSize|STIXNonUnicode|DejaVu S\w+ Display|cmex|cmsy")
_POINTS = 100.0  # outlines are taken at this size, and scale with it
RARE = set("⊙√≠■")  # fonts that lack these take them from others, which are wider and lower, or smaller
_COMMANDS = {Outline.MOVETO: "M", Outline.LINETO: "L", Outline.CURVE3: "Q", Outline.CURVE4: "C"}


def is_ours(text: str, fonts: tuple[str, ...]) -> bool:
    r"""Whether a glyph looks as it should in no other font, or stands beside its letter there.

    Examples
    --------
    >>> is_ours(")", ("STIXSizeOneSym",)), is_ours(")", ("DejaVu Sans",)), is_ours("\u0302", ("DejaVu Sans",))
    (True, False, True)
    """
    return any(map(_SIZED.match, fonts)) or text in RARE or bool(text and combining(text[0]))


@lru_cache(maxsize=256)
def outline(text: str, fonts: tuple[str, ...], size: float) -> str:
    """Return a glyph as an SVG's path data, its base line at 0."""
    font = get_font(findfont(FontProperties(family=list(fonts))))
    font.set_size(_POINTS, 72)
    font.load_char(ord(text), LoadFlags.NO_HINTING)  # alone, an accent that is set as text has a circle below it
    points, kinds = font.get_path()
    path = Outline(points * (size / _POINTS), kinds)
    return " ".join(
        "Z" if kind == Outline.CLOSEPOLY else _COMMANDS[kind] + " ".join(f"{part:.3f}" for part in _downwards(ends))
        for ends, kind in path.iter_segments(simplify=False)
    )


def _downwards(ends: ArrayLike) -> list[float]:
    """Turn coordinates that count upwards into an SVG's."""
    turned: list[float] = (np.reshape(ends, (-1, 2)) * (1, -1)).ravel().tolist()
    return turned


# As wide as the first, or nearly so.
FALLBACKS = {
    "STIXGeneral": "'STIX Two Text', 'Times New Roman', Times, 'Liberation Serif', 'Nimbus Roman', Tinos, "
    "'TeX Gyre Termes', FreeSerif, 'DejaVu Serif Condensed', serif",
    "DejaVu Sans": "Verdana, 'Bitstream Vera Sans', sans-serif",
}
_FONT = re.compile(rb"'([^']+)'")
CLOSE = 0.12  # of its size, from where a letter ends to where the next begins: less than a thin space
_LETTERS = re.compile(rb"<text>\s*((?:<tspan [^>]*>[^<]+</tspan>\s*)+)</text>")
_LETTER = re.compile(rb'<tspan x="([-\d.]+)" y="([-\d.]+)" style="([^"]*)">([^<]+)</tspan>')
_PLACE = re.compile(rb'x="([-\d.]+)" y="([-\d.]+)"')
_TURN = re.compile(rb' transform="[^"]+"')
_SIDE = re.compile(rb"text-anchor: (start|middle|end)")
_TEXT = re.compile(rb'<text style="([^"]*font-size: ([\d.]+)px[^"]*)"([^>]*)>([^<]+)</text>')


def svg(painted: Painted) -> bytes:
    """Return a page as SVG."""
    creator = f"peviewer {__version__}"
    about = {"Title": painted.title, "Creator": creator, "Description": painted.session, "Date": None}
    return _with_fonts(_with_widths(_in_words(_smooth_means(painted.saved("svg", about)))))


def _smooth_means(svg: bytes) -> bytes:
    """Let viewers smooth those images of an SVG that hold means, or small cells.

    Drawn without smoothing, a picture shown smaller than it is would pick every
    n-th mean: the very moiré that the means avoid.
    """
    from peviewer.paper.marks.heatmap import MEANS

    hard = b'style="image-rendering:crisp-edges;image-rendering:pixelated"'
    mark = f'id="{MEANS}-'.encode()
    first, *rest = svg.split(mark)
    return first + b"".join(mark + part.replace(hard, b"", 1) for part in rest)


def _in_words(svg: bytes) -> bytes:
    """Put the letters of mathematical text together, in the order they are read in.

    Each has a place of its own there, and they are sorted by style: not all
    readers heed such places, and none finds or copies such words.
    """

    def joined(found: re.Match[bytes]) -> bytes:
        letters = [Letter.of(*parts) for parts in _LETTER.findall(found[1])]
        return _together(letters) if len(letters) == found[1].count(b"<tspan") else found[0]

    return _LETTERS.sub(joined, svg)


class Letter(NamedTuple):
    """A letter of mathematical text: where it stands, how it looks, how large and how wide it is."""

    x: float
    y: str
    style: str
    text: str
    size: float
    wide: float
    fonts: tuple[str, ...]

    @classmethod
    def of(cls, *parts: bytes) -> Letter:
        """Return what a part of an SVG says."""
        x, y, style, text = (part.decode() for part in parts)
        found = re.search(r"font-size: ([\d.]+)px", style)
        size = float(found[1]) if found else 1.0
        fonts = tuple(re.findall(r"'([^']+)'", style))
        return cls(float(x), y, style, text, size, size * _wide(unescape(text), fonts), fonts)

    def is_before(self, other: Letter) -> bool:
        """Whether another one follows on the same line, in the same style."""
        close = abs(other.x - self.x - self.wide) < CLOSE * self.size
        return (self.y, self.style) == (other.y, other.style) and close and not (self.is_drawn or other.is_drawn)

    @property
    def is_drawn(self) -> bool:
        """Whether it is an outline: readers have no such glyph."""
        return is_ours(unescape(self.text), self.fonts)

    @property
    def drawn(self) -> bytes:
        """Its outline."""
        lines = outline(unescape(self.text), self.fonts, self.size)
        fill = re.search(r"fill: [^;]+", self.style)
        look = f' style="{fill[0]}"' if fill else ""
        return f'<path d="{lines}" transform="translate({self.x:g} {self.y})"{look}/>'.encode()


@lru_cache(maxsize=1024)
def _wide(letter: str, fonts: tuple[str, ...]) -> float:
    return plain_width(letter, 1.0, fonts=fonts)


def _together(letters: list[Letter]) -> bytes:
    """Return letters as texts of those that stand side by side, in the order they are read in."""
    runs: list[list[Letter]] = []
    for letter in sorted(letters, key=lambda letter: letter.x):
        if runs and runs[-1][-1].is_before(letter):
            runs[-1].append(letter)
        elif letter.text.strip():
            runs.append([letter])
    return b"".join(map(_run, runs))


def _run(letters: list[Letter]) -> bytes:
    """Return letters that stand side by side as one text, as long as they are; spaces at its end are not kept."""
    if letters[0].is_drawn:
        return b"".join(letter.drawn for letter in letters)
    seen = [place for place, letter in enumerate(letters) if letter.text.strip()]
    letters = letters[: seen[-1] + 1]
    first, last, text = letters[0], letters[-1], "".join(letter.text for letter in letters)
    long = f' textLength="{last.x - first.x + last.wide:.2f}" lengthAdjust="spacingAndGlyphs"' if letters[1:] else ""
    return f'<text x="{first.x:g}" y="{first.y}" style="{first.style}"{long}>{text}</text>'.encode()


def _with_widths(svg: bytes) -> bytes:
    """Say how wide each text is: readers that set it in another font keep it off its neighbours."""

    def told(found: re.Match[bytes]) -> bytes:
        style, size, more, text = found.groups()
        weight = "bold" if b"font-weight: 700" in style or b"bold" in style else "normal"
        fonts = [name.decode() for name in _FONT.findall(style)]
        words = unescape(text.decode())
        wide = plain_width(words, float(size), weight, fonts)
        if weight == "normal" and RARE.intersection(words):
            starts = [plain_width(words[:end], float(size), weight, fonts) for end in range(len(words))]
            return _in_parts(style, more, [*zip(words, starts, strict=True)], wide)
        fitting = f' textLength="{wide:.2f}" lengthAdjust="spacingAndGlyphs"'.encode()
        return b'<text style="' + style + b'"' + more + fitting + b">" + text + b"</text>"

    return _TEXT.sub(told, svg)


def _in_parts(style: bytes, more: bytes, letters: list[tuple[str, float]], wide: float) -> bytes:
    """Return a text some letters of which are outlines, each letter given with its distance from the first."""
    place, turn, side = _PLACE.search(more), _TURN.search(more), _SIDE.search(style)
    x, y = place.groups() if place else (b"0", b"0")  # turned texts are moved to their places
    left = float(x) - wide * {b"start": 0.0, b"middle": 0.5, b"end": 1.0}[side[1] if side else b"start"]
    look = _SIDE.sub(b"text-anchor: start", style)
    parts = [Letter.of(f"{left + far:.3f}".encode(), y, look, escape(one).encode()) for one, far in letters]
    return b"<g" + (turn[0] if turn else b"") + b">" + _together(parts) + b"</g>"


def _with_fonts(svg: bytes) -> bytes:
    """Name fonts to fall back on: readers of an SVG seldom have those that come with matplotlib."""
    for font, others in FALLBACKS.items():
        known = f"'{font}'".encode()
        svg = svg.replace(f"'{font}', 'DejaVu Serif'".encode(), known).replace(known, f"'{font}', {others}".encode())
    return svg


def session(path: Path) -> bytes | None:
    """Look for the description as text: no XML is parsed, so no entity is expanded."""
    with path.open("rb") as file:
        head = file.read(MARGIN)
    found = re.search(rb"<dc:description>(\{.*?\})\s*</dc:description>", head, re.DOTALL)
    return unescape(found[1].decode("utf-8", "replace")).encode() if found else None
