"""Data: the numbers behind a pane, in double precision, with their coordinates."""

import io
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import ClassVar, Literal

from peviewer.base.numbers import number
from peviewer.base.parameters import Parameters, parameter, redeclared
from peviewer.document.document import Document, DocumentError
from peviewer.exporters.data.arrays import arrays
from peviewer.exporters.data.content import FileContent, describe
from peviewer.exporters.data.parts import Matrix, Part, Record
from peviewer.exporters.data.write import chosen_parts, expected, write_data
from peviewer.exporters.formats import formats
from peviewer.exporters.kinds.choices import ALL, EXCERPT, Excerpt, Subject, zoomable_ranges
from peviewer.exporters.kinds.kind import Description, Groups, Kind, Shown, suggested_name

LABELS = {suffix: file_format.label for suffix, file_format in formats("data").items()}
Format = Literal[(*LABELS,)]  # type: ignore[valid-type]  # the table names them

# The formats that hold one array.
ALONE = ("csv", "npy")

# How many bytes of a file of text the preview shows, and how many letters of a line.
HEAD = 8_000
WIDTH = 160


class Numbers(Parameters):
    """Which numbers."""

    array: str = parameter(
        "", title="Array", help="Another array for .npy or .csv, by its key in .npz."
    )


class Data(Excerpt, Numbers, Kind):
    """CSV, NPZ or NPY."""

    name = "data"
    label = "Data"
    groups: ClassVar[Groups] = {"": ("format",), "Numbers": ("array",), "Only": EXCERPT}

    format: Format = parameter(
        "csv",
        title="Format",
        labels=LABELS,
        help="The kind of file; a .csv begins with lines that start with #.",
    )
    array: str = redeclared(Numbers, "array", "", only=("format", ALONE))

    def fields(self, subject: Subject) -> Description:
        parts = self._parts(subject)
        labels = {"": "Main array"}
        for part in parts:
            labels[part.key] = f"{part.key.replace('_', ' ')}, {_shape(part)}"
        names = [suggested_name(subject.panes, subject.document), self._array(parts)]
        return Description(
            "-".join(filter(None, names)),
            options={"array": labels},
            hidden=frozenset(EXCERPT) - set(zoomable_ranges(subject)),
            effective=dict.fromkeys(EXCERPT, ALL),
            units={},
        )

    def check(self, subject: Subject, moment: int = 0) -> Shown:
        """Return the list of arrays, or the beginning of a file of text.

        An error says why a pane has no arrays.
        """
        document, window = self._excerpt(subject)
        parts = arrays(subject.pane, document, window)
        target = Path(f"numbers.{self.format}")
        chosen = chosen_parts(parts, self.format, self._array(parts), target)
        shown = chosen or parts
        listed = ", ".join(f"{part.key} {_shape(part)}" for part in shown[:3])
        caption = f"{LABELS[self.format]} · {listed}"
        content = FileContent(subject.pane.name, subject.pane.title, document, parts, chosen)
        if self.format in ("npy", "npz"):
            text = "\n\n".join(map(_described, shown))
        else:
            text = _head(self.format, content)
        estimate = partial(expected, content, formats("data")[self.format])
        return Shown(text=text, caption=caption, expectation=estimate)

    def write(self, subject: Subject, target: Path) -> None:
        document, window = self._excerpt(subject)
        array = self._array(self._parts(subject)) or None
        write_data(subject.pane, document, target, window, array)

    def _excerpt(self, subject: Subject) -> tuple[Document, bool]:
        """Return the Document zoomed to the chosen excerpt, and whether only that is written."""
        visible = self.of(subject)
        return visible.document, visible is not subject

    def _parts(self, subject: Subject) -> tuple[Part, ...]:
        """Return the arrays of the pane; none if the pane cannot show the scheme."""
        if not subject.pane.shows_any(subject.document):
            return ()
        try:
            document, window = self._excerpt(subject)
        except DocumentError:
            # The preview says why.
            return arrays(subject.pane, subject.document, False)
        return arrays(subject.pane, document, window)

    def _array(self, parts: Sequence[Part]) -> str:
        """Return the key of the chosen array, if it is among some parts."""
        is_there = self.array in {part.key for part in parts}
        return self.array if self.format in ALONE and is_there else ""


def _shape(part: Part) -> str:
    if isinstance(part, Matrix):
        return " × ".join(map(number, part.shape))
    if isinstance(part, Record):
        return f"{number(part.length)} × {len(part.columns)}"
    return "x and y"


def _described(part: Part) -> str:
    """Describe an array: its key, how large it is, and what its axes or columns are."""
    axes = describe(part)["axes"].items()
    lines = (f"  {name:<18} {axis['label']}".rstrip() for name, axis in axes)
    return "\n".join([f"{part.key}   {_shape(part)}", *lines])


class _FullError(Exception):
    """Enough has been written."""


class _Head(io.BytesIO):
    """A file that takes only its beginning."""

    # The writers write nothing but bytes.
    def write(self, content: bytes) -> int:  # type: ignore[override]
        super().write(content)
        if self.tell() > HEAD:
            raise _FullError
        return len(content)


def _head(kind: str, content: FileContent) -> str:
    """Return the first lines of the file that would be written; long lines are cut."""
    head = _Head()
    try:
        formats("data")[kind].write(head, content, lambda _: None)
    except _FullError:
        pass
    lines = head.getvalue().decode(errors="replace").splitlines()[:80]
    return "\n".join(line if len(line) <= WIDTH else f"{line[:WIDTH]}…" for line in lines)
