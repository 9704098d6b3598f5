"""The names that completion offers: what is loaded for them is loaded when a shell asks."""

from collections.abc import Iterable


def panes() -> Iterable[str]:
    """Return the names of the panes."""
    from peviewer.figures.panes.catalog import PANES

    return PANES


def presets() -> Iterable[str]:
    """Return the names of the presets."""
    from peviewer.figures.presets import presets as known

    return known()


def groups() -> Iterable[str]:
    """Return the groups of presets."""
    from peviewer.figures.presets import groups as known

    return known()


def sizes() -> Iterable[str]:
    """Return the names of the sizes of pages."""
    from peviewer.paper.sizes import NAMED_SIZES

    return NAMED_SIZES


def claims_formats() -> Iterable[str]:
    """Return how claims can be written."""
    from peviewer.model.claims.report import FORMATS

    return FORMATS
