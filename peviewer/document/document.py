"""The Document: everything the user chose, frozen and validated, JSON in and out."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, Generic, Self, TypeVar

from pydantic import (
    ConfigDict,
    Field,
    SerializeAsAny,
    ValidationError,
    field_validator,
    model_validator,
)
from typing_extensions import TypeVar as TypeVarWithDefault

from peviewer.base.names import nearest_names
from peviewer.base.parameters import Parameters
from peviewer.base.refusals import explain, refused
from peviewer.base.specification import Specification
from peviewer.document.comparing import compared_after
from peviewer.document.comparison import Compare
from peviewer.document.cursor import Cursor
from peviewer.document.editing import edited_section
from peviewer.document.error import DocumentError as DocumentError
from peviewer.document.error import named_scheme
from peviewer.document.layers import NO_RULE, NONE, Layers, is_same_rule, layers_after, rule_names
from peviewer.document.moved_fields import at_new_paths
from peviewer.document.play import Play
from peviewer.document.playing import refuse_unplayable
from peviewer.document.sections import PANE_SECTIONS, Pairwise, Shift
from peviewer.document.sessions import (
    FORMAT,
    FORMAT_KEY,
    MADE,
    check_files,
    check_session,
    parse_json,
)
from peviewer.document.view import View
from peviewer.model.content import Content
from peviewer.model.embedded import Embedded
from peviewer.model.encodings.bases.tabled import Tabled
from peviewer.model.encodings.catalog import scheme
from peviewer.model.encodings.grids.gridded import ByOffset
from peviewer.model.encodings.lagged import Lagged
from peviewer.model.encodings.scheme import Scheme
from peviewer.model.encodings.sinusoidal import Sinusoidal
from peviewer.model.encodings.turning import Turning
from peviewer.model.shifting import USUAL_PHI
from peviewer.model.turning.pairs import Layout, operator_layout

# The paths of t and φ, which are marked in every pane.
MARKED_POSITION_PATHS = ("cursor.position", "shift.phi")
P = TypeVar("P", bound=Parameters)
T = TypeVar("T", bound=Tabled)
S = TypeVarWithDefault("S", bound=Scheme, covariant=True, default=Scheme)


class Document(Parameters, Generic[S]):
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

    # Extra ones are the sections of panes, which are checked below.
    model_config = ConfigDict(extra="allow")

    encoding: SerializeAsAny[S] = Field(default_factory=Sinusoidal)  # type: ignore[assignment]
    content: Content = Content()
    shift: Shift = Shift()
    play: Play = Play()
    pairwise: Pairwise = Pairwise()
    compare: Compare = Compare()
    layers: Layers = Layers()
    view: View = View()
    cursor: Cursor = Cursor()

    # Checkers know the sections and their types only of the constructor that pydantic makes.
    if not TYPE_CHECKING:

        def __init__(self, **sections: Any) -> None:
            nested = {}
            whole_sections = {}
            for name, value in sections.items():
                group = whole_sections if isinstance(value, Parameters) else nested
                group[name] = value
            if nested:
                # Tables of fields are edits of the other sections; their errors are of one line.
                sections = Document.from_nested(nested, Document(**whole_sections)).sections()
            try:
                super().__init__(**sections)
            except ValidationError as error:
                raise DocumentError(explain(error, type(self))) from None
            refuse_unplayable(self.play, self.sections())

    @model_validator(mode="before")
    @classmethod
    def _with_sections_of_panes(cls, data: Any) -> Any:
        if not isinstance(data, Mapping):
            return data
        known_names = cls.section_names()
        for name in data:
            if name not in known_names:
                hint = nearest_names(str(name), known_names)
                raise ValueError(f"{name} is not a section{hint}")

        sections = dict(data)
        for name, declared in PANE_SECTIONS.items():
            if name in data:
                sections[name] = declared.fields.model_validate(data[name])
            else:
                sections[name] = _default_section(declared.fields)
        return sections

    @field_validator("encoding", mode="before")
    @classmethod
    def _encoding_from_mapping(cls, value: Any) -> Any:
        if not isinstance(value, Mapping):
            return value
        scheme_name = str(value.get("scheme", Sinusoidal().scheme))
        return scheme(scheme_name).model_validate(dict(value))

    @property
    def embedded(self: Document[T]) -> Embedded[T]:
        """The encoding with its content: what the panes show."""
        return Embedded(self.encoding, self.content)

    @property
    def operator(self: Document[Turning]) -> Layout:
        """The layout that M(φ) is made for; the table's own wherever both have the same columns."""
        return operator_layout(self.shift.operator, self.encoding.layout, self.encoding.dim)

    @property
    def compared_document(self) -> Document | None:
        """The Document with B as its encoding, with the same words; None if nothing is compared."""
        against = self.compare.against
        return None if against is None else self._with_encoding(against)

    @property
    def documents_of_values(self) -> list[Document]:
        """The Documents of several values of a parameter.

        There are none where there is one value, or where A is compared with B. That of the own
        encoding is the first where its value is not listed.
        """
        listed = self.compare.several
        if self.compare.against is not None or not listed:
            return []
        schemes: list[Scheme] = list(listed)
        if self.encoding not in listed:
            schemes.insert(0, self.encoding)
        if len(schemes) < 2:
            return []
        return [self._with_encoding(scheme) for scheme in schemes]

    def _with_encoding(self, scheme: Scheme) -> Document:
        """Return the Document of one encoding that is compared.

        Its positions are such that all have, and its words are the same.
        """
        own = self.encoding
        has_own_words = scheme.takes_long or bool(scheme.derived_fields)
        if own.sentence and scheme.first == own.first and not has_own_words:
            scheme = scheme.model_copy(update={"sentence": own.sentence})
        positions = {
            name: self.nearest_position(getattr(self.cursor, name))
            for name in ("position", "other")
        }
        cursor = self.cursor.model_copy(update=positions)
        sections = {"encoding": scheme, "cursor": cursor, "layers": Layers()}
        return self.without_comparison.model_copy(update=sections)

    @property
    def compared(self) -> tuple[Scheme, ...]:
        """The encoding and what it is compared with: B, or those with other values."""
        against = self.compare.against
        others = self.compare.several if against is None else (against,)
        return self.encoding, *others

    @property
    def common_positions(self) -> range:
        """The positions that all have that are compared, or else those of the encoding."""
        all_positions = [scheme.positions for scheme in self.compared]
        start = max(positions.start for positions in all_positions)
        stop = min(positions.stop for positions in all_positions)
        return range(start, stop) or self.encoding.positions

    @property
    def with_marks_inside_table(self) -> Self:
        """The Document with t and t + φ at rows of its table, in a short one, too."""
        encoding = self.encoding
        position = encoding.first + min(Cursor().position, encoding.length // 4)
        phi = min(USUAL_PHI, encoding.length // 2)
        return self.edited(dict(zip(MARKED_POSITION_PATHS, (position, phi), strict=True)))

    def nearest_position(self, position: int) -> int:
        """Return the nearest existing position, in all schemes that are compared."""
        positions = self.common_positions
        return min(max(position, positions[0]), positions[-1])

    @property
    def reference_position(self) -> int:
        """The reference position t: the cursor's, or the nearest one there is.

        >>> shorter = {"against": "scheme=sinusoidal,length=40"}
        >>> document = Document(encoding={"length": 90}, compare=shorter)
        >>> document.cursor.position, document.reference_position
        (50, 39)
        >>> document.compared_document.reference_position
        39
        """
        return self.nearest_position(self.cursor.position)

    @property
    def heads(self) -> int:
        """The largest number of heads of all compared.

        Schemes that turn queries and keys draw them for some heads.
        """
        are_vectors_equal = self.get("attention.vectors") == "equal"
        drawn_heads = 1 if are_vectors_equal else self.get("attention.head_count")
        counts: list[int] = []
        for compared in self.compared:
            if isinstance(compared, Lagged | ByOffset):
                counts.append(len(compared.head_labels))
            else:
                counts.append(drawn_heads)
        return max(counts)

    @property
    def layer_rules(self) -> list[str]:
        """What the rule of each layer is called: A, B, another letter, or that it has none."""
        names = rule_names(self.layers.rules, self.encoding, self.compare.against)
        return [NO_RULE if index == NONE else names[index] for index in self.layers.indices]

    @property
    def without_comparison(self) -> Self:
        """The Document compared with nothing."""
        if self.compare == Compare():
            return self
        return self.model_copy(update={"compare": Compare()})

    def opening(self, encoding: Scheme) -> Document:
        """Return the Document with another encoding opened in place of its own.

        What was compared ends, and so do the layers of a model.
        """
        sections = {"encoding": encoding, "layers": Layers()}
        return self.without_comparison.model_copy(update=sections)

    def of(self, kind: type[P]) -> P:
        """Return the section of a class, as in ``document.of(Waves)``.

        Its defaults where there is none.
        """
        for section in (self.__pydantic_extra__ or {}).values():
            if type(section) is kind:
                own: P = section
                return own
        default: P = _default_section(kind)
        return default

    def replaced_sections(self, other: Document) -> set[str]:
        """Return the names of the sections that are different objects in another Document."""
        own_sections = self._own_sections()
        other_sections = other._own_sections()
        return {
            name
            for name, section in own_sections.items()
            if section is not other_sections.get(name)
        }

    def _own_sections(self) -> dict[str, Any]:
        """Return the sections that it was given, those of panes too."""
        return {**self.__dict__, **(self.__pydantic_extra__ or {})}

    def changed_paths(self, before: Document) -> Iterator[str]:
        """Yield the path of every field whose value another Document has otherwise.

        Of other schemes the scheme's.
        """
        for name in sorted(self.replaced_sections(before)):
            section = self.section(name)
            old_section = before.section(name)
            if type(section) is not type(old_section):
                yield f"{name}.scheme"
                continue
            for field in type(section).model_fields:
                if getattr(section, field) != getattr(old_section, field):
                    yield f"{name}.{field}"

    @classmethod
    def section_names(cls) -> list[str]:
        """Return the names of all sections, those of panes last."""
        return [*cls.model_fields, *PANE_SECTIONS]

    def section(self, name: str) -> Parameters:
        """Return a section by its name, as in ``document.section("shift")``."""
        if name in PANE_SECTIONS:
            return self.of(PANE_SECTIONS[name].fields)
        section: Parameters = getattr(self, name)
        return section

    def sections(self) -> dict[str, Parameters]:
        """Return every section by its name."""
        return {name: self.section(name) for name in self.section_names()}

    def applies(self, path: str, known: Specification) -> bool:
        """Whether a field has an effect in the Document, with its scheme and the other fields."""
        name = path.partition(".")[0]
        if name in PANE_SECTIONS and not isinstance(self.encoding, PANE_SECTIONS[name].needs):
            return False
        if known.follows == "heads" and self.heads <= 1:
            return False
        if known.follows == "layers" and self.layers.count <= 1:
            return False
        return known.applies(self.section(name), self.encoding)

    def get(self, path: str) -> Any:
        """Return one value by its path, as in ``document.get("encoding.length")``."""
        section, name = self._split(path)
        return getattr(self.section(section), name)

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
            section_name, field = self._split(path, changes)
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
        """Return the Document with t and t + φ at words of a new sentence.

        If they were chosen they stay.
        """
        has_new_sentence = "encoding.sentence" in changes
        if not has_new_sentence or not changes.keys().isdisjoint(MARKED_POSITION_PATHS):
            return self
        positions = self.encoding.positions
        is_inside = positions[0] <= self.cursor.position + self.shift.phi <= positions[-1]
        return self if is_inside else self.with_marks_inside_table

    def _with_what_follows(self, changes: Mapping[str, object], before: Scheme) -> Self:
        """Return the Document with what follows from changes.

        By these one encoding became its own.
        """
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
        """Return the Document whose A is the rule of a layer that is chosen.

        If that was B, both change places.
        """
        if "cursor.layer" not in changes or "layers.rules" in changes:
            return self
        values = {"layer": changes["cursor.layer"]}
        cursor = self._edited_section("cursor", values, alone=True)
        assert isinstance(cursor, Cursor)
        rule = self.layers.rule(cursor.layer)
        if rule is None or is_same_rule(rule, self.encoding):
            return self

        b = self.compare.against
        if b is not None and is_same_rule(rule, b):
            compare = self.compare.model_copy(update={"against": self.encoding})
            return self.model_copy(update={"encoding": b, "compare": compare})
        return self.model_copy(update={"encoding": rule})

    def _edited_section(self, name: str, values: dict[str, object], *, alone: bool) -> Parameters:
        section = self.section(name)
        edited = edited_section(name, section, values, compared=self.compared, alone=alone)
        if isinstance(edited, Play):
            refuse_unplayable(edited, self.sections())
        return edited

    def _split(self, path: str, changes: Mapping[str, object] | None = None) -> tuple[str, str]:
        """Return the names of a path's section and field.

        A path of no field is refused.
        """
        section_name, _, field = path.partition(".")
        if section_name not in self.section_names():
            raise DocumentError(f"{path[:60]} is not a field{nearest_names(path, self.paths())}")
        section_class = type(self.section(section_name))
        if section_name == "encoding" and changes and "encoding.scheme" in changes:
            section_class = named_scheme(str(changes["encoding.scheme"]))
        if field not in section_class.model_fields:
            known_paths = [f"{section_name}.{known}" for known in section_class.model_fields]
            raise DocumentError(f"{path[:60]} is not a field{nearest_names(path, known_paths)}")
        return section_name, field

    def paths(self) -> list[str]:
        """Return the path of every field: ``["encoding.length", …]``."""
        paths: list[str] = []
        for name, section in self.sections().items():
            paths += [f"{name}.{field}" for field in type(section).model_fields]
        return paths

    def to_json(self) -> str:
        """Return the Document as JSON text, with the number of its format."""
        session = {FORMAT_KEY: FORMAT, **self.model_dump(mode="json")}
        return json.dumps(session, ensure_ascii=False, indent=1)

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


@cache
def _default_section(kind: type[Parameters]) -> Any:
    """Return a section at its defaults, without validating them."""
    return kind.model_construct()
