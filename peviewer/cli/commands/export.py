"""``peviewer export``, ``animate``, ``deck``, ``data`` and ``code``: what is shown, as a file."""

from argparse import SUPPRESS, Namespace
from functools import partial
from pathlib import Path

from peviewer.cli.flags import add_document, add_fields, add_look, asked, given_fields, style
from peviewer.cli.output import (
    DONE,
    add_output,
    at_length,
    is_watched,
    note,
    tell,
    tell_written,
    written,
)
from peviewer.cli.parser import Command, Parser, UsageError

PIPED = "- for a pipe of {}, {}:- for another"
SEVERAL = "what to show; several with commas between, parts as distance.matrix: see peviewer panes"


def _panes(chosen: Namespace) -> str | None:
    """Return the panes that are named, by a word or by a flag."""
    if chosen.named and chosen.panes:
        raise UsageError(
            f"{chosen.named} and {chosen.panes} say the same in two ways: give one of them"
        )
    named: str | None = chosen.named or chosen.panes
    return named


def _export_flags(parser: Parser) -> None:
    from peviewer.exporters.formats import listed
    from peviewer.exporters.kinds.choices import Arrangement

    parser.add(
        "panes", nargs="?", metavar="PANE", help=f"{SEVERAL}; without it what --session shows"
    )
    add_output(parser, f"{listed('picture')}; {PIPED.format('PNG', 'svg')}")
    add_document(parser)
    add_look(parser)
    add_fields(parser, Arrangement)


def _export(chosen: Namespace) -> int:
    from peviewer.figures.panes import catalog
    from peviewer.paper.page.composition import Composition

    asked_for = asked(chosen)
    shown, before = asked_for.document, asked_for.made
    panes = catalog.panes(chosen.panes or before.panes)
    columns = chosen.columns if chosen.columns or chosen.panes else before.columns
    if not panes:
        raise UsageError("PANE is missing: name what to show (see peviewer panes)")
    look = style(chosen, before)
    from peviewer.exporters.picture import export, missing_from

    page = Composition.of(panes, shown, columns)
    with written(chosen.output, "png") as target:
        left_out = export(page, target, document=shown, style=look)
        note(missing_from("the picture" if chosen.output.endswith("-") else str(target), left_out))
        tell_written(
            chosen.output, target, f"{look.width} × {look.height} pixels, {look.dpi:g} to an inch"
        )
    return DONE


export = Command(
    "Write panes as a picture: by the file's extension, several on one page.",
    _export_flags, _export, "[PANE] -o FILE ",
)  # fmt: skip


def _animate_flags(parser: Parser) -> None:
    from peviewer.exporters.clip.range import ClipRange
    from peviewer.exporters.formats import listed
    from peviewer.exporters.kinds.choices import Arrangement

    parser.add("named", nargs="?", metavar="PANE", help=f"{SEVERAL} (default: shift)")
    parser.add("--pane", dest="panes", help=SUPPRESS)
    add_output(parser, f"{listed('clip')}; {PIPED.format('GIF', 'mp4')}")
    parser.begin("how it moves")
    add_fields(parser, ClipRange)
    add_document(parser)
    add_look(parser)
    add_fields(parser, Arrangement)


def _animate(chosen: Namespace) -> int:
    from peviewer.base.numbers import plain
    from peviewer.exporters.clip.clip import Clip
    from peviewer.exporters.clip.range import ClipRange
    from peviewer.exporters.clip.write import SAMPLE, as_written, check_format, expected, write_clip
    from peviewer.exporters.formats import check
    from peviewer.exporters.kinds.choices import Arrangement
    from peviewer.figures.panes.catalog import panes
    from peviewer.paper.sizing import CLIP_SIZE, Sizing

    asked_for = asked(chosen)
    shown, before = asked_for.document, asked_for.made
    named = _panes(chosen) or before.panes or "shift"
    clip = Clip(
        panes(named), shown, **given_fields(chosen, ClipRange), **given_fields(chosen, Arrangement)
    )
    if not (given_fields(chosen, Sizing) or before.look or chosen.theme == "paper"):
        chosen.size = CLIP_SIZE
    look = style(chosen, before)
    with written(chosen.output, "gif") as target:
        known = check(target, "clip")
        check_format(known, clip, look)
        clip = as_written(clip, known)
        if is_watched() and clip.count > 10 * SAMPLE:
            tell(expected(clip, look, known))
        status = at_length(partial(write_clip, clip, target, look))
        if status == DONE:
            tell_written(chosen.output, target, f"{plain(clip.seconds)} s")
    return status


animate = Command(
    "Write panes in motion as a clip: by the file's extension.",
    _animate_flags,
    _animate,
    "[PANE] -o FILE ",
)


def _deck_flags(parser: Parser) -> None:
    from peviewer.exporters.deck.slides import Source
    from peviewer.exporters.formats import listed

    parser.add(
        "named",
        nargs="?",
        metavar="PANE",
        help="what to show (else what is open): see peviewer panes",
    )
    add_output(parser, f"{listed('deck')}; {PIPED.format('PPTX', 'pdf')}")
    parser.begin("slides")
    add_fields(parser, Source, ["panes", "clips"])
    add_document(parser)
    add_look(parser, without="transparent")


def _deck(chosen: Namespace) -> int:
    from peviewer.document.fields import VisibleRange
    from peviewer.exporters.deck.slides import Source, write_deck

    whole = chosen.story if chosen.story and ":" not in chosen.story else None
    source = Source(panes=_panes(chosen), story=whole)
    beside = ("preset", "session", "set", *VisibleRange.model_fields)
    source.check({name: getattr(chosen, name) for name in beside})
    chosen.theme = chosen.theme or "slide-light"
    asked_for = asked(chosen)
    shown, opened = asked_for.document, asked_for.title
    look = style(chosen, asked_for.made)
    slides, title = (
        source.slides(shown),
        look.title if isinstance(look.title, str) else source.title or opened,
    )
    with written(chosen.output, "pptx") as target:
        status = at_length(
            partial(write_deck, slides, target, look, clips=bool(chosen.clips), title=title)
        )
        if status == DONE:
            tell_written(
                chosen.output, target, f"{len(slides)} slide{'s' if len(slides) > 1 else ''}"
            )
    return status


deck = Command(
    "Write slides of panes or a story: by the file's extension.",
    _deck_flags,
    _deck,
    "[PANE] -o FILE ",
)


def _data_flags(parser: Parser) -> None:
    from peviewer.exporters.kinds.data import Numbers

    parser.add("panes", nargs="?", metavar="PANE", help="what to take the numbers of: see peviewer panes",
               missing="PANE is missing: name what to take the numbers of")  # fmt: skip
    add_output(
        parser,
        ".npz: all arrays, with what they are; .csv: the pane's main array with its coordinates, or all its "
        "curves, below lines that start with # (in pandas comment='#'); .npy: the main array alone; "
        f"{PIPED.format('CSV', 'npz')}",
    )
    add_fields(parser, Numbers)
    add_document(parser)


def _data(chosen: Namespace) -> int:
    from peviewer.document.fields import RANGES
    from peviewer.exporters.data.write import FEWER, check_size, content_of, expected, write_data
    from peviewer.exporters.formats import check
    from peviewer.exporters.kinds.data import Numbers
    from peviewer.figures.panes import catalog

    pane = catalog.pane(chosen.panes)
    shown = asked(chosen).document
    choices = given_fields(chosen, Numbers) | {
        "window": any(getattr(chosen, name) for name in RANGES)
    }
    with written(chosen.output, "csv") as target:
        known = check(target, "data")
        content = content_of(pane, shown, target, **choices)
        check_size(content, known, target)
        size = content.size(target.suffix)
        if estimate := expected(content, known):
            note(f"{size}, {estimate}; for less, {FEWER}")
        status = at_length(partial(write_data, pane, shown, target, **choices))
        if status == DONE:
            tell_written(chosen.output, target, size)
    return status


data = Command(
    "Write the numbers behind a pane: .csv, .npz or .npy. They are exact, with coordinates and units.",
    _data_flags, _data, "PANE -o FILE ",
)  # fmt: skip


def _code_flags(parser: Parser) -> None:
    from peviewer.exporters.kinds.code import CodeChoices

    add_fields(parser, CodeChoices)
    parser.add("-o", "--output", metavar="FILE", help="write a .py file rather than print")
    add_document(parser, seen=False)


def _code(chosen: Namespace) -> int:
    from peviewer.base.files import write
    from peviewer.exporters.code import code as program
    from peviewer.exporters.formats import check
    from peviewer.exporters.kinds.code import CodeChoices

    text = program(asked(chosen).document, **given_fields(chosen, CodeChoices))
    if chosen.output in (None, "-"):
        print(text, end="")
        return DONE
    target = Path(chosen.output)
    check(target, "code")
    write(target, text.encode())
    tell_written(chosen.output, target, f"{len(text.splitlines())} lines")
    return DONE


code = Command("Print a short program that builds the encoding.", _code_flags, _code)
