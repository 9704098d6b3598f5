"""``peviewer check``: the claims, each with a verdict and its number."""

from __future__ import annotations

from argparse import Namespace

from peviewer.cli.flags import add_document, asked
from peviewer.cli.output import DONE, FAILED
from peviewer.cli.parser import Command, Parser, UsageError, chosen_from
from peviewer.document.document import Document

HEADS = {"text": "{}\n", "markdown": "**{}**\n\n"}
"""How what a scheme is called stands above its claims, where two are compared."""


def _flags(parser: Parser) -> None:
    parser.add("--format", metavar="NAME", help="how they are written: text, markdown or json (default: text)")
    parser.add("--json", action="store_true", help="short for --format json")
    add_document(parser, seen=False)


def _run(chosen: Namespace) -> int:
    from peviewer.model.claims.report import FORMATS

    chosen_from("format", chosen.format, list(FORMATS))
    if chosen.json and chosen.format not in (None, "json"):
        raise UsageError("--json and --format exclude each other: give one of them")
    shown, _ = asked(chosen)
    form = "json" if chosen.json else chosen.format or "text"
    sides = [("", shown)] if shown.other is None else [("A", shown.alone), ("B", shown.other)]
    texts, failing = zip(*(_checked(side, shown, document, form) for side, document in sides), strict=True)
    if len(texts) == 2:
        texts = (f'{{"a": {texts[0]},\n"b": {texts[1]}}}' if form == "json" else "\n\n".join(texts),)
    print(texts[0])
    return FAILED if any(failing) else DONE


def _checked(side: str, both: Document, document: Document, form: str) -> tuple[str, bool]:
    """Return the claims of one scheme as they are written, below what it is called; and whether one fails."""
    from peviewer.figures.compare.texts import scheme_names
    from peviewer.figures.panes.properties import claims
    from peviewer.model.claims.report import FORMATS

    tried = claims(document)
    text = FORMATS[form](tried)
    if side and form != "json":
        called = scheme_names(both.encoding, both.compare.against or both.encoding)["AB".index(side)]
        text = f"{HEADS[form].format(f'{side}: {called}')}{text}"
    return text, any(claim.verdict == "fails" for claim in tried)


check = Command("Test the claims made for an encoding, each with its number; exit 1 if some fail.", _flags, _run)
