"""Write a clip as GIF, with one palette for all frames against flicker, and only the changes of each frame."""

import struct
from collections.abc import Iterable
from itertools import chain
from typing import BinaryIO

import numpy as np
from numpy.typing import NDArray
from PIL import Image
from PIL.GifImagePlugin import getdata

from peviewer.exporters.clip.clip import Clip
from peviewer.exporters.clip.write import Writer
from peviewer.exporters.formats import KEY, MARGIN
from peviewer.figures.grammar import Figure, Heatmap, Listing, Mark, Note, Numbers
from peviewer.figures.palette import colormap, themed_colormap
from peviewer.model.stored.opened import StoredFile
from peviewer.paper.page.composition import Composition
from peviewer.paper.style import Style

# The last index of a table of 256 stands for unchanged or transparent pixels.
UNCHANGED = 255
SIZE = 255
# Shades between a colour and its ground for smooth edges: of text, and of other marks.
TEXT_SHADES, SHADES, MOST_SHADES = 12, 6, 32
_PACKED = 1 << 24
HEADER, FLAGS_PLACE = 13, 10  # bytes
COMMENT = b"!\xfe"  # how an extension begins that is a comment


def colours_of(figure: Figure | Composition, style: Style) -> NDArray[np.uint8]:
    """Return at most 255 colours for a Figure and similar ones, shape (n, 3)."""
    palette = style.palette
    ground = _rgb(palette.panel if style.ground == "none" else style.ground)
    figures = (figure,) if isinstance(figure, Figure) else figure.figures
    marks = list(chain.from_iterable(panel.marks for one in figures for panel in one.panels))
    inks = dict.fromkeys([palette.secondary, palette.line, palette.raised, *_inks(marks, style)])
    maps = sorted({themed_colormap(name, palette) for name in _maps(marks)})
    shades = SHADES if maps else min(MOST_SHADES, (SIZE - 2 * TEXT_SHADES) // len(inks))
    ramps = [_ramp(ground, _rgb(palette.text), TEXT_SHADES if maps else 2 * TEXT_SHADES)]
    ramps += [_ramp(ground, _rgb(ink), shades) for ink in inks]
    colours = np.unique(np.concatenate(ramps), axis=0)[: SIZE - 64 * bool(maps)]
    share = (SIZE - len(colours)) // max(1, len(maps))
    for name in maps:
        places = np.linspace(0, 255, share).round().astype(int)
        colours = np.concatenate([colours, colormap(name)[places]])
    return colours


def _inks(marks: Iterable[Mark], style: Style) -> Iterable[str]:
    palette = style.palette
    for mark in marks:
        if isinstance(mark, Listing):
            yield from (palette.holds, palette.fails)
        elif not isinstance(mark, Heatmap | Note | Numbers):
            yield palette.role(mark.color)


def _maps(marks: Iterable[Mark]) -> Iterable[str]:
    for mark in marks:
        if isinstance(mark, Heatmap | Numbers) and mark.colormap:
            yield mark.colormap


def _ramp(ground: NDArray[np.float64], ink: NDArray[np.float64], shades: int) -> NDArray[np.uint8]:
    share = np.linspace(0, 1, shades)[:, np.newaxis]
    return (ground + share * (ink - ground)).round().astype(np.uint8)


def _rgb(color: str) -> NDArray[np.float64]:
    return np.frombuffer(bytes.fromhex(color.removeprefix("#")), np.uint8).astype(np.float64)


class FixedPalette:
    """Finds the nearest colour of a table, for each colour only once.

    >>> palette = FixedPalette(np.array([[0, 0, 0], [200, 0, 0]], np.uint8))
    >>> palette.indices(np.array([[[190, 9, 0, 255], [5, 5, 5, 255]]], np.uint8))
    array([[1, 0]], dtype=uint8)
    """

    def __init__(self, colours: NDArray[np.uint8]) -> None:
        self._colours = colours.astype(np.float32)
        self.table = np.zeros((256, 3), np.uint8)
        self.table[: len(colours)] = colours
        # One entry for every possible colour: 16 MB for a clip of any length.
        self._nearest = np.full(_PACKED, UNCHANGED, np.uint8)

    def indices(self, picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """Return the index in the table of every pixel of an RGBA picture, shape (height, width)."""
        packed = np.ascontiguousarray(picture).view("<u4")[..., 0] & np.uint32(_PACKED - 1)
        indices: NDArray[np.uint8] = self._nearest[packed]
        new = np.unique(packed[indices == UNCHANGED])
        if not len(new):
            return indices
        parts = np.stack([new & 255, new >> 8 & 255, new >> 16], axis=1).astype(np.float32)
        for start in range(0, len(new), 4096):
            some = slice(start, start + 4096)
            apart = ((parts[some, np.newaxis] - self._colours) ** 2).sum(axis=-1)
            self._nearest[new[some]] = apart.argmin(axis=1)
        indices = self._nearest[packed]
        return indices


CENTISECONDS = 100
# A comment is cut into blocks of at most this many bytes.
BLOCK = 255
SOLID = 128


class GifWriter(Writer):
    """Writes GIF."""

    def __init__(self, file: BinaryIO, clip: Clip, style: Style, session: str) -> None:
        super().__init__(file, clip, style)
        self._palette = FixedPalette(colours_of(clip.figure(0), style))
        self._before: NDArray[np.uint8] | None = None
        self._frame = 0
        # The screen: one table of 256 colours, its first colour as the ground, square pixels.
        file.write(b"GIF89a" + struct.pack("<HHBBB", style.width, style.height, 0xF7, 0, 0))
        file.write(self._palette.table.tobytes())
        if clip.seamless:
            file.write(b"\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00")
        file.write(COMMENT + _blocks(f"{KEY} {session}".encode()))

    def add(self, picture: NDArray[np.uint8]) -> None:
        """Write the next frame."""
        colours = self._palette.indices(picture)
        begins, ends = (round((self._frame + k) / self.clip.rate * CENTISECONDS) for k in (0, 1))
        lasts = ends - begins  # so that the sum is the duration
        if self.style.transparent:
            colours[picture[..., 3] < SOLID] = UNCHANGED
            self._write(colours, (0, 0), lasts, disposal=2)
        else:
            self._write_changes(colours, lasts)
        self._frame += 1

    def _write_changes(self, colours: NDArray[np.uint8], lasts: int) -> None:
        """Write the smallest box around the pixels that differ, at least one pixel."""
        left, top, fresh = 0, 0, colours
        if self._before is not None:
            same = self._before == colours
            left, top, right, bottom = Image.fromarray(~same).getbbox() or (0, 0, 1, 1)
            fresh = np.where(same, np.uint8(UNCHANGED), colours)[top:bottom, left:right]
        self._before = colours
        self._write(fresh, (left, top), lasts, disposal=1)

    def _write(
        self, colours: NDArray[np.uint8], corner: tuple[int, int], lasts: int, disposal: int
    ) -> None:
        # A table of colours of its own would be written for a picture that has one.
        self.file.write(
            struct.pack("<BBBBHBB", 0x21, 0xF9, 4, disposal << 2 | 1, lasts, UNCHANGED, 0)
        )
        for part in getdata(Image.fromarray(colours, "L"), corner, interlace=0):
            self.file.write(part)

    def finish(self) -> None:
        """Write the trailer."""
        self.file.write(b";")


def of_gif(file: StoredFile) -> bytes | None:
    """Look among the comments that stand before the first frame; no pixel is unpacked."""
    head = file.read(MARGIN)
    flags = head[FLAGS_PLACE] if len(head) > FLAGS_PLACE else 0
    has_colours, colour_bits = flags & 0x80, (flags & 7) + 1
    place = HEADER + (3 << colour_bits if has_colours else 0)
    start = f"{KEY} ".encode()
    while head.startswith(b"!", place):
        is_comment = head.startswith(COMMENT, place)
        content, place = _joined(head, place + len(COMMENT))
        if is_comment and content.startswith(start):
            return content.removeprefix(start)
    return None


def _joined(head: bytes, place: int) -> tuple[bytes, int]:
    """Return the content of the blocks that begin at a place, and the place behind them."""
    blocks = []
    while place < len(head) and (size := head[place]):
        blocks.append(head[place + 1 : place + 1 + size])
        place += 1 + size
    return b"".join(blocks), place + 1


def _blocks(content: bytes) -> bytes:
    cuts = (content[start : start + BLOCK] for start in range(0, len(content), BLOCK))
    return b"".join(bytes([len(cut)]) + cut for cut in cuts) + b"\0"
