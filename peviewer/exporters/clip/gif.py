"""Write a clip as GIF.

One palette for all frames keeps them from flickering, and only the changes of each are written.
"""

import struct
from collections.abc import Iterable, Sequence
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
MAX_COLOURS = 255
# The fewest colours that are left for colour maps.
MAP_COLOURS = 64
# How many shades smooth edges have between a colour and its background: of text, of other marks.
TEXT_SHADES = 12
SHADES = 6
MAX_SHADES = 32
_PACKED = 1 << 24
# How many new colours are compared with a palette at a time.
COMPARED_COLOURS = 4096
# The length of a file's header, and the place of its flags, in bytes.
HEADER = 13
FLAGS_PLACE = 10
# The bytes with which a comment begins.
COMMENT = b"!\xfe"


def colours_of(figure: Figure | Composition, style: Style) -> NDArray[np.uint8]:
    """Return at most 255 colours for a Figure and similar ones, shape (n, 3)."""
    palette = style.palette
    figures = (figure,) if isinstance(figure, Figure) else figure.figures
    panels = chain.from_iterable(each.panels for each in figures)
    marks = list(chain.from_iterable(panel.marks for panel in panels))
    maps = sorted({themed_colormap(name, palette) for name in _maps(marks)})
    colours = _ink_colours(marks, style, has_maps=bool(maps))
    share = (MAX_COLOURS - len(colours)) // max(1, len(maps))
    for name in maps:
        places = np.linspace(0, 255, share).round().astype(int)
        colours = np.concatenate([colours, colormap(name)[places]])
    return colours


def _ink_colours(marks: Sequence[Mark], style: Style, *, has_maps: bool) -> NDArray[np.uint8]:
    """Return the shades between the ground and the colours of text and marks."""
    palette = style.palette
    ground = _rgb(palette.panel if style.ground == "none" else style.ground)
    inks = dict.fromkeys([palette.secondary, palette.line, palette.raised, *_inks(marks, style)])
    text_shades = TEXT_SHADES if has_maps else 2 * TEXT_SHADES
    fitting_shades = (MAX_COLOURS - 2 * TEXT_SHADES) // len(inks)
    shades = SHADES if has_maps else min(MAX_SHADES, fitting_shades)

    ramps = [_ramp(ground, _rgb(palette.text), text_shades)]
    ramps += [_ramp(ground, _rgb(ink), shades) for ink in inks]
    colours = np.unique(np.concatenate(ramps), axis=0)
    return colours[: MAX_COLOURS - MAP_COLOURS] if has_maps else colours[:MAX_COLOURS]


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
        # The table has an entry for every possible colour: 16 MB for a clip of any length.
        self._nearest = np.full(_PACKED, UNCHANGED, np.uint8)

    def indices(self, picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """Return the index in the table of every pixel of an RGBA picture: (height, width)."""
        packed = np.ascontiguousarray(picture).view("<u4")[..., 0] & np.uint32(_PACKED - 1)
        indices: NDArray[np.uint8] = self._nearest[packed]
        new = np.unique(packed[indices == UNCHANGED])
        if not len(new):
            return indices
        channels = np.stack([new & 255, new >> 8 & 255, new >> 16], axis=1).astype(np.float32)
        for start in range(0, len(new), COMPARED_COLOURS):
            run = slice(start, start + COMPARED_COLOURS)
            differences = channels[run, np.newaxis] - self._colours
            squared_distances = (differences**2).sum(axis=-1)
            self._nearest[new[run]] = squared_distances.argmin(axis=1)
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
        # The screen has one table of 256 colours, its first colour as the ground, square pixels.
        screen = struct.pack("<HHBBB", style.width, style.height, 0xF7, 0, 0)
        file.write(b"GIF89a" + screen)
        file.write(self._palette.table.tobytes())
        if clip.seamless:
            file.write(b"\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00")
        file.write(COMMENT + _blocks(f"{KEY} {session}".encode()))

    def add(self, picture: NDArray[np.uint8]) -> None:
        """Write the next frame."""
        colours = self._palette.indices(picture)
        # Durations are differences of rounded times, so that they add up to the clip's duration.
        duration = self._time_of(self._frame + 1) - self._time_of(self._frame)
        if self.style.transparent:
            is_transparent = picture[..., 3] < SOLID
            colours[is_transparent] = UNCHANGED
            self._write(colours, (0, 0), duration, disposal=2)
        else:
            self._write_changes(colours, duration)
        self._frame += 1

    def _time_of(self, frame: int) -> int:
        """Return when a frame begins, in hundredths of a second."""
        return round(frame / self.clip.rate * CENTISECONDS)

    def _write_changes(self, colours: NDArray[np.uint8], duration: int) -> None:
        """Write the smallest box around the pixels that differ, at least one pixel."""
        before = self._before
        self._before = colours
        if before is None:
            self._write(colours, (0, 0), duration, disposal=1)
            return
        is_unchanged = before == colours
        left, top, right, bottom = Image.fromarray(~is_unchanged).getbbox() or (0, 0, 1, 1)
        changes = np.where(is_unchanged, np.uint8(UNCHANGED), colours)
        self._write(changes[top:bottom, left:right], (left, top), duration, disposal=1)

    def _write(
        self, colours: NDArray[np.uint8], corner: tuple[int, int], duration: int, disposal: int
    ) -> None:
        flags = disposal << 2 | 1
        control = struct.pack("<BBBBHBB", 0x21, 0xF9, 4, flags, duration, UNCHANGED, 0)
        self.file.write(control)
        # A picture of mode L has no table of colours that would be written.
        picture = Image.fromarray(colours, "L")
        for block in getdata(picture, corner, interlace=0):
            self.file.write(block)

    def finish(self) -> None:
        """Write the trailer."""
        self.file.write(b";")


def read_session_from_gif(file: StoredFile) -> bytes | None:
    """Look among the comments that stand before the first frame; no pixel is unpacked."""
    head = file.read(MARGIN)
    flags = head[FLAGS_PLACE] if len(head) > FLAGS_PLACE else 0
    has_colours = flags & 0x80
    colour_bits = (flags & 7) + 1
    place = HEADER + (3 << colour_bits if has_colours else 0)
    start = f"{KEY} ".encode()
    while head.startswith(b"!", place):
        is_comment = head.startswith(COMMENT, place)
        content, place = _joined(head, place + len(COMMENT))
        if is_comment and content.startswith(start):
            return content.removeprefix(start)
    return None


def _joined(head: bytes, place: int) -> tuple[bytes, int]:
    """Return the content of the blocks that begin at `place`, and the place after them."""
    blocks = []
    while place < len(head) and head[place]:
        start = place + 1
        stop = start + head[place]
        blocks.append(head[start:stop])
        place = stop
    return b"".join(blocks), place + 1


def _blocks(content: bytes) -> bytes:
    """Return a content in blocks, each after its length."""
    blocks = [content[start : start + BLOCK] for start in range(0, len(content), BLOCK)]
    return b"".join(bytes([len(block)]) + block for block in blocks) + b"\0"
