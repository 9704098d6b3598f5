"""The flags that say what is shown: where the Document comes from, what is set in it, and which part is seen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from peviewer.cli.declared import add_fields, given
from peviewer.cli.flags import add_against, add_preset, add_session, add_set, document

if TYPE_CHECKING:
    import argparse

    from peviewer.document.document import Document


def add_document(parser: argparse.ArgumentParser, *, seen: bool = True) -> None:
    """Add the flags that every command with a Document has, and where a part of it can be `seen` those of that."""
    from peviewer.document.seen import Seen

    add_preset(parser)
    add_session(parser)
    add_set(parser)
    add_against(parser)
    if seen:
        add_fields(parser, Seen)


def asked(chosen: argparse.Namespace) -> tuple[Document, str]:
    """Return the Document that the flags ask for, and what was opened."""
    from peviewer.document.seen import Seen

    found, title = document(chosen.preset, chosen.session, chosen.set, chosen.against)
    return Seen(**given(chosen, Seen)).of(found), title
