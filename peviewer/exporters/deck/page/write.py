"""Write a deck as one web page, which needs no network."""

from collections.abc import Sequence
from html import escape
from pathlib import Path

from peviewer.base.files import atomic_file
from peviewer.base.version import __version__
from peviewer.base.words import markup, unstarred
from peviewer.base.work import check_cancelled, part_of_work
from peviewer.exporters.deck.page.picture import LAYOUTS
from peviewer.exporters.deck.page.step import PageStep, unbroken
from peviewer.exporters.deck.page.style import filled, page_file, style_sheet
from peviewer.exporters.deck.page.themes import Themes
from peviewer.exporters.deck.slides import Slide
from peviewer.exporters.formats import KEY
from peviewer.exporters.reading import in_script, stamped
from peviewer.figures.stories import place
from peviewer.paper.style import Style

# The most bytes of the packed moments of one step, and of all steps of a page.
LARGEST_STEP = 1_000_000
LARGEST_PAGE = 4_000_000
# Steps with fewer moments are not thinned any further.
FEWEST_MOMENTS = 4

_NOTHING = "<span></span>"
_BACK = '<button type="button" data-by="-1">Back</button>'


def write_page(
    slides: Sequence[Slide], target: Path, style: Style, clips: bool, title: str
) -> None:
    """Write a page with a picture of each slide, and a slider where something moves.

    Of the style nothing is used: a page has its own size and type, a wide and a narrow layout of
    each picture, and a light and a dark theme. A page that is opened in peviewer gives the
    first slide's Document.
    """
    for slide in slides:
        # What cannot be shown is refused before anything is painted.
        check_cancelled()
        _ = slide.figures
    themes = Themes()
    steps = []
    for done, slide in enumerate(slides):
        check_cancelled()
        with part_of_work(done / len(slides), (done + 1) / len(slides)):
            steps.append(PageStep.of(slide, themes))
    content = page(_small_enough(steps), themes, title)
    with atomic_file(target) as file:
        file.write(content.encode())


def _small_enough(steps: Sequence[PageStep]) -> list[PageStep]:
    """Return steps with fewer moments where they are too large, alone or together."""
    sizes = {number: len(step.packed) for number, step in enumerate(steps)}
    thinned_steps = list(steps)
    while max(sizes.values()) > LARGEST_STEP or sum(sizes.values()) > LARGEST_PAGE:
        number = max(sizes, key=lambda number: sizes[number])
        step = thinned_steps[number]
        if len(step.words) <= FEWEST_MOMENTS:
            break
        thinned_steps[number] = step.thinned()
        sizes[number] = len(thinned_steps[number].packed)
    return thinned_steps


def page(steps: Sequence[PageStep], themes: Themes, title: str) -> str:
    """Return the page of some steps, whose pictures have the colours and letters of `themes`."""
    slide = steps[0].slide
    names = [pane.name for pane in slide.panes]
    session = stamped(slide.document, names, Style())
    sections = "\n".join(section(number, steps) for number in range(1, len(steps) + 1))
    contents = "\n".join(
        f'<li><a href="#step-{number}">{step.now.title}</a></li>'
        for number, step in enumerate(steps, 1)
    )
    texts = {
        "title": markup(title),
        "plain_title": escape(unstarred(title)),
        "summary": escape(slide.subject),
        "source": _source(slide),
        "contents": contents,
        "steps": sections,
        "creator": f"peviewer {__version__}",
    }
    letters = "".join(texts.values()) + "".join(map(_letters, steps))
    return filled(
        "story.html",
        **texts,
        key=KEY,
        session=in_script(session),
        style=style_sheet(themes, letters),
        script=page_file("story.js"),
    )


def section(number: int, steps: Sequence[PageStep]) -> str:
    step = steps[number - 1]
    return filled(
        "step.html",
        number=str(number),
        place=f"{number} of {len(steps)}",
        title=step.now.title,
        look=step.now.look,
        alt=escape(step.now.alt),
        width=str(LAYOUTS["wide"].width),
        height=str(LAYOUTS["wide"].height),
        player=_player(number, step),
        todo=_to_do(step),
        buttons=_buttons(number, steps),
        pack=step.packed,
    )


def _player(number: int, step: PageStep) -> str:
    """Return the slider of a step, if it has one."""
    if not step.slider:
        return ""
    return filled(
        "player.html",
        number=str(number),
        label=escape(step.slider),
        last=str(len(step.words) - 1),
        first=str(step.first),
        value=escape(step.now.value),
        letters=str(max(len(words.value) for words in step.words)),
    )


def _to_do(step: PageStep) -> str:
    """Return what to do, if the slider does it: the window's controls are not here."""
    if not step.slider or not step.slide.step:
        return ""
    text = unbroken(place(step.slide.step).words.do)
    return f'<p class="try"><b>Try:</b> {text}</p>'


def _buttons(number: int, steps: Sequence[PageStep]) -> str:
    """Return the buttons to the steps before and after one, for pages that show one at a time."""
    back = _BACK if number > 1 else _NOTHING
    if number == len(steps):
        return back + _NOTHING
    slide = steps[number].slide
    name = place(slide.step).step.short if slide.step else unstarred(slide.name)
    return f'{back}<button type="button" data-by="1">Next: {escape(name)}</button>'


def _source(slide: Slide) -> str:
    """Return the text that a story follows, as a paragraph."""
    source = place(slide.step).story.source if slide.step else None
    if source is None:
        return ""
    return f'<p>Follows <a href="{escape(source.link)}">{escape(source.name)}</a>.</p>'


def _letters(step: PageStep) -> str:
    return step.slider + _to_do(step) + "".join("".join(words) for words in step.words)
