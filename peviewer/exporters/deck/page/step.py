"""A step of a page: its picture and its words at each moment."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from peviewer.base.numbers import THIN
from peviewer.base.words import markup
from peviewer.document.document import Document
from peviewer.exporters.deck.page.moments import Moments, moments_of, slider_name
from peviewer.exporters.deck.page.picture import Picture, packed, painted
from peviewer.exporters.deck.page.themes import Themes
from peviewer.exporters.deck.slides import Slide
from peviewer.figures.alt_text import alt_text
from peviewer.figures.compare.texts import comparison_title
from peviewer.figures.grammar import Figure
from peviewer.figures.stories import place
from peviewer.paper.page.composition import Composition, captioned


class Words(NamedTuple):
    """What is said at a moment: title and text as HTML, the rest as plain text.

    ``mark`` says of which moment the words are if it is not this one, ``alt`` describes the
    picture, and ``value`` is that of the slider.
    """

    title: str
    look: str
    mark: str
    alt: str
    value: str


@dataclass(frozen=True)
class PageStep:
    """A step with all its moments, and which of them is shown first."""

    slide: Slide
    picture: Picture
    words: Sequence[Words]
    slider: str = ""
    """What its slider is called; empty where there is none."""
    first: int = 0

    @classmethod
    def of(cls, slide: Slide, themes: Themes) -> "PageStep":
        """Paint a slide at all its moments."""
        moments = moments_of(slide)
        picture = painted(slide, moments, themes)
        if moments is None:
            return cls(slide, picture, [_words(slide, slide.document, slide.figures)])
        words = [_words_at(slide, moments, frame) for frame in range(moments.count)]
        return cls(slide, picture, words, slider_name(slide, moments), moments.own_frame)

    @property
    def now(self) -> Words:
        """The words that are shown first."""
        return self.words[self.first]

    @property
    def packed(self) -> str:
        """Its moments, as a page holds them."""
        content = self.picture.content()
        # Words that moments share are stored once, too.
        texts = {text: number for number, text in enumerate(content["pieces"])}
        for words in self.words:
            for text in words:
                texts.setdefault(text, len(texts))
        content["words"] = [[texts[text] for text in words] for words in self.words]
        return packed(content | {"pieces": list(texts)})

    def named(self, title: str, look: str) -> "PageStep":
        """Return it with the same title and text at all moments."""
        words = [each._replace(title=unbroken(title), look=unbroken(look)) for each in self.words]
        return replace(self, words=words)

    def thinned(self) -> "PageStep":
        """Return it with about every second moment: the ends and the first shown stay."""
        last = len(self.words) - 1
        kept = sorted({*range(0, last, 2), last, self.first})
        words = [self.words[moment] for moment in kept]
        picture = self.picture.thinned(kept)
        return PageStep(self.slide, picture, words, self.slider, kept.index(self.first))


def _words_at(slide: Slide, moments: Moments, frame: int) -> Words:
    shown = moments.figure(frame)
    figures = shown.figures if isinstance(shown, Composition) else (shown,)
    words = _words(slide, moments.at(frame), figures)
    return words._replace(value=moments.value_text(frame))


def _words(slide: Slide, document: Document, figures: Sequence[Figure]) -> Words:
    """Return what a slide says of a Document, which may be another moment of its own."""
    alt = " ".join(map(alt_text, figures))
    if slide.step:
        caption = place(slide.step).step.words(document)
        title = comparison_title(caption.title, document)
        return Words(unbroken(title), unbroken(caption.look), caption.mark, alt, "")
    title = captioned(slide.pane, document).title
    sentences = "\n".join(pane.explanation(document, hints=False) for pane in slide.panes)
    return Words(unbroken(title), unbroken(sentences), "", alt, "")


def unbroken(text: str) -> str:
    r"""Return a text as HTML that breaks no line inside a number, or beside an equals sign.

    >>> unbroken("*t* = 4\N{THIN SPACE}096, no more")
    '<i>t</i>\xa0=\xa04\u202f096, no more'
    """
    within_numbers = markup(text).replace(THIN, "\N{NARROW NO-BREAK SPACE}")
    return within_numbers.replace(" = ", "\N{NO-BREAK SPACE}=\N{NO-BREAK SPACE}")
