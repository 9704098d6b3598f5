"""The part of the Document about comparison: B, several values, and the common positions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Generic, Self

from pydantic import Field, SerializeAsAny, field_validator
from typing_extensions import TypeVar

from peviewer.document.comparison import Compare
from peviewer.document.cursor import Cursor
from peviewer.document.layers import NO_RULE, NONE, Layers, rule_names
from peviewer.document.play import Play
from peviewer.document.sectioned import Sectioned
from peviewer.document.sections import Pairwise, Shift
from peviewer.document.view import View
from peviewer.model.content import Content
from peviewer.model.encodings.catalog import scheme
from peviewer.model.encodings.grids.gridded import ByOffset
from peviewer.model.encodings.lagged import Lagged
from peviewer.model.encodings.scheme import Scheme
from peviewer.model.encodings.sinusoidal import Sinusoidal

S = TypeVar("S", bound=Scheme, covariant=True, default=Scheme)


class Compared(Sectioned, Generic[S]):
    """The sections that belong to no pane, and the encodings that are compared."""

    encoding: SerializeAsAny[S] = Field(default_factory=Sinusoidal)  # type: ignore[assignment]
    content: Content = Content()
    shift: Shift = Shift()
    play: Play = Play()
    pairwise: Pairwise = Pairwise()
    compare: Compare = Compare()
    layers: Layers = Layers()
    view: View = View()
    cursor: Cursor = Cursor()

    @field_validator("encoding", mode="before")
    @classmethod
    def _encoding_from_mapping(cls, value: Any) -> Any:
        if not isinstance(value, Mapping):
            return value
        scheme_name = str(value.get("scheme", Sinusoidal().scheme))
        return scheme(scheme_name).model_validate(dict(value))

    @property
    def compared_document(self) -> Self | None:
        """The Document with B as its encoding, with the same words; None if nothing is compared."""
        against = self.compare.against
        return None if against is None else self._with_encoding(against)

    @property
    def documents_of_values(self) -> list[Self]:
        """The Documents of several values of a parameter.

        There are none with a single value, or where A is compared with B. The Document of the own
        encoding comes first if its value is not listed.
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

    def _with_encoding(self, scheme: Scheme) -> Self:
        """Return the Document of one encoding that is compared.

        Its positions are among the common ones, and its words are the same.
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
        """The encoding, and those it is compared with: B, or encodings with other values."""
        against = self.compare.against
        others = self.compare.several if against is None else (against,)
        return self.encoding, *others

    @property
    def common_positions(self) -> range:
        """The positions that all compared encodings have; without any, those of the encoding."""
        all_positions = [scheme.positions for scheme in self.compared]
        start = max(positions.start for positions in all_positions)
        stop = min(positions.stop for positions in all_positions)
        return range(start, stop) or self.encoding.positions

    def nearest_position(self, position: int) -> int:
        """Return the nearest position that exists in all compared schemes."""
        positions = self.common_positions
        return min(max(position, positions[0]), positions[-1])

    @property
    def reference_position(self) -> int:
        """The reference position t: the cursor's, or the nearest one there is.

        >>> from peviewer import Document
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
        """The largest number of heads among all compared encodings.

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
        """The name of each layer's rule: A, B, another letter, or a word for no rule."""
        names = rule_names(self.layers.rules, self.encoding, self.compare.against)
        return [NO_RULE if index == NONE else names[index] for index in self.layers.indices]

    @property
    def without_comparison(self) -> Self:
        """The Document without what it is compared with."""
        if self.compare == Compare():
            return self
        return self.model_copy(update={"compare": Compare()})
