"""The pages of the gallery, from catalogs, explanations and presets."""

from collections.abc import Iterable, Sequence
from html import escape
from pathlib import Path
from string import Template

from peviewer.base.files import resource
from peviewer.base.version import __version__
from peviewer.base.words import markup, unstarred
from peviewer.document.document import Document
from peviewer.exporters.deck.page.picture import Picture, painted
from peviewer.exporters.deck.page.step import PageStep
from peviewer.exporters.deck.page.style import page_file, style_sheet, variables
from peviewer.exporters.deck.page.themes import THEMES, Themes
from peviewer.exporters.deck.page.write import section
from peviewer.exporters.deck.slides import Slide
from peviewer.figures.alt_text import alt_text
from peviewer.figures.panes.catalog import GROUPS, PANES
from peviewer.figures.panes.pane import Pane
from peviewer.figures.presets import FIRST, Preset, preset
from peviewer.figures.stories import place, stories
from peviewer.model.encodings.catalog import SCHEMES
from tests.gallery import subjects

FOLDER = Path(__file__).parent
TITLE = "Positional encodings in pictures"
SUMMARY = (
    "Sinusoids, RoPE, ALiBi and others: what each pane of peviewer shows, what each scheme does, "
    "and stories that explain them step by step."
)
HOME = '<p class="home"><a href="../index.html">Positional encodings in pictures</a></p>\n'
# It plays once it is there, unless motion is reduced.
PLAYING = "if (!isCalm.matches) steps[0].load().then(() => steps[0].play())"


class Gallery:
    """Makes all pages; their pictures share one style, which is made last."""

    def __init__(self) -> None:
        self.themes = Themes()
        self._texts: list[str] = []

    def files(self) -> Iterable[tuple[str, bytes]]:
        """Yield the name and the content of each file."""
        yield "index.html", self._index().encode()
        for pane in PANES.values():
            yield f"panes/{pane.name}.html", self.page_of_pane(pane).encode()
            for theme in THEMES:
                name = f"{pane.name}-{theme}.png"
                yield f"thumbnails/{name}", resource("thumbnails", name).read_bytes()
        for scheme in SCHEMES:
            yield f"schemes/{scheme}.html", self.page_of_scheme(scheme).encode()
        yield "style.css", self.style().encode()

    def _index(self) -> str:
        opened = preset(FIRST)
        first, *others = (PANES[name] for name in opened.document.view.panes)
        words = opened.description
        slide = Slide(first, opened.document, beside=tuple(others))
        step = PageStep.of(slide, self.themes)
        step = step.named(opened.title, words)
        parts = [section(1, [step])]
        parts.append(_heading("Stories"))
        parts.append(_list_of(_story_link(name) for name in stories()))
        for group, panes in GROUPS.items():
            parts.append(_heading(group))
            parts.append(_cards(panes))
        parts.append(_heading("Schemes"))
        parts.append(_list_of(_scheme_link(name) for name in SCHEMES))
        script = f"<script>{page_file('story.js')}\n{PLAYING}\n</script>\n"
        return self._page(TITLE, SUMMARY, parts, script=script)

    def page_of_pane(self, pane: Pane) -> str:
        shown = subjects.shown()[pane.name]
        document = shown.document(pane)
        parts = [
            f"<p>{markup(pane.explanation(document, hints=False))}</p>",
            *_formula(pane.formula(document).html if pane.formula else ""),
            *self._both_themes(pane, document),
            _heading("Make it yourself"),
            _code(shown.command(pane.name)),
            _code(f"import peviewer as pv\n\n{shown.python(pane.name)}"),
            _heading("Presets that show it"),
            _presets(subjects.presets_with(pane)),
        ]
        schemes = [name for name in SCHEMES if pane in subjects.panes_of(name)]
        if schemes:
            parts.append(_heading("Schemes that it shows"))
            parts.append(_list_of(_scheme_link(name, "../") for name in schemes))
        summary = f"{pane.title}: {pane.summary}."
        return self._page(shown.title, summary, parts, up="../")

    def page_of_scheme(self, scheme: str) -> str:
        kind = SCHEMES[scheme]
        document = subjects.scheme_document(scheme)
        parts = _formula(document.encoding.formula().html)
        for pane in subjects.best_panes_of(scheme):
            parts.append(_heading(pane.title))
            parts.append(f"<p>{markup(pane.explanation(document, hints=False))}</p>")
            parts.append(self._picture(pane, document))
        parts += _source(subjects.source(scheme))
        parts.append(_heading("Where it is used"))
        parts.append(_presets(subjects.presets_of(scheme)))
        parts.append(_heading("Panes that show it"))
        parts.append(_cards(subjects.panes_of(scheme), "../"))
        title = f"{kind.title}: positional encoding, formula and pictures"
        return self._page(title, kind.scheme_summary(), parts, up="../")

    def _both_themes(self, pane: Pane, document: Document) -> list[str]:
        picture = self._picture(pane, document)
        return [f'<div class="in-{theme}">{picture}</div>' for theme in THEMES]

    def _picture(self, pane: Pane, document: Document) -> str:
        """Return a picture in two layouts, of which the style shows one."""
        slide = Slide(pane, document)
        picture = painted(slide, None, self.themes)
        alt = escape(" ".join(map(alt_text, slide.figures)))
        svgs = [
            f'<svg class="picture {name}" role="img" aria-label="{alt}"'
            f' viewBox="0 0 {width} {height}">{_svg(picture, name)}</svg>'
            for name, (width, height) in picture.sizes.items()
        ]
        return f"<figure>{''.join(svgs)}</figure>"

    def _page(
        self, title: str, summary: str, parts: Sequence[str], *, up: str = "", script: str = ""
    ) -> str:
        template = Template((FOLDER / "page.html").read_text(encoding="utf-8"))
        page = template.substitute(
            title=escape(unstarred(title)),
            heading=markup(title),
            description=escape(unstarred(summary)),
            home=HOME if up else "",
            up=up,
            content="\n".join(parts),
            creator=f"peviewer {__version__}",
            script=script,
        )
        self._texts.append(page)
        return page

    def style(self) -> str:
        letters = "".join(sorted(set("".join(self._texts))))
        themed = "\n".join(f".in-{theme}{{{variables(self.themes, theme)}}}" for theme in THEMES)
        own = (FOLDER / "gallery.css").read_text(encoding="utf-8")
        return "\n".join((style_sheet(self.themes, letters), themed, own))


def _svg(picture: Picture, layout: str) -> str:
    pieces = list(picture.pieces.numbers)
    return "".join(pieces[number] for number in picture.frames[layout][0])


def _heading(text: str) -> str:
    return f"<h2>{markup(text)}</h2>"


def _formula(html: str) -> list[str]:
    return [f'<p class="formula">{html}</p>'] if html else []


def _code(text: str) -> str:
    return f'<pre tabindex="0">{escape(text, quote=False)}</pre>'


def _list_of(entries: Iterable[str]) -> str:
    items = "\n".join(f"<li>{entry}</li>" for entry in entries)
    return f"<ul>\n{items}\n</ul>" if items else "<p>In no preset.</p>"


def _story_link(name: str) -> str:
    story = stories()[name]
    return f'<a href="stories/{name}.html">{markup(story.title)}</a>: {markup(story.summary)}'


def _scheme_link(scheme: str, up: str = "") -> str:
    kind = SCHEMES[scheme]
    return f'<a href="{up}schemes/{scheme}.html">{kind.title}</a>: {markup(kind.scheme_summary())}'


def _cards(panes: Sequence[Pane], up: str = "") -> str:
    cards = [
        f'<li><a href="{up}panes/{pane.name}.html">{_thumbnails(pane, up)}<b>{markup(subjects.shown()[pane.name].title)}</b>'
        f"<span>{pane.title}</span></a></li>"
        for pane in panes
    ]
    return f'<ul class="cards">{"".join(cards)}</ul>'


def _thumbnails(pane: Pane, up: str) -> str:
    light, dark = (f"{up}thumbnails/{pane.name}-{theme}.png" for theme in THEMES)
    return (
        f'<picture><source srcset="{dark}" media="(prefers-color-scheme: dark)">'
        f'<img alt="" width="240" height="160" src="{light}"></picture>'
    )


def _presets(used: Sequence[Preset]) -> str:
    """Return presets with what they show, and links to the steps of stories that open them."""
    entries = []
    for each in used:
        links = "".join(f" {_step_link(key)}" for key in subjects.steps_of(each))
        entries.append(f"<b>{markup(each.title)}</b>: {markup(each.description)}{links}")
    return _list_of(entries)


def _step_link(key: str) -> str:
    step = place(key)
    address = f"../stories/{step.story.name}.html#step-{step.number}"
    return f'<a href="{address}">{markup(step.story.title)}, step {step.number}</a>'


def _source(text: str) -> list[str]:
    """Return where a scheme is from, as a section; nothing where its class does not say it."""
    return [_heading("Source"), f"<p>{with_links(text)}</p>"] if text else []


def with_links(text: str) -> str:
    """Return a text as HTML in which papers of arXiv are links."""
    linked = escape(text, quote=False)
    for paper in subjects.papers(text):
        linked = linked.replace(paper, f'<a href="https://arxiv.org/abs/{paper}">{paper}</a>')
    return linked
