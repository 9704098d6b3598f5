"""The moving number of a clip: its range, duration and way of moving."""

from fractions import Fraction
from typing import Literal

from pydantic import ConfigDict

from peviewer.base.parameters import Parameters, parameter

# Rates are fractions, as 30000/1001 is.
LARGEST_DENOMINATOR = 1001
# The share of a whole cycle during which a number returns to its start.
BACK = 1 / 6


class ClipRange(Parameters):
    """The moving number, its range, duration and way of moving."""

    # Infinite ends are allowed here: the Document's own field refuses them.
    model_config = ConfigDict(allow_inf_nan=True)

    path: str | None = parameter(
        None,
        title="What moves",
        form="the path of a number, as in encoding.base",
        help="What moves, as in encoding.base; by default φ, or what moves the pane.",
    )
    start: float | None = parameter(
        None, title="From", help="Where it starts; by default where it is played from."
    )
    stop: float | None = parameter(None, title="To", help="Where it ends, or turns.")
    seconds: float = parameter(
        5.0, title="Duration", unit="s", ge=0.05, le=3600, help="How long, in seconds."
    )
    fps: float = parameter(30.0, title="Rate", unit="fps", ge=1, le=120, help="Frames a second.")
    loop: Literal["once", "again", "bounce"] = parameter(
        "bounce",
        title="Loop",
        labels={"once": "Once", "again": "Again and again", "bounce": "There and back"},
        help="How it goes on: once, from end to end; again, each time swiftly back to the start; "
        "or bounce, there and back, so that it ends where it began.",
    )

    @property
    def count(self) -> int:
        """The number of frames."""
        return max(1, round(self.seconds * self.rate))

    @property
    def rate(self) -> Fraction:
        """Frames a second, exactly."""
        return Fraction(self.fps).limit_denominator(LARGEST_DENOMINATOR)

    @property
    def seamless(self) -> bool:
        """Whether the clip is made to be repeated."""
        return self.loop != "once"

    def share_at(self, frame: int) -> float:
        """Return the share of the way at a frame, from 0 to ``count`` − 1, at constant speed.

        >>> moving = ClipRange(seconds=1.2, fps=10, loop="again")  # a sixth of a round goes back
        >>> [round(moving.share_at(frame), 2) for frame in (0, 5, 10, 11)]
        [0.0, 0.5, 1.0, 0.5]
        """
        if self.loop == "once":
            return frame / max(1, self.count - 1)
        share = frame / self.count
        if self.loop == "bounce":
            turn = max(1, self.count // 2)
            if frame <= turn:
                return frame / turn
            return (self.count - frame) / (self.count - turn)
        if share <= 1 - BACK:
            return share / (1 - BACK)
        return smooth((1 - share) / BACK)


def smooth(share: float) -> float:
    """Return the share of the way for a share of the time, with a slow begin and end."""
    return share * share * (3 - 2 * share)
