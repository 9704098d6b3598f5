"""The lines of a model's config.json for RoPE with a scaling, as a panel."""

from __future__ import annotations

import json

from peviewer.figures.grammar import Listing, Panel
from peviewer.model.encodings.rope import Rope
from peviewer.model.encodings.rotary.config_lines import config_lines
from peviewer.model.encodings.scheme import Scheme

TITLE = "Lines for config.json"
NO_LINES = "transformers has no type for it"


def config_panel(scheme: Scheme) -> Panel | None:
    """Return the lines for a scheme with a trained length; None where there is nothing to set."""
    if not isinstance(scheme, Rope) or not scheme.trained:
        return None
    # Each row begins with its scaling, so that those of several stand below each other.
    row = f"{scheme.value_name('scaling')}: {_config_text(scheme)}"
    return Panel.of_listing(Listing((TITLE,), ((row,),)))


def _config_text(rope: Rope) -> str:
    lines = config_lines(rope)
    return NO_LINES if lines is None else json.dumps(lines)[1:-1]
