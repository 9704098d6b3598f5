"""Which fields can be played, and the refusal of others."""

from collections.abc import Collection, Iterable, Iterator, Mapping

from peviewer.base.names import nearest_names
from peviewer.base.parameters import Parameters
from peviewer.base.refusals import refused
from peviewer.base.specification import specifications
from peviewer.document.error import DocumentError
from peviewer.document.play import Play
from peviewer.document.sections import can_be_animated
from peviewer.model.encodings.catalog import SCHEMES


def refuse_unplayable(play: Play, sections: Mapping[str, Parameters]) -> None:
    """Raise an error if a field is to be played that is no movable number in any scheme."""
    if not play.moves and not play.tracks:
        return
    playable_paths = dict.fromkeys(_playable_paths(sections))
    if play.moves:
        _refuse_others("play.moves", [play.moves], playable_paths)
    _refuse_others("play.tracks", play.tracks, playable_paths)


def _refuse_others(field: str, paths: Iterable[str], playable_paths: Collection[str]) -> None:
    for path in paths:
        if path not in playable_paths:
            hint = nearest_names(path, list(playable_paths))
            raise DocumentError(refused(field, path, f"it must be a number that can move{hint}"))


def _playable_paths(sections: Mapping[str, Parameters]) -> Iterator[str]:
    """Yield the paths of fields that can be played; fields of all schemes come first."""
    for scheme_class in SCHEMES.values():
        yield from _playable_fields("encoding", scheme_class)
    for name, section in sections.items():
        if name != "encoding":
            yield from _playable_fields(name, type(section))


def _playable_fields(name: str, section_class: type[Parameters]) -> Iterator[str]:
    for spec in specifications(section_class):
        path = f"{name}.{spec.name}"
        if can_be_animated(path, spec):
            yield path
