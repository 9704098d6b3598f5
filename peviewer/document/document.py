"""The Document: everything the user chose, frozen, validated, and read from and written to JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping
from importlib import import_module
from inspect import Parameter, Signature
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Self, TypeVar

from pydantic import ValidationError

from peviewer.base.explanations import explain
from peviewer.base.files import write
from peviewer.base.names import nearest_names
from peviewer.base.parameters import Parameters
from peviewer.base.refusals import refused
from peviewer.base.specification import Specification
from peviewer.document.compared import Compared, S
from peviewer.document.comparing import compared_after
from peviewer.document.cursor import Cursor
from peviewer.document.editing import edited_section
from peviewer.document.error import DocumentError as DocumentError
from peviewer.document.layers import (
    Layers,
    layers_after,
    sections_of_layer,
)
from peviewer.document.moved_fields import at_new_paths
from peviewer.document.play import Play
from peviewer.document.playing import refuse_unplayable
from peviewer.document.sections import PANE_SECTIONS
from peviewer.document.sessions import (
    FORMAT,
    FORMAT_KEY,
    MADE,
    SESSION_SUFFIX,
    check_files,
    check_session,
    parse_json,
)
from peviewer.model.embedded import Embedded
from peviewer.model.encodings.bases.tabled import Tabled
from peviewer.model.encodings.scheme import Scheme
from peviewer.model.encodings.turning import Turning
from peviewer.model.shifting import USUAL_PHI
from peviewer.model.turning.pairs import Layout, operator_layout

# The paths of t and φ, which are marked in every pane.
MARKED_POSITION_PATHS = ("cursor.position", "shift.phi")
T = TypeVar("T", bound=Tabled)


class Document(Compared[S], Generic[S]):
    """Everything the user chose.

    Sections that belong to one pane are declared in its file, and read by their
    class: ``document.of(Waves).step``. ``Document[Turning]`` is, to the type
    checker, a Document whose scheme can do what :class:`Turning` says.

    Examples
    --------
    >>> document = Document().edited({"encoding.length": 50, "shift.phi": -10})
    >>> document.encoding.length, document.shift.phi
    (50, -10.0)
    >>> Document.from_json(document.to_json()) == document
    True
    >>> Document(encoding={"length": 50}, shift={"phi": -10.0}) == document
    True
    >>> Document().edited({"cursor.position": "x"})
    Traceback (most recent call last):
        ...
    peviewer.document.document.DocumentError: cursor.position = 'x' is not allowed: it must be ...
    """

    names_for_users: ClassVar[tuple[str, ...]] = (
        "edited",
        "from_json",
        "get",
        "open",
        "paths",
        "reference_position",
        "save",
        "section",
        "section_names",
        "to_json",
    )

    # Type checkers would see only this constructor, and no longer the sections that pydantic's has.
    if not TYPE_CHECKING:

        def __init__(self, **sections: Any) -> None:
            nested = {}
            whole_sections = {}
            for name, value in sections.items():
                group = whole_sections if isinstance(value, Parameters) else nested
                group[name] = value
            if nested:
                # Tables of fields edit the other sections; their errors are one line each.
                sections = Document.from_nested(nested, Document(**whole_sections)).sections()
            try:
                super().__init__(**sections)
            except ValidationError as error:
                raise DocumentError(explain(error, type(self))) from None
            refuse_unplayable(self.play, self.sections())

    @property
    def embedded(self: Document[T]) -> Embedded[T]:
        """The encoding with its content: what the panes show."""
        return Embedded(self.encoding, self.content)

    @property
    def operator(self: Document[Turning]) -> Layout:
        """The layout that M(φ) is made for; the table's own if both have the same columns."""
        return operator_layout(self.shift.operator, self.encoding.layout, self.encoding.dim)

    @property
    def with_marks_inside_table(self) -> Self:
        """The Document with t and t + φ moved to rows of its table, however short that is."""
        encoding = self.encoding
        position = encoding.first + min(Cursor().position, encoding.length // 4)
        phi = min(USUAL_PHI, encoding.length // 2)
        return self.edited(dict(zip(MARKED_POSITION_PATHS, (position, phi), strict=True)))

    def opening(self, encoding: Scheme) -> Document:
        """Return the Document with another encoding opened in place of its own.

        The comparison ends, and so do the layers of a model.
        """
        sections = {"encoding": encoding, "layers": Layers()}
        return self.without_comparison.model_copy(update=sections)

    def applies(self, path: str, known: Specification) -> bool:
        """Whether a field has an effect with the Document's scheme and its other fields."""
        name = path.partition(".")[0]
        if name in PANE_SECTIONS and not isinstance(self.encoding, PANE_SECTIONS[name].needs):
            return False
        if known.follows == "heads" and self.heads <= 1:
            return False
        if known.follows == "layers" and self.layers.count <= 1:
            return False
        return known.applies(self.section(name), self.encoding)

    def edited(self, changes: Mapping[str, object], *, alone: bool = False) -> Self:
        """Return a Document with some fields changed.

        Sections that are not named are the same objects.

        Parameters
        ----------
        changes : mapping of str to object
            Paths and values: ``{"encoding.length": 1000}``. A new ``encoding.scheme`` keeps what
            was chosen of fields that both schemes have, or the nearest number that is allowed
            there, and takes the size of a table that it replaces or is compared with. A choice with
            published constants, such as Llama 3's scaling, brings them along for fields where
            nothing else was chosen. A new sentence brings t and t + φ to words of it. A layer of a
            model brings its rule.
        alone : bool
            True where nothing but these fields is to change, as when undoing.

        Raises
        ------
        DocumentError
            If a field is unknown or a value is not allowed; one line says which, and what is
            allowed.
        """
        values_of_sections: dict[str, dict[str, object]] = {}
        for path, value in changes.items():
            section_name, field = self.split_path(path, changes)
            values_of_sections.setdefault(section_name, {})[field] = value

        base = self if alone else self._at_chosen_layer(changes)
        sections = {
            name: base._edited_section(name, values, alone=alone)
            for name, values in values_of_sections.items()
        }
        edited = base.model_copy(update=sections)
        if alone:
            return edited
        return edited._with_what_follows(changes, self.encoding)._with_marks_after(changes)

    def _with_marks_after(self, changes: Mapping[str, object]) -> Self:
        """Return the Document with t and t + φ moved to words of a new sentence.

        If they were chosen, they stay.
        """
        has_new_sentence = "encoding.sentence" in changes
        if not has_new_sentence or not changes.keys().isdisjoint(MARKED_POSITION_PATHS):
            return self
        positions = self.encoding.positions
        is_inside = positions[0] <= self.cursor.position + self.shift.phi <= positions[-1]
        return self if is_inside else self.with_marks_inside_table

    def _with_what_follows(self, changes: Mapping[str, object], before: Scheme) -> Self:
        """Return the Document with the consequences of `changes`; `before` was its encoding."""
        sections: dict[str, Parameters] = {
            "compare": compared_after(self.compare, changes, before, self.encoding),
            "layers": layers_after(self.layers, before, self.encoding),
        }
        opens_layers = "layers.rules" in changes and "cursor.layer" not in changes
        if opens_layers:
            rules = self.layer_rules
            if "A" in rules:
                sections["cursor"] = self.cursor.model_copy(update={"layer": rules.index("A")})
        return self.model_copy(update=sections)

    def _at_chosen_layer(self, changes: Mapping[str, object]) -> Self:
        """Return the Document with the rule of the chosen layer as A.

        If that rule was B, A and B change places.
        """
        if "cursor.layer" not in changes or "layers.rules" in changes:
            return self
        values = {"layer": changes["cursor.layer"]}
        cursor = self._edited_section("cursor", values, alone=True)
        assert isinstance(cursor, Cursor)
        sections = sections_of_layer(self.layers, cursor.layer, self.encoding, self.compare)
        return self.model_copy(update=sections) if sections else self

    def _edited_section(self, name: str, values: dict[str, object], *, alone: bool) -> Parameters:
        section = self.section(name)
        edited = edited_section(name, section, values, compared=self.compared, alone=alone)
        if isinstance(edited, Play):
            refuse_unplayable(edited, self.sections())
        return edited

    def to_json(self) -> str:
        """Return the Document as JSON text, with the number of its format."""
        session = {FORMAT_KEY: FORMAT, **self.model_dump(mode="json")}
        return json.dumps(session, ensure_ascii=False, indent=1)

    def save(self, path: str | Path) -> Path:
        """Write the Document as a session, which the window and the command line open.

        Parameters
        ----------
        path : str or pathlib.Path
            A file that ends in ``.peview``.

        Returns
        -------
        pathlib.Path
            The file.

        Raises
        ------
        ValueError
            If the file ends otherwise.
        OSError
            If it cannot be written; nothing is left behind then.
        """
        file = Path(path)
        if file.suffix != SESSION_SUFFIX:
            raise DocumentError(refused("path", str(path), f"it must end in {SESSION_SUFFIX}"))
        write(file, (self.to_json() + "\n").encode())
        return file

    @classmethod
    def open(cls, path: str | Path) -> Document:
        """Return the Document of a session, or of any file that was exported.

        Parameters
        ----------
        path : str or pathlib.Path
            A ``.peview`` file, or a picture, clip, deck or file of numbers of peviewer's.

        Raises
        ------
        ValueError
            If the file holds no session, or one that cannot be shown; one line says why.
        OSError
            If it cannot be read.

        Examples
        --------
        >>> import pathlib, tempfile, peviewer as pv
        >>> file = pathlib.Path(tempfile.mkdtemp()) / "lecture.peview"
        >>> document = pv.Document(encoding={"dim": 64})
        >>> pv.Document.open(document.save(file)) == document
        True
        """
        # Imported by name: a Document knows nothing of pictures, and importing it loads none of
        # that.
        reading = import_module("peviewer.exporters.reading")
        document: Document = reading.open_file(Path(path)).document()
        return document

    @classmethod
    def from_json(cls, text: str | bytes) -> Document:
        """Read what :meth:`to_json` wrote.

        Raises
        ------
        DocumentError
            If it is no session, of another format, or has a value that is not allowed; one line
            says which.
        """
        return cls.from_session(parse_json(text))

    @classmethod
    def from_session(cls, session: Any) -> Document:
        """Return the Document of a session in the types of JSON."""
        check_session(session)
        check_files(session)
        sections = {
            name: fields for name, fields in session.items() if name not in (FORMAT_KEY, MADE)
        }
        return cls.from_nested(sections)

    @classmethod
    def from_nested(cls, data: Mapping[str, object], base: Document | None = None) -> Document:
        """Return a Document from nested tables, as ``{"encoding": {"length": 50}}``.

        Other fields are the base's.
        """
        known_names = cls.section_names()
        changes: dict[str, object] = {}
        for name, fields in data.items():
            if name not in known_names:
                hint = nearest_names(name, known_names)
                raise DocumentError(f"{name[:60]} is not a section{hint}")
            if not isinstance(fields, Mapping):
                raise DocumentError(refused(name, fields, "it must be a table of fields"))
            for field, value in fields.items():
                changes[f"{name}.{field}"] = value
        return (base or cls()).edited_by_any_path(changes)

    def edited_by_any_path(self, changes: Mapping[str, object]) -> Self:
        """Return the Document with changes whose paths may be those of an earlier version."""
        tracks = self.play.model_dump(exclude_none=True)["tracks"]
        return self.edited(at_new_paths(changes, {"play.tracks": tracks}))


# An empty table of fields leaves a section as it is.
Document.__signature__ = Signature(
    [Parameter(name, Parameter.KEYWORD_ONLY, default={}) for name in Document.model_fields]
)
