"""One SVG of two: a picture painted in the light and in the dark theme.

Colours become classes, and an image becomes two with the same pixels and a palette each.
"""

import base64
import io
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from html import escape
from typing import Literal, NamedTuple
from xml.etree import ElementTree

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from peviewer.figures.palette import DARK, LIGHT
from peviewer.paper.marks.heatmap import CELLS
from peviewer.paper.style import Style

THEMES = ("light", "dark")
Element = ElementTree.Element

_LINK = "{http://www.w3.org/1999/xlink}href"
_PNG = "data:image/png;base64,"
# Colour that is not named.
_BLACK = "#000000"
_DECIMALS = re.compile(r"-?\d+\.\d+")
_NO_TURN = re.compile(r"rotate\(-?0(\.0)? ")
# Neither filled nor with a line.
_UNSEEN = ' fill="none" d='
# Others refer to these alone by their names.
_NAMED = ("clipPath", "path")
_LARGEST_PALETTE = 256
_FONT = re.compile(r"(?P<face>.*?)(?P<size>[\d.]+px) (?P<family>.+)")


class Face(NamedTuple):
    """A face of type, in the words of CSS."""

    family: str
    style: Literal["normal", "italic"]
    weight: Literal["normal", "bold"]

    @classmethod
    def taken_from(cls, look: dict[str, str]) -> "Face":
        """Remove a face from the declarations of a text; there is one for each family."""
        family, *_ = look.pop("font-family").split(",")
        style = look.pop("font-style", "normal")
        weight = look.pop("font-weight", "normal")
        is_bold = weight in ("bold", "700")
        is_slanted = style != "normal"
        name = family.strip(" '\"")
        return cls(name, "italic" if is_slanted else "normal", "bold" if is_bold else "normal")


# The roles of colours that are the same in every picture; the ground is that of pictures.
_ROLES = ("text", "secondary", "line", "raised", "accent", "mark", "compared", "holds", "fails")
_GROUND = {Style().backdrop: Style(theme="slide-dark").backdrop}
_DARK_COLOURS = _GROUND | {getattr(LIGHT, name): getattr(DARK, name) for name in _ROLES}
_DARK_COLOURS |= dict(zip(LIGHT.curves + LIGHT.ordered, DARK.curves + DARK.ordered, strict=True))
_DARK_BY_LIGHT = {light.lower(): dark.lower() for light, dark in _DARK_COLOURS.items()}
_COLOUR = re.compile(r"(?<=: )#[0-9a-f]{6}\b")


def darkened(light: bytes) -> bytes | None:
    """Return a picture in the dark theme; None where its colours follow its data, as in heatmaps.

    It has to be painted then.
    """
    text = light.decode()
    has_own_colours = "<image" in text or not _DARK_BY_LIGHT.keys() >= set(_COLOUR.findall(text))
    if has_own_colours:
        return None
    return _COLOUR.sub(lambda match: _DARK_BY_LIGHT[match[0]], text).encode()


class Themes:
    """Writes each picture in two themes as one; keeps the colours and the letters of all."""

    def __init__(self) -> None:
        self.letters: dict[Face, set[str]] = defaultdict(set)
        # Pairs of colours, light and dark, and their numbers.
        self._colours: dict[tuple[str, str], int] = {}

    def pieces(self, light: bytes, dark: bytes) -> list[str]:
        """Return the elements that make a picture, in their order."""
        pairs = zip(_parts(light), _parts(dark), strict=True)
        elements = (self._element(*pair) for pair in pairs)
        return [element for element in elements if element]

    def variables(self, theme: str) -> str:
        """Return all colours in a theme, as declarations of CSS."""
        place = THEMES.index(theme)
        return "".join(f"--c{number}:{pair[place]};" for pair, number in self._colours.items())

    @property
    def rules(self) -> str:
        """The rules of all classes."""
        rules = []
        for number in self._colours.values():
            rules.append(f".f{number}{{fill:var(--c{number})}}")
            rules.append(f".s{number}{{stroke:var(--c{number})}}")
        for number, face in enumerate(self.letters):
            font = f"font-family:'{face.family}';font-style:{face.style};font-weight:{face.weight}"
            rules.append(f".t{number}{{{font}}}")
        return "\n".join(rules)

    def _element(self, light: Element, dark: Element) -> str:
        name = _name(light)
        if name == "image":
            return _images(light, dark)
        attributes = self._attributes(light, dark)
        pairs = zip(light, dark, strict=True)
        content = "".join(self._element(*pair) for pair in pairs)
        text = light.text or ""
        is_text = name == "tspan" or (name == "text" and bool(text.strip()))
        if is_text:
            content = escape(text, quote=False) + content
        if name == "g" and not attributes:
            return content
        if name == "path" and attributes.startswith(_UNSEEN):
            return ""
        return f"<{name}{attributes}>{content}</{name}>" if content else f"<{name}{attributes}/>"

    def _attributes(self, light: Element, dark: Element) -> str:
        look = _declarations(light)
        written, classes = self._colour_attributes(look, _declarations(dark))
        if "font-family" in look:
            classes.append(self._face_class(look, light.text or ""))
        if classes:
            written["class"] = " ".join(classes)
        if look:
            written["style"] = ";".join(f"{key}:{value}" for key, value in look.items())
        for key, value in light.items():
            is_needed = key != "style" and (key != "id" or _name(light) in _NAMED)
            if is_needed and not _NO_TURN.match(value):
                written[key.replace(_LINK, "href")] = _shortened(key, value)
        return "".join(f' {key}="{escape(value)}"' for key, value in written.items())

    def _colour_attributes(
        self, look: dict[str, str], dark_look: dict[str, str]
    ) -> tuple[dict[str, str], list[str]]:
        """Take the colours out of declarations; return them as attributes, and as classes."""
        attributes: dict[str, str] = {}
        classes: list[str] = []
        for role in ("fill", "stroke"):
            if role not in look and role not in dark_look:
                continue
            colours = (look.pop(role, _BLACK), dark_look.get(role, _BLACK))
            if colours == ("none", "none"):
                attributes[role] = "none"
            else:
                number = self._colours.setdefault(colours, len(self._colours))
                classes.append(f"{role[0]}{number}")
        return attributes, classes

    def _face_class(self, look: dict[str, str], text: str) -> str:
        face = Face.taken_from(look)
        self.letters[face].update(text)
        return f"t{list(self.letters).index(face)}"


def _parts(svg: bytes) -> Iterator[Element]:
    """Yield what an SVG of matplotlib consists of: clip paths, artists, and those of axes."""
    for group in ElementTree.fromstring(svg):
        if _name(group) == "defs":
            yield from (child for child in group if _name(child) == "clipPath")
        elif _name(group) == "g":
            for artist in group:
                is_axes = artist.get("id", "").startswith("axes_")
                yield from artist if is_axes else (artist,)


def _name(element: Element) -> str:
    return element.tag.rpartition("}")[2]


def _declarations(element: Element) -> dict[str, str]:
    """Return the declarations in the style of an element."""
    parts = (part.partition(":") for part in element.get("style", "").split(";"))
    look = {key.strip(): value.strip() for key, _, value in parts if value}
    font = _FONT.fullmatch(look.pop("font", ""))
    if font is None:
        return look
    # Earlier versions of matplotlib name a font in one declaration.
    is_bold = "bold" in font["face"] or "700" in font["face"]
    is_slanted = "italic" in font["face"] or "oblique" in font["face"]
    look["font-size"] = font["size"]
    look["font-family"] = font["family"]
    look["font-weight"] = "bold" if is_bold else "normal"
    look["font-style"] = "italic" if is_slanted else "normal"
    return look


def _shortened(key: str, value: str) -> str:
    """Return an attribute with as many decimals as can be seen, and without spaces of a path."""
    if key == "transform":
        return _DECIMALS.sub(lambda match: _rounded(match[0], 4), value)
    is_straight = key == "d" and "C" not in value and "Q" not in value
    decimals = 1 if is_straight else 2
    rounded = _DECIMALS.sub(lambda match: _rounded(match[0], decimals), value)
    if key != "d":
        return rounded
    return re.sub(r" ?([A-Za-z]) ?", r"\1", " ".join(rounded.split()))


def _rounded(number: str, decimals: int) -> str:
    text = f"{float(number):.{decimals}f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def _images(light: Element, dark: Element) -> str:
    """Return an image of each theme."""
    names = ("x", "y", "width", "height", "transform", "opacity")
    attributes = "".join(f' {key}="{light.get(key)}"' for key in names if light.get(key))
    kind = " cells" if light.get("id", "").startswith(CELLS) else ""
    files = _files(*(_pixels(element) for element in (light, dark)))
    hrefs = [_PNG + base64.b64encode(file).decode() for file in files]
    return "".join(
        f'<image class="{theme}{kind}" preserveAspectRatio="none"{attributes} href="{href}"/>'
        for theme, href in zip(THEMES, hrefs, strict=True)
    )


def _pixels(image: Element) -> NDArray[np.uint8]:
    """Return the pixels of an image, RGBA."""
    content = base64.b64decode(image.get(_LINK, "").removeprefix(_PNG))
    return np.asarray(Image.open(io.BytesIO(content)).convert("RGBA"))


def _files(light: NDArray[np.uint8], dark: NDArray[np.uint8]) -> Iterable[bytes]:
    """Return an image in two themes as PNGs with a palette, if the colours are few enough."""
    both = np.concatenate([light, dark], axis=-1)
    # Eight bytes of a pixel, RGBA in both themes, are one number: those are sorted fast.
    numbers, indices = np.unique(both.view(np.uint64), return_inverse=True)
    palette = numbers.view(np.uint8).reshape(-1, 8)
    is_opaque = bool(np.all(palette[:, [3, 7]] == 255))
    if not is_opaque or len(palette) > _LARGEST_PALETTE:
        return _png(Image.fromarray(light)), _png(Image.fromarray(dark))
    pixels = indices.reshape(light.shape[:2]).astype(np.uint8)
    return _in_palette(pixels, palette[:, :3]), _in_palette(pixels, palette[:, 4:7])


def _in_palette(pixels: NDArray[np.uint8], palette: NDArray[np.uint8]) -> bytes:
    image = Image.fromarray(pixels)
    image.putpalette(palette.tobytes())
    return _png(image)


def _png(image: Image.Image) -> bytes:
    file = io.BytesIO()
    image.save(file, "png", optimize=True)
    return file.getvalue()
