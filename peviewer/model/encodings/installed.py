"""Schemes of other packages: found by the entry point that names them, and left out where they do not fit."""

from collections.abc import Collection
from dataclasses import dataclass, field
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from peviewer.base.parameters import CompleteError
from peviewer.model.encodings.own import in_a_line
from peviewer.model.encodings.scheme import INTERFACE, Scheme

GROUP = "peviewer.schemes"
"""The entry point: the name of a scheme, and its class."""


@dataclass(frozen=True)
class Installed:
    """What was found.

    Attributes
    ----------
    schemes : dict of str to type
        The schemes by their names.
    packages : dict of str to str
        The package that each is from, with its version.
    left_out : list of str
        A line for each that is left out: its name, its package, and why.
    """

    schemes: dict[str, type[Scheme]] = field(default_factory=dict)
    packages: dict[str, str] = field(default_factory=dict)
    left_out: list[str] = field(default_factory=list)


def installed(taken: Collection[str]) -> Installed:
    """Return the schemes of installed packages, in the order of their names, but those whose name is `taken`."""
    found = Installed()
    for entry in sorted(entry_points(group=GROUP), key=lambda entry: entry.name):
        package = f"{entry.dist.name} {entry.dist.version}" if entry.dist else entry.value
        try:
            found.schemes[entry.name] = _loaded(entry, {*taken, *found.schemes})
            found.packages[entry.name] = package
        except (Exception, SystemExit) as error:  # a package of somebody else may raise anything
            why = str(error) if isinstance(error, CompleteError) else in_a_line(error)
            found.left_out.append(f"the scheme {entry.name} of {package} is left out: {why}")
    return found


def _loaded(entry: EntryPoint, taken: Collection[str]) -> type[Scheme]:
    if entry.name in taken:
        raise CompleteError("there is a scheme of that name")
    kind = entry.load()
    if not (isinstance(kind, type) and issubclass(kind, Scheme)):
        raise CompleteError(f"{entry.value} is no class that derives from a scheme")
    if kind.interface != INTERFACE:
        written = f"interface = {kind.interface}" if kind.interface else "no interface"
        raise CompleteError(f"it has {written}, and this is peviewer's interface {INTERFACE}")
    declared = kind.model_fields["scheme"].default
    if declared not in ("", entry.name):
        raise CompleteError(f"it calls itself {declared!r}")
    kind.known_as = entry.name
    made: Any = kind  # checkers know only fields of all schemes
    made()  # what it gives at its defaults must be allowed
    return kind
