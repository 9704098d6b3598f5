"""The base of all kinds of export: what they can do, and their preview."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, ClassVar, Self

from pydantic import ValidationError

from peviewer.base.log import log_error
from peviewer.base.parameters import Parameters, parameter
from peviewer.document.comparing import listed_field
from peviewer.document.document import Document
from peviewer.exporters.formats import KindName, format_of, formats
from peviewer.exporters.kinds.choices import (
    EXCERPT,
    Arrangement,
    Excerpt,
    Look,
    Subject,
    visible_ranges,
    zoomable_ranges,
)
from peviewer.figures.panes.catalog import PANES
from peviewer.figures.panes.pane import Pane
from peviewer.paper.page.composition import fitting_columns

WHOLE = "The whole pane"
# The choices that only make sense for one pane.
OF_ONE = ("title", "caption", "part", "positions", "dimensions", "pairs")

Groups = Mapping[str, tuple[str, ...]]


@dataclass(frozen=True)
class Shown:
    """What the preview shows: a picture file's bytes, or a text; and a line about it.

    ``missing`` says what a picture has no room for.
    """

    picture: bytes = b""
    text: str = ""
    caption: str = ""
    missing: str = ""
    ground: str = "transparent"
    """The colour below a transparent picture: the background for which its theme is made."""
    expectation: Callable[[], str] = str
    """Return about how large the file becomes and how long writing takes; empty if it is quick."""


@dataclass(frozen=True)
class Description:
    """The choices that the fields of a kind offer for a subject, and their values.

    If choices exclude each other, ``effective`` is empty, ``units`` are None, and there is one
    moment.
    """

    suggested: str
    """A file name, without extension, that says what the file shows."""
    options: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """The values that can be chosen, where they depend on the subject: field → value → label."""
    hidden: frozenset[str] = frozenset()
    """The fields that have no effect for the subject and the other choices."""
    effective: Mapping[str, Any] = field(default_factory=dict)
    """The values of fields that were not chosen, such as those that the theme gives."""
    units: Mapping[str, str] | None = None
    """The units of fields whose unit depends on the other choices."""
    moments: int = 1
    """How many pictures the preview can show."""
    of_panes: bool = True
    """Whether the user picks the panes that are exported."""


class Kind(Parameters, ABC):
    """The choices of one kind of export; without Qt, so that it can work on any thread."""

    name: ClassVar[KindName]
    label: ClassVar[str]
    groups: ClassVar[Groups]
    """The fields, in the groups in which the dialog shows them."""
    several: ClassVar[bool] = False
    """Whether one file can show several panes."""

    format: str

    @abstractmethod
    def fields(self, subject: Subject) -> Description:
        """Describe what the choices mean for the subject.

        This may compute figures, and take seconds.
        """

    @abstractmethod
    def check(self, subject: Subject, moment: int = 0) -> Shown:
        """Return a preview of the file; an error says in one line why none can be written."""

    @abstractmethod
    def write(self, subject: Subject, target: Path) -> None:
        """Write the file, whole or not at all."""

    @classmethod
    def remembered(cls, kept: Mapping[str, Any]) -> Self:
        """Return choices from the settings; those that are no longer allowed get their defaults."""
        try:
            return cls.model_validate(dict(kept))
        except ValidationError as error:
            log_error(f"choices of {cls.name} are not allowed any more", error)
            wrong = {str(detail["loc"][0]) for detail in error.errors() if detail["loc"]}
            kept = {key: value for key, value in kept.items() if key not in wrong}
        try:
            return cls.model_validate(kept)
        except ValidationError as error:
            log_error(f"choices of {cls.name} are not allowed any more", error)
            return cls.model_validate({})

    def for_another(self) -> Self:
        """Return the choices for another subject.

        Parts, ranges and texts of the first subject are dropped.
        """
        defaults: dict[str, Any] = {}
        for name in OF_ONE:
            if isinstance(getattr(self, name, None), str):
                defaults[name] = type(self).model_fields[name].default
        return self.model_copy(update=defaults)

    def edited(self, name: str, value: object) -> Self:
        """Return the choices with one of them changed."""
        return type(self).model_validate({**dict(self), name: value})

    def with_suffix(self, suffix: str) -> Self | None:
        """Return the choices for a typed extension; None if it cannot be written."""
        known = format_of(self.name, suffix)
        return self.model_copy(update={"format": known.suffix}) if known else None


def clipboard_formats(choices: Kind, subject: Subject) -> dict[str, bytes]:
    """Return the contents for the clipboard by their media types.

    There is a file of each format that can be copied: the program into which it is pasted takes
    what it likes best.
    """
    contents: dict[str, bytes] = {}
    with TemporaryDirectory(prefix="peviewer-") as folder:
        for known in formats(choices.name).values():
            if not known.media:
                continue
            file = Path(folder) / f"copy.{known.suffix}"
            choices.write(subject, file)
            contents[known.media] = file.read_bytes()
    return contents


def suggested_name(panes: Sequence[str], document: Document) -> str:
    """Return a file name without extension, as in ``shift-distance-200x256``.

    >>> suggested_name(("shift",), Document())
    'shift-200x256'
    >>> from peviewer.document.fields import with_several
    >>> suggested_name(("score",), with_several(Document(), "dim=64,128"))
    'score-200x256-by-dim'
    """
    names = list(panes[:3])
    if len(panes) > 3:
        names.append("more")
    against = document.compare.against
    documents_of_values = document.documents_of_values
    ending = "" if against is None else f"-against-{against.scheme}"
    if documents_of_values:
        ending = f"-by-{listed_field([each.encoding for each in documents_of_values])}"
    return f"{'-'.join(names)}-{document.encoding.size_in_file_name}{ending}"


class Paged(Look, Arrangement, Excerpt, Kind):
    """A kind of export whose page shows one pane, a part of it, or several panes."""

    several = True

    part: str = parameter("", title="Part", help="All of the pane, or one part of it alone.")

    def panes(self, subject: Subject) -> tuple[Pane, ...]:
        """Return the panes; a single pane as its chosen part, if it has that part."""
        if len(subject.panes) > 1:
            return tuple(PANES[name] for name in subject.panes)
        pane = subject.pane
        return (replace(pane, only=self.part) if self.part in pane.parts else pane,)

    def fields(self, subject: Subject) -> Description:
        count = len(subject.panes)
        parts = subject.pane.parts
        effective: dict[str, Any] = {}
        units = None
        # Where this fails the preview fails, too, and says why.
        with suppress(ValueError):
            style = self.style(subject)
            columns = fitting_columns(count, style.width / style.height)
            effective = self.values_of_theme(subject)
            effective |= {**visible_ranges(subject), "columns": columns}
            units = self.units(subject)

        unused = set(EXCERPT).difference(zoomable_ranges(subject))
        if count == 1:
            unused.add("columns")
        if count > 1 or not parts:
            unused.add("part")
        part_labels = {"": WHOLE}
        if self.part not in parts:
            # The part of another pane means the whole of this one.
            part_labels[self.part] = WHOLE
        part_labels |= {name: name.capitalize() for name in parts}
        names = [
            f"{pane.name}-{pane.only}" if pane.only else pane.name for pane in self.panes(subject)
        ]
        return Description(
            suggested_name(names, subject.document),
            options={"part": part_labels},
            hidden=self.unused_fields(subject) | unused,
            effective=effective,
            units=units,
        )
