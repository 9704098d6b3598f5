"""``peviewer check``: the claims, each with a verdict and its number."""

from argparse import Namespace

from peviewer.cli.flags import add_document, asked
from peviewer.cli.output import DONE, FAILED
from peviewer.cli.parser import Command, Parser
from peviewer.document.document import Document


def _flags(parser: Parser) -> None:
    parser.add("--json", action="store_true", help="write them as JSON")
    add_document(parser, seen=False)


def _run(chosen: Namespace) -> int:
    shown = asked(chosen).document
    sides = [("", shown)] if shown.other is None else [("A", shown.alone), ("B", shown.other)]
    texts, failing = zip(
        *(_checked(side, shown, document, chosen.json) for side, document in sides), strict=True
    )
    if len(texts) == 2:
        texts = (f'{{"a": {texts[0]},\n"b": {texts[1]}}}' if chosen.json else "\n\n".join(texts),)
    print(texts[0])
    return FAILED if any(failing) else DONE


def _checked(side: str, both: Document, document: Document, json: bool) -> tuple[str, bool]:
    """Return the claims of one scheme as they are written, below what it is called.

    And whether one fails.
    """
    from peviewer.figures.compare.texts import scheme_names
    from peviewer.figures.panes.claims.properties import claims
    from peviewer.model.claims.report import as_json, as_text

    tried = claims(document)
    text = as_json(tried) if json else as_text(tried)
    if side and not json:
        called = scheme_names(both.encoding, both.compare.against or both.encoding)[
            "AB".index(side)
        ]
        text = f"{side}: {called}\n{text}"
    return text, any(claim.verdict == "fails" for claim in tried)


check = Command(
    "Test the claims made for an encoding, each with its number; exit 1 if some fail.", _flags, _run
)
