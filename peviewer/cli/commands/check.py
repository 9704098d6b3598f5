"""``peviewer check``: the claims, each with a verdict and its number."""

from __future__ import annotations

import json
import math
from dataclasses import asdict
from typing import TYPE_CHECKING

from peviewer.cli.flags import Parser, add_preset, add_session, add_set, document, fields_help
from peviewer.cli.status import DONE, FAILED

if TYPE_CHECKING:
    from collections.abc import Iterable

    from peviewer.model.claims.properties import Property


def check(arguments: list[str]) -> int:
    """Test the claims made for an encoding, each with its number; exit 1 if some fail."""
    parser = Parser("peviewer check", str(check.__doc__), fields_help)
    add_preset(parser)
    add_session(parser)
    add_set(parser)
    parser.add_argument("--json", action="store_true", help="a JSON list of {name, holds, value, detail}")
    chosen = parser.parse_args(arguments)
    asked, _ = document(chosen.preset, chosen.session, chosen.set)
    from peviewer.document.document import DocumentError
    from peviewer.figures.panes.properties import INFORMING, PANE, claims

    if not PANE.serves(asked):
        raise DocumentError(PANE.refusal(asked))
    found = claims(asked)
    print(_as_json(found) if chosen.json else "\n".join(_verdict(claim, claim.name in INFORMING) for claim in found))
    return FAILED if any(claim.holds is False and claim.name not in INFORMING for claim in found) else DONE


def _as_json(claims: Iterable[Property]) -> str:
    """Write claims as JSON, which has no word for what is not a number."""
    rows = [{**asdict(claim), "value": claim.value if math.isfinite(claim.value) else None} for claim in claims]
    return json.dumps(rows, ensure_ascii=False, indent=1, allow_nan=False)


def _verdict(claim: Property, informing: bool) -> str:
    """Write a claim as one line: sign, name, value, detail."""
    from peviewer.base.words import number

    sign = "·" if informing else {True: "✓", False: "✗", None: "?"}[claim.holds]
    value = number(claim.value, 9) if math.isfinite(claim.value) else "–"
    return f"{sign} {claim.name:<15} {value:>16}  {claim.detail}"
