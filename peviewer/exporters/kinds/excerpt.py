"""What of a pane is exported: one of its parts, some positions, dimensions and pairs; as choices of the dialog."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from peviewer.base.parameters import Parameters, parameter, redeclared
from peviewer.base.words import MINUS
from peviewer.document.fields import VisibleRange
from peviewer.figures.panes.catalog import PANES

if TYPE_CHECKING:
    from collections.abc import Mapping

    from peviewer.exporters.kinds.kind import Subject
    from peviewer.figures.panes.pane import Pane

EXCERPT = tuple(VisibleRange.model_fields)
WHOLE, ALL = "The whole pane", "All"
FEW = 8  # positions that tell which axes a pane has, quickly


class Excerpt(Parameters):
    """What of each pane is exported; an empty text stands for what the window shows."""

    positions: str = redeclared(VisibleRange, "positions", "")
    dimensions: str = redeclared(VisibleRange, "dimensions", "")
    pairs: str = redeclared(VisibleRange, "pairs", "")

    def of(self, subject: Subject) -> Subject:
        """Return the subject that shows no more than that, of what its panes have."""
        chosen = {name: text for name in offered(subject) if (text := getattr(self, name).strip())}
        return replace(subject, document=VisibleRange(**chosen).of(subject.document)) if chosen else subject


class Parted(Excerpt):
    """An excerpt of a pane that can be one part of it alone."""

    part: str = parameter("", title="Part", help="All of the pane, or one part of it alone.")

    def panes(self, subject: Subject) -> tuple[Pane, ...]:
        """Return the panes; a single one as the part that was chosen, where it has one of that name."""
        if len(subject.panes) > 1:
            return tuple(PANES[name] for name in subject.panes)
        pane = subject.pane
        return (replace(pane, only=self.part) if self.part in pane.parts else pane,)

    def named(self, subject: Subject) -> list[str]:
        """Return what the panes, or the part, are called in the name of a file."""
        return ["-".join(filter(None, (pane.name, pane.only))) for pane in self.panes(subject)]

    def parts(self, subject: Subject) -> Mapping[str, str]:
        """Return the parts that the pane has; a part of another pane is all of this one."""
        names = subject.pane.parts
        whole_pane = dict.fromkeys(("", self.part) if self.part not in names else ("",), WHOLE)
        return whole_pane | {name: name.capitalize() for name in names}

    def idle_parts(self, subject: Subject) -> frozenset[str]:
        """Return what there is nothing to choose of."""
        whole = {"part"} if len(subject.panes) > 1 or not subject.pane.parts else set()
        return frozenset(whole | set(EXCERPT) - set(offered(subject)))


def offered(subject: Subject) -> tuple[str, ...]:
    """Return what can be chosen: what the panes have an axis of."""
    document = subject.document
    small = document.edited({"encoding.length": min(FEW, document.encoding.length)})
    panels = [panel for name in subject.panes for panel in PANES[name].figure(small).panels]
    quantities = {axis.quantity for panel in panels for axis in (panel.x, panel.y) if axis.zooms}
    return tuple(name for name in EXCERPT if name.removesuffix("s") in quantities)


def seen(subject: Subject) -> Mapping[str, str]:
    """Return what the window shows of each: ``"0:64"``, or that it is all."""
    zoom, own = subject.document.view.zoom, f"{subject.panes[0]}/"
    quantities = {name: name.removesuffix("s") for name in EXCERPT}
    windows = {name: zoom.get(f"{own}{quantity}", zoom.get(quantity)) for name, quantity in quantities.items()}
    return {name: ALL if one is None else _written(*one) for name, one in windows.items()}


def _written(low: float, high: float) -> str:
    """Return the whole ones that lie in a window, as they are typed."""
    return f"{round(low + 0.5)}:{round(high + 0.5)}".replace("-", MINUS)
