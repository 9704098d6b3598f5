"""The letters of a page's texts as fonts inside it."""

import base64
import io
from collections.abc import Mapping, Set

from fontTools import subset
from fontTools.ttLib import TTFont
from matplotlib.font_manager import FontProperties, findfont

from peviewer.exporters.deck.page.themes import Face

# Figures of one width, where numbers change.
FEATURES = ("kern", "mark", "mkmk", "ccmp", "locl", "tnum")
# It has letters that others lack, and comes with matplotlib.
FALLBACK = "DejaVu Sans"


def font_rules(letters: Mapping[Face, Set[str]]) -> str:
    """Return the rules of CSS that hold each face, with no more than some letters."""
    rules: list[str] = []
    for face in sorted(letters):
        missing_letters = letters[face] - _letters_of(_path(face))
        rules.append(_rule(face, _path(face), letters[face] - missing_letters))
        fallback_path = _path(face._replace(family=FALLBACK))
        fallback_letters = missing_letters & _letters_of(fallback_path)
        if fallback_letters:
            codes = ",".join(f"U+{ord(letter):X}" for letter in sorted(fallback_letters))
            limits = f"unicode-range:{codes};"
            rules.append(_rule(face, fallback_path, fallback_letters, limits))
    return "\n".join(rules)


def _rule(face: Face, path: str, letters: Set[str], limits: str = "") -> str:
    content = base64.b64encode(_subset(path, letters)).decode()
    font = f"font-family:'{face.family}';font-style:{face.style};font-weight:{face.weight}"
    source = f"src:url(data:font/woff;base64,{content}) format('woff')"
    return f"@font-face{{{font};{limits}{source}}}"


def _path(face: Face) -> str:
    properties = FontProperties(family=face.family, weight=face.weight)
    properties.set_style(face.style)
    return str(findfont(properties))


def _letters_of(path: str) -> frozenset[str]:
    with TTFont(path, lazy=True) as font:
        return frozenset(map(chr, font.getBestCmap()))


def _subset(path: str, letters: Set[str]) -> bytes:
    """Return letters of a font as WOFF, which needs no library to be packed."""
    options = subset.Options(layout_features=FEATURES, notdef_outline=True)
    # A table of FontForge's own.
    options.drop_tables += ["FFTM"]
    subsetter = subset.Subsetter(options)
    subsetter.populate(text="".join(sorted(letters)))
    file = io.BytesIO()
    with subset.load_font(path, options) as font:
        subsetter.subset(font)
        font.flavor = "woff"
        font.save(file)
    return file.getvalue()
