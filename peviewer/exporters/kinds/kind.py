"""What an export is of, what it shows before it is written, and what every kind of export can do."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from pydantic import ValidationError

from peviewer.base.log import log_error
from peviewer.base.parameters import Parameters
from peviewer.base.work import Work
from peviewer.document.comparing import listed_field
from peviewer.document.document import Document
from peviewer.exporters.formats import KindName, format_of
from peviewer.exporters.kinds.choices import Look, Subject, seen
from peviewer.paper.page.composition import fitting_columns

# What is chosen of one pane and says nothing of others.
OF_ONE = "title", "caption", "part", "positions", "dimensions", "pairs"


@dataclass(frozen=True)
class Shown:
    """What the preview shows: a picture file's bytes, or a text; and a line about it.

    ``missing`` says what a picture has no room for.
    """

    picture: bytes = b""
    text: str = ""
    caption: str = ""
    missing: str = ""
    ground: str = "transparent"  # below a transparent picture: what its theme is drawn for


@dataclass(frozen=True)
class Description:
    """What the choices mean for the subject: see the methods of the same names of :class:`Kind`.

    Where choices exclude each other nothing is ``effective``, ``units`` are None, and there is one
    moment.
    """

    effective: Mapping[str, Any]
    units: Mapping[str, str] | None
    options: Mapping[str, Mapping[str, str]]
    hidden: frozenset[str]
    suggested: str
    moments: int


class Kind(ABC):
    """One kind of export; knows no Qt, so that it can work on any thread."""

    name: ClassVar[KindName]
    title: ClassVar[str]
    choices: ClassVar[type[Parameters]]
    groups: ClassVar[Mapping[str, tuple[str, ...]]]
    """The fields of the choices, in the groups in which the dialog shows them."""
    several: ClassVar[bool] = False
    """Whether it can be of several panes."""

    def remembered(self, kept: Mapping[str, Any]) -> Any:
        """Return the choices as they were kept; the defaults where they are no longer allowed."""
        try:
            return self.choices.model_validate(dict(kept))
        except ValidationError as error:
            log_error(f"choices of {self.name} are not allowed any more", error)
            wrong = {str(detail["loc"][0]) for detail in error.errors() if detail["loc"]}
            kept = {key: value for key, value in kept.items() if key not in wrong}
        try:
            return self.choices.model_validate(kept)
        except ValidationError as error:
            log_error(f"choices of {self.name} are not allowed any more", error)
            return self.choices()

    def for_another(self, choices: Any) -> Any:
        """Return the choices for another subject: without the part, the ranges and the texts of the first one."""
        fields = type(choices).model_fields
        of_one = [
            name for name in OF_ONE if name in fields and isinstance(getattr(choices, name), str)
        ]
        return choices.model_copy(update={name: fields[name].default for name in of_one})

    def options(self, subject: Subject, choices: Any) -> Mapping[str, Mapping[str, str]]:
        """Return the values that can be chosen, where they depend on the subject: field → value → label."""
        return {}

    def of_panes(self, choices: Any) -> bool:
        """Return whether the user picks the panes that are exported."""
        return True

    def hidden(self, subject: Subject, choices: Any) -> frozenset[str]:
        """Return the fields that have no effect for the subject and the other choices."""
        return frozenset()

    def effective(self, subject: Subject, choices: Any) -> Mapping[str, Any]:
        """Return the values of fields that were not chosen, such as those that the theme gives."""
        return choices.effective(subject) if isinstance(choices, Look) else {}

    def units(self, subject: Subject, choices: Any) -> Mapping[str, str]:
        """Return the units of fields whose unit depends on the other choices."""
        return choices.units(subject) if isinstance(choices, Look) else {}

    def description(self, subject: Subject, choices: Any) -> Description:
        """Describe what the choices mean for the subject.

        This may compute figures, and take seconds.
        """
        effective: Mapping[str, Any] = {}
        units, moments = None, 1
        with suppress(ValueError):  # the preview, which fails too, says why
            effective = self.effective(subject, choices)
            units = self.units(subject, choices)
        with suppress(ValueError):
            moments = self.moments(subject, choices)
        options, hidden = self.options(subject, choices), self.hidden(subject, choices)
        return Description(
            effective, units, options, hidden, self.suggested(subject, choices), moments
        )

    def edited(self, choices: Any, name: str, value: object) -> Any:
        """Return the choices with one of them made."""
        if isinstance(choices, Look):
            return choices.edited(name, value)
        return self.choices.model_validate({**dict(choices), name: value})

    def moments(self, subject: Subject, choices: Any) -> int:
        """Return how many pictures the preview can show."""
        return 1

    def suffix(self, choices: Any) -> str:
        """Return the extension of the file, with its point."""
        return f".{choices.format}"

    def with_suffix(self, choices: Any, suffix: str) -> Any:
        """Return the choices for the extension that the user typed, or None if it cannot be written."""
        known = format_of(self.name, suffix)
        return choices.model_copy(update={"format": known.suffix}) if known else None

    @abstractmethod
    def suggested(self, subject: Subject, choices: Any) -> str:
        """Return a file name, without extension, that says what it shows."""

    @abstractmethod
    def preview(self, subject: Subject, choices: Any, moment: int = 0) -> Shown:
        """Return what will be written."""

    def expectation(self, subject: Subject, choices: Any) -> str:
        """Return about how large the file becomes, and how long writing takes.

        Empty if it is quick.
        """
        return ""

    @abstractmethod
    def write(self, subject: Subject, choices: Any, target: Path, work: Work) -> None:
        """Write the file, whole or not at all."""

    def copied(self, subject: Subject, choices: Any) -> Mapping[str, bytes]:
        """Return what goes onto the clipboard: content by its media type."""
        return {}


def suggested_name(panes: Sequence[str], document: Document) -> str:
    """Return a file name without extension, as in ``shift-distance-200x256``.

    >>> suggested_name(("shift",), Document())
    'shift-200x256'
    >>> from peviewer.document.fields import with_several
    >>> suggested_name(("score",), with_several(Document(), "dim=64,128"))
    'score-200x256-by-dim'
    """
    shown = list(panes[:3]) + ["more"] * (len(panes) > 3)
    other, several = document.compare.against, document.several
    beside = "" if other is None else f"-against-{other.scheme}"
    if several:
        beside = f"-by-{listed_field([each.encoding for each in several])}"
    return f"{'-'.join(shown)}-{document.encoding.stem}{beside}"


class Paged(Kind):
    """A kind of export whose page shows one pane, a part of it, or several panes."""

    several = True

    def options(self, subject: Subject, choices: Any) -> Mapping[str, Mapping[str, str]]:
        return {"part": choices.parts(subject)}

    def hidden(self, subject: Subject, choices: Any) -> frozenset[str]:
        alone = {"columns"} if len(subject.panes) == 1 else set()
        return frozenset(choices.idle(subject) | choices.idle_parts(subject) | alone)

    def effective(self, subject: Subject, choices: Any) -> Mapping[str, Any]:
        style = choices.style(subject)
        columns = fitting_columns(len(subject.panes), style.width / style.height)
        return {**super().effective(subject, choices), **seen(subject), "columns": columns}

    def suggested(self, subject: Subject, choices: Any) -> str:
        return suggested_name(choices.named(subject), subject.document)
