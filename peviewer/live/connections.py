"""Connections from panels and tables to the signals and the readout of their view."""

from typing import Protocol

from PySide6.QtCore import SignalInstance

from peviewer.live.panel import PanelView
from peviewer.live.panel_views import View
from peviewer.live.pointer import Readout
from peviewer.live.range_sync import RangeSync
from peviewer.live.tables.listing import ListingTable
from peviewer.live.tables.numbers import NumbersTable
from peviewer.live.tables.panel import TablePanel


class Reports(Protocol):
    """The signals by which a view reports what the user does in its panels."""

    pressed: SignalInstance
    copied: SignalInstance
    doubleClicked: SignalInstance
    edited: SignalInstance
    resetRequested: SignalInstance


def connect_view(
    reports: Reports, readout: Readout[PanelView], range_sync: RangeSync, view: View
) -> None:
    """Connect the signals of a panel or a table to those of `reports`."""
    if isinstance(view, TablePanel):
        _connect_table(reports, readout, view.table)
    else:
        _connect_panel(reports, readout, range_sync, view)


def _connect_table(
    reports: Reports, readout: Readout[PanelView], table: NumbersTable | ListingTable
) -> None:
    if isinstance(table, NumbersTable):
        table.hovered.connect(readout.report)
        table.left.connect(readout.clear)
    table.cellClicked.connect(lambda: reports.pressed.emit(False))
    table.cellsCopied.connect(reports.copied)
    table.cellDoubleClicked.connect(reports.doubleClicked)


def _connect_panel(
    reports: Reports, readout: Readout[PanelView], range_sync: RangeSync, view: PanelView
) -> None:
    area = view.area
    area.hovered.connect(lambda x, y: readout.point(view, x, y))
    area.left.connect(readout.clear)
    area.pressed.connect(lambda point: reports.pressed.emit(view.crosshairs.crosses_at(point)))
    area.doubleClicked.connect(reports.doubleClicked)
    area.edited.connect(reports.edited)
    area.dragged.connect(lambda: range_sync.spread(area))
    for axis in (view.bottom, view.left):
        axis.doubleClicked.connect(reports.resetRequested)
