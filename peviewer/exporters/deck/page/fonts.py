"""The letters of a page's texts as fonts inside it."""

import base64
import io
from collections.abc import Mapping, Set

from fontTools import subset
from matplotlib.font_manager import FontProperties, findfont

from peviewer.exporters.deck.page.themes import Face

# Figures of one width, where numbers change.
FEATURES = ("kern", "mark", "mkmk", "ccmp", "locl", "tnum")


def font_rules(letters: Mapping[Face, Set[str]]) -> str:
    """Return the rules of CSS that hold each face, with no more than some letters."""
    return "\n".join(_rule(face, "".join(sorted(letters[face]))) for face in sorted(letters))


def _rule(face: Face, text: str) -> str:
    content = base64.b64encode(_subset(face, text)).decode()
    font = f"font-family:'{face.family}';font-style:{face.style};font-weight:{face.weight}"
    return f"@font-face{{{font};src:url(data:font/woff;base64,{content}) format('woff')}}"


def _subset(face: Face, text: str) -> bytes:
    """Return the letters of a text as WOFF, which needs no library to be packed."""
    properties = FontProperties(family=face.family, weight=face.weight)
    properties.set_style(face.style)
    options = subset.Options(flavor="woff", layout_features=FEATURES, notdef_outline=True)
    font = subset.load_font(findfont(properties), options)
    subsetter = subset.Subsetter(options)
    subsetter.populate(text=text)
    subsetter.subset(font)
    file = io.BytesIO()
    subset.save_font(font, file, options)
    return file.getvalue()
