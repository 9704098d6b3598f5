"""One Figure of several encodings: curves in one plot, numbers column by column."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple, cast

from peviewer.base.specification import specification
from peviewer.document.comparing import varied_fields
from peviewer.document.document import Document
from peviewer.figures.compare.listings import merge_listings
from peviewer.figures.grammar import Axis, Curve, Figure, Listing, Mark, Panel, PanelKey, Role, Rule
from peviewer.model.encodings.scheme import Scheme


@dataclass(frozen=True)
class Side:
    """One of several encodings in a joint panel: its name, its colour, its own panel, its number.

    The number counts from 0 and chooses the dashes of its curve.
    """

    name: str
    color: Role
    panel: Panel
    number: int

    @cached_property
    def curve(self) -> Curve | None:
        return main_curve(self.panel)

    @property
    def rules(self) -> list[Rule]:
        """The horizontal lines; vertical ones are left out: they would cross others' curves."""
        rules = [mark for mark in self.panel.marks if isinstance(mark, Rule)]
        return [rule for rule in rules if rule.direction == "y"]

    def with_name(self, text: str) -> str:
        """Return a text after the encoding's name; empty without a text."""
        return f"{self.name}: {text}" if text else ""


class Several(NamedTuple):
    """Several values of a parameter that are compared: a Document of each, and its name.

    `own` is the index of the value that the user's Document itself has.
    """

    documents: Sequence[Document[Any]]
    names: Sequence[str]
    own: int

    @property
    def own_document(self) -> Document[Any]:
        return self.documents[self.own]

    @property
    def own_name(self) -> str:
        return self.names[self.own]


def of_encoding(figure: Figure, encoding: Scheme) -> Figure:
    """Return a Figure in which panels without an encoding get `encoding`."""
    return figure.with_each(lambda panel: replace(panel, encoding=panel.encoding or encoding))


def value_names(schemes: Sequence[Scheme]) -> list[str]:
    """Return what some schemes are called by the fields that differ among them.

    >>> from peviewer.model.encodings.rope import Rope
    >>> value_names([Rope(scaling="yarn", factor=8.0), Rope(scaling="linear", factor=8.0), Rope()])
    ['YaRN (factor 8)', 'Position interpolation (factor 8)', 'no scaling']
    """
    first_scheme = schemes[0]
    if any(type(scheme) is not type(first_scheme) for scheme in schemes):
        return [scheme.title for scheme in schemes]
    fields = [spec.name for spec in varied_fields(schemes) if not spec.hidden]
    if not fields:
        return [scheme.own_name or scheme.title for scheme in schemes]
    first_field = fields[0]
    # Fields that are set together with the first one, as a factor with a scaling, add nothing.
    set_together = first_scheme.companion_values(first_field, getattr(first_scheme, first_field))
    other_fields = [name for name in fields[1:] if name not in set_together]
    return [_name_by(scheme, first_field, other_fields) for scheme in schemes]


def _name_by(scheme: Scheme, first_field: str, other_fields: Sequence[str]) -> str:
    """Return a name made of the values of some fields.

    Published constants of the first field's value, such as Llama 3's factor, are left out.
    """
    first_value = str(getattr(scheme, first_field))
    constants = scheme.published.get(first_field, {}).get(first_value, {})
    fields = [first_field]
    for name in other_fields:
        applies = specification(type(scheme), name).applies(scheme, scheme)
        if applies and name not in constants:
            fields.append(name)
    return ", ".join(scheme.value_name(name) for name in fields)


def way_of_sharing(figure: Figure) -> str:
    """Return how several encodings can share one Figure: as ``"curves"`` or as ``"columns"``.

    Return an empty text if they cannot.
    """
    if any(main_curve(panel) for panel in figure.panels):
        return "curves"
    return "columns" if any(panel.is_listing for panel in figure.panels) else ""


def main_curve(panel: Panel) -> Curve | None:
    """Return the one curve that a panel is about: the solid one in the accent's colour.

    Return None where several are as important, or where it only marks one of many grey points.
    """
    curves = [mark for mark in panel.marks if isinstance(mark, Curve)]
    has_points_beside = any(curve.color == "muted" and curve.style == "points" for curve in curves)
    if panel.keeps_curves_together or has_points_beside:
        return None
    solid = [curve for curve in curves if curve.style != "dashed"]
    main = [curve for curve in solid if curve.color not in ("muted", "reference")]
    return main[0] if len(main) == 1 and main[0].color == "accent" else None


def figure_of_one(figure: Figure, name: str) -> Figure:
    """Return a Figure of one encoding whose panels say its name."""
    return figure.with_each(lambda panel: _panel_of_one(panel, name))


def _panel_of_one(panel: Panel, name: str) -> Panel:
    title = f"{panel.title}, of {name}" if panel.title else f"of {name}"
    variants = tuple(_panel_of_one(variant, name) for variant in panel.variants)
    return replace(panel, title=title, owner=f"of {name}", variants=variants)


# How many shades of one hue there are: the colours ordered-0 to ordered-5.
SHADES = 6


def value_colors(schemes: Sequence[Scheme]) -> list[Role]:
    """Return the colour of each of some schemes.

    Schemes that differ in one number get shades of one hue, darker for larger numbers.

    >>> from peviewer.model.encodings.sinusoidal import Sinusoidal
    >>> value_colors([Sinusoidal(dim=dim) for dim in (256, 64, 128)])
    ['ordered-5', 'ordered-0', 'ordered-2']
    """
    fields = [spec for spec in varied_fields(schemes) if not spec.hidden]
    if len(fields) != 1 or fields[0].kind not in ("int", "float"):
        return [cast("Role", f"curve-{number % SHADES}") for number in range(len(schemes))]
    values = [getattr(scheme, fields[0].name) for scheme in schemes]
    ordered_values = sorted(set(values))
    step = (SHADES - 1) / (len(ordered_values) - 1)
    shades = [round(step * ordered_values.index(value)) for value in values]
    return [cast("Role", f"ordered-{shade}") for shade in shades]


def joint_figure(
    figures: Sequence[Figure], names: Sequence[str], colors: Sequence[Role], first: int
) -> Figure:
    """Return one Figure made of a pane's Figures, one for each of several encodings.

    `first` is the number of the encoding whose rows of panels it has. A panel that can show only
    one encoding shows this one.
    """
    figures = [_without_spare_listings(figure) for figure in figures]
    rows: list[tuple[Panel, ...]] = []
    for keyed_row in figures[first].keyed_rows:
        row: list[Panel] = []
        for key, panel in keyed_row:
            sides = _sides(figures, names, colors, key)
            row.append(_joint_panel(sides, panel, names[first]))
        rows.append(tuple(row))
    return replace(figures[first], rows=tuple(rows))


def _without_spare_listings(figure: Figure) -> Figure:
    """Return a Figure without rows of listings that it can spare: several have no room."""
    spare_panels = [panel for number in figure.spare_rows for panel in figure.rows[number]]
    has_listings_alone = all(panel.is_listing for panel in spare_panels)
    return figure.without_spare_rows if spare_panels and has_listings_alone else figure


def _sides(
    figures: Sequence[Figure], names: Sequence[str], colors: Sequence[Role], key: PanelKey
) -> list[Side]:
    """Return a side for each encoding whose Figure has a panel with this key."""
    sides = []
    each = zip(figures, names, colors, strict=True)
    for number, (figure, name, color) in enumerate(each):
        panel = figure.panels_by_key.get(key)
        if panel is not None:
            sides.append(Side(name, color, panel, number))
    return sides


def _joint_panel(sides: Sequence[Side], first: Panel, first_name: str) -> Panel:
    """Return one panel of all sides; that of the first encoding, named, where they cannot share."""
    panels = [side.panel for side in sides]
    if all(panel == first for panel in panels):
        return first
    joint = None
    if all(panel.is_listing for panel in panels):
        joint = _joint_listing(sides)
    elif all(side.curve and have_common_axes(side.panel, first) for side in sides):
        joint = _joint_plot(sides)
    return joint or _panel_of_one(first, first_name)


def have_common_axes(a: Panel, b: Panel) -> bool:
    """Whether the axes of both panels have the same quantities, scales and directions."""
    return _scale_of(a.x) == _scale_of(b.x) and _scale_of(a.y) == _scale_of(b.y)


def _scale_of(axis: Axis) -> tuple[object, ...]:
    return axis.quantity, axis.log, axis.inverted, axis.names


def _joint_listing(sides: Sequence[Side]) -> Panel | None:
    """Return a listing with a column for each encoding, or None where it would be too long."""
    listings = [mark for side in sides for mark in side.panel.marks if isinstance(mark, Listing)]
    merged = merge_listings(*listings, names=[side.name for side in sides])
    if merged is None:
        return None
    return replace(_with_shared_words(sides), marks=(merged,))


def _with_shared_words(sides: Sequence[Side]) -> Panel:
    """Return the first side's panel, without its title or its fact if those of others differ."""
    titles = {side.panel.title for side in sides}
    facts = {side.panel.fact for side in sides}
    title = titles.pop() if len(titles) == 1 else ""
    fact = facts.pop() if len(facts) == 1 else ""
    return replace(sides[0].panel, title=title, fact=fact)


def _joint_plot(sides: Sequence[Side]) -> Panel:
    """Return a plot of the curves of all sides, of the heights marked in each, and of common marks.

    A height is a horizontal line.
    """
    panels = [side.panel for side in sides]
    shared = _shared_marks(panels)
    curves = [side.curve for side in sides]
    marks: list[Mark] = [mark for mark in shared if mark not in curves]
    for side in sides:
        own_rules = [rule for rule in side.rules if rule not in shared]
        marks += [_named_rule(rule, side) for rule in own_rules]
        marks.append(_named_curve(side))

    x = joint_axis([panel.x for panel in panels])
    y = joint_axis([panel.y for panel in panels])
    quantity = curves[0].quantity if curves[0] else ""
    y = replace(y, label=y.label or quantity)
    return replace(_with_shared_words(sides), marks=tuple(marks), x=x, y=y, legend=True)


def _shared_marks(panels: Sequence[Panel]) -> list[Mark]:
    """Return the marks that all panels have."""
    shared = list(panels[0].marks)
    for panel in panels[1:]:
        shared = [mark for mark in shared if mark in panel.marks]
    return shared


def _named_rule(rule: Rule, side: Side) -> Rule:
    label = side.with_name(rule.label)
    short = side.with_name(rule.short)
    return replace(rule, label=label, short=short, color=side.color, moves="")


def _named_curve(side: Side) -> Curve:
    """Return a side's curve, named after the encoding.

    A curve that is one of many, such as that of one head, keeps its own name behind that.
    """
    assert side.curve is not None
    curves = [mark for mark in side.panel.marks if isinstance(mark, Curve)]
    is_one_of_many = any(curve.color == "muted" for curve in curves)
    curve_name = side.curve.label or side.curve.quantity
    name = side.with_name(curve_name) if is_one_of_many else side.name
    named = replace(side.curve, label=name, quantity=name, color=side.color, dash=side.number)
    # Beyond six encodings colours come again.
    is_repeated = side.number >= SHADES and named.style == "line"
    return replace(named, style="dashed") if is_repeated else named


def joint_axis(axes: Sequence[Axis]) -> Axis:
    """Return the first axis, with limits around those of all, and a window around all windows."""
    first = axes[0]
    limits = _union([axis.limits for axis in axes])
    windows = [axis.window for axis in axes if axis.window is not None]
    window = _union(windows) if windows else None
    far = first.far_numbers if all(axis.far_numbers == first.far_numbers for axis in axes) else ()
    return replace(
        first, limits=limits, window=None if window == limits else window, far_numbers=far
    )


def _union(ranges: Sequence[tuple[float, float]]) -> tuple[float, float]:
    lows, highs = zip(*ranges, strict=True)
    return min(lows), max(highs)
