"""A formula on the screen: what one writes as plain text, set as mathematics in Qt's rich text."""

import html
import re
from functools import lru_cache
from unicodedata import decomposition

_SIGNS = [chr(code) for code in (*range(0xB2, 0xBA), *range(0x1D2C, 0x1D6B), *range(0x2070, 0x209D))]
_SETS = {
    tag: {sign: chr(int(made[-1], 16)) for sign in _SIGNS if (made := decomposition(sign).split())[:1] == [f"<{form}>"]}
    for tag, form in (("sub", "sub"), ("sup", "super"))
}
"""The signs that are letters or figures set lower or higher, and what they are."""
_TOKEN = re.compile(
    rf"(?P<sub>[{''.join(_SETS['sub'])}]+)|(?P<sup>[{''.join(_SETS['sup'])}]+)"
    r"|(?P<unit>ⅈ)|(?P<letters>[A-Za-zα-ωϕϑ\u0300-\u036f]+)|(?P<power>\^)|(?P<other>.)",
    re.DOTALL,
)
_ARTICLE = re.compile(r"a(?= [a-z]{2})")


@lru_cache(maxsize=512)
def typeset(text: str) -> str:
    """Return a formula as rich text: exponents raised, indices lowered, variables in italics, names upright.

    Examples
    --------
    >>> typeset("ωᵢ = b^(−2i/d)")
    '<i>ω</i><sub><i>i</i></sub> = <i>b</i><sup>−2<i>i</i>/<i>d</i></sup>'
    >>> typeset("a·|s − t|^p, H a power of two")
    '<i>a</i>·|<i>s</i> − <i>t</i>|<sup><i>p</i></sup>, <i>H</i> a power of two'
    >>> typeset("PE(t) = sin ωt, x < 2²")
    'PE(<i>t</i>) = sin <i>ωt</i>, <i>x</i> &lt; 2<sup>2</sup>'
    """
    return _set(text, "<i>{}</i>")


def raised(text: str) -> str:
    """Return a sentence as rich text, with the exponents in it raised.

    Examples
    --------
    >>> raised("As in GPT-NeoX: b^(−2i/r) of r < d dimensions.")
    'As in GPT-NeoX: b<sup>−2<i>i</i>/<i>r</i></sup> of r &lt; d dimensions.'
    """
    return _set(text, "{}")


def _set(text: str, letters: str) -> str:
    made, at = [], 0
    while found := _TOKEN.match(text, at):
        at, kind, said = found.end(), found.lastgroup, found.group()
        if kind == "power":
            inside, at = _exponent(text, at)
            made.append(f"<sup>{typeset(inside)}</sup>")
        elif kind == "letters":
            is_word = (said.isascii() and len(said) > 1) or _ARTICLE.match(text, found.start())
            made.append(said if is_word or text[at : at + 1] == ":" else letters.format(said))
        elif kind == "unit":
            made.append("i")
        elif kind in ("sub", "sup"):
            plain = "".join(_SETS[kind][sign] for sign in said)
            made.append(f"<{kind}>{typeset(plain)}</{kind}>")
        else:
            made.append(html.escape(said, quote=False))
    return "".join(made)


def _exponent(text: str, at: int) -> tuple[str, int]:
    """Return what is raised, without the brackets around it, and where the text goes on."""
    if text[at : at + 1] != "(":
        word = re.compile(r"[−-]?\w+").match(text, at)
        end = word.end() if word else at
        return text[at:end], end
    depth = 0
    for place in range(at, len(text)):
        depth += {"(": 1, ")": -1}.get(text[place], 0)
        if not depth:
            return text[at + 1 : place], place + 1
    return text[at + 1 :], len(text)
