"""``peviewer data``: the numbers behind a pane."""

from __future__ import annotations

from functools import partial

from peviewer.cli.at_length import at_length
from peviewer.cli.declared import add_fields, given
from peviewer.cli.document_flags import add_document, asked
from peviewer.cli.flags import Parser
from peviewer.cli.piped import HELP, written


def data(arguments: list[str]) -> int:
    """Write the numbers behind a pane: .npy, .npz, .csv or .json."""
    from peviewer.export.kinds.data import Numbers

    parser = Parser("peviewer data", f"{data.__doc__} They are exact, with coordinates and units.")
    parser.add_argument("pane", metavar="PANE", help="what to take the numbers of: see peviewer panes")
    parser.add_argument("-o", "--output", required=True, metavar="FILE",
                        help=".npz or .json: all arrays, with what they are; .csv: the pane's main array with its "
                        "coordinates, or all its curves, below lines that start with # (in pandas comment='#'); .npy: "
                        "the main array alone; "
                        f"{HELP.format('CSV', 'npz')}")  # fmt: skip
    add_document(parser)
    add_fields(parser, Numbers, ["window", "array"])
    chosen = parser.parse_args(arguments)
    from peviewer.figures.panes import catalog

    pane = catalog.pane(chosen.pane)
    shown, _ = asked(chosen)
    from peviewer.document.seen import Seen
    from peviewer.export.data.write import write_data

    choices = given(chosen, Numbers) | ({"window": True} if given(chosen, Seen) else {})  # what was asked for

    with written(chosen.output, "csv") as target:
        return at_length(partial(write_data, pane, shown, target, **choices))
