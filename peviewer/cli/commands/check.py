"""``peviewer check``: the claims, each with a verdict and its number."""

from __future__ import annotations

from peviewer.cli.document_flags import add_document, asked
from peviewer.cli.flags import Parser, UsageError
from peviewer.cli.status import DONE, FAILED


def check(arguments: list[str]) -> int:
    """Test the claims made for an encoding, each with its number; exit 1 if some fail."""
    from peviewer.model.claims.written import FORMATS

    parser = Parser("peviewer check", str(check.__doc__))
    add_document(parser, seen=False)
    parser.add_argument("--format", choices=FORMATS, help="how they are written (default: text)")
    parser.add_argument("--json", action="store_true", help="a JSON list of {name, holds, value, detail}")
    chosen = parser.parse_args(arguments)
    if chosen.json and chosen.format not in (None, "json"):
        raise UsageError("--json and --format exclude each other: give one of them")
    shown, _ = asked(chosen)
    from peviewer.document.document import DocumentError
    from peviewer.figures.panes.claims.properties import PANE, claims

    if not PANE.serves(shown):
        raise DocumentError(PANE.refusal(shown))
    found = claims(shown).written
    print(FORMATS["json" if chosen.json else chosen.format or "text"](found))
    return FAILED if any(claim.holds is False and not claim.informs for claim in found) else DONE
