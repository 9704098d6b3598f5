"""What an SVG draws, as numbers: where each kind of shape is, in which colours, and which pixels images have.

matplotlib and Qt both write SVG, so that pages and panes are read alike.
"""

import io
import re
from base64 import b64decode
from xml.etree import ElementTree

import numpy as np
from PIL import Image

NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?:e-?\d+)?")
COLOUR = re.compile(r"#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})")
PLACE = {
    *("transform", "x", "y", "x1", "y1", "x2", "y2", "cx", "cy"),
    *("r", "rx", "ry", "width", "height", "points", "d"),
}
LOOK = {
    *("fill", "stroke", "style", "stroke-width", "stroke-opacity", "fill-opacity"),
    *("font-size", "font-weight", "stroke-dasharray", "stroke-dashoffset"),
}
HANDED_ON = {"transform", "stroke-linejoin", *LOOK}
SHAPES = ("rect", "path", "polyline", "polygon", "line", "circle", "ellipse", "use")
LONG = 40
"""So many numbers of one shape are a curve's, among which those of a tick would not count."""
ARROWS = "←↑→↓"
EVERY = 7
"""Of the numbers of an image, one in so many: other colours each time, in other columns."""


def drawn(svg):
    """Return the numbers of each kind of what the bytes of an SVG draw, in their order."""
    found = {}
    _add(ElementTree.fromstring(svg), {}, found)
    return found


def _add(element, inherited, found):
    """Add an element and what is in it, which takes over where a group stands and how it looks."""
    tag = element.tag.rpartition("}")[2]
    attributes = inherited | {
        name: text for name, text in element.attrib.items() if name in PLACE | HANDED_ON
    }
    places = _numbers(attributes, PLACE)
    if tag == "path" and attributes.get("stroke-linejoin") == "round":
        return  # of letters, which Qt rounds as they were first written
    if tag in SHAPES:
        found.setdefault("curves" if len(places) > LONG else "shapes", []).extend(places)
    elif tag == "text":
        text = "".join(element.itertext()).strip()
        arrows = [float(ARROWS.index(sign)) for sign in text if sign in ARROWS]
        found.setdefault("texts", []).extend([*places, float(len(text)), *arrows])
    elif tag == "image":
        found.setdefault("images", []).extend(places)
        found.setdefault("pixels", []).extend(_pixels(element))
    if tag in (*SHAPES, "text"):
        found.setdefault("looks", []).extend(_numbers(attributes, LOOK))

    handed_on = {name: text for name, text in attributes.items() if name in HANDED_ON}
    for inner in element:
        _add(inner, handed_on, found)


def _numbers(attributes, names):
    numbers = []
    for name, text in attributes.items():
        if name not in names:
            continue
        for colour in COLOUR.findall(text.lower()) if "#" in text else ():
            numbers += [float(int(part, 16)) for part in colour]
        numbers += map(float, NUMBER.findall(COLOUR.sub("", text.lower())))
    return numbers


def _pixels(element):
    address = next(text for name, text in element.attrib.items() if name.endswith("href"))
    with Image.open(io.BytesIO(b64decode(address.partition(",")[2]))) as image:
        pixels = np.asarray(image.convert("RGBA"), dtype=np.float64)
    return pixels.ravel()[::EVERY]
