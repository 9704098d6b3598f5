"""One plot for several values of a parameter: a curve of each, in a colour and with a name of its own."""

from collections.abc import Sequence
from dataclasses import replace
from typing import cast

from peviewer.base.parameters import specification
from peviewer.document.document import Document
from peviewer.figures.grammar import Axis, Curve, Figure, Panel, Role
from peviewer.model.encodings.scheme import Scheme


def value_names(schemes: Sequence[Scheme]) -> list[str]:
    """Return what some schemes are called by the fields that differ among them."""
    kind = type(schemes[0])
    if any(type(scheme) is not kind for scheme in schemes):
        return [scheme.title for scheme in schemes]
    specs = [specification(kind, name) for name in kind.model_fields]
    differing = [spec for spec in specs if len({getattr(scheme, spec.name) for scheme in schemes}) > 1]
    spec = next((spec for spec in differing if not spec.hidden), None)
    if spec is None:
        return [scheme.own_name or scheme.title for scheme in schemes]
    values = [getattr(scheme, spec.name) for scheme in schemes]
    if spec.kind == "choice":
        return [spec.label(str(value)) for value in values]
    name = f"*{spec.symbol}* =" if spec.symbol else spec.title.lower()
    return [f"{name} {spec.value_text(value)}" for value in values]


def with_curves_of(own: Figure, figures: Sequence[Figure], names: Sequence[str]) -> Figure:
    """Return a Figure whose curves are those of others, each with its name; all else stays.

    Where a panel has one curve in the accent's colour, it is replaced by that of the same panel of each other Figure.
    """
    rows = tuple(
        tuple(_with_curves(panel, [_at(figure, r, c) for figure in figures], names) for c, panel in enumerate(row))
        for r, row in enumerate(own.rows)
    )
    return replace(own, rows=rows)


def _at(figure: Figure, row: int, column: int) -> Panel | None:
    return figure.rows[row][column] if row < len(figure.rows) and column < len(figure.rows[row]) else None


def _with_curves(own: Panel, panels: Sequence[Panel | None], names: Sequence[str]) -> Panel:
    of_each = [panel and main_curve(panel) for panel in panels]
    main = main_curve(own)
    if main is None or None in of_each:
        return own
    curves = [
        replace(cast("Curve", curve), label=name, quantity=name, color=cast("Role", f"curve-{k}"), key=f"curve_{k}")
        for k, (curve, name) in enumerate(zip(of_each, names, strict=True))
    ]
    kept = [mark for mark in own.marks if not isinstance(mark, Curve) or mark.color not in ("accent", "muted")]
    shown = [panel for panel in panels if panel is not None]
    x, y = (joint_axis([getattr(panel, side) for panel in shown]) for side in ("x", "y"))
    y = replace(y, label=y.label or main.quantity)
    return replace(own, marks=(*kept, *curves), x=x, y=y, legend=True)


def main_curve(panel: Panel) -> Curve | None:
    """Return a panel's curve in the accent's colour; none where that is one point among others, as a head's is."""
    curves = [mark for mark in panel.marks if isinstance(mark, Curve)]
    if any((curve.color, curve.style) == ("muted", "points") for curve in curves):
        return None
    return next((curve for curve in curves if curve.color == "accent"), None)


def joint_axis(axes: Sequence[Axis]) -> Axis:
    ends = [axis.limits for axis in axes]
    return replace(axes[0], limits=(min(low for low, _ in ends), max(high for _, high in ends)))


def several_sentence(document: Document) -> str:
    """Return the sentence that says whose the curves are; empty where they are those of one scheme."""
    if not document.several:
        return ""
    *first, last = value_names([other.encoding for other in document.several])
    return f"The curves are those of {', '.join(first)} and {last}."
