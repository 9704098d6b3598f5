"""``peviewer data``: the numbers behind a pane."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from peviewer.cli.document_flags import add_document, asked
from peviewer.cli.field_flags import add_fields, given, pane_names
from peviewer.cli.output import DONE, PIPED, add_output, at_length, tell_written, written
from peviewer.cli.parser import Command

if TYPE_CHECKING:
    from argparse import Namespace

    from peviewer.cli.parser import Parser
    from peviewer.exporters.data.arrays import Part


def _flags(parser: Parser) -> None:
    from peviewer.exporters.kinds.data import Numbers

    parser.add("pane", nargs="?", completions=pane_names, metavar="PANE",
               help="what to take the numbers of: see peviewer panes",
               missing="PANE is missing: name what to take the numbers of")  # fmt: skip
    add_output(
        parser,
        ".npz: all arrays, with what they are; .csv: the pane's main array with its coordinates, or all its "
        "curves, below lines that start with # (in pandas comment='#'); .npy: the main array alone; "
        f"{PIPED.format('CSV', 'npz')}",
    )
    parser.heading = "Which numbers"
    add_fields(parser, Numbers, ["array"], first=["array"])
    add_document(parser)


def _run(chosen: Namespace) -> int:
    from peviewer.figures.panes import catalog

    pane = catalog.pane(chosen.pane)
    shown, _ = asked(chosen)
    from peviewer.document.fields import RANGES
    from peviewer.exporters.data.write import content_of, write_data
    from peviewer.exporters.kinds.data import Numbers

    choices = given(chosen, Numbers) | {"window": any(getattr(chosen, name) for name in RANGES)}

    with written(chosen.output, "csv") as target:
        status = at_length(partial(write_data, pane, shown, target, **choices))
        if status == DONE:
            kind = target.suffix.removeprefix(".").lower()
            tell_written(chosen.output, target, _told(content_of(pane, shown, target, **choices).parts_of(kind)))
    return status


def _told(parts: tuple[Part, ...]) -> str:
    """Say how many arrays there are, or which shape the only one has."""
    from peviewer.exporters.data.arrays import Matrix, Record

    if len(parts) > 1:
        return f"{len(parts)} arrays"
    if isinstance(parts[0], Matrix):
        return "{} × {}".format(*parts[0].shape)
    return f"{parts[0].length} rows" if isinstance(parts[0], Record) else "1 array"


data = Command(
    "Write the numbers behind a pane: .csv, .npz or .npy.", _flags, _run,
    "They are exact, with coordinates and units.",
)  # fmt: skip
