"""``peviewer export``, ``animate``, ``deck``, ``data`` and ``code``: what is shown, as a file."""

from __future__ import annotations

from argparse import SUPPRESS, Namespace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from peviewer.cli.flags import (
    add_document,
    add_fields,
    add_style,
    given_fields,
    style_from_flags,
)
from peviewer.cli.opening import document_from_flags
from peviewer.cli.output import (
    DONE,
    add_output,
    at_length,
    is_watched,
    note,
    target_file,
    tell,
    tell_written,
)
from peviewer.cli.parser import Command, Parser, UsageError

if TYPE_CHECKING:
    from peviewer.exporters.formats import KindName

PIPED = "- for a pipe of {}, {}:- for another"
SEVERAL = "what to show; several with commas between, parts as distance.matrix: see peviewer panes"


def _panes(arguments: Namespace) -> str | None:
    """Return the panes that are named, by a word or by a flag."""
    if arguments.named and arguments.panes:
        raise UsageError(
            f"{arguments.named} and {arguments.panes} say the same in two ways: give one of them"
        )
    names: str | None = arguments.named or arguments.panes
    return names


def _add_panes_and_output(parser: Parser, kind: KindName, usual_panes: str, piped: str) -> None:
    """Add the word PANE, the flags that say the same, and ``-o``."""
    from peviewer.exporters.formats import listed

    parser.add("named", nargs="?", metavar="PANE", help=f"{SEVERAL}{usual_panes}")
    parser.add("--pane", "--panes", dest="panes", help=SUPPRESS)
    add_output(parser, f"{listed(kind)}; {piped}")


def _add_page(parser: Parser) -> None:
    """Add the flags of what a page shows, and of how."""
    from peviewer.exporters.kinds.choices import Arrangement

    add_document(parser)
    add_style(parser)
    add_fields(parser, Arrangement)


def _export_flags(parser: Parser) -> None:
    usual_panes = "; without it what --session shows"
    _add_panes_and_output(parser, "picture", usual_panes, PIPED.format("PNG", "svg"))
    _add_page(parser)


def _export(arguments: Namespace) -> int:
    from peviewer.figures.panes import catalog
    from peviewer.paper.page.composition import Composition

    opened = document_from_flags(arguments)
    document = opened.document
    names = _panes(arguments)
    panes = catalog.panes(names or opened.made.panes)
    if not panes:
        raise UsageError("PANE is missing: name what to show (see peviewer panes)")
    columns = arguments.columns
    if columns is None and not names:
        columns = opened.made.columns
    style = style_from_flags(arguments, opened.made)
    from peviewer.exporters.picture import export, missing_from

    page = Composition.of(panes, document, columns)
    with target_file(arguments.output, "png") as target:
        left_out = export(page, target, document=document, style=style)
        name = "the picture" if arguments.output.endswith("-") else str(target)
        note(missing_from(name, left_out))
        size = f"{style.width} × {style.height} pixels, {style.dpi:g} to an inch"
        tell_written(arguments.output, target, size)
    return DONE


export = Command(
    "Write panes as a picture: by the file's extension, several on one page.",
    _export_flags,
    _export,
    "[PANE] -o FILE ",
    (
        "shift -o shift.png --set phi=10 --theme paper",
        "encoding,distance -o page.pdf --preset paper --columns 2",
    ),
)


def _animate_flags(parser: Parser) -> None:
    from peviewer.exporters.clip.range import ClipRange

    _add_panes_and_output(parser, "clip", " (default: shift)", PIPED.format("GIF", "mp4"))
    parser.begin("how it moves")
    add_fields(parser, ClipRange)
    _add_page(parser)


def _animate(arguments: Namespace) -> int:
    from peviewer.base.numbers import plain
    from peviewer.exporters.clip.clip import Clip
    from peviewer.exporters.clip.range import ClipRange
    from peviewer.exporters.clip.write import (
        SAMPLE,
        as_written,
        check_format,
        expected_effort,
        write_clip,
    )
    from peviewer.exporters.formats import check
    from peviewer.exporters.kinds.choices import Arrangement
    from peviewer.figures.panes.catalog import panes
    from peviewer.paper.sizing import CLIP_SIZE, Sizing

    opened = document_from_flags(arguments)
    made = opened.made
    names = _panes(arguments) or made.panes or "shift"
    clip = Clip(
        panes(names),
        opened.document,
        **given_fields(arguments, ClipRange),
        **given_fields(arguments, Arrangement),
    )
    has_size = given_fields(arguments, Sizing) or made.look or arguments.theme == "paper"
    if not has_size:
        arguments.size = CLIP_SIZE
    style = style_from_flags(arguments, made)
    with target_file(arguments.output, "gif") as target:
        file_format = check(target, "clip")
        check_format(file_format, clip, style)
        clip = as_written(clip, file_format)
        if is_watched() and clip.count > 10 * SAMPLE:
            tell(expected_effort(clip, style, file_format))
        at_length(partial(write_clip, clip, target, style))
        tell_written(arguments.output, target, f"{plain(clip.seconds)} s")
    return DONE


animate = Command(
    "Write panes in motion as a clip: by the file's extension.",
    _animate_flags,
    _animate,
    "[PANE] -o FILE ",
    ("shift -o shift.gif --seconds 2", "score -o base.mp4 --animate encoding.base"),
)


def _deck_flags(parser: Parser) -> None:
    from peviewer.exporters.deck.slides import Source

    _add_panes_and_output(parser, "deck", " (default: what is open)", PIPED.format("PPTX", "pdf"))
    parser.begin("slides")
    add_fields(parser, Source, ["clips"])
    add_document(parser)
    add_style(parser, without="transparent")


def _deck(arguments: Namespace) -> int:
    from peviewer.document.visible_range import VisibleRange
    from peviewer.exporters.deck.slides import Source, check_look, write_deck
    from peviewer.paper.sizing import Sizing
    from peviewer.paper.style import Style

    look = {**given_fields(arguments, Sizing), **given_fields(arguments, Style)}
    check_look(Path(arguments.output), look | ({"clips": True} if arguments.clips else {}))
    is_whole_story = arguments.story and ":" not in arguments.story
    source = Source(panes=_panes(arguments), story=arguments.story if is_whole_story else None)
    other_sources = ("preset", "session", "set", *VisibleRange.model_fields)
    source.check({name: getattr(arguments, name) for name in other_sources})

    arguments.theme = arguments.theme or "slide-light"
    opened = document_from_flags(arguments)
    style = style_from_flags(arguments, opened.made)
    slides = source.slides(opened.document)
    title = style.title if isinstance(style.title, str) else source.title or opened.title
    with target_file(arguments.output, "pptx") as target:
        clips = bool(arguments.clips)
        at_length(partial(write_deck, slides, target, style, clips=clips, title=title))
        count = "1 slide" if len(slides) == 1 else f"{len(slides)} slides"
        tell_written(arguments.output, target, count)
    return DONE


deck = Command(
    "Write slides of panes or a story: by the file's extension, .html as a page with sliders.",
    _deck_flags,
    _deck,
    "[PANE] -o FILE ",
    (
        "-o slides.pptx --story start-here",
        "encoding,shift -o slides.pdf --preset shift",
        "-o page.html --story rope",
    ),
)


def _data_flags(parser: Parser) -> None:
    from peviewer.exporters.kinds.data import Numbers

    parser.add(
        "panes",
        nargs="?",
        metavar="PANE",
        help="what to take the numbers of: see peviewer panes",
        missing="PANE is missing: name what to take the numbers of",
    )
    add_output(
        parser,
        ".npz: all arrays, with what they are; .csv: the pane's main array with its coordinates, "
        "or all its curves, below lines that start with # (in pandas comment='#'); "
        ".npy: the main array alone; "
        f"{PIPED.format('CSV', 'npz')}",
    )
    add_fields(parser, Numbers)
    add_document(parser, with_colours=False)


def _data(arguments: Namespace) -> int:
    from peviewer.document.visible_range import RANGES
    from peviewer.exporters.data.write import FEWER, check_size, content_of, expected, write_data
    from peviewer.exporters.formats import check
    from peviewer.exporters.kinds.data import Numbers
    from peviewer.figures.panes import catalog

    pane = catalog.pane(arguments.panes)
    document = document_from_flags(arguments).document
    choices = given_fields(arguments, Numbers)
    choices["window"] = any(getattr(arguments, name) for name in RANGES)
    with target_file(arguments.output, "csv") as target:
        file_format = check(target, "data")
        content = content_of(pane, document, target, **choices)
        check_size(content, file_format, target)
        size = content.size(target.suffix)
        if estimate := expected(content, file_format):
            note(f"{size}, {estimate}; for less, {FEWER}")
        at_length(partial(write_data, pane, document, target, **choices))
        tell_written(arguments.output, target, size)
    return DONE


data = Command(
    "Write the numbers behind a pane: .csv, .npz or .npy. "
    "They are exact, with coordinates and units.",
    _data_flags,
    _data,
    "PANE -o FILE ",
    ("encoding -o encoding.npz --preset paper", "distance -o near.csv --positions 0:64"),
)


def _code_flags(parser: Parser) -> None:
    from peviewer.exporters.kinds.code import CodeChoices

    add_fields(parser, CodeChoices)
    parser.add("-o", "--output", metavar="FILE", help="write a .py file rather than print")
    add_document(parser, with_range=False)


def _code(arguments: Namespace) -> int:
    from peviewer.base.files import write
    from peviewer.exporters.code import code as program
    from peviewer.exporters.formats import check
    from peviewer.exporters.kinds.code import CodeChoices

    text = program(document_from_flags(arguments).document, **given_fields(arguments, CodeChoices))
    if arguments.output in (None, "-"):
        print(text, end="")
        return DONE
    target = Path(arguments.output)
    check(target, "code")
    write(target, text.encode())
    tell_written(arguments.output, target, f"{len(text.splitlines())} lines")
    return DONE


code = Command(
    "Print a short program that builds the encoding.",
    _code_flags,
    _code,
    "",
    ("--framework torch --set scheme=rope", "--operator -o encoding.py"),
)
