"""``peviewer present``: the window, full screen, at a step of a story."""

from argparse import Namespace

from peviewer.cli.flags import add_theme, window_theme
from peviewer.cli.parser import Command, Parser


def _flags(parser: Parser) -> None:
    parser.add(
        "story",
        nargs="?",
        metavar="STORY[:STEP]",
        help="a story, and its first step to show: see peviewer stories (default: start-here)",
    )
    add_theme(parser)


def _run(arguments: Namespace) -> int:
    from peviewer.figures.stories import TOUR, place

    theme = window_theme(arguments.theme)
    first_place = place(arguments.story or TOUR)
    from peviewer.app.window.launch import launch

    step = first_place.step
    return launch(step.document, step.opened.title, theme, step=first_place.key, present=True)


present = Command(
    "Present a story full screen, in the type sizes of a slide, led by keys.",
    _flags,
    _run,
    "[STORY] ",
    ("start-here", "start-here:3 --theme dark"),
)
