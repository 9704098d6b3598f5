"""One Figure of several encodings, made of the Figure of each: curves in one plot, numbers column by column."""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple, cast

from peviewer.base.parameters import specification
from peviewer.document.comparing import varied_fields
from peviewer.figures.compare.listings import merge_listings
from peviewer.figures.grammar import Axis, Curve, Figure, Listing, Mark, Panel, Role, Rule
from peviewer.model.encodings.scheme import Scheme


class Side(NamedTuple):
    """One of several encodings: its name, its colour and its panel."""

    name: str
    color: Role
    panel: Panel


def value_names(schemes: Sequence[Scheme]) -> list[str]:
    """Return what some schemes are called by the fields that differ among them.

    >>> from peviewer.model.encodings.rope import Rope
    >>> value_names([Rope(scaling="yarn", factor=8.0), Rope(scaling="linear", factor=8.0), Rope()])
    ['YaRN (factor 8)', 'Position interpolation (factor 8)', 'no scaling']
    """
    kind = type(schemes[0])
    if any(type(scheme) is not kind for scheme in schemes):
        return [scheme.title for scheme in schemes]
    varied = [spec for spec in varied_fields(schemes) if not spec.hidden]
    if not varied:
        return [scheme.own_name or scheme.title for scheme in schemes]
    first, *others = (spec.name for spec in varied)
    beside = schemes[0].beside(first, getattr(schemes[0], first))
    return [_name_by(scheme, first, [name for name in others if name not in beside]) for scheme in schemes]


def _name_by(scheme: Scheme, first: str, others: Sequence[str]) -> str:
    """Return a name by the values of some fields; without the constants that belong to the value of the first."""
    constants = scheme.published.get(first, {}).get(str(getattr(scheme, first)), {})
    applying = [name for name in others if specification(type(scheme), name).applies(scheme, scheme)]
    names = [first, *(name for name in applying if name not in constants)]
    return ", ".join(scheme.value_name(name) for name in names)


def shown_of_each(figure: Figure) -> str:
    """Return what one Figure can show of several encodings where a pane draws such: curves, or columns, or nothing."""
    if any(main_curve(panel) is not None for panel in figure.panels):
        return "curves"
    return "columns" if any(panel.is_listing for panel in figure.panels) else ""


def figure_of_one(figure: Figure, name: str) -> Figure:
    """Return a Figure whose panels say of which encoding they are."""
    return replace(figure, rows=tuple(tuple(_panel_of_one(panel, name) for panel in row) for row in figure.rows))


def _panel_of_one(panel: Panel, name: str) -> Panel:
    title = f"{panel.title}, of {name}" if panel.title else f"of {name}"
    return replace(panel, title=title, variants=tuple(_panel_of_one(each, name) for each in panel.variants))


def joint_figure(figures: Sequence[Figure], names: Sequence[str], own: int) -> Figure:
    """Return one Figure of those that a pane drew of several encodings; what can show one only is that of `own`."""
    panels_by_key = [{key: panel for row in figure.keyed_rows for key, panel in row} for figure in figures]
    rows = []
    for keyed_row in figures[own].keyed_rows:
        row = []
        for key, panel in keyed_row:
            sides = [
                Side(name, cast("Role", f"curve-{number}"), panels[key])
                for number, (name, panels) in enumerate(zip(names, panels_by_key, strict=True))
                if key in panels
            ]
            row.append(_joint_panel(sides, Side(names[own], "accent", panel)))
        rows.append(tuple(row))
    return replace(figures[own], rows=tuple(rows))


def _joint_panel(sides: Sequence[Side], own: Side) -> Panel:
    panels = [side.panel for side in sides]
    if all(panel == own.panel for panel in panels):
        return own.panel
    joint = None
    if all(panel.is_listing for panel in panels):
        joint = _joint_listing(sides)
    elif all(_has_curve_beside(panel, own.panel) for panel in panels):
        joint = _joint_plot(sides)
    return joint or _panel_of_one(own.panel, own.name)


def _has_curve_beside(panel: Panel, other: Panel) -> bool:
    """Whether the curve of a panel can be drawn in another panel."""
    return main_curve(panel) is not None and count_alike(panel.x, other.x) and count_alike(panel.y, other.y)


def count_alike(a: Axis, b: Axis) -> bool:
    """Whether one axis can be that of both."""
    return (a.quantity, a.log, a.inverted, a.names) == (b.quantity, b.log, b.inverted, b.names)


def _joint_listing(sides: Sequence[Side]) -> Panel | None:
    """Return a listing with a column for each encoding, or None where it would be too long."""
    listings = [mark for side in sides for mark in side.panel.marks if isinstance(mark, Listing)]
    merged = merge_listings(*listings, names=[side.name for side in sides])
    if merged is None:
        return None
    return replace(
        sides[0].panel, marks=(merged,), title=_shared_text(sides, "title"), fact=_shared_text(sides, "fact")
    )


def _shared_text(sides: Sequence[Side], name: str) -> str:
    """Return the title or the fact of panels where all have it."""
    texts = {getattr(side.panel, name) for side in sides}
    return texts.pop() if len(texts) == 1 else ""


def _joint_plot(sides: Sequence[Side]) -> Panel:
    """Return a plot of the curves of all, with the marks that all have, and the heights marked for each in its colour.

    An upright line of one would cross the curves of the others; files and listings have its place.
    """
    panels = [side.panel for side in sides]
    curves = [main_curve(panel) for panel in panels]
    shared = [mark for mark in panels[0].marks if all(mark in panel.marks for panel in panels)]
    marks: list[Mark] = [mark for mark in shared if mark not in curves]
    for side in sides:
        rules = [mark for mark in side.panel.marks if isinstance(mark, Rule) and mark.direction == "y"]
        marks += [_named_rule(rule, side) for rule in rules if rule not in shared]
        marks.append(_named_curve(side))
    x, y = (joint_axis([getattr(panel, name) for panel in panels]) for name in ("x", "y"))
    quantity = curves[0].quantity if curves[0] else ""
    y = replace(y, label=y.label or quantity)
    title, fact = _shared_text(sides, "title"), _shared_text(sides, "fact")
    return replace(panels[0], marks=tuple(marks), x=x, y=y, legend=True, title=title, fact=fact)


def _named_rule(rule: Rule, side: Side) -> Rule:
    label, short = (f"{side.name}: {text}" if text else "" for text in (rule.label, rule.short))
    return replace(rule, label=label, short=short, color=side.color, moves="")


def _named_curve(side: Side) -> Curve:
    """Return the curve of one side by its name; of one among others, as a head's, what that is called stays."""
    curve = main_curve(side.panel)
    assert curve is not None
    others = [mark for mark in side.panel.marks if isinstance(mark, Curve) and mark.color == "muted"]
    name = f"{side.name}: {curve.label or curve.quantity}" if others else side.name
    return replace(curve, label=name, quantity=name, color=side.color)


def main_curve(panel: Panel) -> Curve | None:
    """Return a panel's curve in the accent's colour; none where there are others, or that is a point of many."""
    curves = [mark for mark in panel.marks if isinstance(mark, Curve)]
    if panel.keeps_curves_together or any((curve.color, curve.style) == ("muted", "points") for curve in curves):
        return None
    main = [curve for curve in curves if curve.color not in ("muted", "reference") and curve.style != "dashed"]
    return main[0] if len(main) == 1 and main[0].color == "accent" else None


def joint_axis(axes: Sequence[Axis]) -> Axis:
    """Return an axis on which all have room; of its zoom, too."""
    limits = [axis.limits for axis in axes]
    windows = [axis.window for axis in axes if axis.window is not None]
    whole, window = _union(limits), _union(windows) if windows else None
    far = axes[0].far if all(axis.far == axes[0].far for axis in axes) else ()
    return replace(axes[0], limits=whole, window=None if window == whole else window, far=far)


def _union(ranges: Sequence[tuple[float, float]]) -> tuple[float, float]:
    return min(low for low, _ in ranges), max(high for _, high in ranges)
