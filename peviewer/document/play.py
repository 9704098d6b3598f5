"""What the transport plays: the field that moves, its range and its speed."""

from typing import Literal

from peviewer.base.parameters import Parameters, parameter


class FieldTrack(Parameters):
    """The range over which a number is played, and the speed.

    Fields that are None follow from the Document.
    """

    start: float | None = parameter(None, title="Play from", help="Where playing starts.")
    stop: float | None = parameter(None, title="Play to", help="Where playing ends.")
    speed: float | None = parameter(
        None,
        title="Speed",
        ge=0.01,
        le=1e6,
        scale="log",
        slider=(0.1, 1000),
        help="How far the number moves in a second; on a logarithmic slider, by how many factors "
        "of ten.",
    )


# Tracks of numbers that are not played over the whole range of their sliders.
USUAL_TRACKS = {"shift.phi": FieldTrack(start=0.0, stop=100.0, speed=20.0)}

Repeat = Literal["once", "loop", "bounce"]


class Play(Parameters):
    """The field that is played, and the tracks of fields."""

    moves: str = parameter(
        "",
        title="What moves",
        hidden=True,
        help="The field that playing moves, such as encoding.base. By default φ, or the field that "
        "affects most of the open panes.",
    )
    repeat: Repeat = parameter(
        "bounce",
        title="Repeat",
        hidden=True,
        labels={"once": "Once", "loop": "Loop", "bounce": "Back and forth"},
        help="What playing does at the end of its range.",
    )
    tracks: dict[str, FieldTrack] = parameter(
        {},
        title="Tracks",
        hidden=True,
        help="The range and speed at which each field is played.",
        form='start, stop and speed by field, as in {"encoding.base": {"speed": 2}}',
    )

    def track(self, path: str) -> FieldTrack:
        """Return the track of a field: its usual one, overridden by the chosen one."""
        usual_track = USUAL_TRACKS.get(path, FieldTrack())
        chosen_values = self.tracks.get(path, FieldTrack()).model_dump(exclude_none=True)
        return usual_track.model_copy(update=chosen_values)
