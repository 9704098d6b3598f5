"""The sections of a Document by their names, and its fields by their paths."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, Self, TypeVar

from pydantic import ConfigDict, model_validator

from peviewer.base.names import nearest_names
from peviewer.base.parameters import Parameters
from peviewer.document.error import DocumentError, named_scheme
from peviewer.document.sections import PANE_SECTIONS

P = TypeVar("P", bound=Parameters)


class Sectioned(Parameters):
    """Parameters in sections: its own fields, and a section of each pane that declares one."""

    # Extra fields are the sections of panes, which are checked below.
    model_config = ConfigDict(extra="allow")

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

    def of(self, kind: type[P]) -> P:
        """Return the section of a class, as in ``document.of(Waves)``.

        Return its defaults if the Document has no such section.
        """
        for section in (self.__pydantic_extra__ or {}).values():
            if type(section) is kind:
                own: P = section
                return own
        default: P = _default_section(kind)
        return default

    def replaced_sections(self, other: Self) -> set[str]:
        """Return the names of the sections that are different objects in another Document."""
        own_sections = self._own_sections()
        other_sections = other._own_sections()
        return {
            name
            for name, section in own_sections.items()
            if section is not other_sections.get(name)
        }

    def _own_sections(self) -> dict[str, Any]:
        """Return the sections that were set, with those of panes."""
        return {**self.__dict__, **(self.__pydantic_extra__ or {})}

    def changed_paths(self, before: Self) -> Iterator[str]:
        """Yield the path of every field whose value differs from that in the Document `before`.

        If the schemes differ, that is the scheme's path, not its fields'.
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

    def get(self, path: str) -> Any:
        """Return one value by its path, as in ``document.get("encoding.length")``."""
        section, name = self.split_path(path)
        return getattr(self.section(section), name)

    def split_path(self, path: str, changes: Mapping[str, object] | None = None) -> tuple[str, str]:
        """Return the names of a path's section and field.

        Refuse a path that is no field's.
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


@cache
def _default_section(kind: type[Parameters]) -> Any:
    """Return a section at its defaults, without validating them."""
    return kind.model_construct()
