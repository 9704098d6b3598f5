"""The Document: everything the user chose, frozen and validated, JSON in and out."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping
from functools import cache
from pathlib import Path
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

from peviewer.base.constructed import constants_of_choices
from peviewer.base.names import UnknownName, nearest_names
from peviewer.base.parameters import Parameters
from peviewer.base.refusals import CompleteError, FieldsError, abbreviated, explain, refused
from peviewer.base.specification import Specification, specification, specifications
from peviewer.document.comparing import compared_after, sized_like
from peviewer.document.layers import NO_RULE, NONE, Layers, is_same_rule, layers_after, rule_names
from peviewer.document.moved_fields import at_new_paths
from peviewer.document.sections import (
    PANE_SECTIONS,
    Compare,
    Cursor,
    Pairwise,
    Play,
    Shift,
    View,
    can_be_animated,
)
from peviewer.model.content import Content
from peviewer.model.embedded import Embedded
from peviewer.model.encodings.catalog import SCHEMES, scheme
from peviewer.model.encodings.grids.gridded import ByOffset
from peviewer.model.encodings.lagged import Lagged
from peviewer.model.encodings.own import OwnScheme
from peviewer.model.encodings.scheme import Scheme, Tabled
from peviewer.model.encodings.sinusoidal import Sinusoidal
from peviewer.model.encodings.turning import Turning
from peviewer.model.shifting import USUAL_PHI
from peviewer.model.stored.loading import check_same
from peviewer.model.turning.pairs import Layout, operator_layout

FORMAT = 2
READ_FORMATS = 1, 2
FORMAT_KEY = "peviewer"
MADE = "made"  # the key of an exported file's choices
MARKS = "cursor.position", "shift.phi"
P = TypeVar("P", bound=Parameters)
T = TypeVar("T", bound=Tabled)
S = TypeVarWithDefault("S", bound=Scheme, covariant=True, default=Scheme)


class DocumentError(FieldsError):
    """The user's input cannot be used; the message is one clear line."""


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
    peviewer.document.document.DocumentError: cursor.position = 'x' is not allowed: it must be a whole number from ...
    """

    model_config = ConfigDict(extra="allow")  # the sections of panes, checked below

    encoding: SerializeAsAny[S] = Field(default_factory=Sinusoidal)  # type: ignore[assignment]  # the default's scheme
    content: Content = Content()
    shift: Shift = Shift()
    play: Play = Play()
    pairwise: Pairwise = Pairwise()
    compare: Compare = Compare()
    layers: Layers = Layers()
    view: View = View()
    cursor: Cursor = Cursor()

    if (
        not TYPE_CHECKING
    ):  # checkers know the sections and their types only of the constructor that pydantic makes

        def __init__(self, **sections: Any) -> None:
            nested = {
                name: value for name, value in sections.items() if not isinstance(value, Parameters)
            }
            if nested:  # tables of fields, or errors of one line
                whole = {name: value for name, value in sections.items() if name not in nested}
                sections = Document.from_nested(nested, Document(**whole)).sections()
            try:
                super().__init__(**sections)
            except ValidationError as error:
                raise DocumentError(explain(error, type(self))) from None
            self._refuse_unplayable(self.play)

    @model_validator(mode="before")
    @classmethod
    def _with_sections_of_panes(cls, data: Any) -> Any:
        if not isinstance(data, Mapping):
            return data
        for name in data:
            if name not in cls.section_names():
                raise ValueError(
                    f"{name} is not a section{nearest_names(str(name), cls.section_names())}"
                )
        own = {name: known.fields for name, known in PANE_SECTIONS.items()}
        return {**data, **{name: kind.model_validate(data[name]) if name in data else _default_section(kind)
                           for name, kind in own.items()}}  # fmt: skip

    @field_validator("encoding", mode="before")
    @classmethod
    def _of_its_scheme(cls, value: Any) -> Any:
        if not isinstance(value, Mapping):
            return value
        return scheme(str(value.get("scheme", Sinusoidal().scheme))).model_validate(dict(value))

    @property
    def embedded(self: Document[T]) -> Embedded[T]:
        """The encoding with its content: what the panes show."""
        return Embedded(self.encoding, self.content)

    @property
    def operator(self: Document[Turning]) -> Layout:
        """The layout that M(φ) is made for; the table's own wherever both have the same columns."""
        return operator_layout(self.shift.operator, self.encoding.layout, self.encoding.dim)

    @property
    def other(self) -> Document | None:
        """The Document with B as its encoding, with the same words; None if nothing is compared."""
        against = self.compare.against
        return None if against is None else self._with_encoding(against)

    @property
    def several(self) -> list[Document]:
        """The Documents of several values of a parameter; none where there is one, or A is compared with B.

        That of the own encoding is the first where its value is not listed.
        """
        listed = self.compare.several
        if self.compare.against is not None or not listed:
            return []
        schemes: list[Scheme] = [*listed] if self.encoding in listed else [self.encoding, *listed]
        return [self._with_encoding(scheme) for scheme in schemes] if len(schemes) > 1 else []

    def _with_encoding(self, scheme: Scheme) -> Document:
        """Return the Document of one encoding that is compared, at a position that all have, with the same words."""
        own, derives = self.encoding, scheme.takes_long or scheme.derived
        if own.sentence and scheme.first == own.first and not derives:
            scheme = scheme.model_copy(update={"sentence": own.sentence})
        places = {
            name: self.nearest_position(getattr(self.cursor, name))
            for name in ("position", "other")
        }
        cursor = self.cursor.model_copy(update=places)
        return self.alone.model_copy(
            update={"encoding": scheme, "cursor": cursor, "layers": Layers()}
        )

    @property
    def compared(self) -> tuple[Scheme, ...]:
        """The encoding and what it is compared with: B, or those with several values of a parameter."""
        against = self.compare.against
        return self.encoding, *(self.compare.several if against is None else (against,))

    @property
    def common_positions(self) -> range:
        """The positions of the encoding, or the common ones of all that are compared, if there are any."""
        own, *others = [scheme.positions for scheme in self.compared]
        common = own
        for places in others:
            common = range(max(common.start, places.start), min(common.stop, places.stop))
        return common or own

    @property
    def marked_inside(self) -> Self:
        """The Document with t and t + φ at rows of its table, in a short one, too."""
        encoding = self.encoding
        position = encoding.first + min(Cursor().position, encoding.length // 4)
        return self.edited(
            dict(zip(MARKS, (position, min(USUAL_PHI, encoding.length // 2)), strict=True))
        )

    def nearest_position(self, position: int) -> int:
        """Return the nearest existing position, in all schemes that are compared."""
        places = self.common_positions
        return min(max(position, places[0]), places[-1])

    @property
    def reference_position(self) -> int:
        """The reference position t: the cursor's, or the nearest one there is.

        >>> longer = Document(encoding={"length": 90}, compare={"against": "scheme=sinusoidal,length=40"})
        >>> longer.cursor.position, longer.reference_position, longer.other.reference_position
        (50, 39, 39)
        """
        return self.nearest_position(self.cursor.position)

    @property
    def heads(self) -> int:
        """The largest number of heads of all compared.

        Schemes that turn queries and keys draw them for some heads.
        """
        drawn = 1 if self.get("attention.vectors") == "equal" else self.get("attention.head_count")
        return max(
            len(scheme.heads_named) if isinstance(scheme, Lagged | ByOffset) else drawn
            for scheme in self.compared
        )

    @property
    def layer_rules(self) -> list[str]:
        """What the rule of each layer is called: A, B, another letter, or that it has none."""
        names = rule_names(self.layers.rules, self.encoding, self.compare.against)
        return [NO_RULE if index == NONE else names[index] for index in self.layers.indices]

    @property
    def alone(self) -> Self:
        """The Document compared with nothing."""
        return self if self.compare == Compare() else self.model_copy(update={"compare": Compare()})

    def opening(self, encoding: Scheme) -> Document:
        """Return the Document with another encoding opened in place of its own, which ends what was compared.

        The layers of a model end, too.
        """
        return self.alone.model_copy(update={"encoding": encoding, "layers": Layers()})

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

    def differing(self, other: Document) -> set[str]:
        """Return the names of the sections that are different objects in another Document."""
        mine, theirs = (
            {**document.__dict__, **(document.__pydantic_extra__ or {})}
            for document in (self, other)
        )
        return {name for name, section in mine.items() if section is not theirs.get(name)}

    def changed_paths(self, before: Document) -> Iterator[str]:
        """Yield the path of every field whose value another Document has otherwise.

        Of other schemes the scheme's.
        """
        for name in sorted(self.differing(before)):
            mine, other = self.section(name), before.section(name)
            if type(mine) is not type(other):
                yield f"{name}.scheme"
                continue
            for field in type(mine).model_fields:
                if getattr(mine, field) != getattr(other, field):
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
        section = path.partition(".")[0]
        served = section not in PANE_SECTIONS or isinstance(
            self.encoding, PANE_SECTIONS[section].needs
        )
        if not served or (known.follows == "heads" and self.heads <= 1):
            return False
        if known.follows == "layers" and self.layers.count <= 1:
            return False
        return known.applies(self.section(section), self.encoding)

    def get(self, path: str) -> Any:
        """Return one value by its path, as in ``document.get("encoding.length")``."""
        section, name = self._split(path)
        return getattr(self.section(section), name)

    def edited(self, changes: Mapping[str, object], *, alone: bool = False) -> Self:
        """Return a Document with some fields changed; sections that are not named are the same objects.

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
        sections: dict[str, dict[str, object]] = {}
        for path, value in changes.items():
            section, name = self._split(path, changes)
            sections.setdefault(section, {})[name] = value
        begun = self if alone else self._at_chosen_layer(changes)
        made = begun.model_copy(
            update={key: begun._section(key, values, alone) for key, values in sections.items()}
        )
        if not alone:
            made = made._with_what_follows(changes, self.encoding)
        if alone or "encoding.sentence" not in changes or not changes.keys().isdisjoint(MARKS):
            return made
        first, last = made.encoding.positions[0], made.encoding.positions[-1]
        return (
            made if first <= made.cursor.position + made.shift.phi <= last else made.marked_inside
        )

    def _with_what_follows(self, changes: Mapping[str, object], before: Scheme) -> Self:
        """Return the Document with what follows from changes, by which one encoding became its own."""
        sections: dict[str, Parameters] = {
            "compare": compared_after(self.compare, changes, before, self.encoding),
            "layers": layers_after(self.layers, before, self.encoding),
        }
        opens_layers = "layers.rules" in changes and "cursor.layer" not in changes
        if opens_layers and "A" in (names := self.layer_rules):
            sections["cursor"] = self.cursor.model_copy(update={"layer": names.index("A")})
        return self.model_copy(update=sections)

    def _at_chosen_layer(self, changes: Mapping[str, object]) -> Self:
        """Return the Document whose A is the rule of a layer that is chosen.

        If that was B, both change places.
        """
        if "cursor.layer" not in changes or "layers.rules" in changes:
            return self
        cursor = self._section("cursor", {"layer": changes["cursor.layer"]}, alone=True)
        assert isinstance(cursor, Cursor)
        rule = self.layers.rule(cursor.layer)
        b = self.compare.against
        if rule is None or is_same_rule(rule, self.encoding):
            return self
        was_b = b is not None and is_same_rule(rule, b)
        compare = (
            self.compare.model_copy(update={"against": self.encoding}) if was_b else self.compare
        )
        return self.model_copy(update={"encoding": b if was_b else rule, "compare": compare})

    def _section(self, key: str, values: dict[str, object], alone: bool) -> Parameters:
        current = self.section(key)
        kind: type[Parameters] = type(current)
        along = dict[str, object]()
        try:
            present = current.kept_beside(values)
        except CompleteError as error:  # the file of a table has changed
            raise DocumentError(str(error)) from None
        if isinstance(current, Scheme):
            chosen = named_scheme(str(values["scheme"])) if "scheme" in values else type(current)
            if chosen is not kind:
                chosen_before = _carried_over(
                    current, chosen, {*present, *current.derived} - {"scheme", *chosen.derived}
                )
                present = sized_like(chosen, self.compared) | chosen_before
                kind = chosen
            elif not alone:
                along = constants_of_choices(current.published, current, values)
                along |= self._taken_side_by_side(values)
        try:
            made = kind.model_validate({**present, **along, **values})
        except ValidationError as error:
            if along:
                return self._section(key, values, alone=True)
            if present and kind is not type(current) and set(values) == {"scheme"}:
                return kind()
            raise DocumentError(explain(error, kind, f"{key}.")) from None
        if isinstance(made, Play):
            self._refuse_unplayable(made)
        return made

    def _taken_side_by_side(self, values: Mapping[str, object]) -> dict[str, object]:
        """Return what else the encoding is given with some values where one of its kind is compared with it."""
        if not any(type(scheme) is type(self.encoding) for scheme in self.compared[1:]):
            return {}
        beside = (self.encoding.beside(name, value) for name, value in values.items())
        return {name: value for fields in beside for name, value in fields.items()}

    def _refuse_unplayable(self, play: Play) -> None:
        """Raise an error where something that cannot move is to be played, with the present scheme or another."""
        if not play.moves and not play.tracks:
            return
        kinds: list[tuple[str, type[Parameters]]] = [
            ("encoding", kind) for kind in SCHEMES.values()
        ]
        kinds += [
            (name, type(section)) for name, section in self.sections().items() if name != "encoding"
        ]
        paths = [
            (f"{name}.{spec.name}", spec) for name, kind in kinds for spec in specifications(kind)
        ]
        movable = dict.fromkeys(path for path, spec in paths if can_be_animated(path, spec))
        for field, named in (
            ("play.moves", [play.moves] if play.moves else []),
            ("play.tracks", play.tracks),
        ):
            for path in named:
                if path not in movable:
                    hint = nearest_names(path, list(movable))
                    raise DocumentError(
                        refused(field, path, f"it must be a number that can move{hint}")
                    )

    def _split(self, path: str, changes: Mapping[str, object] | None = None) -> tuple[str, str]:
        section, _, name = path.partition(".")
        if section not in type(self).model_fields and section not in PANE_SECTIONS:
            raise DocumentError(f"{path[:60]} is not a field{nearest_names(path, self.paths())}")
        kind = type(self.section(section))
        if section == "encoding" and changes and "encoding.scheme" in changes:
            kind = named_scheme(str(changes["encoding.scheme"]))
        if name not in kind.model_fields:
            known = [f"{section}.{field}" for field in kind.model_fields]
            raise DocumentError(f"{path[:60]} is not a field{nearest_names(path, known)}")
        return section, name

    def paths(self) -> list[str]:
        """Return the path of every field: ``["encoding.length", …]``."""
        return [
            f"{key}.{name}"
            for key, section in self.sections().items()
            for name in type(section).model_fields
        ]

    def to_json(self) -> str:
        """Return the Document as JSON text, with the number of its format."""
        return json.dumps(
            {FORMAT_KEY: FORMAT, **self.model_dump(mode="json")}, ensure_ascii=False, indent=1
        )

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
        if code := unloaded_code(session):
            raise DocumentError(
                f"its encoding is code of {code[0]}, which runs only where it is named: add --scheme {code[0]}"
            )
        try:
            for named in named_schemes(session):
                path, known = named.get("path"), named.get("fingerprint")
                if isinstance(path, str) and isinstance(known, str) and path and known:
                    check_same(path, known)
        except CompleteError as error:
            raise DocumentError(str(error)) from None
        return cls.from_nested(
            {name: fields for name, fields in session.items() if name not in (FORMAT_KEY, MADE)}
        )

    @classmethod
    def from_nested(cls, data: Mapping[str, object], base: Document | None = None) -> Document:
        """Return a Document from nested tables, as ``{"encoding": {"length": 50}}``.

        Other fields are the base's.
        """
        flat: dict[str, object] = {}
        for section, fields in data.items():
            if section not in cls.section_names():
                raise DocumentError(
                    f"{section[:60]} is not a section{nearest_names(section, cls.section_names())}"
                )
            if not isinstance(fields, Mapping):
                raise DocumentError(refused(section, fields, "it must be a table of fields"))
            flat |= {f"{section}.{name}": value for name, value in fields.items()}
        return (base or cls()).edited_by_any_path(flat)

    def edited_by_any_path(self, changes: Mapping[str, object]) -> Self:
        """Return the Document with changes whose paths may be those of an earlier version."""
        tracks = self.play.model_dump(exclude_none=True)["tracks"]
        return self.edited(at_new_paths(changes, {"play.tracks": tracks}))


def parse_json(text: str | bytes) -> Any:
    """Return what a session has in JSON."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        why = (
            str(error)
            if isinstance(error, json.JSONDecodeError)
            else "it is no JSON that can be read"
        )
        raise DocumentError(f"not a peviewer session: {why}") from None


def check_session(data: Any) -> None:
    """Refuse what is no session, or one of another format."""
    if not isinstance(data, dict) or FORMAT_KEY not in data:
        raise DocumentError(f"not a peviewer session: the key '{FORMAT_KEY}' is missing")
    if data[FORMAT_KEY] not in READ_FORMATS:
        written = abbreviated(data[FORMAT_KEY])
        raise DocumentError(
            f"another version of peviewer wrote this session (format {written}, not {FORMAT})"
        )


@cache
def _default_section(kind: type[Parameters]) -> Any:
    """Return a section at its defaults, without validating them."""
    return kind.model_construct()


def _carried_over(current: Scheme, kind: type[Scheme], names: Collection[str]) -> dict[str, object]:
    """Return what was chosen of some fields and is allowed in another scheme, or the nearest number that is."""
    carried: dict[str, object] = {}
    for name in names:
        value = getattr(current, name)
        if name not in kind.model_fields or value == type(current).model_fields[name].default:
            continue
        spec = specification(kind, name)
        if spec.kind not in ("int", "float"):
            carried |= {name: value} if value in spec.choices or not spec.choices else {}
        elif isinstance(value, int | float):
            carried[name] = spec.nearest(value)
    return carried


def named_scheme(name: str) -> type[Scheme]:
    """Return the scheme of that name."""
    try:
        return scheme(name)
    except UnknownName as error:
        raise DocumentError(
            f"encoding.scheme = {abbreviated(name)} is not allowed{error.hint}"
        ) from None


def named_schemes(data: Any) -> Iterator[dict[str, Any]]:
    """Yield what names files of a session that was read from JSON: the encoding, those beside it, the content.

    Beside it are compared ones and rules of layers.
    """
    sections = data if isinstance(data, dict) else {}
    compare = sections.get("compare")
    compared = compare if isinstance(compare, dict) else {}
    several = compared.get("several")
    listed = several if isinstance(several, list) else []
    layers = sections.get("layers")
    rules = layers.get("rules") if isinstance(layers, dict) else None
    of_layers = rules if isinstance(rules, list) else []
    schemes = sections.get("encoding"), compared.get("against"), *listed, *of_layers
    named = *schemes, sections.get("content")
    yield from (fields for fields in named if isinstance(fields, dict))


def unloaded_code(data: Any) -> list[str]:
    """Return the files of code that a session in JSON names and that are not loaded."""
    unloaded = []
    for fields in named_schemes(data):
        source, kind = str(fields.get("source") or ""), SCHEMES.get(str(fields.get("scheme")))
        file = kind.file if kind is not None and issubclass(kind, OwnScheme) else ""
        is_loaded = (
            Path(file).resolve() == Path(source).resolve()
            if Path(source).exists()
            else kind is not None
        )
        if source and not is_loaded:
            unloaded.append(source)
    return list(dict.fromkeys(unloaded))
