"""The fields of a scheme as text: in its docstring, and in a notebook."""

import re
from html import escape
from inspect import cleandoc

from peviewer.base.constructed import Constructed
from peviewer.base.specification import specifications

# Where a docstring goes on after its description.
_NEXT_SECTION = re.compile(r"\n\n(?=(?:Raises|Notes|Examples)\n-)")


def docstring_with_parameters(scheme: type[Constructed], docstring: str) -> str:
    """Return a docstring with a section on the fields that a user chooses."""
    description, *sections = _NEXT_SECTION.split(cleandoc(docstring), maxsplit=1)
    return "\n\n".join([description, _parameters_section(scheme), *sections])


def _parameters_section(scheme: type[Constructed]) -> str:
    lines = ["Parameters", "----------"]
    for spec in specifications(scheme):
        is_for_users = not spec.hidden or spec.name in scheme.positional_fields
        if not spec.help or not is_for_users:
            continue
        kind = getattr(scheme.model_fields[spec.name].annotation, "__name__", "")
        if spec.choices:
            kind = f"{{{', '.join(map(repr, spec.choices))}}}"
        bounds = f" It must be {spec.allowed()}." if spec.kind in ("int", "float") else ""
        lines.append(f"{spec.name} : {kind}, default {spec.default!r}")
        lines.append(f"    {spec.help}{bounds}")
    return "\n".join(lines)


def html_table(scheme: Constructed, title: str, size: str, formula: str) -> str:
    """Return a title and a row for each field that has an effect, in the colours of a notebook."""
    left = 'style="text-align: left"'
    caption = f"<b>{escape(title)}, {escape(size)}</b> &nbsp; {escape(formula)}"
    one_line = 'style="text-align: left; white-space: nowrap"'
    rows = [f"<caption {one_line}>{caption}</caption>"]
    for spec in specifications(type(scheme)):
        value = spec.text(getattr(scheme, spec.name)).strip("“”")
        if spec.hidden or not value or not spec.applies(scheme, scheme):
            continue
        name = f"{spec.title} {spec.symbol}".rstrip()
        cells = f"<td {left}>{escape(name)}</td><td {left}>{escape(value)}</td>"
        rows.append(f'<tr title="{escape(spec.help)}">{cells}</tr>')
    return f"<table>{''.join(rows)}</table>"
