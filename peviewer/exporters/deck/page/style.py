"""The files that a page is made of, and its style: fonts, colours and rules."""

from dataclasses import asdict
from string import Template

from peviewer.base.files import resource
from peviewer.base.shipped_type import SHIPPED_FAMILY
from peviewer.exporters.deck.page.fonts import font_rules
from peviewer.exporters.deck.page.themes import THEMES, Face, Themes
from peviewer.figures.palette import PALETTES
from peviewer.paper.style import Style


def filled(file_name: str, **texts: str) -> str:
    """Return a file of ``resources/page`` with texts in its places."""
    return Template(page_file(file_name)).substitute(texts)


def page_file(name: str) -> str:
    return resource("page", name).read_text(encoding="utf-8")


def style_sheet(themes: Themes, letters: str) -> str:
    """Return the style of a page of pictures in `themes`, whose own words have some letters."""
    faces = dict(themes.letters)
    for face in (Face(SHIPPED_FAMILY, "normal", "normal"), Face(SHIPPED_FAMILY, "normal", "bold")):
        faces[face] = faces.get(face, set()) | set(letters)
    light, dark = (f":root{{{variables(themes, theme)}}}" for theme in THEMES)
    colours = f"{light}\n@media (prefers-color-scheme:dark){{{dark}}}"
    family = f"body{{--family:'{SHIPPED_FAMILY}'}}"
    return "\n".join((font_rules(faces), colours, family, page_file("story.css"), themes.rules))


def variables(themes: Themes, theme: str) -> str:
    """Return all colours of a theme, "light" or "dark", as declarations of CSS."""
    colours = {"ground": Style(theme=theme).backdrop, **asdict(PALETTES[theme])}
    own = [
        f"--{name.replace('_', '-')}:{colour};"
        for name, colour in colours.items()
        if str(colour).startswith("#")
    ]
    return "".join(own) + themes.variables(theme)
