"""``peviewer check``: the claims, each with a verdict and its number."""

from __future__ import annotations

from argparse import Namespace
from typing import TYPE_CHECKING

from peviewer.cli.flags import add_document
from peviewer.cli.opening import document_from_flags
from peviewer.cli.output import DONE, FAILED
from peviewer.cli.parser import Command, Parser

if TYPE_CHECKING:
    from peviewer.document.document import Document


def _flags(parser: Parser) -> None:
    parser.add("--json", action="store_true", help="write them as JSON")
    add_document(parser, with_range=False)


def _run(arguments: Namespace) -> int:
    from peviewer.figures.compare.texts import scheme_names
    from peviewer.figures.panes.claims.properties import rotation_claim

    document = document_from_flags(arguments).document
    if document.compared_document is None:
        text, has_failed = _checked(document, arguments.json)
        print(text)
        return FAILED if has_failed else DONE

    text_a, has_failed_a = _checked(document, arguments.json)
    text_b, has_failed_b = _checked(document.compared_document, arguments.json)
    if arguments.json:
        print(f'{{"a": {text_a},\n"b": {text_b}}}')
    else:
        name_a, name_b = scheme_names(document.encoding, document.compared_document.encoding)
        print(f"A: {name_a}\n{text_a}\n\nB: {name_b}\n{text_b}")
    rotation = rotation_claim(document)
    if rotation is not None:
        return DONE if rotation.holds else FAILED
    return FAILED if has_failed_a or has_failed_b else DONE


def _checked(document: Document, as_json: bool) -> tuple[str, bool]:
    """Return the text of a scheme's claims, and whether one of them fails."""
    from peviewer.figures.panes.claims.properties import claims
    from peviewer.model.claims import report

    tested_claims = claims(document)
    text = report.as_json(tested_claims) if as_json else report.as_text(tested_claims)
    return text, any(claim.verdict == "fails" for claim in tested_claims)


check = Command(
    "Test the claims made for an encoding, each with its number; exit 1 if some fail.",
    _flags,
    _run,
    "",
    ("--set dim=511", "--table mine.npz --against scheme=rope base=10000"),
)
