"""Parameters as a notebook shows them: a small table of what each is called and is."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from peviewer.base.parameters.declaration import specifications
from peviewer.base.words import in_unit

if TYPE_CHECKING:
    from peviewer.base.parameters.declaration import Parameters


def card(section: Parameters, title: str, formula: str = "") -> str:
    """Return parameters as HTML, in the colours of whatever notebook shows them.

    >>> from peviewer.base.parameters import Parameters, parameter
    >>> class Toy(Parameters):
    ...     size: int = parameter(3, title="Size", symbol="s", unit="m", help="How big.")
    >>> card(Toy(), "A toy", "s < 9")[:60]
    '<table><caption style="text-align: left"><b>A toy</b> &nbsp;'
    """
    cells = (
        (" ".join(filter(None, (spec.title, spec.symbol))), spec.told(getattr(section, spec.name)), spec)
        for spec in specifications(type(section))
        if not spec.hidden
    )
    rows = (
        f'<tr title="{escape(spec.help)}"><td style="text-align: left">{escape(name)}</td>'
        f'<td style="text-align: left">{escape(in_unit(value.strip("“”"), spec.unit))}</td></tr>'
        for name, value, spec in cells
    )
    head = f'<caption style="text-align: left"><b>{escape(title)}</b> &nbsp; {escape(formula)}</caption>'
    return f"<table>{head}{''.join(rows)}</table>"
